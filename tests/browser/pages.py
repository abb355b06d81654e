"""Sessions for the tests of the page: made up, always the same, with something of everything in them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import ofcscore
from ofcscore.api import Result
from ofcscore.report.html import HtmlReport

RANKS = "23456789TJQKA"
SUITS = "shdc"
PEOPLE = ("Hero", "Gus", '"Phil H."', "Ana", "Bo", "Cem")
SPECIAL = {
    2: "{0}: Q Q 5 / A A 7 6 2 / A T 8 5 2 flush\n{1}: 6 6 3 / K K 9 4 3 / J J J 4 4\n{2}: absent\n",
    4: "{0}: foul\n{1}: Ah Ad 2c / 3s 3h 4d 5c 7h / 9s Td Jd Qs Kc\n"
    "{2}: 6s 6d 7c / 8h 8d 9d Tc Js / 2d 3d 4c 5h 6h\n"
    "note: a board was mucked\nadjust: {1} +5, {0} -5\n",
}


def log(deals: int, people: Sequence[str] = PEOPLE[:3], *, header: str = "") -> str:
    """A log with so many deals of two to four people."""
    cards = [rank + suit for rank in RANKS for suit in SUITS]
    chance = random.Random(7)
    lines = [header or "rules: ofc\nstake: 0.50 EUR", f"players: {', '.join(people)}", ""]
    for number in range(1, deals + 1):
        lines.append(f"deal {number}" + (" 2026-11-20" if number == 1 else ""))
        if number in SPECIAL and len(people) == 3:
            lines.append(SPECIAL[number].format(*people))
            continue
        chance.shuffle(cards)
        for i, name in enumerate(people):
            mine = sorted(cards[13 * i : 13 * i + 13], key=lambda card: RANKS.index(card[0]))
            # Pairs go down where they are strong, so that most boards stand and some are fouls.
            alike = sorted(mine, key=lambda card: (sum(c[0] == card[0] for c in mine), RANKS.index(card[0])))
            rows = alike[:3], alike[3:8], alike[8:]
            lines.append(f"{name}: {' / '.join(' '.join(row) for row in rows)}")
        lines.append("")
    return "\n".join(lines) + "\n"


def meetings(pairs: Iterable[tuple[int, int]]) -> str:
    """A log with a deal for each two people, told by number, who meet in it."""
    boards = ("2h 3h 4d / 5c 6c 8d 9h Th / Js Jd Qs Qd Ah", "2s 3s 5d / 6h 7h 9c Tc Qc / Ks Kd 4s 4h 8s")
    deals = [f"deal {n}\nP{a}: {boards[0]}\nP{b}: {boards[1]}\n" for n, (a, b) in enumerate(pairs, 1)]
    return "stake: 0.50 EUR\n" + "".join(deals)


def couples(people: int) -> str:
    """A log of so many people, each of whom meets one other."""
    return meetings((n, n + 1) for n in range(0, people, 2))


@cache
def result(deals: int = 20, people: int = 3) -> Result:
    return score(log(deals, PEOPLE[:people]))


def score(text: str) -> Result:
    return ofcscore.score(ofcscore.read_text(text))


def page(scored: Result, *, in_full: bool = False) -> str:
    return "".join(pieces(scored, in_full=in_full))


def pieces(scored: Result, *, in_full: bool = False) -> Iterator[str]:
    """The page as it is made, piece by piece."""
    report = HtmlReport(in_full=in_full)
    for deal in scored.deals:
        report.deal(deal)
    return report.pieces(scored.outcome)


def write_page(folder: Path, scored: Result, name: str = "night.html") -> Path:
    path = folder / name
    path.write_text(page(scored), encoding="utf-8")
    return path
