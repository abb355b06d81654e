"""JSON Lines with one deal per line, whose scalars are all text."""

from __future__ import annotations

import json

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import text_source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from tests.loops import each

BOARDS = {
    "Hero": {"top": "Qh Qd 5c", "mid": "Ah Ad 7s 6c 2d", "bot": "9h Ts Jd Qs Kc"},
    "Jos\u00e9": "foul",
}


def read(text: str) -> list[HeaderSyntax | DealSyntax]:
    """The content of valid lines."""
    problems = Problems()
    syntax = list(read_syntax(text_source(text, "jsonl"), problems))
    assert not problems.kept
    return syntax


@each("number", ["0", "-1", "1.50", "1e5", "-0.0E+2", "NaN", "-Infinity", "true", "null"])
def test_a_number_is_kept_as_it_is_written(number: str) -> None:
    line = f'{{"deal": 7, "note": {number}, "boards": {json.dumps(BOARDS)}}}'
    (said,) = (words for entry in read(line)[1].entries for part in entry.parts for words in part.words)
    assert (said.text, said.line.number, said.column, said.width) == (number, 1, 21, len(number))


def test_each_line_is_a_deal() -> None:
    text = "".join(json.dumps({"deal": n, "note": "x", "boards": BOARDS}) + "\n" for n in range(1, 9))
    header, *deals = read(text)
    assert not header.entries
    assert [deal.at.line.number for deal in deals if isinstance(deal, DealSyntax)] == [*range(1, 9)]
