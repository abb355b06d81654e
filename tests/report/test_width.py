"""Reports on screens of any width: no line beyond the edge, no word and no number broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ofcscore.diagnostics.terminal import cut_inside, fold, keep_together, text_width, wrap
from ofcscore.report.text import in_tables
from tests.command import run
from tests.loops import each
from tests.transcripts import EXAMPLES

LOGS = sorted(path for path in EXAMPLES.rglob("*.ofc"))
WIDTHS = (40, 60, 80, 120, 200)
NIGHT = EXAMPLES / "night.ofc"
BOARDS = ("QQ5 / AA762 / 9TJQK", "663 / KK943 / 88844")
REPORTS = (
    ("--format", "table"),
    ("--format", "chat"),
    ("--deals", "all", "--why", "--running"),
    ("--compare", "ofc,chinese,ofc-27,ofc-pppoker,ofc-ultimate,shisanshui,pusoy"),
)
SEASON = EXAMPLES / "season"
PAGES = (
    ("stats", f"{SEASON}"),
    ("stats", f"{NIGHT}", "--definitions"),
    ("explain", *BOARDS),
    ("explain", f"{NIGHT}:4"),
    ("explain", f"{NIGHT}:4", "Ana/Ben"),
    ("explain", "fantasyland"),
    ("explain", "words"),
    ("explain", "codes"),
    ("explain", "card-repeated"),
    ("rules", "list"),
    ("rules", "show", "ofc + moon"),
    ("rules", "show", "jokers"),
    ("rules", "diff", "ofc", "ofc-27"),
    ("settle", "Ann=-25", "Bob=-31", "Cem=45", "Dan=11", "--stake", "0.50 EUR"),
    ("settle", "Ann=-25", "Bob=-31"),
    ("check", str(NIGHT), "--rules", "chinese"),
    ("score", str(NIGHT), "--format", "tabel"),
    ("score", str(NIGHT), "--why", "--format", "json"),
    (
        "score",
        f"{EXAMPLES / 'presets' / 'shisanshui.ofc'}",
        "--deals",
        "all",
        "--why",
        "--running",
        "--words",
    ),
)
ADDRESS = re.compile(r"[/\\]")


def printed(arguments: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All lines of a command on a screen of so many columns."""
    monkeypatch.setenv("COLUMNS", str(width))
    ran = run(*arguments)
    return (ran.out + ran.err).splitlines()


def words(lines: list[str]) -> set[str]:
    """The words of lines, without the signs between them; not those that are cut, and of excerpts none."""
    said = [word for line in lines if not _EXCERPT.match(line) for word in line.split()]
    return {word.strip(",:;.") for word in said if "…" not in word}


_EXCERPT = re.compile(r" +[0-9]* *\| ")


def holds(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, widths: tuple[int, ...]) -> None:
    """A command keeps to every width, and breaks no word that it has on a wide screen."""
    wide = words(printed(arguments, 1000, monkeypatch))
    for width in widths:
        lines = printed(arguments, width, monkeypatch)
        beyond = [line for line in lines if text_width(line) > width and not ADDRESS.search(line)]
        assert not beyond, width
        assert words(lines) <= wide, width


@pytest.mark.long
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_every_example_keeps_to_every_screen(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for options in REPORTS:
        holds(("score", str(log), *options), monkeypatch, WIDTHS)


@pytest.mark.long
@each("page", PAGES)
def test_pages_and_messages_keep_to_the_screen(
    page: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    holds(page, monkeypatch, WIDTHS)


def test_a_table_in_a_pipe_has_80_columns_and_payments_a_line_each() -> None:
    assert max(map(text_width, run("score", NIGHT).out.splitlines())) <= 80
    assert len(run("settle", "Ann=-25", "Bob=-31").err.splitlines()) == 2


@pytest.mark.long
def test_a_file_is_the_same_whatever_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = set()
    for width in (40, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        for name in ("night.txt", "night.csv", "night.md"):
            assert run("score", NIGHT, "-o", tmp_path / name).status == 0
        written.add(tuple((tmp_path / name).read_text() for name in ("night.txt", "night.csv", "night.md")))
    assert len(written) == 1


def test_joined_emoji_are_shown_and_count_as_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    family, thumb = "👩\u200d👧\u200d👦", "👍🏽"
    log = f'"{family}": QQ5 / AA762 / 9TJQK\n"{thumb} Li": 663 / KK943 / JJJ44\n'
    lines = run("score", "-", stdin=log).out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("Standings"))
    assert lines[at + 1].startswith(family)
    assert len({text_width(line) for line in lines[at : at + 3]}) == 1


def test_a_joiner_between_letters_is_not_hidden() -> None:
    out = run("score", "-", stdin='"a\u200db": QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\n').out
    assert "a\\u{200d}b" in out
    assert "\u200d" not in out


@each("width", [1, 2, 3, 5, 8, 11])
def test_a_cut_inside_goes_through_no_letter(width: int) -> None:
    text = "👩\u200d👧 e\u0301🇩🇪日本 Ana"
    start, _, end = (kept := cut_inside(text, width)).partition("…")
    assert text_width(kept) <= width
    assert text.startswith(start)
    assert text.endswith(end)
    assert not start.endswith((" ", "\u200d", "🇩"))
    assert not end.startswith((" ", "\u200d", "\u0301", "🇪"))


def test_names_that_begin_alike_differ_where_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        out = run("score", "-", stdin=ALIKE).out.splitlines()
        at = next(i for i, line in enumerate(out) if line.startswith("Standings"))
        assert out[at + 1].partition("  ")[0] != out[at + 2].partition("  ")[0], width
    assert cut_inside("Alexandra Petrovna of Kazan", 12, "..") == "Alexand..zan"


def test_a_payment_is_no_paragraph_of_lines_that_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its later lines are indented, and its amount stands with the currency."""
    monkeypatch.setenv("COLUMNS", "40")
    assert run("score", "-", "--stake", "0.50 EUR", stdin=ALIKE).out.splitlines()[-2:] == [
        "Alexandra Petrovna of Kazan pays",
        "  Alexandra Petrovna of Moscow 1.50 EUR.",
    ]
    assert run("settle", "Maximilian=-25", "Bartholomew=25", "--stake", "0.50 EUR").out.splitlines() == [
        "Maximilian pays Bartholomew 12.50 EUR."
    ]
    assert wrap("Maximilian pays Bartholomew 12.50 EUR.", 34, "  ") == [
        "Maximilian pays Bartholomew",
        "  12.50 EUR.",
    ]


def test_a_narrow_table_says_that_royalties_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = run("score", NIGHT).out
    assert "\nPoints per row (royalties included)\n                top  middle  bottom\n" in out


ALIKE = """\
"Alexandra Petrovna of Moscow": QQ5 / AA762 / 9TJQK
"Alexandra Petrovna of Kazan": 663 / KK943 / 88844
"""


def test_folding() -> None:
    assert fold("short", 10) == ["short"]
    assert fold("one two three", 8) == ["one two", "  three"]
    assert fold(f"see {'n' * 12} now", 10) == ["see", "  nnnn…nnn", "  now"]
    assert fold("in ./some/long/path.ofc", 10) == ["in", "  ./some/long/path.ofc"]
    assert wrap(f"a {keep_together('royalty 25')} b", 12) == ["a royalty 25", "b"]
    assert wrap("Total: Ann +15, Phil H. -15", 24, "  ") == ["Total: Ann +15, Phil", "  H. -15"]
    assert wrap("Total: Maximilian +15, Ann -15", 12, "  ") == [
        "Total:",
        "  Maximilian",
        "  +15,",
        "  Ann -15",
    ]


def test_a_deal_of_four_is_one_line_of_the_narrowest_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fouls and scoops are on a line below the deal's points; the column of a player who sat out is blank."""
    said = printed(("score", f"{SEASON}"), 40, monkeypatch)
    at = said.index("Deal          Ana    Ben    Cid   Dora")
    assert said[at + 1 : at + 5] == [
        "2026-09/1     +19     +8    -27",
        "    scoops: Ana 1, Ben 1",
        "2026-09/2     +19    -18     -1",
        "    Ben fouls; scoops: Ana 1, Cid 1",
    ]
    assert "2026-10/1     +25    -18     -3     -4" in said


LONG_NAMES = """
rules: ofc
{}
deal {}
Maximiliane-von-Hohenstaufen-Wittelsbach: 22K / 3388K / 99TTK
Ann: foul
"""


@pytest.mark.parametrize("report", ["table", "chat"])
def test_no_figure_is_cut_off_behind_a_name_that_fills_the_screen(
    report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.ofc"
    log.write_text(LONG_NAMES.format("", 1))
    said = printed(("score", str(log), "--format", report), 40, monkeypatch)
    assert [line.strip() for line in said if line.strip().startswith("+6")] == ["+6, Ann -6"]


def test_no_column_is_lost_on_a_narrow_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.ofc"
    log.write_text(
        LONG_NAMES.format("stake: 2.50 EUR", 1) + LONG_NAMES.format("", 2).replace("rules: ofc\n", "")
    )
    whole, narrow = (words(printed(("score", str(log)), width, monkeypatch)) for width in (200, 40))
    heads = "points money deals fouls scoops royalties fantasylands rows other total"
    assert set(heads.split()) <= whole & narrow


def test_a_long_name_among_the_notes_stands_in_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "Maximiliane-von-Hohenstaufen-Wittelsbach"
    boards = f"\n{name}: foul\nBob-the-man: foul\nChristopher: foul\nDora: 22K / 3388K / 99TTK"
    log = tmp_path / "log.ofc"
    log.write_text("rules: ofc" + "".join(f"\n\ndeal {number}{boards}" for number in range(1, 14)))
    said = printed(("score", str(log)), 80, monkeypatch)
    assert f"    {name}, Bob-the-man and Christopher" in "\n".join(said)


def test_tables_that_are_too_wide() -> None:
    rows = [["Standings", "points", "money"], ["Ann", "+5", "+2.50"], ["Bob", "-5", "-2.50"]]
    assert list(in_tables(rows, 80)) == [rows]
    assert [table[0] for table in in_tables(rows, 20)] == [["Standings", "points"], ["", "money"]]


def test_a_text_of_wide_letters_goes_on_in_the_next_line() -> None:
    """Chinese has no blanks: the end of a note may say who is to be paid."""
    text = "這一盤要付給安十五元沒有空格"
    assert fold(f"Note: {text}", 12) == ["Note:", "  這一盤要付", "  給安十五元", "  沒有空格"]
    assert fold(f"{text}👩‍👧", 26) == ["這一盤要付給安十五元沒有空", "  格👩‍👧"]


def test_a_figure_behind_a_name_of_wide_letters_is_not_cut() -> None:
    """A joiner between a name and its points is as wide as the space in its place."""
    line = "Total: 👨‍👩‍👧‍👦 fam -9, 王芳芳 -15, שרה כהן +24"
    assert wrap(line, 40, "  ") == ["Total: 👨‍👩‍👧‍👦 fam -9, 王芳芳 -15, שרה", "  כהן +24"]
