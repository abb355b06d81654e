"""An invalid command line gives one short line, with the nearest match, and exit status 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.cli import score as score_command
from ofcscore.cli.main import main, simple_score
from ofcscore.cli.options import Options
from tests.command import run
from tests.loops import each
from tests.sessions import NIGHT


@pytest.fixture
def night(tmp_path: Path) -> str:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    return str(path)


@each(
    ("arguments", "words"),
    [
        (["scoer"], "there is no command scoer; did you mean score?"),
        (["rules", "lst"], "there is no command lst; did you mean list?"),
        (["xyzzy"], "there is no command xyzzy; the commands are score, check,"),
        (["score", "NIGHT", "--fromat", "json"], "there is no option --fromat; did you mean --format?"),
        (["score", "NIGHT", "--format", "xml"], "not xml"),
        (["score", "NIGHT", "--format", "tabel"], "not tabel; did you mean table?"),
        (["score", "NIGHT", "--from", "txt"], "not txt; did you mean text?"),
        (["score", "NIGHT", "--settle", "fewst"], "not fewst; did you mean fewest?"),
        (["score", "NIGHT", "--settle", "bank"], "bank=NAME needs the name"),
        (["score", "NIGHT", "--settle", "bank=Her"], "no player has this name; did you mean Hero?"),
        (["score", "NIGHT", "--settle", "none=1"], "not none=1"),
        (["score", "NIGHT", "--settle", "none", "--round", "1"], "--round has no effect with"),
        (["score", "NIGHT", "--deals", "5-3"], "5-3 runs backwards; did you mean 3-5?"),
        (["score", "NIGHT", "--deals", "1,,2"], "--deals must be a list of deals such as 3,5-7,last"),
        (["score", "NIGHT", "--round", "0"], "must be more than 0"),
        (["score", "NIGHT", "--compare", "ofc"], "two or more rule sets"),
        (["score", "NIGHT", "--compare", "ofc,"], "two or more rule sets"),
        (["score", "NIGHT", "--compare", ","], "two or more rule sets"),
        (
            ["score", "NIGHT", "--compare", "ofc,ofc-27", "--format", "html"],
            "--compare cannot write html; use table, markdown, csv, json or jsonl",
        ),
        (["score", "NIGHT", "--compare", "ofc,ofc-27", "--format", "svg"], "--compare cannot write svg"),
        (
            ["score", "NIGHT", "--chart", "--format", "json"],
            "--chart is for --format table or chat, not json",
        ),
        (["score", "NIGHT", "-o", "NIGHT"], "would overwrite the log"),
        (["score", "NIGHT", "--format"], "requires an argument"),
        (["check"], "missing argument"),
        (["settle"], "missing argument"),
        (["explain"], "missing argument"),
        (["explain", "a", "b", "c"], "explain takes one or two boards, not 3"),
        (["explain", "NIGHT:1", "Hero", "Gus"], "write a pair of a deal as `Hero/Gus`"),
        (["explain", "QQ5", "AA762", "9TJQK"], 'put the board in quotes: "QQ5 / AA762 / 9TJQK"'),
        (["explain", "ofc-pineaple"], "there is no rule set ofc-pineaple; did you mean ofc-pineapple?"),
        (["explain", "row-sise"], "there is no message code row-sise; did you mean row-size?"),
        (["score", "NIGHT", "--stake", "1", "EUR"], 'in quotes: --stake "1 EUR"'),
        (["score", "NIGHT", "--round", "5", "€"], 'in quotes: --round "5 €"'),
        (["settle", "A=-2", "B=2", "--stake", "0.50", "EUR"], 'in quotes: --stake "0.50 EUR"'),
        (["settle", "Ana", "-25", "Ben", "25"], "the points: `ofcscore settle Ana=-25 Ben=25`"),
        (
            ["settle", "Ana", "-25,", "Ben", "+25", "--stake", "1 EUR"],
            "the points: `ofcscore settle Ana=-25 Ben=+25 --stake '1 EUR'`",
        ),
        (["convert", "NIGHT", "--format", "csv"], "there is no option --format here; did you mean --to?"),
        (["score", "NIGHT", "--to", "csv"], "there is no option --to here; did you mean --format?"),
        (["check", "NIGHT", "--full"], "there is no option --full"),
        (["stats", "NIGHT", "--player", "Hero,Gus"], "write `--player Hero --player Gus`"),
        (["rules", "show"], "missing argument"),
        (["rules", "diff", "ofc"], "missing argument"),
    ],
)
def test_usage_is_one_line_and_exit_status_2(arguments: list[str], words: str, night: str) -> None:
    ran = run(*(argument.replace("NIGHT", night) for argument in arguments))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ofcscore: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err


@each(
    "arguments", [["Ana:-25", "Ben:25"], ["Ana=-25,", "Ben=25"], ["Ana -25", "Ben 25"], ["Ana: -25; Ben: 25"]]
)
def test_totals_with_other_signs(arguments: list[str]) -> None:
    ran = run("settle", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "help: write `Ana=-25 Ben=25`\n" in ran.err
    assert ran.err.count("error[") == 1


@each(
    ("option", "typed", "word"),
    [
        ("--format", "CSV", "csv"),
        ("--format", "MD", "markdown"),
        ("--settle", "Bank=Hero", "bank=Hero"),
        ("--settle", "NONE", "none"),
        ("--color", "Never", "never"),
        ("--from", "Text", "text"),
    ],
)
def test_a_word_of_an_option_is_read_in_any_case(option: str, typed: str, word: str, night: str) -> None:
    assert run("score", night, option, typed) == run("score", night, option, word)


def test_a_file_where_a_command_belongs_is_understood(night: str) -> None:
    ran = run(night)
    assert ran.status == 2
    assert f"did you mean `ofcscore score {night}`?" in ran.err


def test_nothing_gets_the_help() -> None:
    ran = run()
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ofcscore")


def test_version() -> None:
    import tomllib

    project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text(encoding="utf-8"))
    ran = run("--version")
    assert (ran.out, ran.status) == (f"ofcscore {project['project']['version']}\n", 0)


# -- a plain command line is parsed without typer, with the same result


_WORDS = (
    *("a.ofc", "b.yaml", "-", "", "x y", "--rules", "ofc", "--format", "json", "--deals", "3,5-7", "-o"),
    *("o.txt", "--format=json", "--running", "-x", "--", "--help", "a.parquet", "-1", "--stake", "1 EUR"),
    "-oo.txt",
)


def _asked(arguments: list[str]) -> tuple[list[str], Options] | None:
    """Return the arguments of `score` for a command line, None if `score` is not called."""
    asked: list[tuple[list[str], Options]] = []

    def record(files: list[str], options: Options) -> int:
        asked.append((files, options))
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_command, "score_logs", record)
        main(arguments)
    return asked[0] if asked else None


def _by_typer(arguments: list[str]) -> tuple[list[str], Options] | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ofcscore.cli.main.simple_score", lambda arguments: None)
        return _asked(arguments)


@given(st.lists(st.sampled_from(_WORDS), max_size=7))
def test_what_is_read_without_typer_is_read_as_typer_reads_it(words: list[str]) -> None:
    arguments = ["score", *words]
    if simple_score(arguments) is not None:
        asked = _asked(arguments)
        assert asked is not None
        assert asked == _by_typer(arguments)


@each(
    ("words", "plain"),
    [
        (["score", "a.ofc"], (["a.ofc"], Options())),
        (
            ["score", "--format", "json", "a.ofc", "-", "--rules", "ofc"],
            (["a.ofc", "-"], Options(format_="json", rules="ofc")),
        ),
        (["score"], None),
        (["score", "--format", "json"], None),
        (["score", "a.ofc", "--format"], None),
        (["score", "a.ofc", "--running"], None),
        (["score", "deals.PARQUET"], None),
        (["check", "a.ofc"], None),
        ([], None),
    ],
)
def test_what_is_read_without_typer(words: list[str], plain: object) -> None:
    assert simple_score(words) == plain


def test_completion_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_OFCSCORE_COMPLETE", "complete_bash")
    assert simple_score(["score", "a.ofc"]) is None
