"""Evenings typed in many styles: each is read like its canonical log, or it is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from ofcscore.game.spelling import rank
from tests.command import run
from tests.strategies import DECK, Rows, head

WORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "en": {
        "names": ("Ana", "Ben", "Cy", "Mary Ann", "kim", "DAVE", "Zoë", "J.P.", "O'Neil"),
        "rows": ("top mid bot", "Top Middle Bottom", "front middle back", "T M B", "F M B"),
        "deals": ("deal {}", "Hand {}", "#{}", "{}.", "{})", "Round {}", "-- {} --", "## Hand {}"),
        "stakes": ("{} per point", "stake {}", "{}/pt", "playing {} a point", "{} pp"),
        "amounts": ("50c=0.50", "$1=1 USD", "£0.50=0.50 GBP", "10 cents=0.10", "€2=2 EUR"),
        "foul": ("foul", "(foul)", "X", "busted"),
        "void": ("void", "misdeal", "cancelled"),
    },
    "de": {
        "names": ("Jürgen", "Anke", "Uwe", "Kai"),
        "rows": ("oben mitte unten", "vorne Mitte hinten", "O M U"),
        "deals": ("Spiel {}", "Runde {}", "{}. Runde", "{}."),
        "stakes": ("Einsatz: {}", "{} pro Punkt", "{}/Punkt"),
        "amounts": ("0,50 €=0.50 EUR", "1 €=1 EUR", "10 Cent=0.10", "2 Euro=2 EUR"),
        "foul": ("foul", "ungültig"),
        "void": ("ungültig", "annulliert", "zählt nicht"),
    },
    "es": {
        "names": ("Íñigo", "Lucía", "Paco", "Nuria"),
        "rows": ("arriba medio abajo", "frente medio fondo"),
        "deals": ("Mano {}", "Ronda {}:", "{}."),
        "stakes": ("Apuesta: {}", "{} por punto", "{} el punto"),
        "amounts": ("0,50 €=0.50 EUR", "1 euro=1 EUR", "10 céntimos=0.10"),
        "foul": ("foul", "falta"),
        "void": ("anulada", "no vale"),
    },
}  # fmt: skip
DATES: Final = ("20 Nov", "20/11", "2026-11-20", "20.11.2026", "Friday night", "20.11.")
SUITS: Final = dict(zip("shdc", "♠♥♦♣", strict=True))
READ: Final = 0.9
"""The least share of evenings that are read; a style may be refused where two readings are possible."""


@dataclass(frozen=True)
class Evening:
    """A log as typed, and the canonical log that it means."""

    typed: str
    canonical: str


def evening(random: Random) -> Evening:
    """An evening of one to three deals, all written in one style."""
    words = WORDS[random.choice(["en", "en", "de", "es"])]
    names = random.sample(words["names"], random.choice([2, 3]))
    amount, meant = random.choice(words["amounts"]).split("=")
    heading = random.choice((*words["deals"], None))
    deals = random.randint(1, 3)
    void = random.choice([None, None, None, deals]) if heading and deals > 1 else None
    typed = [random.choice((*DATES, ""))]
    typed = [*filter(None, typed), random.choice(words["stakes"]).format(amount)]
    canonical = ["rules: ofc", f"stake: {meant}", f"players: {', '.join(map(head, names))}"]
    board_lines = _style(random, words)
    for number in range(1, deals + 1):
        typed += ["", *([] if heading else [""])]
        if heading:
            reason = f" ({random.choice(words['void'])})" if number == void else ""
            typed.append(heading.format(number) + reason)
        canonical += ["", f"deal {number}", *(["void"] if number == void else [])]
        for at, (name, rows) in enumerate(zip(names, _boards(random, len(names)), strict=True)):
            typed += [
                *([""] if at and not heading and len(board_lines(name, rows)) > 1 else []),
                *board_lines(name, rows),
            ]
            canonical.append(f"{head(name)}: {' / '.join(map(' '.join, rows))}")
    return Evening("\n".join(typed) + "\n", "\n".join(canonical) + "\n")


def _boards(random: Random, count: int) -> list[Rows]:
    """Boards of one deal, most of them sound."""
    cards = random.sample(DECK, 13 * count)
    boards: list[Rows] = []
    for at in range(count):
        own = cards[13 * at : 13 * at + 13]
        for _ in range(40):
            random.shuffle(own)
            rows = (tuple(own[:3]), tuple(own[3:8]), tuple(own[8:]))
            if not _fouls(rows):
                break
        boards.append(rows)
    return boards


def _fouls(rows: Rows) -> bool:
    top, middle, bottom = (rank(" ".join(row)) for row in rows)
    return not bottom >= middle >= top


def _style(random: Random, words: dict[str, tuple[str, ...]]) -> Any:
    """A function that writes a board: its lines, in one style."""
    labels = random.choice(words["rows"]).split()
    layout = random.choice(("line", "line", "labels", "rows", "labelled rows"))
    between = random.choice((" / ", "/", " | ", " // ", "   "))
    after_name = random.choice((": ", ":", " - ", " ", " = ")) if between != "   " else ": "
    after_label = random.choice((" ", ": "))
    of_card = random.choice(
        (
            str,
            str.lower,
            lambda card: card[0] + SUITS[card[1]],
            lambda card: card.replace("T", "10"),
            str.upper,
        )
    )
    space = random.choice(("", " "))
    kinds = random.random() < 0.2
    foul = random.choice((*words["foul"], ""))

    def row(cards: tuple[str, ...]) -> str:
        text = space.join(map(of_card, cards))
        return f"{text} ({rank(' '.join(cards)).category.key.replace('-', ' ')})" if kinds else text

    def board(name: str, rows: Rows) -> list[str]:
        mark = f" {foul}" if foul and _fouls(rows) else ""
        texts = [row(cards) for cards in rows]
        if layout in ("rows", "labelled rows"):
            named = zip(labels, texts, strict=True)
            return [
                f"{name}:{mark}",
                *([f"{label}: {text}" for label, text in named] if layout != "rows" else texts),
            ]
        if layout == "labels":
            texts = [f"{label}{after_label}{text}" for label, text in zip(labels, texts, strict=True)]
        return [f"{name}{after_name}{between.join(texts)}{mark}"]

    return board


def money(log: str) -> dict[str, Any] | None:
    """The totals and payments of a log, None if it is refused."""
    ran = run("score", "--format", "json", "--from", "text", "-", stdin=log)
    if ran.status:
        return None
    result = json.loads(ran.out)
    return {key: result[key] for key in ("totals", "payments")}


@pytest.mark.parametrize(("first", "count"), [(0, 20), pytest.param(20, 500, marks=pytest.mark.long)])
def test_a_style_means_what_its_canonical_log_says(first: int, count: int) -> None:
    evenings = [evening(Random(seed)) for seed in range(first, first + count)]
    read = [(one, found) for one in evenings if (found := money(one.typed)) is not None]
    for one, found in read:
        assert found == money(one.canonical), one.typed
    assert len(read) >= READ * count
