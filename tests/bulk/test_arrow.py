"""The vectorized path gives the same scores and codes as the reference path for any batch."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
from datetime import date, time
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.loops import each

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import numpy
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from ofcscore import bulk
from ofcscore.bulk.arrow import score_batch
from ofcscore.bulk.supported import in_tables, reach
from ofcscore.game.cards import RANKS, SUITS, Board, Stated
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import file_source
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Scales, Status, scales_of
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_deal
from tests.bulk.deals import (
    NAMES,
    SEAT,
    board_texts,
    coded,
    nested,
    picked,
    plain_scores,
    random_codes,
    rows_of,
    rule_set,
)
from tests.daily import some

ROOT = Path(__file__).parent.parent.parent
PRESETS, OPTIONS = shipped_names()
RULE_SETS = [name for first in range(3) for name in (*PRESETS, *OPTIONS)[first::3]]
"""All rule sets, ordered so that any first few are of all kinds."""
_TABLES = (
    "many deals at once; one at a time if suits are missing or symbols, if a card is written 10, "
    "or if a board is "
)
BY_TABLES = [name for name in PRESETS if in_tables(rule_set(name))]


def scored(batch: Any, rules: str | Rules) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = score_batch(
        batch, rules if isinstance(rules, Rules) else rule_set(rules)
    ).to_pylist()
    return found


def direct(codes: Any, rules: Rules) -> list[dict[str, Any]]:
    """Return the same columns from `score_deal`, with boards made directly from the cards."""
    scales = Scales(rules)
    table = Table(rules, bank=NAMES[0] if rules.compare == "bank" else None)
    found = []
    for deal in codes.tolist():
        boards = tuple(
            Board.of(NAMES[at // 13], *board_texts(deal[at : at + 13])) for at in range(0, len(deal), 13)
        )
        score = score_deal(Deal("1", boards, table), scales)
        points = [score.totals[b.player] for b in score.boards]
        found.append(
            {
                "points": list(map(str, points)) if rules.shares else points,
                "royalties": [b.royalties for b in score.boards],
                "fouled": [b.status is Status.FOUL for b in score.boards],
                "fantasyland_next": [b.fantasyland.cards or 0 for b in score.boards],
                "error": None,
            }
        )
    return found


def compare(codes: Any, rules: Rules, layouts: tuple[str, ...] = ("nested", "coded", "joined")) -> None:
    expected = direct(codes, rules)
    for layout in layouts:
        batch = coded(codes) if layout == "coded" else nested(rows_of(codes, joined=layout == "joined"))
        if rules.compare == "bank":
            bank = [NAMES[0]] * len(codes) if layout != "coded" else [1] * len(codes)
            batch = batch.append_column("bank", pa.array(bank))
        found = [picked(row) for row in scored(batch, rules)]
        assert found == expected, layout


def _with(option: str) -> str:
    """Return a sum of rule sets that the option fits, from its example."""
    text = (ROOT / "examples" / "options" / f"{option}.ofc").read_text("utf-8")
    named = re.findall("^rules: (.*)$", text, re.MULTILINE)[0]
    if named.startswith("./"):
        return str(ROOT / "examples" / "options" / named)
    return str(named)


def test_most_presets_are_scored_from_tables() -> None:
    assert set(BY_TABLES) >= {"ofc", "ofc-27", "ofc-pineapple", "ofc-progressive", "chinese", "chinese-pagat"}
    assert len(BY_TABLES) > len(PRESETS) / 2


@pytest.mark.long
@pytest.mark.parametrize("name", [*PRESETS, *OPTIONS])
def test_very_many_random_deals(name: str) -> None:
    """There is no difference for two to four players."""
    rules = rule_set(name if name in PRESETS else _with(name))
    if rules.table_stakes:
        found = scored(nested(rows_of(random_codes(9, 2, 1))), rules)
        assert {row["error"] for row in found} == {"chips-missing"}
        return
    most = rules.players.max if rules.players.more == "problem" else 4
    for players in range(2, 5):
        compare(random_codes(1_000, min(players, most), players), rules, ("coded", "nested"))
        compare(random_codes(60, min(players, most), players + 3), rules)


# -- the rows of every category, and settings at their edges ------------------------------------------


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["ofc", "ofc-27", "chinese", "chinese-pagat", "ofc-progressive", "ofc-ultimate"]),
    st.sampled_from(
        [
            *("wheel=second", "order=strict", "points.scoop=0", "points.row=7", "foul.pays=nothing"),
            *("foul.pays=9", "royalties.count=winner-adds", "royalties.count=winner-replaces"),
            *("foul.royalties=unpaid", "points.scoop=11", "players.min=3"),
        ]
    ),
)
@settings(max_examples=12)
def test_house_rules_change_tables_alike(seed: int, preset: str, change: str) -> None:
    from ofcscore.rules.loading import load_rules

    rules, _ = load_rules(preset, sets=(change,))
    assert rules is not None
    compare(random_codes(40, 3, seed), rules, ("coded", "nested"))


@pytest.mark.long
def test_fantasyland_is_stayed_in_by_who_is_there() -> None:
    codes = random_codes(3_000, 2, 77)
    seat = pa.struct([*SEAT, ("fantasyland", pa.int8())])
    rng = random.Random(3)
    for preset in ("ofc", "ofc-progressive", "ofc-ultimate", "ofc-27-progressive"):
        rules = rule_set(preset)
        rows = rows_of(codes)
        dealt = []
        for row in rows:
            given_cards = [rng.choice((None, None, 0, 13, 14, 16)) for _ in row["boards"]]
            for board, cards in zip(row["boards"], given_cards, strict=True):
                board["fantasyland"] = cards
            dealt.append({NAMES[i]: c for i, c in enumerate(given_cards) if c})
        found = scored(nested(rows, seat), rules)
        scales, table = Scales(rules), Table(rules)
        stayed = 0
        for row, there, result in zip(rows, dealt, found, strict=True):
            boards = tuple(
                Board.of(*board.values())
                for board in [{k: b[k] for k in ("player", "top", "mid", "bot")} for b in row["boards"]]
            )
            score = score_deal(Deal("1", boards, table), scales, there)
            due = [b.fantasyland.cards or 0 for b in score.boards]
            assert result["fantasyland_next"] == due
            stayed += sum(bool(d) and b.fantasyland.was for d, b in zip(due, score.boards, strict=True))
        assert stayed > 10 or rules.middle.low


@each(
    ("kind", "cards", "is_number"),
    [
        *((kind, cards, True) for kind in (pa.float64(), pa.int8()) for cards in (None, 0, 14)),
        *((pa.float64(), cards, False) for cards in (14.5, 0.5, -1.0, 1e300)),
        *((pa.float64(), float(cards), False) for cards in ("nan", "inf", "-inf")),
        (pa.float64(), -0.0, True),
        (pa.float32(), 13.5, False),
        (pa.float16(), numpy.float16(14), True),
        (pa.float16(), numpy.float16(13.5), False),
        (pa.decimal128(4, 1), Decimal("14.0"), True),
        (pa.decimal128(4, 1), Decimal("14.5"), False),
        (pa.int8(), -1, False),
        (pa.int64(), -(2**63), False),
        (pa.uint64(), 2**64 - 1, False),
        (pa.bool_(), False, True),
    ],
)
def test_what_is_no_number_of_cards_in_fantasyland(kind: Any, cards: Any, is_number: bool) -> None:
    rows = rows_of(random_codes(3, 2, 12))
    for row in rows:
        for board in row["boards"]:
            board["fantasyland"] = None
    rows[1]["boards"][0]["fantasyland"] = cards
    batch = nested(rows, pa.struct([*SEAT, ("fantasyland", kind)]))
    errors = [row["error"] for row in scored(batch, "ofc-progressive")]
    assert errors == [None, None if is_number else "mark-unknown", None]


def test_the_bank_is_a_name_or_a_seat_however_it_is_filled_in() -> None:
    rows = rows_of(random_codes(3, 3, 12))
    rules = rule_set("ofc + bank")
    expected = [
        picked(row) for row in scored(nested([{**r, "bank": "Gus"} for r in rows], bank=pa.string()), rules)
    ]
    assert [row["error"] for row in expected] == [None] * 3
    banks: list[tuple[Any, Any]]
    banks = [(pa.int8(), 2), (pa.float64(), 2.0), (pa.binary(), b"Gus"), (pa.string_view(), "Gus")]
    for kind, bank in banks:
        found = scored(nested([{**row, "bank": bank} for row in rows], bank=kind), rules)
        assert [picked(row) for row in found] == expected, kind
    nobody = float("nan")
    banks = [(pa.int8(), 4), (pa.float64(), nobody), (pa.string(), "Nobody"), (pa.string(), None)]
    for kind, bank in banks:
        found = scored(nested([{**row, "bank": bank} for row in rows], bank=kind), rules)
        assert {row["error"] for row in found} == {"bank-missing"}, kind


# -- damaged rows -------------------------------------------------------------------------------------


def damaged(rng: random.Random, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with random damage."""
    boards: list[Any] = [dict(board) for board in row["boards"]]
    seat = rng.randrange(len(boards))
    board, cell = boards[seat], rng.choice(("top", "mid", "bot"))
    cards = board[cell].split(" ")
    kind = rng.choice(KINDS)
    other = boards[seat - 1]
    match kind:
        case "null deal":
            return {**row, "boards": None}
        case "empty deal":
            return {**row, "boards": []}
        case "one board":
            boards = boards[:1]
        case "five boards":
            boards.append({**board, "player": "Eve"})
            boards.append({**board, "player": "Fay"})
            boards.append({**board, "player": "Gil"})
        case "no board":
            boards[seat] = None
        case "null cell":
            board[cell] = None
        case "empty cell":
            board[cell] = rng.choice(("", " ", "\t"))
        case "short":
            board[cell] = " ".join(cards[:-1])
        case "long":
            board[cell] = " ".join([*cards, "2h"])
        case "card twice":
            board[cell] = " ".join([*cards[:-1], cards[0]])
        case "card of another":
            board[cell] = " ".join([*cards[:-1], other["bot"].split(" ")[1]])
        case "no card":
            board[cell] = " ".join(
                [*cards[:-1], rng.choice(("Xx", "1h", "??", "Qz", "Zh", "Jk", "  ", "\u0430h"))]
            )
        case "ten":
            board[cell] = board[cell].replace("T", "10")
        case "lower":
            board[cell] = board[cell].lower()
        case "upper":
            board[cell] = board[cell].upper()
        case "signs":
            board[cell] = board[cell].replace("h", "♥").replace("s", "♠️")
        case "suit first":
            board[cell] = " ".join(card[1] + card[0] for card in cards)
        case "joined":
            board[cell] = "".join(cards)
        case "commas":
            board[cell] = ",".join(cards)
        case "no suits":
            board[cell] = " ".join(card[0] for card in cards)
        case "flush word":
            board[cell] = " ".join(card[0] for card in cards) + " flush"
        case "some suits":
            board[cell] = " ".join([cards[0][0], *cards[1:]])
        case "name twice":
            board["player"] = other["player"]
        case "garbage":
            board[cell] = "".join(
                chr(rng.choice((32, 47, 58, 35, 81, 104, 0x1F0A1, 34, 39))) for _ in range(9)
            )
    return {**row, "boards": boards}


KINDS = (
    "null deal", "empty deal", "one board", "five boards", "no board", "null cell", "empty cell", "short",
    "long", "card twice", "card of another", "no card", "ten", "lower", "upper", "signs", "suit first",
    "joined", "commas", "no suits", "flush word", "some suits", "name twice", "garbage", "whole",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("preset", ["ofc", "ofc-27", "chinese-pagat"])
def test_damaged_rows_have_the_code_of_the_plain_way(preset: str) -> None:
    rng = random.Random(preset)
    rows = [damaged(rng, row) for row in rows_of(random_codes(400, 3, 11))]
    for row, found in zip(rows, scored(nested(rows), preset), strict=True):
        expected = plain_scores(row, preset)
        if row["boards"] is not None and None in row["boards"]:
            # A spreadsheet cannot express a board without any cell.
            assert found["error"] == "name-missing"
            continue
        if not row["boards"]:
            assert found["error"] == "deal-players"
            continue
        codes = expected.pop("codes")
        assert picked(found) == expected, (row, codes)
        if found["error"]:
            assert found["points"] is found["royalties"] is found["fouled"] is None
            assert found["fantasyland_next"] is None


def test_the_number_of_players_is_held_against_the_boards() -> None:
    """A deal of four players split in two would be two valid deals without the stated number."""
    codes = random_codes(5, 4, 3)
    rows = [{**row, "players": 4} for row in rows_of(codes)]
    rows[1]["boards"] = rows[1]["boards"][:2]
    rows[2]["players"] = None
    rows[3]["players"] = -4
    found = scored(nested(rows, players=pa.int32()), "ofc")
    assert [row["error"] for row in found] == [None, "boards-number", "boards-number", "boards-number", None]
    assert found[0]["players"] == 4
    assert found[1]["points"] is None


def test_a_number_of_players_that_is_none() -> None:
    # The oldest supported Arrow has only the wide types.
    narrow_decimal = getattr(pa, "decimal32", pa.decimal128)
    rows = rows_of(random_codes(3, 2, 3))
    for kind, numbers, errors in (
        (pa.float64(), [2.0, float("nan"), None], [None, "boards-number", "boards-number"]),
        (pa.float64(), [2.0, 2.5, float("inf")], [None, "boards-number", "boards-number"]),
        (pa.string(), ["2", "two", None], [None, "boards-number", "boards-number"]),
        (pa.string(), ["2", "-2", "99999999999"], [None, "boards-number", "boards-number"]),
        (pa.string_view(), ["2", "two", None], [None, "boards-number", "boards-number"]),
        (pa.binary(1), [b"2", b"x", None], [None, "boards-number", "boards-number"]),
        (narrow_decimal(3, 1), [2, Decimal("2.5"), None], [None, "boards-number", "boards-number"]),
        (pa.null(), [None] * 3, ["boards-number"] * 3),
        (pa.uint64(), [2, 2**64 - 1, 0], [None, "boards-number", "boards-number"]),
    ):
        given_rows = [{**row, "players": number} for row, number in zip(rows, numbers, strict=True)]
        assert [row["error"] for row in scored(nested(given_rows, players=kind), "ofc")] == errors


def test_jokers_are_scored_one_by_one() -> None:
    """Jokers are `*` or other text, or codes 52 and 53; other deals still use the vectorized path."""
    ann = {"player": "Ann", "top": "Ah X1 Ac", "mid": "Kd Kh Qs Qc 2d", "bot": "9s 9h 8d 8c 🃏"}
    bob = {"player": "Bob", "top": "Qh Qd 5c", "mid": "Ad 7s 7h 6c 6d", "bot": "Ts Th Jc Jd 3s"}
    plain = {**ann, "top": "Ah Ks Ac", "bot": "9s 9h 8d 8c 9d"}
    (both, without) = scored(nested([{"boards": [ann, bob]}, {"boards": [plain, bob]}]), "ofc + jokers")
    assert both["error"] is None
    assert (
        (both["points"], both["royalties"])
        == (without["points"], without["royalties"])
        == ([14, -14], [15, 7])
    )
    codes = []
    for board in (ann, bob):
        for card in " ".join((board["top"], board["mid"], board["bot"])).split():
            joker = {"X1": 52, "🃏": 53}.get(card)
            codes.append(RANKS.index(card[0]) * 4 + SUITS.index(card[1]) if joker is None else joker)
    batch = pa.RecordBatch.from_pydict(
        {"players": pa.array([2], pa.int32()), "cards": pa.array([bytes(codes)], pa.binary())}
    )
    (coded,) = scored(batch, "ofc + jokers")
    assert coded["points"] == both["points"]
    assert [row["error"] for row in scored(batch, "ofc")] == ["card-joker"]
    one_joker, _ = load_rules("ofc + jokers", sets=("jokers=1",))
    assert one_joker is not None
    assert [row["error"] for row in scored(batch, one_joker)] == ["deck-impossible"]


def test_damaged_card_codes() -> None:
    deal = bytes(random_codes(1, 2, 3)[0])
    cases = [
        (2, deal, None),
        (None, deal, "boards-number"),
        (3, deal, "boards-number"),
        (2, None, "boards-number"),
        (2, b"", "boards-number"),
        (0, b"", "deal-players"),
        (1, deal[:13], "deal-players"),
        (2, deal[:25], "row-size"),
        (2, deal[:-1] + b"\xff", "card-unreadable"),
        (2, deal[:-1] + b"\x34", "card-joker"),
        (2, deal[:-1] + b"\x36", "card-unreadable"),
        (2, deal[:-1] + deal[:1], "card-repeated"),
        (2, deal, None),
    ]
    batch = pa.RecordBatch.from_pydict(
        {
            "players": pa.array([players for players, _, _ in cases], pa.int32()),
            "cards": pa.array([cards for _, cards, _ in cases], pa.binary()),
        }
    )
    found = scored(batch, "ofc")
    assert [row["error"] for row in found] == [error for _, _, error in cases]
    assert found[0]["points"] == found[-1]["points"]
    assert sum(found[0]["points"]) == 0


def test_bytes_that_are_no_text_and_endless_cells() -> None:
    rows = rows_of(random_codes(4, 2, 9))
    rows[2]["boards"][1]["mid"] = "Q" * 1_000_000
    batch = nested(rows)
    boards = batch.column("boards")
    values = boards.values
    raw = [
        b"\xff\xfe\x00" if i == 3 else text.encode() for i, text in enumerate(values.field("top").to_pylist())
    ]
    broken = pa.StringArray.from_buffers(len(raw), *pa.array(raw, pa.binary()).buffers()[1:])
    struct = pa.StructArray.from_arrays(
        [values.field(0), broken, values.field(2), values.field(3)], fields=list(SEAT)
    )
    batch = batch.set_column(1, "boards", pa.ListArray.from_arrays(boards.offsets, struct))
    found = scored(batch, "ofc")
    assert [row["error"] for row in found] == [None, "not-utf8", "line-too-long", None]


def test_a_fault_of_the_program_is_one_row_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in a batch is located deal by deal and reported only for its row."""
    arrow: Any = import_module("ofcscore.bulk.arrow")
    codes = random_codes(30, 3, 21)
    expected = direct(codes, rule_set("ofc"))

    def broken(*_: object) -> None:
        raise FloatingPointError("made up")

    monkeypatch.setattr(arrow, "score_block", broken)
    assert [picked(row) for row in scored(nested(rows_of(codes)), "ofc")] == expected
    plain = arrow.score_cells

    def broken_for_one(cells: Any, scales: Any) -> Any:
        if cells.seats[0].top == board_texts(codes[7].tolist()[:13])[0]:
            raise MemoryError
        return plain(cells, scales)

    monkeypatch.setattr(arrow, "score_cells", broken_for_one)
    found = scored(nested(rows_of(codes)), "ofc")
    assert [row["error"] for row in found] == [None] * 7 + ["program-fault"] + [None] * 22
    assert found[7]["points"] is None


# -- deals that only the reference path supports -------------------------------------------------------

LOGS = sorted(path for path in (ROOT / "examples").rglob("*.ofc"))


@pytest.mark.long
@each("path", LOGS)
def test_every_example(path: Path) -> None:
    """All examples agree, with claims, surrenders, absent players, banks and shared boards."""
    items, _ = read_session([file_source(path)])
    seat = pa.struct(
        [*SEAT, *((name, pa.string()) for name in ("status", "claim", "person")), ("fantasyland", pa.bool_())]
    )
    for item in items:
        if (
            not isinstance(item, Deal)
            or item.facts.void
            or item.table.rules.table_stakes
            or item.table.double
        ):
            continue
        rules = item.table.rules
        dealt = {b.player: 0 for b in item.boards if b.fantasyland}
        expected = score_deal(item, scales_of(rules), dealt)
        row = {"deal": 1, "boards": [_cells(b, item.table) for b in item.boards], "bank": item.table.bank}
        (found,) = scored(nested([row], seat, bank=pa.string()), rules)
        assert found["error"] is None
        points: dict[str, Any] = {b.player: 0 for b in item.boards if b.stated is not Stated.ABSENT}
        for pair in expected.pairs:
            points[pair.first] += pair.points
            points[pair.second] -= pair.points
        wanted = [points.get(b.player) for b in item.boards]
        assert found["points"] == ([p if p is None else str(p) for p in wanted] if rules.shares else wanted)
        assert found["royalties"] == [b.royalties for b in expected.boards]
        assert found["fouled"] == [b.status is Status.FOUL for b in expected.boards]
        assert found["fantasyland_next"] == [b.fantasyland.cards or 0 for b in expected.boards]


def _cells(board: Board, table: Table) -> dict[str, Any]:
    status = "" if board.stated in (Stated.CARDS, Stated.CLAIM) else board.stated.value
    if board.aces is not None:
        status = f"{status} {board.aces} aces"
    rows = board.rows or (board.cards, None, None)
    return {
        "player": board.player,
        "top": rows[0],
        "mid": rows[1],
        "bot": rows[2],
        "status": status,
        "claim": board.claim,
        "person": table.people.get(board.player),
        "fantasyland": board.fantasyland or None,
    }


def marked(rng: random.Random, row: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Return a row with random fouls, surrenders, absent players, claims and fantasyland."""
    boards = []
    for given_board in row["boards"]:
        board = dict(given_board)
        every = {
            **board,
            "top": " ".join((board["top"], board["mid"], board["bot"])),
            "mid": None,
            "bot": None,
        }
        bare = {"player": board["player"]}
        claims = [hand.kind for hand in rules.naturals.hands] or ["dragon"]
        boards.append(
            rng.choice(
                (
                    *[board] * 6,
                    {**board, "status": "foul"},
                    {**board, "status": "fantasyland"},
                    {**board, "status": "Foul (fantasyland)"},
                    {**bare, "status": "foul"},
                    {**bare, "status": f"foul, {rng.randrange(5)} aces"},
                    {**bare, "status": "absent"},
                    {**bare, "status": "surrender"},
                    {**bare, "status": "surrender absent"},
                    {**every, "claim": rng.choice(claims)},
                    {**board, "claim": rng.choice(claims)},
                )
            )
        )
    bank = rng.choice(boards)["player"] if rules.compare == "bank" else None
    return {**row, "boards": boards, "bank": bank}


@pytest.mark.long
@each("name", some(9, of=RULE_SETS))
def test_marks_and_claims_under_every_rule_set(name: str) -> None:
    """Deals of two to four players are scored as on the command line; about half have errors."""
    named = name if name in PRESETS else _with(name)
    rules = rule_set(named)
    if rules.table_stakes:
        pytest.skip("no deal is scored by itself")
    rng = random.Random(name)
    rows = [
        marked(rng, row, rules)
        for players in range(2, 5)
        for row in rows_of(random_codes(30, players, rng.randrange(1_000)))
    ]
    seat = pa.struct([*SEAT, ("status", pa.string()), ("claim", pa.string())])
    found = scored(nested(rows, seat, bank=pa.string()), rules)
    for row, result in zip(rows, found, strict=True):
        expected = plain_scores(row, named)
        assert picked(result) == picked(expected), (row, expected["codes"])
    assert sum(row["error"] is None for row in found) > 10


@each(
    ("rules", "words"),
    [
        ("ofc", f"{_TABLES}absent or foul by call"),
        ("chinese-malayan", "one deal at a time, because of the bank"),
        ("chinese-pagat", f"{_TABLES}absent, foul by call or a claim"),
        ("chinese + surrender", f"{_TABLES}absent, foul by call or a surrender"),
        ("ofc + table-stakes", "no deals, because table stakes"),
        ("ofc + moon + aces-bet", "one deal at a time, because of the aces bet and the moon"),
    ],
)
def test_rules_say_how_far_the_tables_reach(rules: str, words: str) -> None:
    assert reach(rule_set(rules)).startswith(words)


_EMPTY = {"player": "A", "top": "", "mid": "", "bot": ""}

SIGNS = "hscdHSCD23456789TJQKAtjqka10 ,;\0\t♠é"


def messy(rng: random.Random, rules: Rules) -> Any:
    """Return a slice of a batch with all kinds of errors and text types."""
    texts = (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()))
    names = ("player", "top", "mid", "bot", "status", "claim")
    seat = pa.struct([*((name, rng.choice(texts)) for name in names), ("fantasyland", pa.int32())])
    lists = rng.choice((pa.list_, pa.large_list, pa.list_view))
    fields = [("deal", pa.int64()), ("boards", lists(seat)), ("bank", pa.string())]
    fields += [("players", pa.int32())] if rng.random() < 0.5 else []
    rows = []
    for players in range(2, 5):
        joined = rng.random() < 0.3
        for whole in rows_of(random_codes(12, players, rng.randrange(10**6)), joined=joined):
            worse = whole if joined else damaged(rng, whole)
            row = rng.choice((whole, whole, worse, marked(rng, whole, rules)))
            boards = [board and dict(board) for board in row["boards"]] if row["boards"] else row["boards"]
            for board in filter(None, boards or ()):
                board["fantasyland"] = rng.choice([*[None] * 9, 0, 13, 14, 17, 60, -3])
                cell = rng.choice(names[:4])
                if board.get(cell) and rng.random() < 0.05:
                    at = rng.randrange(len(board[cell]))
                    board[cell] = board[cell][:at] + rng.choice(SIGNS) + board[cell][at + rng.randrange(2) :]
            said = rng.choice([*[len(boards or ())] * 6, None, 3, -1])
            rows.append({**row, "boards": boards, "players": said, "bank": rng.choice(NAMES[:4])})
    rng.shuffle(rows)
    columns = [pa.array([row.get(name) for row in rows], kind) for name, kind in fields]
    batch = pa.RecordBatch.from_arrays(columns, names=[name for name, _ in fields])
    return batch.slice(rng.randrange(5), 28)


@pytest.mark.long
@each("name", some(9, of=RULE_SETS))
def test_a_mess_is_scored_from_tables_as_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rule_set(name if name in PRESETS else _with(name))
    rng = random.Random(name)
    batches = [messy(rng, rules) for _ in range(4)]
    found = [score_batch(batch, rules) for batch in batches]
    monkeypatch.setattr(import_module("ofcscore.bulk.arrow"), "in_tables", lambda _: False)
    for batch, result in zip(batches, found, strict=True):
        result.validate(full=True)
        assert result.to_pylist() == score_batch(batch, rules).to_pylist()
        assert "program-fault" not in result.column("error").to_pylist()


# -- forms of Arrow -----------------------------------------------------------------------------------


@each(
    "kind",
    [
        pa.list_(pa.struct([(n, pa.large_string()) for n in ("player", "top", "mid", "bot")])),
        pa.list_(pa.struct([(n, pa.string_view()) for n in ("player", "top", "mid", "bot")])),
        pa.large_list(SEAT),
        pa.large_list(pa.struct([(n, pa.string_view()) for n in ("bot", "mid", "top", "player")])),
        pa.list_(
            pa.struct(
                [
                    ("player", pa.dictionary(pa.int8(), pa.string())),
                    *((n, pa.string()) for n in ("top", "mid", "bot")),
                ]
            )
        ),
        pa.list_(pa.struct([(n, pa.string()) for n in ("top", "mid", "bot")])),
        pa.list_(pa.struct([("seat", pa.int32()), *((n, pa.binary()) for n in ("top", "mid", "bot"))])),
        pa.list_view(SEAT),
        pa.list_(SEAT, 3),
    ],
)
def test_strings_and_lists_of_any_kind(kind: Any) -> None:
    codes = random_codes(50, 3, 31)
    rows = rows_of(codes)
    rows[10]["boards"][0]["top"] = rows[10]["boards"][0]["top"].replace("h", "♥").lower()
    expected = [picked(row) for row in scored(nested(rows), "ofc")]
    values = [[{f.name: b.get(f.name) for f in kind.value_type} for b in row["boards"]] for row in rows]
    if pa.types.is_binary(kind.value_type.field("top").type):
        values = [
            [{k: v.encode() if isinstance(v, str) else v for k, v in b.items()} for b in bs] for bs in values
        ]
    batch = pa.RecordBatch.from_pydict({"boards": pa.array(values, kind)})
    found = score_batch(batch, rule_set("ofc"))
    assert found.schema == bulk.schema(rule_set("ofc"), batch.schema)
    assert [picked(row) for row in found.to_pylist()] == expected
    sliced = score_batch(batch.slice(7, 20), rule_set("ofc")).to_pylist()
    assert [row["points"] for row in sliced] == [row["points"] for row in found.to_pylist()[7:27]]


def test_a_dictionary_without_words_under_a_board_that_is_null() -> None:
    rows = rows_of(random_codes(3, 2, 34))
    rows[1]["boards"][0] = None
    kind = pa.dictionary(pa.int32(), pa.string())
    found = scored(nested(rows, pa.struct([*SEAT, ("claim", kind)])), "ofc")
    assert [row["error"] for row in found] == [None, "name-missing", None]


@pytest.mark.parametrize("kind", [pa.large_binary(), pa.binary_view(), pa.binary(39)], ids=str)
def test_cards_in_bytes_of_any_kind(kind: Any) -> None:
    codes = random_codes(50, 3, 33)
    batch = coded(codes)
    other = batch.set_column(2, "cards", batch.column("cards").cast(kind))
    assert score_batch(other, rule_set("ofc")).equals(score_batch(batch, rule_set("ofc")))


def test_other_columns_are_carried_and_the_digest_goes_along() -> None:
    rules = rule_set("ofc")
    batch = nested(
        [{**row, "session": "s1", "played_at": 7} for row in rows_of(random_codes(3, 2, 1))],
        session=pa.string(),
        played_at=pa.timestamp("s"),
    )
    found = score_batch(batch, rules)
    own = ["deal", "player", "points", "royalties", "fouled", "fantasyland_next", "error"]
    assert found.schema.names == [*own, "session", "played_at"]
    assert found.schema.metadata == {b"ofcscore.rules": b"ofc", b"ofcscore.digest": rules.digest.encode()}
    assert found.column("player").to_pylist() == [["Hero", "Gus"]] * 3
    assert found.column("session").to_pylist() == ["s1"] * 3
    found.validate(full=True)


def test_an_empty_batch() -> None:
    rules = rule_set("ofc")
    for batch in (nested([]), coded(random_codes(1, 2, 1)).slice(1)):
        found = score_batch(batch, rules)
        assert found.num_rows == 0
        assert found.schema == bulk.schema(rules, batch.schema)


@each(
    ("columns", "words"),
    [
        ({"deal": [1]}, "a column `boards`, or columns `players` and `cards`"),
        ({"cards": [b""]}, "also needs a column `players`"),
        ({"boards": ["QQ5"]}, "must be a list of structs"),
        ({"boards": [[{"top": "QQ5", "bot": "2"}]]}, "have no mid"),
        (
            {"boards": [[{"top": ["QQ5"], "mid": "2", "bot": "2"}]]},
            "`top` must be a text, not list<item: string>",
        ),
        ({"boards": [[_EMPTY | {"status": ["foul"]}]]}, "`status` must be a text"),
        (
            {"boards": [[_EMPTY | {"fantasyland": "yes"}]]},
            "`fantasyland` must be a number, or true and false",
        ),
        ({"boards": [[_EMPTY]], "players": [[2]]}, "`players` must be a number, not list"),
        ({"boards": [[_EMPTY]], "players": [date(2026, 1, 2)]}, "`players` must be a number, not date32"),
        (
            {"boards": [[_EMPTY]], "bank": [time(20)]},
            "`bank` must be a player's name, or a seat from 1, not time",
        ),
        (
            {"boards": [[_EMPTY]], "bank": [{"name": "Hero"}]},
            "`bank` must be a player's name, or a seat from 1",
        ),
        ({"boards": [[_EMPTY]], "points": [7]}, "a column points, but the scores need this name"),
        ({"deal": [1], "player": ["A"], "top": ["QQ5"]}, "for one row per board, use whole_deals"),
        ({"cards": ["QhQd5c"], "players": [2]}, "`cards` must be bytes, 13 per player, not string"),
        ({"cards": [[1, 2]], "players": [2]}, "`cards` must be bytes, 13 per player, not list"),
    ],
)
def test_what_are_no_deals_is_refused(columns: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        score_batch(pa.RecordBatch.from_pydict(columns), rule_set("ofc"))


def test_columns_of_one_name_are_refused() -> None:
    batch = nested(rows_of(random_codes(2, 2, 1)))
    twice = pa.RecordBatch.from_arrays([*batch.columns, batch.column(0)], names=["deal", "boards", "deal"])
    with pytest.raises(ValueError, match="two columns called deal"):
        score_batch(twice, rule_set("ofc"))
    seat = pa.struct([*SEAT, ("mid", pa.string())])
    with pytest.raises(ValueError, match="two fields called mid"):
        bulk.schema(rule_set("ofc"), pa.schema([("boards", pa.list_(seat))]))


def test_a_table_is_a_stream_and_no_batch() -> None:
    table = pa.Table.from_batches([nested(rows_of(random_codes(2, 2, 1)))])
    with pytest.raises(TypeError, match=r"takes a pyarrow\.RecordBatch; use score_batches for a Table"):
        score_batch(table, rule_set("ofc"))


def test_names_are_told_apart_whatever_they_are() -> None:
    """Only equal names are one player, also long names with equal ends, and numbers."""
    long = "x" * 30
    for names in (("a" + long, "b" + long), (long + "a", long + "b"), ("x" * 8, "x" * 9), ("\0", "\0\0")):
        rows = rows_of(random_codes(2, 2, 4))
        for row in rows:
            for board, name in zip(row["boards"], names, strict=True):
                board["player"] = name
        rows[1]["boards"][1]["player"] = names[0]
        assert [row["error"] for row in scored(nested(rows), "ofc")] == [None, "player-repeated"]
    rows = rows_of(random_codes(3, 2, 4))
    for row in rows:
        for i, board in enumerate(row["boards"]):
            board["player"] = 100 + i
    rows[1]["boards"][0]["player"] = 101
    rows[2]["boards"][0]["player"] = None
    seat = pa.struct([("player", pa.int64()), *list(SEAT)[1:]])
    found = scored(nested(rows, seat), "ofc")
    assert [row["error"] for row in found] == [None, "player-repeated", "name-missing"]
    assert found[0]["player"] == [100, 101]


@each(
    ("kind", "names", "carried"),
    [
        (pa.null(), [None, None], pa.null()),
        (pa.dictionary(pa.int8(), pa.int64()), [7, 8], pa.int64()),
        (pa.dictionary(pa.int8(), pa.string_view()), ["Ann", "Bob"], pa.string_view()),
        (pa.uuid(), [UUID(int=2**127 + 1), UUID(int=2**127 + 2)], pa.uuid()),
    ],
)
def test_players_of_any_kind_come_out_as_they_went_in(kind: Any, names: list[Any], carried: Any) -> None:
    """Player columns may be empty, categories of a data frame, or numbers from a database."""
    rows = rows_of(random_codes(1, 2, 4))
    if pa.types.is_dictionary(kind):
        players = pa.DictionaryArray.from_arrays(
            pa.array([0, 1], pa.int8()), pa.array(names, kind.value_type)
        )
    elif isinstance(kind, pa.BaseExtensionType):
        stored = pa.array([name.bytes for name in names], kind.storage_type)
        players = pa.ExtensionArray.from_storage(kind, stored)
    else:
        players = pa.array(names, kind)
    cells = [pa.array([board[name] for board in rows[0]["boards"]]) for name in ("top", "mid", "bot")]
    seats = pa.StructArray.from_arrays([players, *cells], ["player", "top", "mid", "bot"])
    boards = pa.ListArray.from_arrays(pa.array([0, 2], pa.int32()), seats)
    batch = pa.RecordBatch.from_arrays([boards], ["boards"])
    found = score_batch(batch, rule_set("ofc"))
    found.validate(full=True)
    assert found.schema.field("player").type == pa.list_(carried)
    (row,) = found.to_pylist()
    assert (row["player"], row["error"]) == (names, None)


# -- streams ------------------------------------------------------------------------------------------


def board_rows(players: int, deals: int) -> list[dict[str, Any]]:
    rows = []
    for row in rows_of(random_codes(deals, players, 8)):
        rows += [{"deal": row["deal"], "players": players, "room": "A", **board} for board in row["boards"]]
    return rows


@each("size", [1, 2, 3, 5, 7, 1000])
def test_boards_in_rows_become_whole_deals(size: int) -> None:
    rows = board_rows(4, 12)
    table = pa.Table.from_pylist(rows)
    cut = pa.Table.from_batches(table.to_batches(max_chunksize=size))
    deals = bulk.whole_deals(cut).read_all()
    assert deals.num_rows == 12
    assert deals.column("room").to_pylist() == ["A"] * 12
    found = pa.Table.from_batches(bulk.score_batches(deals, rule_set("ofc")))
    assert [picked(row) for row in found.to_pylist()] == direct(random_codes(12, 4, 8), rule_set("ofc"))


@each("kind", [pa.large_string(), pa.string_view(), pa.binary(), pa.dictionary(pa.int32(), pa.string())])
def test_rows_of_boards_in_texts_of_any_kind(kind: Any) -> None:
    """Dictionaries may differ between batches."""
    table = pa.Table.from_pylist([{**row, "deal": f"n{row['deal']}"} for row in board_rows(4, 12)])
    batches = []
    for batch in table.to_batches(max_chunksize=7):
        columns = [
            column
            if name == "players"
            else column.dictionary_encode()
            if pa.types.is_dictionary(kind)
            else column.cast(kind)
            for name, column in zip(batch.schema.names, batch.columns, strict=True)
        ]
        batches.append(pa.RecordBatch.from_arrays(columns, names=batch.schema.names))
    stream = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
    found = bulk.score_batches(bulk.whole_deals(stream), rule_set("ofc")).read_all().to_pylist()
    assert [picked(row) for row in found] == direct(random_codes(12, 4, 8), rule_set("ofc"))
    assert [row["deal"] in ("n12", b"n12") for row in found] == [False] * 11 + [True]


def test_a_deal_that_was_torn_apart_is_no_deal_of_two() -> None:
    rows = board_rows(4, 3)
    torn = [*rows[:2], *rows[4:], *rows[2:4]]
    deals = bulk.whole_deals(pa.Table.from_pylist(torn))
    found = bulk.score_batches(deals, rule_set("ofc")).read_all().to_pylist()
    assert [(row["deal"], row["error"]) for row in found] == [
        (1, "boards-number"), (2, None), (3, None), (1, "boards-number"),
    ]  # fmt: skip


def test_rows_of_boards_need_the_number_of_players() -> None:
    with pytest.raises(ValueError, match="no column players"):
        bulk.whole_deals(pa.Table.from_pylist([{"deal": 1, "player": "A", "top": "", "mid": "", "bot": ""}]))


def test_rows_of_boards_have_deals_that_can_be_told_apart() -> None:
    """A row without a deal name is a deal by itself, which is invalid with only one board."""
    table = pa.Table.from_pylist([{**row, "deal": None} for row in board_rows(2, 2)])
    found = bulk.score_batches(bulk.whole_deals(table), rule_set("ofc")).read_all()
    assert found.column("error").to_pylist() == ["boards-number"] * 4
    listed = table.set_column(table.schema.get_field_index("deal"), "deal", pa.array([[1]] * 4))
    with pytest.raises(ValueError, match="`deal` must be a name or a number, not list"):
        bulk.whole_deals(listed)


def test_a_stream_is_anything_that_gives_arrow() -> None:
    class Stream:
        def __init__(self, table: Any) -> None:
            self.table = table

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.table.__arrow_c_stream__(requested_schema)

    codes = random_codes(70, 2, 6)
    table = pa.Table.from_batches([nested(rows_of(codes))])
    reader = bulk.score_batches(Stream(table), rule_set("ofc"))
    assert reader.schema == bulk.schema(rule_set("ofc"), table.schema)
    assert [picked(row) for row in reader.read_all().to_pylist()] == direct(codes, rule_set("ofc"))


def test_a_stream_of_chunks_slices_and_empty_batches() -> None:
    """Batches may be slices or empty, and NULL deals may have hidden boards."""
    codes = random_codes(100, 3, 61)
    batch = nested(rows_of(codes))
    boards = batch.column("boards")
    null = pa.array([i % 9 == 4 for i in range(100)])
    there = pa.array([i % 50 == 7 for i in range(300)])
    holes = pa.StructArray.from_arrays(
        [boards.values.field(i) for i in range(4)], fields=list(SEAT), mask=there
    )
    batch = pa.RecordBatch.from_arrays(
        [batch.column("deal"), pa.ListArray.from_arrays(boards.offsets, holes, mask=null)],
        names=["deal", "boards"],
    )
    cuts = [0, 0, 1, 4, 5, 5, 33, 100, 100]
    pieces = [batch.slice(a, b - a) for a, b in itertools.pairwise(cuts)]
    whole = score_batch(batch, rule_set("ofc"))
    whole.validate(full=True)
    stream = pa.RecordBatchReader.from_batches(batch.schema, pieces)
    found = bulk.score_batches(stream, rule_set("ofc")).read_all()
    found.validate(full=True)
    assert found.to_pylist() == whole.to_pylist()
    expected = direct(codes, rule_set("ofc"))
    for i, row in enumerate(found.to_pylist()):
        if i % 9 == 4:
            assert (row["error"], row["player"], row["points"]) == ("deal-players", None, None)
        elif any((3 * i + seat) % 50 == 7 for seat in range(3)):
            assert (row["error"], row["points"]) == ("name-missing", None)
        else:
            assert picked(row) == expected[i]
    empty = pa.RecordBatchReader.from_batches(batch.schema, [])
    assert bulk.score_batches(empty, rule_set("ofc")).read_all().num_rows == 0


# -- start-up -----------------------------------------------------------------------------------------


def test_without_its_packages_the_extra_is_named() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "try: from ofcscore.bulk import score_batch\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "ofcscore.bulk needs numpy and pyarrow; run `pip install 'ofcscore[bulk]'`\n"
