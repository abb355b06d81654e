"""Random mixes of typing habits score like the equivalent canonical log."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pytest

from ofcscore.game.spelling import rank
from tests.daily import some
from tests.loops import each
from tests.trials import Trial

RANKS: Final = "23456789TJQKA"
Row = list[str]
ZOE: Final = "Qs 5c 2c / Ah Jc Th 8c 7d / Ts 9d 9s 6h 3h"
BEN: Final = "Ben: 99A / TTK73 / 222K3"
ANA: Final = "Q J 6 / K 6 5 4 2 / T T 7 6 3"


class Language(NamedTuple):
    """Words of one language; `heads` are lines above the boards and their meaning."""

    names: Sequence[str]
    deals: Sequence[str]
    labels: Sequence[tuple[str, str, str]]
    foul: Sequence[str]
    heads: Sequence[tuple[str, str]]
    players: str
    total: str
    void: Sequence[str] = ("void",)


LANGUAGES: Final = {
    "en": Language(
        ("Ana", "Ben", "Cid", "Mary Ann", "O'Neil", "Mia S.", "Zoë"),
        (
            "deal {}", "Deal {}:", "Hand {}", "hand #{}", "Round {}:", "--- {} ---", "{}.", "{})",
            "## Hand {}", "Hand no. {}", "== Hand {} ==", "*Hand {}*", "[Hand {}]",
        ),
        (("top", "mid", "bot"), ("Front", "Middle", "Back"), ("T", "M", "B"), ("Head", "Body", "Base")),
        ("foul", "fouled", "busted", "misset", "dead hand", "fouled :("),
        (
            ("Pineapple, 50c a point", "rules: pineapple\nstake: 0.50"),
            ("pineapple\n€0.50 a point", "rules: pineapple\nstake: 0.50 €"),
            ("OFC Friday 20.11.2026", "rules: ofc"),
            ("OFC 20 Nov 2026\n1pt = 50c", "rules: ofc\nstake: 0.50"),
            ("Rules - pineapple\nStake - 0.50 EUR", "rules: pineapple\nstake: 0.50 EUR"),
            ("20/11\n$0.25 pp", "rules: ofc\nstake: 0.25 $"),
            ("20.11.\nplaying 50c a point", "rules: ofc\nstake: 0.50"),
        ),
        "Players: {}",
        "Total: {}",
        ("void", "misdeal", "cancelled"),
    ),
    "de": Language(
        ("Lena", "Jörg", "Anke"),
        ("Runde {}", "Spiel {}:", "{}. Runde"),
        (("oben", "mitte", "unten"), ("Vorne", "Mitte", "Hinten"), ("O", "M", "U")),
        ("gefoult", "Foul"),
        (
            ("Regeln: ofc-pineapple\nEinsatz: 0,50 EUR", "rules: pineapple\nstake: 0.50 EUR"),
            ("Pineapple, 0,50 € pro Punkt", "rules: pineapple\nstake: 0.50 €"),
        ),
        "Spieler: {}",
        "Summe: {}",
        ("ungültig", "zählt nicht"),
    ),
    "es": Language(
        ("Íñigo", "Lucía", "Paco"),
        ("Mano {}", "Ronda {}:", "{}."),
        (("arriba", "medio", "abajo"), ("frente", "medio", "fondo")),
        ("falta", "foul"),
        (("Apuesta: 1 euro\nreglas: pineapple", "rules: pineapple\nstake: 1 EUR"),),
        "Jugadores: {}",
        "Total: {}",
        ("anulada", "no vale"),
    ),
    "pt": Language(
        ("João", "Bia", "Rafa"),
        ("mão {}", "Rodada {}"),
        (("cima", "meio", "baixo"),),
        ("falta", "foul"),
        (("Pineapple, R$ 0,50 por ponto", "rules: pineapple\nstake: 0.50 R$"),),
        "jogadores: {}",
        "Total: {}",
    ),
    "pl": Language(
        ("Kasia", "Michał", "Ola"),
        ("rozdanie {}", "Rozdanie {}:"),
        (("góra", "środek", "dół"),),
        ("foul",),
        (("stawka: 0,50 PLN\nzasady: pineapple", "rules: pineapple\nstake: 0.50 PLN"),),
        "gracze: {}",
        "Razem: {}",
    ),
    "zh": Language(
        ("阿强", "小美", "老周"),
        ("第{}局", "第{}局："),
        (("头道", "中道", "尾道"),),
        ("倒水",),
        (("十三水", "rules: shisanshui"),),
        "玩家：{}",
        "总计：{}",
    ),
}  # fmt: skip
SUITS: Final = ("cdhs", "CDHS", "♣♦♥♠", "♧♢♡♤")


def _strength(row: Row) -> tuple[int, list[int]]:
    """Return a sort key for rows by rank counts; straights and flushes come after trips."""
    ranks = sorted((RANKS.index(card[0]) for card in row), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda found: (-found[1], -found[0]))
    first, second = [*(count for _, count in counts), 0][:2]
    return (first * 3 + (second > 1), [rank for rank, _ in counts])


def _board(chosen: random.Random, deck: list[str]) -> list[Row]:
    """Return a legal board from the deck without straights and flushes."""
    while True:
        cards = chosen.sample(deck, 13)
        rows = [
            sorted(row, key=lambda card: -RANKS.index(card[0])) for row in (cards[:3], cards[3:8], cards[8:])
        ]
        plain = all(len({card[1] for card in row}) > 1 for row in rows)
        pairs = all(max(Counter(card[0] for card in row).values()) > 1 for row in rows[1:])
        strengths = [_strength(row) for row in rows]
        if plain and pairs and strengths[0] < strengths[1] < strengths[2]:
            deck[:] = [card for card in deck if card not in cards]
            return rows


class Habits:
    """One way of typing, chosen by a seed."""

    def __init__(self, seed: int) -> None:
        self.chosen = pick = random.Random(seed)
        self.words = LANGUAGES[pick.choice(["en", "en", "en", *LANGUAGES])]
        self.names = pick.sample(self.words.names, pick.choice([2, 3]))
        self.suits = pick.choice(SUITS) if pick.random() < 0.5 else ""
        self.before = pick.random() < 0.3
        self.ten = pick.choice(["T", "10"])
        self.gap = pick.choice(["", " ", ", "]) if self.suits else pick.choice(["", " ", "-"])
        self.separator = pick.choice(
            [" / ", " | ", "/", " ; ", " // ", *([" - "] if self.gap != "-" else [])]
        )
        self.labels = pick.choice(self.words.labels)
        self.order = pick.choice([(0, 1, 2), (2, 1, 0)])
        self.colon = pick.choice([": ", " ", " - "])
        self.layout = pick.choice(["line", "line", "labelled line", "labelled rows", "rows"])
        if self.layout == "labelled line" and self.labels[0] == "O":
            self.labels = self.words.labels[0]
        self.deal: str | None = pick.choice(self.words.deals)
        self.blank = 1 if pick.random() < 0.6 else 0
        heads = ["{}: ", "{} - ", "*{}*: ", "- {}: ", "{} = ", "{} -> ", "[{}] "]
        if self.layout == "line" and not any(" " in name for name in self.names):
            heads.append("{} ")
        self.head = pick.choice(heads)
        if self.colon == " - " and self.gap == "-":
            self.gap = ""
        self.kinds = pick.random() < 0.2 and len(self.labels[0]) > 1
        self.between = self.layout.endswith("rows") and pick.random() < 0.5
        """True if a blank line parts the boards of a deal."""
        if pick.random() < 0.2 and (self.layout == "line" or self.between):
            self.deal, self.blank = None, 1 + self.between

    def row(self, row: Row) -> str:
        """Return the cards of a row as typed."""
        suits = dict(zip("cdhs", self.suits, strict=True)) if self.suits else {}
        typed = []
        for card in row:
            rank, suit = card[0], card[1]
            parts = (self.ten if rank == "T" else rank, suits.get(suit, ""))
            typed.append("".join(reversed(parts) if self.before else parts))
        return self.gap.join(typed)

    def board(self, name: str, board: list[Row]) -> Iterator[str]:
        """Yield the lines of a board."""
        rows = [self.row(row) for row in board]
        if self.kinds:
            kinds = [rank(" ".join(row)).category.key.replace("-", " ") for row in board]
            rows = [f"{row} ({kind})" for row, kind in zip(rows, kinds, strict=True)]
        labelled = [f"{self.labels[at]}{self.colon}{rows[at]}" for at in self.order]
        if self.layout == "line":
            yield self.head.format(name) + self.separator.join(rows)
        elif self.layout == "labelled line":
            yield self.head.format(name) + " / ".join(labelled)
        else:
            yield f"{name}:"
            yield from labelled if self.layout == "labelled rows" else rows

    def log(self) -> tuple[str, str]:
        """Return a log with these habits, and its canonical equivalent."""
        typed, canonical = self.chosen.choice(self.words.heads)
        lines, twin = typed.split("\n"), canonical.split("\n")
        if self.chosen.random() < 0.4:
            lines.append(self.words.players.format(", ".join(self.names)))
        last = self.chosen.choice([1, 2, 3])
        for number in range(1, last + 1):
            lines += [""] * self.blank + ([self.deal.format(number)] if self.deal else [])
            twin += ["", f"deal {number}"]
            if 1 < number == last and self.deal and self.deal[-1] != "-" and self.chosen.random() < 0.2:
                lines[-1] += f" ({self.chosen.choice(self.words.void)})"
                twin.append("void")
            deck = [rank + suit for rank in RANKS for suit in "cdhs"]
            for at, name in enumerate(self.names):
                lines += [""] * (bool(at) and self.between)
                if at and self.chosen.random() < 0.15:
                    lines.append(f"{name}: {self.chosen.choice(self.words.foul)}")
                    twin.append(f'"{name}": foul')
                    continue
                board = _board(self.chosen, deck)
                lines += self.board(name, board)
                twin.append(f'"{name}": ' + " / ".join(" ".join(row) for row in board))
        return "\n".join(lines) + "\n", "\n".join(twin) + "\n"


def check(trial: Trial, seed: int) -> None:
    typed, twin = Habits(seed).log()
    expected = json.loads(trial.accepted(twin, "--format", "json").out)
    found = json.loads(trial.accepted(typed, "--format", "json", name="x.txt").out)
    for part in ("totals", "money", "payments", "stake", "currency"):
        assert found.get(part) == expected.get(part), typed
    assert [deal["totals"] for deal in found["deals"]] == [deal["totals"] for deal in expected["deals"]], (
        typed
    )


@each("seed", some(8, of=range(40)))
def test_habits_go_together(trial: Trial, seed: int) -> None:
    check(trial, seed)


@pytest.mark.long
def test_any_habits_go_together(trial: Trial) -> None:
    for seed in range(40, 640):
        check(trial, seed)


@each(
    "typed",
    [
        "Ana = Q J 6 / K 6 5 4 2 / T T 7 6 3",
        "Ana | QJ6 | K6542 | TT763",
        "Ana\t| top QJ6 | mid K6542 | bot TT763",
        "[Ana] QJ6 / K6542 / TT763",
        "[Ana]: QJ6 / K6542 / TT763",
        "Ana: Q J 6  K 6 5 4 2  T T 7 6 3",
        "Ana  Q J 6   K 6 5 4 2   T T 7 6 3",
        "Ana - 1: QJ6 / 2: K6542 / 3: TT763",
        "Ana: 1. Q-J-6 2. K-6-5-4-2 3. T-T-7-6-3",
        "Ana: bot - TT763 / mid - K6542 / top - QJ6",
        "Ana top - QJ6 / mid - K6542 / bot - TT763",
        "Ana: QJ6 / K6542 / TT763 => -10",
        "Ana: -> -10\ntop QJ6\nmid K6542\nbot TT763",
        "Ana: B - TT763 | M - K6542 | F - QJ6",
        "Ana -> T Q, J, 6 ; M K, 6, 5, 4, 2 ; B T, T, 7, 6, 3",
        "Ana:\nQ-J-6\nK-6-5-4-2\nT-T-7-6-3",
        "Ana:\ntop Q, J, 6\nmid K, 6, 5, 4, 2\nbot T, T, 7, 6, 3",
        "Ana:\nF Q-J-6\nM K-6-5-4-2\nB T-T-7-6-3",
        "Ana: Q-J-6 (queen high) / K-6-5-4-2 (K high) / T-T-7-6-3 [pair of 10s]",
        "Ana QJ6 (high card)   K6542 (high card)   TT763 (TT)",
    ],
)  # fmt: skip
def test_names_and_rows(trial: Trial, typed: str) -> None:
    read = trial.accepted(f"{typed}\n{BEN}\n", command=("fmt",), name="x.txt").out
    assert f"Ana: {ANA}\n" in read


@each("points", ["({})", "=> {}", "-> {}", ": {}", " {}"])
def test_points_behind_names_above_rows(trial: Trial, points: str) -> None:
    ana, ben = (f"{name} {points.format(won)}\n" for name, won in (("Ana", "-10"), ("Ben", "+10")))
    log = f"{ana}QJ6\nK6542\nTT763\n{ben}99A\nTTK73\n222K3\n"
    assert f"Ana: {ANA}\n" in trial.accepted(log, command=("fmt",), name="x.txt").out
    trial.accepted(log, name="x.txt")
    trial.refused(log.replace("10", "11"), name="x.txt")


@each(
    ("typed", "read"),
    [
        ("Zoë = SQ, C5, C2 / HA, CJ, HT, C8, D7 / ST, D9, S9, H6, H3", ZOE),
        ("Zoë SQ, C5, C2 / HA, CJ, HT, C8, D7 / ST, D9, S9, H6, H3", ZOE),
        ("Zoë:\nSQ, C5, C2\nHA, CJ, HT, C8, D7\nST, D9, S9, H6, H3", ZOE),
        ("Zoë: 833 AA942 Q10532 all diamonds", "8 3 3 / A A 9 4 2 / Qd Td 5d 3d 2d"),
        ("Zoë: Q-8-4 | T-7-5-5-4 | A-Q-7-4-3 all spades", "Q 8 4 / T 7 5 5 4 / As Qs 7s 4s 3s"),
    ],
)  # fmt: skip
def test_suits(trial: Trial, typed: str, read: str) -> None:
    assert f"Zoë: {read}\n" in trial.accepted(f"{typed}\nBen: foul\n", command=("fmt",), name="x.txt").out


def test_a_name_of_several_words_that_begins_several_lines(trial: Trial) -> None:
    deal = f"Mary Ann {ANA}\n{BEN.replace(':', '')}\n"
    read = trial.accepted(f"deal 1\n{deal}deal 2\n{deal}", command=("fmt",), name="x.txt").out
    assert read.count(f'"Mary Ann": {ANA}\n') == 2


def test_a_foul_above_rows_is_that_of_their_board(trial: Trial) -> None:
    log = "Ana: foul\nQ J 6\nT T 7 6 3\nK 6 5 4 2\nBen:\n9 9 A\nT T K 7 3\n2 2 2 K 3\n"
    ran = trial.accepted(log, "--format", "json", name="x.txt")
    assert [board["foul"] is not None for board in json.loads(ran.out)["deals"][0]["boards"]] == [True, False]


def test_words_behind_the_number_of_a_deal_are_asked_about_or_listed(trial: Trial) -> None:
    deal = f"Ana: {ANA}\n{BEN}\n"
    assert "is it void" in trial.refused(f"#1\n{deal}#2 no result\n{deal}", name="x.txt").err
    assert "`rain`" in trial.accepted(f"#1\n{deal}#2 rain\n{deal}", name="x.txt").err


def test_a_player_who_fouls_is_no_legend(trial: Trial) -> None:
    """`Ben = foul` explains a mark only if no player has that name."""
    deal = f"Ana = {ANA}\nBen = foul\n"
    log = f"{deal}\nAna = {ANA}\n{BEN.replace(':', ' =')}\n"
    assert "deal 2\n" in trial.accepted(log, command=("fmt",), name="x.txt").out


@each(
    "typed",
    [
        *("[foul] Ana: QJ6 / K6542 / TT763", "[void] QJ6 / K6542 / TT763"),
        *("[top] QJ6\n[mid] K6542\n[bot] TT763", "[note] Ben paid 5", "[Ben] +5"),
        *("Ana\nQ-J-6\nK-6-5-4-2\nT-T-7-6-3\nAna - 5-3-2", "rules - 2-4-6\nAna: QJ6 / K6542 / TT763"),
        *("stake - 1-2-3\nAna: QJ6 / K6542 / TT763", "Ana: QJ6 / K6542 / TT763\nResult - 3 2 5"),
        *("Ana: QJ6 / K6542 / TT763\nPoints | 4 | 5 | 6", "AKQ - 22345 - 33KKJ"),
        *("A K Q - 2 2 3 4 5 - 3 3 K K J", "J Q K flush - 22345", "Ana: K 6 5 4 2  T T 7 6 3  Q J 6"),
        *("Ana: QJ6 / K6542 / TT763\nAna = 5 4 3 / 2", "date: 3-4-5\nAna: QJ6 / K6542 / TT763"),
        "3-4-5\nAna: QJ6 / K6542 / TT763",
        # The description names other cards, or is another kind; a name that one line alone begins with.
        *("Ana: QJ6 (king high) / K6542 / TT763", "Ana: QJ6 / K6542 / TT763 (two pair)"),
        *("Mary Ann QJ6 / K6542 / TT763", "Mary Ann Front - QJ6 / Middle - K6542 / Back - TT763"),
        *("Ana: foul\nQJ6 / K6542 / TT763", "Ana:\nA: QJ6\nB: K6542\nC: TT763"),
        *("Ana:\nC: TT763\nB: K6542\nA: QJ6", "Ana: QJ6 (QJK) / K6542 / TT763"),
    ],
    few=9,
)
def test_other_lines_ask(trial: Trial, typed: str) -> None:
    trial.refused(f"{typed}\n{BEN}\n", name="x.txt")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Ana: Q J 6 on top, K 6 5 4 2 in the middle, T T 7 6 3 on the bottom.", f"Ana: {ANA}"),
        ("B - Ben, A - Ana\nA: QJ6 / K6542 / TT763", f"A: {ANA}"),
        ("ofc pineapple po 1 zł\nAna: QJ6 / K6542 / TT763", "stake: 1 PLN"),
    ],
)
def test_boards_and_headings_in_words(trial: Trial, typed: str, read: str) -> None:
    ben = BEN.replace("Ben", "B") if typed.startswith("B -") else BEN
    assert read in trial.accepted(f"{typed}\n{ben}\n", command=("fmt",), name="x.txt").out


def test_a_players_name_is_no_slip_of_a_key(trial: Trial) -> None:
    log = f"Hank: QJ6 / K6542 / TT763\n{BEN}\nHank had to go home after that one because his dog was sick.\n"
    assert "`bank" not in trial.refused(log, name="x.txt").err
