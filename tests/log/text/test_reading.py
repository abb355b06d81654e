"""The table of readings: typed lines, and the canonical text or the diagnostic codes for each."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Final

import pytest

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, LineSyntax
from ofcscore.log.text.reader import Reader
from ofcscore.log.write.notation import board_line, deal_line, entry_text
from ofcscore.log.write.rewriting import format_text
from tests.loops import each

TABLE: Final = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "reading.toml").read_text(encoding="utf-8")
)
NAMES: Final = ("Ana", "Ben", "Cid", "Dana", "Hero", "Gus")
"""The players known above a single line."""


def written(value: LineSyntax) -> str:
    """Return a value as a canonical line, empty if it has none."""
    if isinstance(value, DealLine):
        name = value.name.text if value.name is not None else ""
        return deal_line(name, value.date.text if value.date is not None else None)
    if isinstance(value, BoardSyntax):
        return board_line(value, 0).replace(":", ": ", 1).replace(":  ", ": ").rstrip()
    return entry_text(value) if isinstance(value, Entry) else ""


def read_line(typed: str, *, begun: bool) -> tuple[str, list[str]]:
    """Return a single line in canonical text, and the codes of its diagnostics."""
    problems = Problems()
    reader = Reader("night.ofc", problems)
    reader.go_on(NAMES, None, begun=begun)
    lines = [line for line in map(written, reader.lines([(1, typed)])) if line]
    return "\n".join(lines), [problem.code for problem in problems.kept]


def read_log(typed: str) -> tuple[str, list[str]]:
    """Return a log as `fmt` writes it, and the codes of its errors."""
    problems = Problems()
    text = "".join(format_text(io.BytesIO(typed.encode()), "night.ofc", "", problems))
    return text.rstrip("\n"), [problem.code for problem in problems.kept if not problem.warning]


def read(section: str, typed: str) -> str | list[str]:
    """Return the canonical text of a typed line or log, or the codes of its diagnostics."""
    text, codes = read_log(typed) if section == "log" else read_line(typed, begun=section == "deal")
    return codes or text


ROWS: Final = [
    pytest.param(section, typed, expected, id=f"{section}: {typed[:60]!r}")
    for section, rows in TABLE.items()
    for typed, expected in rows.items()
]


@each(("section", "typed", "expected"), ROWS)
def test_line_is_read_as_in_the_table(section: str, typed: str, expected: str | list[str]) -> None:
    assert read(section, typed) == expected


@pytest.mark.parametrize("section", sorted({str(row.values[0]) for row in ROWS}))
def test_canonical_text_stays_unchanged(section: str) -> None:
    for row in ROWS:
        canonical = row.values[2]
        if row.values[0] != section or not isinstance(canonical, str):
            continue
        for line in canonical.split("\n") if section != "log" else [canonical]:
            if line.partition(":")[0] not in FREE_KEYS:
                assert read(section, line) == line
