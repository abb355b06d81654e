"""Control characters in logs and names never reach the terminal, in any command."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

import ofcscore
from ofcscore import report
from tests.command import Ran, run
from tests.loops import each

# ESC and OSC, 8-bit controls, bidirectional controls, invisible characters.
SIGNS = "\x1b[31m\x1b]8;;http://x.test\x07\x9b2J\x08\x7f\u202e\u2066\u200b\u200d\ufeff\u2028"
NAME = "a\x1b[31m\u202e\u200b\x9b"
DEAL = "deal 1\nHero: QQ5 / AA762 / 9TJQK\nGus: 663/KK943/JJJ44\n"
_COLOR = re.compile("\x1b\\[[0-9;]*m")


def harmful(ran: Ran, *, colored: bool = False) -> set[str]:
    """Return the control characters in the output, without the program's own colors."""
    text = ran.out + ran.err
    if colored:
        text = _COLOR.sub("", text)
    return {c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")}


def escaped(text: str) -> str:
    """Return a text as a YAML string with an escape for each character."""
    return '"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a rule file and logs full of control characters."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    rules = f"title: {escaped('T' + SIGNS)}\nsource: {escaped('S' + SIGNS)}\nextends: ofc\nsurrender: 3\n"
    (tmp_path / f"{NAME}.yaml").write_text(rules, encoding="utf-8")
    (tmp_path / f"{NAME}.ofc").write_text(DEAL, encoding="utf-8")
    log = f"rules: {escaped(f'./{NAME}.yaml')}\ndeals:\n- boards: {{Hero: QQ5 / AA762 / 9TJQK, Gus: foul}}\n"
    (tmp_path / "log.yaml").write_text(log, encoding="utf-8")
    (tmp_path / f"{NAME}.html").write_text("{{ title }}{{ nobody }}", encoding="utf-8")
    return tmp_path


RULES = f"./{NAME}.yaml"
LOG = f"{NAME}.ofc"
FORMATS = tuple(name for name in report.FORMATS if name not in ("svg", "png"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "show", RULES],
        ["rules", "show", RULES, "--yaml"],
        ["rules", "show", "ofc", "--set", "points.scoop=0 #\u202e\u200b"],
        ["rules", "show", f"./none{NAME}.yaml"],
        ["rules", "show", NAME],
        ["rules", "diff", "ofc", RULES],
        ["rules", "check", RULES, f"./none{NAME}.yaml"],
        ["rules", "list", NAME],
        ["rules", "list"],
        ["fmt", LOG],
        ["fmt", LOG, "--diff"],
        ["fmt", LOG, "--check"],
        ["check", LOG, f"none{NAME}"],
        ["convert", LOG, "--to", "yaml"],
        ["convert", LOG, "--to", NAME],
        ["convert", LOG, "-o", f"none{NAME}/x.csv"],
        ["explain", "QQ5 / AA762 / 9TJQK", "--rules", RULES],
        ["explain", NAME],
        ["explain", f"{NAME}.parquet:1"],
        ["score", LOG, "--compare", f"ofc,{RULES}"],
        ["score", f"none{NAME}"],
        ["score", LOG, f"--{NAME}"],
        ["settle", f"{NAME}=3", "B=-3"],
        *(["score", LOG, "log.yaml", "--format", form] for form in FORMATS),
        *(["score", LOG, "--rules", RULES, "--format", form] for form in FORMATS),
    ],
)
def test_nothing_of_somebody_elses_does_anything_to_a_terminal(folder: Path, arguments: list[str]) -> None:
    assert (folder / LOG).exists()
    ran = run(*arguments, terminal=True)
    assert ran.out + ran.err
    assert not harmful(ran)
    assert ran.status < 70


@pytest.mark.parametrize(("options"), [["fmt", "--diff"], ["fmt"], ["convert", "--to", "text"]])
def test_what_a_log_holds_is_cleaned_on_a_terminal_and_whole_elsewhere(
    tmp_path: Path, options: list[str]
) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(DEAL + "note: a\u202eb\tc\n", encoding="utf-8")
    shown = run(options[0], log, *options[1:], terminal=True)
    assert "a\\u{202e}b\tc\n" in shown.out
    assert not harmful(shown)
    assert "a\u202eb\tc\n" in run(options[0], log, *options[1:]).out


@each("sign", ["\x1b", "\x7f", "\x80", "\x9b", "\x9d"])
@each("line", ["# {}\n", "note: {}\n", "Hero: QQ5 / AA762 / 9TJQK # {}\n"])
def test_no_control_is_part_of_a_log(tmp_path: Path, sign: str, line: str) -> None:
    (tmp_path / "night.ofc").write_text(DEAL + "deal 2\n" + line.format(sign) + DEAL[7:], encoding="utf-8")
    ran = run("score", tmp_path / "night.ofc")
    assert ran.status == 1
    assert "is a control character, but a log must be plain text" in ran.err or "U+" in ran.err
    assert not harmful(ran)


@each("sign", ["\x1b", "\x7f", "\x80", "\x9b"])
def test_a_control_of_yaml_is_written_only_where_it_can_be_read(tmp_path: Path, sign: str) -> None:
    log = f"note: {escaped(sign)}\ndeals:\n- boards: {{Hero: foul, Gus: foul}}\n"
    (tmp_path / "night.yaml").write_text(log, encoding="utf-8")
    for form in ("text", "csv"):
        ran = run("convert", tmp_path / "night.yaml", "--to", form)
        assert (ran.out, ran.status) == ("", 1)
        assert f"has the control character U+{ord(sign):04X}" in ran.err
    for form in ("yaml", "json", "jsonl"):
        ran = run("convert", tmp_path / "night.yaml", "-o", tmp_path / f"new.{form}")
        assert ran.status == 0
        assert run("score", tmp_path / f"new.{form}").status == 0


def test_what_python_raises_is_cleaned() -> None:
    with pytest.raises(ofcscore.ProblemsError) as caught:
        ofcscore.read_text('{"\\u202e": foul, B: foul}', form="yaml")
    assert "\u202e" not in str(caught.value)
