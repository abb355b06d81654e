"""Any `.hh` files of open-face trackers become ordinary logs."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.records.hands import _games
from ofcscore.log.read.sources import file_source, text_source
from ofcscore.log.syntax import DealSyntax
from ofcscore.log.write.formats import WRITERS
from ofcscore.rules.loading import load_rules
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import score_session
from tests.log.read.records.tables import ANA, BEN, FAR, file_of, player, record
from tests.loops import each

EXAMPLE = Path(__file__).parents[4] / "examples" / "records" / "evening.hh"


def read(text: str) -> tuple[list[Header | Deal], list[Problem]]:
    items, problems = read_session([text_source(text, None)])
    return list(items), list(problems)


def deals_of(text: str) -> list[Deal]:
    return [item for item in read(text)[0] if isinstance(item, Deal)]


def as_text(text: str) -> str:
    problems = Problems()
    return "".join(WRITERS["text"](read_syntax(text_source(text, None), problems), problems))


def codes(text: str) -> list[str]:
    return [problem.code for problem in read(text)[1]]


def test_the_player_that_the_description_quotes() -> None:
    """ "Name Bob, not in fantasyland, rows `Qs0 Qd2 4c4/7h0 7d1 2c1 2s3 9h4/Td0 Th0 Tc2 5s0 5d3`,
    dead `3d1 8s2 Jc3 6h4`, result 14"."""
    bob = {
        "playerId": "1",
        "playerName": "Bob",
        "orderIndex": 1,
        "hero": True,
        "inFantasy": False,
        "rows": "Qs0 Qd2 4c4/7h0 7d1 2c1 2s3 9h4/Td0 Th0 Tc2 5s0 5d3",
        "dead": "3d1 8s2 Jc3 6h4",
        "result": 14,
    }
    text = as_text(file_of(record("9", bob, player("Eve", BEN, -14, orderIndex=2))))
    assert "Bob: Qs Qd 4c / 7h 7d 2c 2s 9h / Td Th Tc 5s 5d\n" in text
    assert "expect: Bob +14, Eve -14\n" in text


def test_the_example_scores_as_its_text() -> None:
    items, problems = read_session([file_source(EXAMPLE)])
    assert {problem.code for problem in problems} == {"record-rake", "record-capped", "record-hands"}
    results, session, _ = score_session(items)
    told = read_session([text_source(as_text(EXAMPLE.read_text("utf-8")), "text")])
    assert told[1] == ()
    again, of_text, _ = score_session(told[0])
    assert session.totals == of_text.totals
    assert session.money == of_text.money
    assert [one.score.pairs for one in results] == [one.score.pairs for one in again]
    assert [one.deal.day for one in results] == ["2026-11-20"] * 3 + ["2026-11-22"]
    assert [one.deal.table.rules.name for one in results] == ["ofc-pppoker"] * 3 + ["ofc-kkpoker"]
    assert [one.deal.called for one in results] == ["880101-1", "880101-2", "880101-3", "880102-1"]


@each("indent", [None, 1])
@each("between", ["\n", "\x1a", "\x00\x00", "\n\n\n", "\r\n\x1a\r\n", ",\n"])
def test_whatever_lies_between_the_objects(between: str, indent: int | None) -> None:
    text = file_of(record("7"), record("8", rules="classic"), between=between, indent=indent)
    for whole in (text, f"\x00\x1a{text}{between}", f"\ufeff{text}", f"[{text}]"):
        assert [deal.name for deal in deals_of(whole)] == ["7", "8"]
        assert codes(whole) == []


def test_fantasyland_has_the_number_of_cards_that_were_dealt() -> None:
    there = [player("Ana", ANA, inFantasy=True, dead="3d0 6h0"), player("Ben", BEN, inFantasy=True)]
    boards = deals_of(file_of(record("7", *there)))[0].boards
    assert [(board.fantasyland, board.dealt) for board in boards] == [(True, 15), (True, 0)]


def test_an_evening_ends_with_a_gap_of_six_hours() -> None:
    times = [
        "2026-11-20T22:00:00",
        "2026-11-21T03:59:00",
        "2026-11-21 09:58",
        "2026-11-21T16:00:00",
        1795478400000,
    ]
    text = file_of(*(record(str(i), endDateTime=time) for i, time in enumerate(times)))
    days = ["2026-11-20", "2026-11-20", "2026-11-20", "2026-11-21", "2026-11-24"]
    assert [deal.day for deal in deals_of(text)] == days
    assert as_text(text).count("2026-11-20") == 1, "the header says it for all of its deals"


def test_a_hand_of_an_evening_that_another_came_after_is_of_its_own() -> None:
    times = ["2026-11-20T22:00:00", "2026-11-22T22:00:00", "2026-11-20T23:00:00"]
    text = file_of(*(record(str(i), endDateTime=time) for i, time in enumerate(times, 7)))
    assert [deal.date for deal in deals_of(text)] == [None, "2026-11-22", "2026-11-20"]


def test_the_names_of_rules_that_are_told_are_not_endless() -> None:
    text = file_of(*(record(str(i), rules=f"friday {i}") for i in range(100)))
    assert codes(text).count("record-rules") == 20


@each(
    ("stakes", "price", "stake"),
    [
        ("2", None, "2"),
        ("0.50", "1USD", "0.5 USD"),
        (2, "0.25 eur", "0.5 EUR"),
        ("2", "club", "2"),
        ("2", "€0.25", "0.5 €"),
        ("€0.50", None, "€0.50"),
        ("0.50 EUR", None, "0.50 EUR"),
        ("EUR 0.50", "1EUR", "0.50 EUR"),
        ("0.50 euro", "€1", "0.50 euro"),
        ("", "1USD", None),
        (-1, None, None),
        (True, None, None),
    ],
)
def test_the_stake(stakes: object, price: object, stake: str | None) -> None:
    text = as_text(file_of(record(stakes=stakes, price=price)))
    assert (f"stake: {stake}\n" in text) if stake is not None else "stake" not in text


@each(
    ("stakes", "price", "code", "written", "hint"),
    [
        ("1,500", "1EUR", "number-thousands", "1,500", "write `"),
        ("1/2", None, "number-unreadable", "1/2", "write at most 9 digits"),
        ("1e9", None, "number-unreadable", "1e9", "write at most 9 digits"),
        ("few", None, "number-unreadable", "few", "write at most 9 digits"),
        ("0.12345", None, "number-too-long", "0.12345", "round it to 4 decimals"),
        ("0.01", "0.001EUR", "number-too-long", "0.00001", "use at most 4 decimals"),
        ("2", "0,25EUR", "number-unreadable", "2 x 0,25EUR", "write at most 9 digits"),
        ("€0.50", "2EUR", "number-unreadable", "€0.50 x 2EUR", "write at most 9 digits"),
        ("€0.50", "1USD", "number-unreadable", "€0.50 x 1USD", "write at most 9 digits"),
    ],
)
def test_a_stake_that_may_be_anything_is_asked_for(
    stakes: str, price: str | None, code: str, written: str, hint: str
) -> None:
    known = record("7", price="1EUR")
    for text, line in (
        (file_of(record("8", stakes=stakes, price=price), record("9", stakes=stakes, price=price)), 1),
        (file_of(known, record("8", stakes=stakes, price=price)), 3),
    ):
        (problem,) = read(text)[1]
        assert (problem.code, problem.place.line) == (code, line)
        assert problem.place.text is not None
        assert problem.place.text.startswith(f"stake: {written}")
        assert (problem.hint or "").startswith(hint)


def test_another_table_says_so_in_its_deals() -> None:
    others = (
        record("8", rules="classic", roomId=4, stakes="5"),
        record("9", rules="classic", roomId=4, stakes="5"),
    )
    text = as_text(file_of(record("7", roomId=3), *others))
    assert text.startswith("title: Ppp, room 3\nrules: ofc-pppoker\nstake: 2\n")
    assert text.count("title: Ppp, room 4") == 1
    assert text.count("rules: ofc-pineapple + stay-without-middle\nstake: 5\n") == 2


def test_every_rule_set_of_the_table_is_there() -> None:
    games = _games()
    named = [games["unknown"], *games["games"].values(), *games["likely"].values()]
    named += [rules for room in games["rooms"].values() for rules in room.values()]
    for rules in set(named):
        assert load_rules(rules)[0] is not None, rules


@each(
    ("said", "rules", "guess"),
    [
        ({"appName": "Ppp"}, "ofc-pppoker", False),
        ({"appName": "Kkp"}, "ofc-kkpoker", False),
        ({"rules": "classic"}, "ofc-pineapple + stay-without-middle", False),
        ({"rules": "progressive17_jokers"}, "ofc-kkpoker-joker", False),
        ({"rules": "OFC-Ultimate"}, "ofc-ultimate", False),
        ({"rules": "progressive99"}, "ofc-pppoker-progressive", True),
        ({"rules": "friday"}, "ofc-pineapple + stay-without-middle", True),
        ({"rules": None}, "ofc-pineapple + stay-without-middle", True),
    ],
)
def test_rules_by_what_the_record_calls_them(said: dict[str, Any], rules: str, guess: bool) -> None:
    text = file_of(record("7", **said), record("8", **said))
    assert f"rules: {rules}\n" in as_text(text)
    assert codes(text) == ["record-rules"] * guess


def test_jokers_and_tens_in_every_spelling() -> None:
    tens = player("Ana", ANA.replace("Td", "10D").replace("8s", "X").replace("Th", "tH"))
    text = as_text(file_of(record("7", tens, player("Ben", BEN), rules="progressive17_jokers")))
    assert "Ana: * 8d 4c / 7h 7d 2c 2s 9h / Td Th Tc 5s 5d\n" in text


# -- results -------------------------------------------------------------------------------------------


def test_a_result_that_differs_is_shown_with_its_board() -> None:
    items, _ = read(file_of(record("7", player("Ana", ANA, 14), player("Ben", BEN, -14))))
    _, _, found = score_session(items)
    assert [(p.code, p.message) for p in found if p.code == "expect-failed"] == [
        ("expect-failed", "deal 7: Ana: expected +14, but the score is +15 (1 more)"),
        ("expect-failed", "deal 7: Ben: expected -14, but the score is -15 (1 less)"),
    ]
    assert [p.place.text for p in found[:2]] == [f"Ana: {ANA}", f"Ben: {BEN}"]


def test_chips_that_ran_out_and_a_rake_are_no_slips() -> None:
    capped = record("7", player("Ana", ANA, 15, win=20), player("Ben", BEN, -15, win=-20))
    raked = record("8", player("Ana", BEN, -15, win=-30), player("Ben", ANA, 15, win="28.50"))
    items, problems = read(file_of(capped, raked))
    assert [(p.code, p.place.line, p.message) for p in problems] == [
        ("record-rake", 3, "the room took 1.5 in chips from 1 hand: 8"),
        ("record-capped", 1, "a player paid less than the points in 1 hand: 7 (Ben)"),
    ]
    assert score_session(items)[1].totals == {"Ana": 0, "Ben": 0}


@each(
    ("points", "hint"),
    [
        ((10, -10), "these totals look capped: Ben at 10"),
        ((0, 0), None),
        ((16, -16), None),
        ((-10, 10), None),
    ],
)
def test_points_that_look_capped_are_told_to(points: tuple[int, int], hint: str | None) -> None:
    items, _ = read(file_of(record("7", player("Ana", ANA, points[0]), player("Ben", BEN, points[1]))))
    _, _, found = score_session(items)
    usual = hint or "check the boards, the rules and the expected score"
    assert [problem.hint for problem in found if problem.code == "expect-failed"] == [usual, hint]


def test_points_that_the_room_took_a_part_of_are_expected_of_the_losers() -> None:
    text = file_of(record("7", player("Ana", ANA, 14), player("Ben", BEN, -15)))
    assert "expect: Ben -15\n" in as_text(text)
    assert [p.message for p in read(text)[1]] == ["the room took 1 in points from 1 hand: 7"]


@pytest.mark.parametrize(("won", "apart"), [(0, 15), (-1, 16), (-15, 30)])
def test_no_room_takes_all_that_was_lost(won: int, apart: int) -> None:
    items, problems = read(file_of(record("7", player("Ana", ANA, won), player("Ben", BEN, -15))))
    assert problems == []
    _, _, found = score_session(items)
    assert [(p.code, p.message) for p in found] == [
        ("expect-failed", f"deal 7: Ana: expected {won}, but the score is +15 ({apart} more)")
    ]


# -- what is left out ----------------------------------------------------------------------------------

ANA_HAS = player("Ana", ANA)


@each(
    ("players", "why"),
    [
        ([ANA_HAS, player("Ben", "Ks 9c / As / ")], "Ben has 3 cards"),
        ([ANA_HAS, player("Ben", "//")], "Ben has no cards"),
        ([ANA_HAS, {**player("Ben", ""), "rows": None}], "Ben has no cards"),
        ([ANA_HAS, player("Ben", BEN.replace("Ks", "??"))], "Ben has `??0`, which is not a card"),
        ([ANA_HAS, player("Ben", BEN.replace("Ks", "Kx"))], "Ben has `Kx0`, which is not a card"),
        (
            [ANA_HAS, player("Ben", "/".join(reversed(BEN.split("/"))))],
            "the rows of Ben have 5, 5 and 3 cards",
        ),
        ([ANA_HAS], "nobody else played"),
        ([], "nobody else played"),
        ("players", "it is not a list of players"),
        ([ANA_HAS, 5], "it is not a list of players"),
        (None, "it is not a list of players"),
        ({"1": 2}, "it is not a list of players"),
    ],
)
def test_a_hand_without_an_end_is_left_out_and_named(players: Any, why: str) -> None:
    items, problems = read(file_of(record("7"), {**record(), "handData": {"8": players}}))
    assert [item.name for item in items if isinstance(item, Deal)] == ["7"]
    assert [(p.code, p.message) for p in problems] == [("record-hands", f"1 hand is skipped: 8 ({why})")]


def test_many_hands_left_out_are_counted_and_the_first_named() -> None:
    text = file_of(record("0"), *(record(str(i), ANA_HAS) for i in range(1, 1013)), {"handData": {}})
    (problem,) = read(text)[1]
    assert problem.message.startswith("1,013 hands are skipped: 1 (nobody else played), 2 (")
    assert problem.message.endswith("5 (nobody else played) and 1,008 more")


# -- broken and hostile --------------------------------------------------------------------------------


def test_every_beginning_of_a_record_is_read() -> None:
    whole = EXAMPLE.read_text("utf-8")
    for end in range(0, len(whole), 37):
        problems = Problems()
        list(read_syntax(text_source(whole[:end], "hh"), problems))
        assert problems.errors <= 1


@each(
    "spoiled",
    [
        '{"handData": {"8": [}',
        '{"handData": ' + "[" * 200_000,
        '{"a": ' * 100_000,
        "what is this?",
        '{"handData": {"8": "unclosed',
        '{"stakes": 1, "stakes"}',
        "\ud800\udfff",
        '{"n": ' + "9" * 10_000 + "}}",
    ],
)
def test_what_is_no_object_is_told_and_the_rest_read(spoiled: str) -> None:
    text = f"{file_of(record('7'))}\n{spoiled}\n{file_of(record('9'))}"
    items, problems = read(text)
    assert [item.name for item in items if isinstance(item, Deal)] == ["7", "9"]
    assert [(p.code, p.place.line) for p in problems][:1] in (
        [("record-unreadable", 2)],
        [("record-hands", 2)],
    )


WRONG: Final[tuple[object, ...]] = (None, 5, 5.5, True, "x", [], {}, [[1]], {"a": {"b": []}}, "9" * 5000)


@each("key", list(player("Ana", ANA, 1, win=1)))
def test_wrong_types_in_a_player(key: str) -> None:
    for value in WRONG:
        wrong = {**player("Ana", ANA, 1, win=1), key: value}
        items, problems = read(file_of(record("8"), record("7", wrong, player("Ben", BEN, -1))))
        assert next(item.name for item in items if isinstance(item, Deal)) == "8", value
        found = {p.code for p in problems}
        assert found <= {"record-hands", "record-rake", "record-capped", "fantasyland-cards"}, value


@each("key", ["stakes", "appName", "rules", "price", "clubId", "roomId", "endDateTime", "handData"], few=3)
def test_wrong_types_in_an_object(key: str) -> None:
    for value in WRONG:
        text = file_of(record("7", **{key: value}), record("8"))
        assert deals_of(text)[-1].name == "8", value
        found = set(codes(text))
        assert found <= {
            "note-unread",
            "record-hands",
            "record-rules",
            "number-unreadable",
            "number-too-long",
        }, value


@each(
    "name",
    [
        "a b",
        'x"y',
        "\x1b[2J",
        "\u202eevil",
        "rules",
        "1",
        "deal 5",
        "=1+1",
        "a:b/c,d",
        "#x",
        "e\u0301",
        "y" * 500,
        "|",
        "'",
    ],
    few=5,
)
def test_names_with_anything_in_them(name: str) -> None:
    text = file_of(
        record("7", player(name, ANA, 15), player("Ben", BEN, -15)),
        record("8", player(name, FAR), player("Ben", BEN)),
    )
    deals = deals_of(text)
    assert len(deals) == 2
    assert codes(text) == []
    again = deals_of_text(as_text(text))
    assert [[b.player for b in deal.boards] for deal in deals] == [
        [b.player for b in deal.boards] for deal in again
    ]


def deals_of_text(text: str) -> list[Deal]:
    items, problems = read_session([text_source(text, "text")])
    assert problems == ()
    return [item for item in items if isinstance(item, Deal)]


def test_players_of_one_name_and_of_none() -> None:
    ids = [player("Bob", ANA, playerId="1"), player("Bob", BEN, playerId="2")]
    nobody = [player("", ANA, playerId=4), player("\u200b", BEN, playerId=None)]
    boards = [
        [board.player for board in deal.boards]
        for deal in deals_of(file_of(record("7", *ids), record("8", *nobody)))
    ]
    assert boards == [["Bob", "Bob (2)"], ["4", "Player"]]


@pytest.mark.parametrize("name", ["", " \u200b", "\ud800"])
def test_a_hand_without_a_name_is_called_by_its_line(name: str) -> None:
    text = json.dumps({**record(), "handData": {name: [player("Ana", ANA), player("Ben", BEN)]}})
    assert [deal.name for deal in deals_of(text)] == ["line 1"]


def test_it_is_found_by_its_content(tmp_path: Path) -> None:
    for name in ("a.hh", "b.txt", "c.json", "d.jsonl", "e"):
        path = tmp_path / name
        path.write_text(file_of(record("7"), record("8")), "utf-8")
        problems = Problems()
        found = list(read_syntax(file_source(path), problems))
        assert len([one for one in found if isinstance(one, DealSyntax)]) == 2
        assert problems.kept == ()


def test_a_log_that_speaks_of_hand_data_is_a_log() -> None:
    text = json.dumps({"deals": [{"boards": {"handData": ANA, "Ben": BEN}}], "note": '"handData": {'})
    assert [board.player for board in deals_of(text)[0].boards] == ["handData", "Ben"]


def test_a_file_called_so_whose_first_object_has_no_hand_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.hh"
    whole = record("2", player("Ana", ANA, 15), player("Ben", BEN, -15, orderIndex=1))
    for first in ({"handData": None}, {"handData": {"1": None}}, {"x": "y" * 9000}):
        path.write_text(f"{json.dumps(first)}\n{json.dumps(whole)}", encoding="utf-8")
        items, problems = read_session([file_source(path)])
        assert sum(isinstance(item, Deal) for item in items) == 1
        assert [problem.code for problem in problems] == ["record-hands"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (json.dumps(record("1")).encode("utf-16"), "this file is UTF-16"),
        (gzip.compress(b"{}", mtime=0), "this is not text: it looks like a gzip archive"),
    ],
)
def test_a_record_that_is_no_text_is_told_once(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.hh"
    path.write_bytes(data)
    items, problems = read_session([file_source(path)])
    assert not any(isinstance(item, Deal) for item in items)
    assert [problem.message[: len(message)] for problem in problems] == [message]


def test_a_file_called_so_that_is_something_else() -> None:
    items, problems = read_session([text_source("Hero: 5\n", "hh")])
    assert items[1:] == ()
    assert [p.code for p in problems] == ["record-unreadable"]
