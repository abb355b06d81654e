"""Logs of any length, made from a seed: finished boards from one deck a deal, some of them fouled."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from ofcscore.game.cards import RANKS, SUITS, weigh
from ofcscore.game.ranks import rank_of_sum

NAMES: Final = ("Hero", "Villain", "Carol", "Dave")
FOULED: Final = 0.15
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_ATTEMPTS: Final = 4

Rows = tuple[str, str, str]
Deal = tuple[tuple[str, Rows], ...]


def deals(count: int, *, players: int = 3, seed: int = 1) -> Iterator[Deal]:
    """Deals of a fixed number of players; the same arguments give the same deals."""
    random_ = random.Random(seed)
    deck = list(DECK)
    for _ in range(count):
        random_.shuffle(deck)
        yield tuple(
            (NAMES[player], _board(random_, deck[13 * player : 13 * player + 13]))
            for player in range(players)
        )


def _board(random_: random.Random, cards: list[str]) -> Rows:
    """Thirteen cards as a board: in order where a few attempts find one, now and then out of it."""
    fouled = random_.random() < FOULED
    by_suit = random_.random() < 0.5
    for attempt in range(_ATTEMPTS):
        if attempt == 0:
            cards.sort(key=(lambda card: card[1]) if by_suit else (lambda card: RANKS.index(card[0])))
        else:
            random_.shuffle(cards)
        top, *rest = " ".join(cards[10:]), " ".join(cards[:5]), " ".join(cards[5:10])
        bottom, middle = sorted(rest, key=_strength, reverse=True)
        if fouled and _strength(bottom) > _strength(middle):
            return top, bottom, middle
        if not fouled and _strength(top) <= _strength(middle):
            return top, middle, bottom
    return top, middle, bottom


def _strength(row: str) -> int:
    return rank_of_sum(weigh(row), len(row) // 3 + 1).strength


def as_text(
    deals_: Iterator[Deal], *, canonical: bool = True, first: int = 1, between: str = " / "
) -> Iterator[str]:
    """The deals in text, a piece a deal; not `canonical` is without blanks between cards.

    With another sign than a slash `between` rows, the grammar reads every board.
    """
    for number, deal in enumerate(deals_, first):
        lines = [f"deal {number}\n"]
        for name, rows in deal:
            cells = rows if canonical else tuple(row.replace(" ", "") for row in rows)
            lines.append(f"{name}: {between.join(cells)}\n")
        yield "".join([*lines, "\n"])


def as_yaml(deals_: Iterator[Deal]) -> Iterator[str]:
    """The deals in YAML, a piece a deal."""
    for number, deal in enumerate(deals_, 1):
        lines = [f"- deal: {number}\n  boards:\n"]
        for name, (top, middle, bottom) in deal:
            lines.append(f"    {name}: {{top: {top}, mid: {middle}, bot: {bottom}}}\n")
        yield "".join(lines)


def as_hand(deals_: Iterator[Deal]) -> Iterator[str]:
    """The deals as people write them, ranks without suits (`JJ5 / AA762 / 9TJQK`), a piece a deal."""
    for number, deal in enumerate(deals_, 1):
        lines = [f"deal {number}\n"]
        for name, rows in deal:
            lines.append(f"{name}: {' / '.join(_ranks(row) for row in rows)}\n")
        yield "".join([*lines, "\n"])


def _ranks(row: str) -> str:
    """The ranks of a row, and that it is a flush where it is one."""
    cards = row.split()
    ranks = "".join(card[0] for card in cards)
    return f"{ranks} flush" if len(cards) == 5 and len({card[1] for card in cards}) == 1 else ranks


def as_jsonl(deals_: Iterator[Deal]) -> Iterator[str]:
    """The deals in JSON Lines, a piece a deal."""
    for number, deal in enumerate(deals_, 1):
        boards = {name: dict(zip(("top", "mid", "bot"), rows, strict=True)) for name, rows in deal}
        yield json.dumps({"deal": str(number), "boards": boards}) + "\n"


def as_json(deals_: Iterator[Deal]) -> Iterator[str]:
    """The deals in one document of JSON, a piece a deal."""
    before = '{\n  "deals": [\n    '
    for line in as_jsonl(deals_):
        yield before + line.rstrip("\n")
        before = ",\n    "
    yield "\n  ]\n}\n"


def as_csv(deals_: Iterator[Deal]) -> Iterator[str]:
    """The deals in CSV, a piece a deal."""
    yield "deal,player,top,mid,bot\n"
    for number, deal in enumerate(deals_, 1):
        yield "".join(f"{number},{name},{','.join(rows)}\n" for name, rows in deal)


_WRITERS: Final[dict[str, Callable[[Iterator[Deal]], Iterator[str]]]] = {
    "text": as_text,
    "irregular": partial(as_text, canonical=False),
    "grammar": partial(as_text, canonical=False, between=" | "),
    "hand": as_hand,
    "yaml": as_yaml,
    "jsonl": as_jsonl,
    "json": as_json,
    "csv": as_csv,
}


def write_log(path: Path, count: int, *, form: str = "text", seed: int = 1) -> Path:
    """A log of so many deals in one of the forms of `_WRITERS`."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_WRITERS[form](deals(count, seed=seed)))
    return path
