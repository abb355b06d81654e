"""`check --fix`, `--verbose` and `--format json`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Problem
from ofcscore.files.disk import LogFile
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import text_source
from ofcscore.log.write.rewriting import fix_text
from ofcscore.scoring.deal import Deal, Header
from tests.command import run

ANA, BEN = "Ana: JJ5 / AA762 / 9TJQK", "Ben: 663 / KK943 / 88844"
SLIPS = f"ntoe: late\r\ndael 1\r\n{ANA.replace(' /', ' //', 1)}\r\n{BEN}\r\n"
FIXED = f"note: late\r\ndeal 1\r\n{ANA}\r\n{BEN}\r\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.ofc"
    path.write_bytes(SLIPS.encode())
    return path


def test_fix_keeps_each_original(log: Path) -> None:
    ran = run("check", "--fix", log)
    assert (ran.status, ran.err) == (0, f"{log} was fixed; the original was saved as {log}.orig\n")
    changed = [line for line in ran.out.splitlines() if line[:1] in "+-"]
    assert changed[2:5] == ["-ntoe: late", "-dael 1", f"-{ANA.replace(' /', ' //', 1)}"]
    assert changed[5:] == ["+note: late", "+deal 1", f"+{ANA}"]
    assert log.read_bytes() == FIXED.encode()
    assert (log.parent / "night.ofc.orig").read_bytes() == SLIPS.encode()
    assert run("check", "--fix", log).out == ""
    log.write_bytes(SLIPS.encode())
    run("check", "--fix", log)
    assert sorted(path.name for path in log.parent.iterdir()) == [
        "night.ofc",
        "night.ofc.orig",
        "night.ofc.orig.1",
    ]


def test_fix_makes_no_guess(log: Path) -> None:
    """A line with two readings, or a fix that drops a letter, is left to the user."""
    text = f"deal 1\n{ANA}\n{BEN}\nrulez: ofc\nAna +3, Ben -4\n"
    log.write_text(text)
    ran = run("check", "--fix", log)
    assert (ran.status, ran.out) == (1, "")
    assert log.read_text() == text


def test_fix_refuses_what_it_cannot_replace(log: Path) -> None:
    assert "standard input" in run("check", "--fix", "-", stdin=SLIPS).err
    assert "workbook" in run("check", "--fix", "night.xlsx").err
    assert "--fix" in run("check", "--fix", "--format", "json", log).err
    table = LogFile(str(log))
    table.open()
    try:
        ran = run("check", "--fix", log)
    finally:
        table.close()
    assert (ran.status, "is in use by `live` or `host`" in ran.err) == (3, True)
    assert [path.name for path in log.parent.iterdir()] == ["night.ofc"]


def test_verbose_shows_lines_as_they_are_read(log: Path) -> None:
    log.write_text(f"Players Ana, Ben\ndeal 1\n{ANA}  # mine\nBen 663-KK943-88844\n")
    ran = run("check", "--verbose", log)
    assert ran.out == f"{log}:1: read as `players: Ana, Ben`\n" + (
        f"{log}:4: read as `Ben: 6 6 3 / K K 9 4 3 / 8 8 8 4 4`\n"
    )


def test_json_has_spans_and_edits() -> None:
    ran = run("check", "-", "--from", "text", "--format", "json", stdin=SLIPS)
    assert (ran.status, ran.err) == (1, "")
    found = json.loads(ran.out)
    assert (found["schema"], found["errors"], found["warnings"]) == (1, 3, 0)
    first = found["diagnostics"][0]
    span = {"file": "<stdin>", "line": 1, "start": 1, "end": 5}
    assert (first["code"], first["severity"], first["span"]) == ("key-unknown", "error", span)
    assert first["fixes"] == [
        {"title": "write `note: late`", "safe": True, "edits": [{**span, "text": "note"}]}
    ]


# -- a fix changes nothing but its line -----------------------------------------------------------------

RANKS = "23456789TJQKA"
SUITS = "shdc"


def mutated(seed: int) -> str:
    """Return a log of three deals with one or two typing errors."""
    chance = random.Random(seed)
    lines = ["rules: ofc", "stake: 0.50 EUR", "note: at Ana's"]
    for number in range(1, 4):
        cards = [rank + suit for rank in RANKS for suit in SUITS]
        chance.shuffle(cards)
        lines.append(f"deal {number}")
        for name in ("Ana", "Ben", "Cid"):
            rows = [" ".join(cards.pop() for _ in range(size)) for size in (3, 5, 5)]
            lines.append(f"{name}: {' / '.join(rows)}")
    lines += ["adjust: Ana +2, Ben -2", "paid: Ben -> Ana 5"]
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(lines))
        line = lines[at]
        column = chance.randrange(len(line))
        lines[at] = chance.choice(
            [
                line[:column] + line[column + 1 :],
                line[:column] + line[column : column + 2][::-1] + line[column + 2 :],
                line[:column] + chance.choice("/:,;.-#\"()' x1") + line[column:],
                line[:column] + chance.choice("/:,;.-#\"()' x1") + line[column + 1 :],
                line.replace(":", "", 1),
                line.replace(" / ", chance.choice([" // ", " ", ", ", " - "]), 1),
            ]
        )
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[list[Header | Deal], list[Problem]]:
    items, problems = read_session([text_source(text, name="x")])
    return [*items], [problem for problem in problems if not problem.warning]


def marks(problems: list[Problem]) -> list[tuple[str, str | None]]:
    return sorted((problem.code, problem.place.text) for problem in problems)


def check_fixes(seeds: range) -> None:
    made = 0
    for seed in seeds:
        text = mutated(seed)
        before, errors = read(text)
        fixed = fix_text(text.encode(), "x", "").decode()
        if fixed == text:
            continue
        made += 1
        after, left = read(fixed)
        old, new = text.split("\n"), fixed.split("\n")
        changed = {line for line in old if line not in new}
        gone = [mark for mark in marks(errors) if mark[1] in changed]
        assert marks(left) == sorted(mark for mark in marks(errors) if mark not in gone), text
        kept = {deal.name: deal.boards for deal in after if isinstance(deal, Deal)}
        for deal in before:
            if isinstance(deal, Deal) and not changed & {board.source for board in deal.boards}:
                said = [(board.player, board.rows) for board in deal.boards]
                assert said == [(board.player, board.rows) for board in kept[deal.name]], text
        digits = "".join(filter(str.isdigit, text))
        rest = iter(filter(str.isdigit, fixed))
        assert all(digit in rest for digit in digits), text
    assert made > len(seeds) // 20


def test_a_fix_changes_nothing_else() -> None:
    check_fixes(range(15))


@pytest.mark.long
def test_a_fix_changes_nothing_else_in_many_logs() -> None:
    check_fixes(range(15, 2_100))
