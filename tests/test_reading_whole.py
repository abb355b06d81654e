"""Deals that are recognised as a whole come out as they do line by line: items, problems and places."""

from __future__ import annotations

import io
import json
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.board import Deal, Header
from ofcscore.problems import Problem
from ofcscore.reading import Form, read_session, text_source
from ofcscore.reading.check import Checker
from ofcscore.reading.syntax import DealSyntax
from ofcscore.reading.whole import WholeDeals
from ofcscore.yaml_nodes import NodeReader
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
        ("Qh Qd Qd", "Qd is already in A's top row (column 7)"),
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


@pytest.mark.parametrize("players", [("A", "B", "C", "D"), ("A", "Rules"), ("A", "expect", "C")])
def test_whole_deals_of_many_players_and_of_one_called_like_a_key(players: tuple[str, ...]) -> None:
    rows = (
        "Ah Kh Qh / Jh Th 9h 8h 7h / 6h 5h 4h 3h 2h",
        "As Ks Qs / Js Ts 9s 8s 7s / 6s 5s 4s 3s 2s",
        "Ad Kd Qd / Jd Td 9d 8d 7d / 6d 5d 4d 3d 2d",
        "Ac Kc Qc / Jc Tc 9c 8c 7c / 6c 5c 4c 3c 2c",
    )
    boards = "".join(f"{player}: {row}\n" for player, row in zip(players, rows, strict=False))
    text = "".join(f"deal {n}\n{boards}" for n in (1, 2, 3))
    read = read_session([text_source(text)])
    assert read == line_by_line(text)
    told = [problem.code for problem in read[1]]
    if len(players) == 4:
        assert told == ["deal-repeated"] * 2
    else:
        assert told.count("name-quotes") == 3


def test_a_board_before_whole_deals() -> None:
    boards = "A: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nB: 6h 6d 3c / Kh Kd 9s 4c 3d / Jc Js 2h 4d 4h\n"
    text = f"{boards}deal 1\n{boards}deal 2\n{boards}"
    read = read_session([text_source(text)])
    assert read == line_by_line(text)
    assert [problem.message for problem in read[1] if not problem.warning] == [
        "this board stands before the first `deal` line (line 3)"
    ]


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


# -- YAML: the events of a deal at a glance, and node by node


def node_by_node(text: str, form: Form) -> Read:
    with patch.object(NodeReader, "glance", lambda self, most: None):
        return read_session([text_source(text, form)])


@st.composite
def yaml_logs(draw: DrawFn) -> tuple[str, Form]:
    """Logs of canonical deals in YAML and JSON, with keys, marks, remarks, quotes and slips in between."""
    form: Form = draw(st.sampled_from(("yaml", "yaml", "json", "jsonl")))
    deals = []
    for number in range(draw(st.integers(1, 5))):
        deal = draw(strategies.deals(("Hero", "Gus", "A", "No", "007", "_x", "top", "expect")))
        name = draw(st.sampled_from((str(number), str(number), "1", "017", "x.y", "")))
        boards = {
            player: dict(zip(("top", "mid", "bot"), map(strategies.canonical_row, rows), strict=True))
            for player, rows in zip(deal.players, deal.boards, strict=True)
        }
        said: dict[str, object] = {"deal": name, "boards": boards}
        match draw(st.integers(0, 9)):
            case 0:
                said["note"] = "x"
            case 1:
                next(iter(boards.values()))["status"] = draw(st.sampled_from(("set", "foul", "x")))
            case 2:
                said = {"boards": boards}
            case 3:
                boards = {player: {"Top": row["top"], **row} for player, row in boards.items()}
                said["boards"] = boards
            case 4:
                said = {"hand": name, "boards": [" / ".join(row.values()) for row in boards.values()]}
            case 5:
                next(iter(boards.values()))["top"] = draw(
                    st.sampled_from(("QhQd5c", "Qh Qh 5c", "Qh Qd", ""))
                )
        deals.append(said)
    if form == "yaml":
        text = yaml.dump(deals, sort_keys=False, width=draw(st.sampled_from((30, 80, 1000))))
        if draw(st.booleans()):
            text = "rules: ofc\nstake: 1 EUR\ndeals:\n" + text
    elif form == "json":
        text = json.dumps({"stake": "1 EUR", "deals": deals}, indent=draw(st.sampled_from((None, 1, 4))))
    else:
        text = "".join(json.dumps(deal) + "\n" for deal in deals)
    if draw(st.integers(0, 4)) == 0:
        old, new = draw(
            st.sampled_from(
                (
                    ("boards:", "boards: &a"),
                    ("Hero", "&h Hero"),
                    ("top:", "top: !x"),
                    ("top:", "? top\n:"),
                    ("deal:", "*a :"),
                    ("h ", "h  "),
                    ("- deal", "-  deal"),
                    ("boards", "boards\\u0020"),
                    ("top", "t\u00f6p"),
                )
            )
        )
        text = text.replace(old, new, draw(st.integers(1, 3)))
    elif draw(st.integers(0, 4)) == 0:
        text = draw(strategies.damaged(text))
    return text, form


@given(yaml_logs())
def test_yaml_at_a_glance_is_yaml_node_by_node(log: tuple[str, Form]) -> None:
    assert read_session([text_source(*log)]) == node_by_node(*log)


def test_most_deals_of_a_canonical_yaml_log_are_read_at_a_glance() -> None:
    rows = "{top: Ah Kh Qh, mid: Jh Th 9h 8h 7h, bot: 6h 5h 4h 3h 2h}"
    other = "{top: As Ks Qs, middle: Js Ts 9s 8s 7s, bottom: 6s 5s 4s 3s 2s}"
    deal = f"  boards:\n    A: {rows}\n    B: {other}\n"
    text = "".join(f"- deal: {n}\n{deal}" for n in range(1, 500))
    made = 0

    def counted(self: Checker, deal: DealSyntax) -> Deal | None:
        nonlocal made
        made += 1
        return syntax(self, deal)

    syntax = Checker.deal
    with patch.object(Checker, "deal", counted):
        items, problems = read_session([text_source(text, "yaml")])
    assert len(items) == 500
    assert made == 1, "the first, whose players nobody knows"
    assert all(problem.warning for problem in problems)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Qs, mid", "Qh, mid"),
        ("deal: 3", "deal: 3.5"),
        ("deal: 3", "deal: 1"),
        ("    B:", "    A:"),
        ("    B:", "    C:"),
        ("top: As", "Top: As"),
        ("As Ks Qs", "AsKsQs"),
        ("As Ks Qs", "As Ks"),
        ("As Ks Qs", "Zs Ks Qs"),
        ("As Ks Qs", "[As, Ks, Qs]"),
        ("boards:", "note: x\n  boards:"),
        ("- deal: 3\n  boards:", "- boards:"),
    ],
)
def test_a_yaml_deal_that_is_a_little_otherwise(old: str, new: str) -> None:
    deal = (
        "  boards:\n"
        "    A: {top: Ah Kh Qh, mid: Jh Th 9h 8h 7h, bot: 6h 5h 4h 3h 2h}\n"
        "    B: {top: As Ks Qs, mid: Js Ts 9s 8s 7s, bot: 6s 5s 4s 3s 2s}\n"
    )
    third = f"- deal: 3\n{deal}".replace(old, new, 1)
    assert third != f"- deal: 3\n{deal}"
    text = f"- deal: 1\n{deal}- deal: 2\n{deal}{third}- deal: 4\n{deal}"
    assert read_session([text_source(text, "yaml")]) == node_by_node(text, "yaml")
