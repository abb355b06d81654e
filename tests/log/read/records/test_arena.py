"""Any JSON Lines of poker-arena become ordinary logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import file_source, text_source
from ofcscore.log.write.formats import WRITERS
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import score_session
from tests.log.read.records.tables import ANA, BEN
from tests.loops import each

EXAMPLE = Path(__file__).parents[4] / "examples" / "records" / "arena.jsonl"


def read(*objects: object) -> tuple[list[Header | Deal], list[Problem]]:
    text = "".join(f"{json.dumps(one)}\n" for one in objects)
    items, problems = read_session([text_source(text, None)])
    return list(items), [problem for problem in problems if problem.code != "record-rules"]


def deals_of(*objects: object) -> list[Deal]:
    return [item for item in read(*objects)[0] if isinstance(item, Deal)]


def showdown(seat: int, board: str, **more: object) -> dict[str, Any]:
    top, middle, bottom = (row.split() for row in board.split("/"))
    return {"event": "showdown", "seat": seat, "top": top, "middle": middle, "bottom": bottom, **more}


def hand(number: int, *events: object, seats: tuple[object, ...] = ("Ana", "Ben")) -> list[object]:
    """Return the lines of a hand of two players, with further events."""
    shown = (showdown(0, ANA), showdown(1, BEN)) if number % 2 else (showdown(0, BEN), showdown(1, ANA))
    return [{"hand": number, "seats": seats}, *({"hand": number, "ev": ev} for ev in (*shown, *events))]


def test_the_lines_that_the_description_quotes() -> None:
    """ "First `{hand, seats: [name]}`, then `{hand, ev}`; `ev.event` is `showdown` {seat, top,
    middle, bottom (lists of `Th`), royalties {top, middle, bottom}, fouled, next_fantasyland} or `score`
    {seat, points}"."""
    royalties = {"top": 3, "middle": 0, "bottom": 6}
    said = {"royalties": royalties, "fouled": False, "next_fantasyland": None}
    lines = [
        {"hand": 12, "seats": ["Ana", "Ben"]},
        {"hand": 12, "ev": showdown(0, ANA, **said)},
        {"hand": 12, "ev": showdown(1, BEN)},
        {"hand": 12, "ev": {"event": "score", "seat": 0, "points": 15}},
        {"hand": 12, "ev": {"event": "score", "seat": 1, "points": -15}},
    ]
    items, problems = read(*lines)
    assert problems == []
    (deal,) = (item for item in items if isinstance(item, Deal))
    assert deal.name == "12"
    expected = [(part.players, part.kind, part.value) for part in deal.facts.expect]
    assert expected == [
        (("Ana",), "total", 15),
        (("Ben",), "total", -15),
        *((("Ana",), row, points) for row, points in royalties.items()),
        (("Ana",), "foul", False),
        (("Ana",), "fantasyland", False),
    ]
    assert score_session(items)[2] == ()


def test_the_example_scores_as_its_text() -> None:
    items, problems = read_session([file_source(EXAMPLE)])
    assert problems == ()
    results, session, found = score_session(items)
    assert found == ()
    told = Problems()
    text = "".join(WRITERS["text"](read_syntax(file_source(EXAMPLE), told), told))
    again, of_text, _ = score_session(read_session([text_source(text, "text")])[0])
    assert session.totals == of_text.totals
    assert [one.score.pairs for one in results] == [one.score.pairs for one in again]


def test_fantasyland_goes_with_the_player_to_the_next_hand() -> None:
    """The seats rotate; without an event, the order of the previous hand applies."""
    first = hand(1, {**showdown(0, ANA), "next_fantasyland": 15})
    second = hand(2, seats=("Ben", "Ana"))
    third = hand(3, {"event": "fantasyland", "seat": 1, "cards": 14})
    found = [
        {b.player: (b.fantasyland, b.dealt) for b in deal.boards}
        for deal in deals_of(*first, *second, *third)
    ]
    nobody = {"Ana": (False, 0), "Ben": (False, 0)}
    assert found == [nobody, nobody | {"Ana": (True, 15)}, nobody | {"Ben": (True, 14)}]


def test_rules_by_what_the_record_calls_its_game() -> None:
    lines = [{"hand": 1, "seats": ["Ana", "Ben"], "game_id": "ofc"}, *hand(1)[1:]]
    (deal,) = deals_of(*lines)
    assert deal.table.rules.name == "ofc"
    _, problems = read_session([text_source("\n".join(map(json.dumps, hand(1))), None)])
    assert [problem.code for problem in problems] == ["record-rules"]


@each(
    ("lines", "why"),
    [
        ([{"hand": 2, "seats": ["Ana"]}], "nobody else played"),
        ([{"hand": 2, "seats": []}], "nobody else played"),
        ([{"hand": 2, "seats": ["Ana", "Ben"]}], "it has no showdown"),
        (hand(2)[:2], "it has no showdown"),
        ([*hand(2), {"hand": 2, "ev": showdown(1, "2s / 3s / 4s")}], "Ben has 3 cards"),
        ([*hand(2), {"hand": 2, "ev": {**showdown(1, ANA), "top": 5}}], "Ben has 10 cards"),
        (
            [*hand(2), {"hand": 2, "ev": {**showdown(1, ANA), "top": [None, 1, {}]}}],
            "Ben has `None`, which is not a card",
        ),
    ],
)
def test_a_hand_without_an_end_is_left_out_and_named(lines: list[object], why: str) -> None:
    items, problems = read(*hand(1), *lines)
    assert [item.name for item in items if isinstance(item, Deal)] == ["1"]
    assert [(p.code, p.message) for p in problems] == [("record-hands", f"1 hand is skipped: 2 ({why})")]


def test_every_beginning_of_a_record_is_read() -> None:
    whole = EXAMPLE.read_text("utf-8")
    for end in range(0, len(whole), 23):
        problems = Problems()
        list(read_syntax(text_source(whole[:end], "arena"), problems))
        assert problems.errors <= 1


WRONG: Final[tuple[object, ...]] = (None, -1, 5, 5.5, True, "x", [], {}, [[1]], "9" * 5000, ["Qs"] * 100)


@each("key", ["event", "seat", "top", "royalties", "fouled", "next_fantasyland", "points"])
def test_wrong_types_in_an_event(key: str) -> None:
    score = {"event": "score", "seat": 0, "points": 3}
    for value in WRONG:
        items, _ = read(*hand(1), *hand(2, {**showdown(0, BEN), key: value}, {**score, key: value}), *hand(3))
        names = [item.name for item in items if isinstance(item, Deal)]
        assert (names[0], names[-1]) == ("1", "3"), value


@each("key", ["hand", "seats", "ev", "game_id"])
def test_wrong_types_in_a_line(key: str) -> None:
    for value in (*WRONG, [None, 2], ["A", "A", "A"], {"ev": {}}):
        items, _ = read(*hand(1), {"hand": 2, "seats": ["Ana", "Ben"], key: value}, {key: value}, *hand(3))
        assert "3" in [item.name for item in items if isinstance(item, Deal)], value


def test_events_of_another_hand_are_passed_over() -> None:
    stray = {"hand": 7, "ev": {"event": "score", "seat": 0, "points": 99}}
    (deal,) = deals_of(stray, *hand(1), stray) or deals_of(*hand(1), stray)
    assert deal.facts.expect == ()


@each("points", [3.5, -3, 10**12, "4"])
def test_royalties_that_nobody_counts_so_are_told_as_differences(points: object) -> None:
    (_, deal), problems = read(*hand(1, {**showdown(0, ANA), "fouled": False, "royalties": {"top": points}}))
    assert problems == []
    assert isinstance(deal, Deal)
    assert [part.kind for part in deal.facts.expect] == ["top", "foul"][points == 10**12 :]


def test_a_hand_of_which_boards_alone_are_told_is_a_result_too() -> None:
    """There are no more hands in the log than in the record."""
    problems = Problems()
    objects = [*hand(1, showdown(0, ANA, fouled=False)), *hand(2)]
    text = "".join(f"{json.dumps(one)}\n" for one in objects)
    list(read_syntax(text_source(text, "arena"), problems))
    assert problems.recorded.total() == 1
