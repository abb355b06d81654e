"""Columns of deals for the tests of the vectorized path, and their scores from the reference path."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ofcscore.diagnostics.problem import sort_problems
from ofcscore.game.cards import RANKS, SUITS
from ofcscore.log.check.checker import Overrides, read_session
from ofcscore.log.read.sources import text_source
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import Deal
from ofcscore.session.session import Session

NAMES = ("Hero", "Gus", "Carol", "Dave", "Eve")
CARDS = [rank + suit for rank in RANKS for suit in SUITS]

Row = Mapping[str, Any]
"""A row of a batch as Python values."""


def rule_set(text: str) -> Rules:
    rules, problems = load_rules(text)
    assert rules is not None, problems
    return rules


def random_codes(deals: int, players: int, seed: int) -> NDArray[np.uint8]:
    """Card codes of shape (deals, players * 13).

    Some decks are shuffled well. In others, cards of one rank or runs of one suit stay together, so that
    there are quads, trips on top, straight flushes and valid boards.
    """
    rng = np.random.default_rng(seed)
    ranks, suits = np.divmod(np.arange(52), 4)
    shuffled = rng.random((deals, 52))
    by_rank = rng.random((deals, 13))[:, ranks] + shuffled * rng.random((deals, 1)) / 4
    by_run = (
        suits * 13
        + (ranks + rng.integers(0, 13, (deals, 1))) % 13
        + shuffled * rng.integers(1, 6, (deals, 1))
    )
    kind = rng.integers(0, 4, (deals, 1))
    keys = np.where(kind == 0, shuffled, np.where(kind == 1, by_run, by_rank))
    boards = np.argsort(keys, axis=1).astype(np.uint8)[:, : players * 13].reshape(-1, 13)
    # By groups, the largest at the bottom, or as the cards came.
    counts = np.zeros((len(boards), 13), np.int64)
    np.add.at(counts, (np.arange(len(boards))[:, None], boards // 4), 1)
    groups = np.take_along_axis(counts, boards // 4, axis=1) * 64 + boards // 4
    order = np.argsort(groups, axis=1, kind="stable")
    sorted_ = np.take_along_axis(boards, order, axis=1)
    set_out = np.where(rng.random((len(boards), 1)) < 0.6, sorted_, boards)
    # Now and then middle and bottom change places.
    turned = rng.random(len(boards)) < 0.25
    set_out[turned, 3:8], set_out[turned, 8:] = set_out[turned, 8:].copy(), set_out[turned, 3:8].copy()
    return np.ascontiguousarray(set_out.reshape(deals, players * 13))


def board_texts(codes: Sequence[int], joined: bool = False) -> tuple[str, str, str]:
    cards = [CARDS[code] for code in codes]
    blank = "" if joined else " "
    return blank.join(cards[:3]), blank.join(cards[3:8]), blank.join(cards[8:])


def rows_of(codes: NDArray[np.uint8], first: int = 1, joined: bool = False) -> list[dict[str, Any]]:
    """Return rows of deals as Python values."""
    rows = []
    for number, deal in enumerate(codes.tolist(), first):
        boards = []
        for seat, at in enumerate(range(0, len(deal), 13)):
            texts = board_texts(deal[at : at + 13], joined)
            boards.append({"player": NAMES[seat], **dict(zip(("top", "mid", "bot"), texts, strict=True))})
        rows.append({"deal": number, "boards": boards})
    return rows


SEAT = pa.struct([(name, pa.string()) for name in ("player", "top", "mid", "bot")])


def nested(rows: Sequence[Row], seat: Any = SEAT, **more: Any) -> Any:
    """Return a batch with one list of boards per row."""
    kinds = [("deal", pa.int64()), ("boards", pa.list_(seat)), *more.items()]
    return pa.RecordBatch.from_pylist(list(rows), schema=pa.schema(kinds))


def coded(codes: NDArray[np.uint8]) -> Any:
    """Return a batch with the cards of each deal as bytes."""
    players = codes.shape[1] // 13
    return pa.RecordBatch.from_pydict(
        {
            "deal": pa.array(range(1, len(codes) + 1)),
            "players": pa.array([players] * len(codes), pa.int8()),
            "cards": pa.array([row.tobytes() for row in codes], pa.binary()),
        }
    )


def damage(rows: Sequence[dict[str, Any]]) -> None:
    """Damage the first seven deals of three players.

    They get no boards, an empty list, a short row, a repeated card, an invalid card, a missing board and a
    board without cards.
    """
    boards = [row["boards"] for row in rows]
    rows[0]["boards"] = None
    rows[1]["boards"] = []
    boards[2][0]["top"] = boards[2][0]["top"][:5]
    boards[3][0]["top"] = boards[3][1]["mid"][:8]
    boards[4][0]["top"] = "Zz" + boards[4][0]["top"][2:]
    del boards[5][2]
    boards[6][2] = {"player": "Carol"}


def plain_scores(row: Row, rules: str) -> dict[str, Any]:
    """Score one row like the command line: write it as a spreadsheet, read it, score the session.

    Return the columns of `score_batch`; `codes` has the codes of all problems.
    """
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(["deal", "player", "top", "mid", "bot", "status", "claim", "key", "value"])
    if row.get("bank"):
        sheet.writerow(["", "", "", "", "", "", "", "bank", row["bank"]])
    people = [b for b in row["boards"] or () if b is not None and b.get("person")]
    if people:
        seats: dict[str, list[str]] = {}
        for b in row["boards"]:
            seats.setdefault(b.get("person") or b["player"], []).append(b["player"])
        listed = ", ".join(" = ".join([p, " + ".join(bs)]) if bs != [p] else p for p, bs in seats.items())
        sheet.writerow(["", "", "", "", "", "", "", "players", listed])
    for i, board in enumerate(row["boards"] or (), 1):
        cells = board or {}
        status = cells.get("status")
        if cells.get("fantasyland") is not None:
            status = f"{status or ''} fantasyland"
        sheet.writerow(
            [
                "1",
                cells.get("player") or f"Player {i}",
                cells.get("top"),
                cells.get("mid"),
                cells.get("bot"),
                status,
                cells.get("claim"),
            ]
        )
    items, found = read_session([text_source(out.getvalue(), "csv")], Overrides(rules=rules))
    session = Session()
    results = []
    for item in items:
        if isinstance(item, Deal):
            result = session.deal(item)
            results += [result] if result is not None else []
        else:
            session.header(item)
    problems = [p for p in sort_problems([*found, *session.problems.kept]) if not p.warning]
    none = dict.fromkeys(("points", "royalties", "fouled", "fantasyland_next"))
    if not results:
        codes = [p.code for p in problems]
        return {**none, "error": codes[0], "codes": codes}
    (result,) = results
    points: dict[str, Any] = {b.player: 0 for b in result.score.boards if b.status is not Status.ABSENT}
    for pair in result.score.pairs:
        points[pair.first] += pair.points
        points[pair.second] -= pair.points
    boards = result.score.boards
    shared = result.score.rules.shares
    seats_points = [points.get(b.player) for b in boards]
    return {
        "points": [str(p) if shared and p is not None else p for p in seats_points],
        "royalties": [b.royalties for b in boards],
        "fouled": [b.status is Status.FOUL for b in boards],
        "fantasyland_next": [b.fantasyland.cards or 0 for b in boards],
        "error": None,
        "codes": [],
    }


COLUMNS = ("points", "royalties", "fouled", "fantasyland_next", "error")


def picked(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in COLUMNS}
