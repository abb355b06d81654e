"""Deals that are recognised as a whole come out as they do line by line: items, problems and places."""

from __future__ import annotations

import io
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.board import Deal, Header
from ofcscore.problems import Problem
from ofcscore.reading import read_session, text_source
from ofcscore.reading.whole import WholeDeals
from tests import strategies

Read = tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]


def line_by_line(text: str) -> Read:
    with patch.object(WholeDeals, "deal", lambda self, file, number: None):
        return read_session([text_source(text)])


@st.composite
def logs(draw: DrawFn) -> str:
    """Logs of canonical deals, with headers, keys, remarks, other spellings and slips in between."""
    pieces = [draw(st.sampled_from(("", "rules: ofc\n", "players: Hero, Gus, A, No = N\n", "\n# a\n")))]
    for number in range(draw(st.integers(1, 6))):
        deal = draw(strategies.deals(("Hero", "Gus", "A", "No", "007", "_x", "top", "expect")))
        name = draw(st.sampled_from((str(number), str(number), "1", "x.y")))
        text = strategies.canonical_text(deal, name)
        match draw(st.integers(0, 9)):
            case 0:
                text = draw(strategies.spelled_text(deal, name)) + "\n"
            case 1:
                text = draw(strategies.damaged(text))
            case 2:
                text += draw(
                    st.sampled_from(("expect: Hero +1\n", "void\n", "note: x\n", "???\n", "deal ?\n"))
                )
            case 3:
                text = text.replace(
                    "deal", draw(st.sampled_from(("Deal", "hand", "deal 1\ndeal", "DEAL"))), 1
                )
            case 4:
                text = text.replace("\n", draw(st.sampled_from(("\r\n", " 2026-11-20\n", " # x\n"))))
            case 5:
                text += pieces[-1]
        pieces += [text, "\n" * draw(st.integers(0, 5))]
    return "".join(pieces)


@given(logs())
def test_whole_deals_are_those_of_their_lines(text: str) -> None:
    assert read_session([text_source(text)]) == line_by_line(text)


@pytest.mark.parametrize(
    ("top", "message"),
    [
        ("Zh Qd 5c", "Zh is not a card"),
        ("Qh Q 5 5", "A's top row has 4 cards, needs 3"),
        ("Qh QdK c", "c is not a card"),
        ("QhQd5c5h", "A's top row has 4 cards, needs 3"),
        ("5c flush", "A's top row has 1 card, needs 3"),
    ],
)
def test_what_is_as_long_as_three_cards_and_is_none(top: str, message: str) -> None:
    other = "B: 6h 6d 3c / Kh Kd 9s 4c 3d / Jc Js 2h 4d 4h\n"
    boards = f"A: {top} / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n{other}"
    text = "".join(f"deal {n}\n{boards}" for n in (1, 2, 3))
    read = read_session([text_source(text)])
    assert read == line_by_line(text)
    assert [problem.message for problem in read[1] if not problem.warning] == [message] * 3


def test_most_deals_of_a_canonical_log_are_read_whole() -> None:
    board = "A{0}: Ah Kh Qh / Jh Th 9h 8h 7h / 6h 5h 4h 3h 2h"
    other = "B: As Ks Qs / Js Ts 9s 8s 7s / 6s 5s 4s 3s 2s"
    text = "".join(f"deal {n}\n{board.format('')}\n{other}\n\n" for n in range(1, 3000))
    stream = WholeDeals(io.BytesIO(text.encode()))
    number, deals = 1, 0
    while (found := stream.deal("x.ofc", number)) is not None:
        assert found[0].line.number == number
        assert [b.line for b in found[0].boards] == [number + 1, number + 2]
        number, deals = number + found[1], deals + 1
    assert deals == 2998, "all but the last, behind which no deal stands"
    assert stream.readline(100) == b"deal 2999\n"


@pytest.mark.parametrize("size", [1, 7, 64])
def test_lines_come_whole_from_a_slow_stream(size: int) -> None:
    class Slow(io.BytesIO):
        def read1(self, wanted: int | None = -1, /) -> bytes:
            return self.read(size)

    lines = [b"abc\n", b"\n", b"0123456789", b"0123456789", b"01\n", b"end"]
    stream = WholeDeals(Slow(b"".join(lines)))
    assert [stream.readline(10) for _ in range(7)] == [*lines, b""]
