"""Cards typed in other languages and notations: accepted ones and questions."""

from __future__ import annotations

import re
from typing import Final

import pytest

from ofcscore.log.card_alphabets import choose, translated
from tests.loops import each
from tests.trials import Trial

ANA: Final = "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc"
BEN: Final = "6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s"
"""Ana wins 5."""
BARE: Final = ("QQ5 / AA762 / 9TJQK", "662 / KK943 / JJJ53")
"""Ana wins 14."""
PLAIN: Final = re.compile("[2-9TJQKA][shdc]?")


def typed(board: str, ranks: str, suits: dict[str, str] | None = None, *, first: bool = False) -> str:
    """Return a board in other letters: `ranks` for J, Q, K and A, suits first or last."""
    letters = {**dict(zip("JQKA", ranks.split(), strict=True)), "T": "10"}
    signs = suits or dict(zip("shdc", "shdc", strict=True))

    def card(match: re.Match[str]) -> str:
        rank = letters.get(match[0][0], match[0][0])
        suit = signs[match[0][1]] if len(match[0]) > 1 else ""
        return suit + rank if first else rank + suit

    return PLAIN.sub(card, board)


def both(
    ranks: str, suits: str = "", *, first: bool = False, names: tuple[str, str] = ("Ana:", "Ben:")
) -> str:
    signs = dict(zip("shdc", suits.split(), strict=True)) if suits else None
    boards = (typed(board, ranks, signs, first=first) for board in (ANA, BEN))
    return "".join(f"{name} {board}\n" for name, board in zip(names, boards, strict=True))


def bare(ranks: str, heading: str = "") -> str:
    boards = (typed(" / ".join(" ".join(row) for row in board.split(" / ")), ranks) for board in BARE)
    return heading + "".join(
        f"{name} {board}\n" for name, board in zip(("Ana:", "Ben:"), boards, strict=True)
    )


def rows(text: str, *labels: str) -> str:
    """Return boards with one row per line after these labels."""
    return "".join(
        f"{name.strip()}\n"
        + "".join(f"{label} {row}\n" for label, row in zip(labels, board.split(" / "), strict=True))
        for name, board in (line.split(":", 1) for line in text.splitlines())
    )


def spoken(text: str) -> str:
    """Return a log with a key of a language whose cards lack three own letters."""
    key = "Data" if "W" in text else "Datum" if re.search("[Bb]D|[Bb] D|[BW][shdc♠♥♦♣]|[♠♥♦♣]B", text) else ""
    return f"{key}: 2026-11-20\n{text}" if key and text.startswith("Ana") else text


SIGNS: Final = "♠ ♥ ♦ ♣"
WORDS: Final = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def in_words(board: str, ranks: dict[str, str], suits: tuple[str, ...], form: str) -> str:
    names = dict(zip("shdc", suits, strict=True))
    return " / ".join(
        ", ".join(form.format(rank=ranks.get(card[0], card[0]), suit=names[card[1]]) for card in row.split())
        for row in board.split(" / ")
    )


def bridge(board: str, signs: str, between: str = " ", gap: str = "") -> str:
    """Return a board in bridge notation: each suit once per row, its ranks after it."""
    letters = dict(zip("shdc", signs.split(), strict=True))
    said = []
    for row in board.split(" / "):
        cards = row.split()
        suits = [
            letters[suit] + gap + gap.join(card[0].replace("T", "10") for card in cards if card[1] == suit)
            for suit in "shdc"
            if any(card[1] == suit for card in cards)
        ]
        said.append(between.join(suits))
    return " / ".join(said)


GERMAN: Final = {"T": "10", "J": "Bube", "Q": "Dame", "K": "König", "A": "Ass"}
FRENCH: Final = {"T": "dix", "J": "valet", "Q": "dame", "K": "roi", "A": "as"}
DE_SUITS: Final = ("Pik", "Herz", "Karo", "Kreuz")
EN_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
IN_GERMAN, IN_ENGLISH = (
    "".join(f"{name} {in_words(board, *how)}\n" for name, board in (("Ana:", ANA), ("Ben:", BEN)))
    for how in ((GERMAN, DE_SUITS, "{suit} {rank}"), (WORDS, EN_SUITS, "{rank} of {suit}"))
)
FR: Final = "V D R A"
DE: Final = "B D K A"


@each(
    "text",
    [
        # Ranks and suits of one language, whatever the other words are.
        both(FR, "p c k t"),
        both(FR, "P C K T"),
        both(FR.lower(), "p c k t"),
        both(FR, "p c k t", names=("Jean-Luc :", "Ben :")).replace("Jean-Luc", "Ana"),
        rows(both(FR, "p c k t"), "Haut :", "Milieu :", "Bas :"),
        f"1re donne\n{both(FR, 'p c k t')}",
        f"1re donne\n{both(FR, 'p c k t')}2e donne annulée (carte retournée)\n",
        both(FR),
        both(FR, SIGNS),
        both(FR, SIGNS, first=True),
        both(DE),
        both(DE, SIGNS),
        both(DE, SIGNS, first=True),
        rows(both(DE, SIGNS, first=True), "Oben:", "Mitte:", "Unten:"),
        both(DE, "Pi He Ka Kr"),
        both(DE, "Pi He Ka Kr", first=True).replace("KrK", "PiK"),
        both(DE, "Pi He Ka Kr", first=True),
        both(DE, "PI HE KA KR", first=True),
        both(DE, "pi he ka kr", first=True),
        rows(both(DE, "Pi He Ka Kr", first=True), "Oben:", "Mitte:", "Unten:"),
        f"1. Spiel\n{both(DE, 'Pi He Ka Kr', first=True)}",
        "A = Ass, K = König, D = Dame, B = Bube\nAbkürzungen: Kr = Kreuz, Pi = Pik, He = Herz, Ka = Karo\n"
        + both(DE, "Pi He Ka Kr", first=True),
        both("W D K A"),
        both("W D K A", "Pi Ki Ka Tr"),
        both("F D R A", SIGNS),
        both("F D R A", "P C Q F"),
        both("S C R A", SIGNS),
        both("J Q K A", "P C D T"),
        both("J Q K A", "e c o p"),
        both("V D R A", "e c o p"),
        both("J Q K A", "b c r t"),
        both("J Q K A", "黑 红 方 梅", first=True),
        both("J Q K A", "黑桃 红桃 方块 梅花", first=True),
        both("В Д К Т", SIGNS),
        both("В Д К Т", "п ч б к"),
        both("Kn D K E", "s h r k"),
        # In words.
        *(
            f"Ana: {in_words(ANA, ranks, suits, form)}\nBen: {in_words(BEN, ranks, suits, form)}\n"
            for ranks, suits, form in (
                (GERMAN, DE_SUITS, "{suit} {rank}"),
                (GERMAN, DE_SUITS, "{suit}-{rank}"),
                (WORDS, EN_SUITS, "{rank} of {suit}"),
                ({"T": "10"}, EN_SUITS, "{rank} of {suit}"),
                (FRENCH, ("pique", "cœur", "carreau", "trèfle"), "{rank} de {suit}"),
                ({"T": "10"}, ("bích", "cơ", "rô", "tép"), "{rank} {suit}"),
            )
        ),
        rows(IN_GERMAN, "Vorne:", "Mitte:", "Hinten:"),
        # A suit before several ranks.
        *(
            f"Ana: {bridge(ANA, *how)}\nBen: {bridge(BEN, *how)}\n"
            for how in ((SIGNS,), (SIGNS, ", "), ("S H D C", ", ", " "), ("S H D C", " "))
        ),
        # In chats, and in Markdown.
        "".join(f"13/11/2026, 20:3{i} - {line}\n" for i, line in enumerate(both(FR, "p c k t").splitlines())),
        "- **" + both("J Q K A").replace(": ", "**: `").replace("\nBen", "`\n- **Ben").rstrip() + "`\n",
        # Stated.
        f"cards: de\n{both(DE)}",
        f"cards: fr\n{both(FR, 'p c k t')}",
        # Beside results.
        both(DE).replace("Kc\n", "Kc (+5)\n"),
    ], few=12,
)  # fmt: skip
def test_suited_cards_are_read(trial: Trial, text: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(spoken(text)).out


@each(
    ("name", "text"),
    [
        ("x.csv", "Deal;Player;Top;Middle;Bottom\n" + "".join(
            f"1;{name};{typed(board, FR, dict(zip('shdc', 'pckt', strict=True))).replace(' / ', ';')}\n"
            for name, board in (("Ana", ANA), ("Ben", BEN))
        )),
        ("x.csv", "deal,player,top,middle,bottom\n" + "".join(
            f"1,{name},{typed(board, FR).replace(' / ', ',')}\n"
            for name, board in (("Ana", ANA), ("Ben", BEN))
        )),
        ("x.yaml", "boards:\n" + "".join(f"  {line}\n" for line in both(FR, "p c k t").splitlines())),
        ("x.yaml", "boards:\n" + "".join(f"  {line}\n" for line in both(FR).splitlines())),
        ("x.yaml", "boards:\n  Ana: [Dc Dk 5t, Ac Ak 7p 6t 2k, 9c 10p Vk Dp Rt]\n"
         "  Ben: [6c 6k 2t, Rc Rk 9p 4t 3t, Ap 8p 5p 3p 2p]\n"),
        ("x.json", '{"boards": {"Ana": ["Dc Dk 5t", "Ac Ak 7p 6t 2k", "9c 10p Vk Dp Rt"],'
         ' "Ben": ["6c 6k 2t", "Rc Rk 9p 4t 3t", "Ap 8p 5p 3p 2p"]}}'),
        ("x.md", "| Player | Top | Middle | Bottom |\n|---|---|---|---|\n" + "".join(
            f"| {name} | {typed(board, FR).replace(' / ', ' | ')} |\n"
            for name, board in (("Ana", ANA), ("Ben", BEN))
        )),
    ],
)  # fmt: skip
def test_cells_and_values_are_read(trial: Trial, name: str, text: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(text, name=name).out


@each(
    "text",
    [
        bare(FR),
        bare(FR, "Vendredi 28/11/2026\n1)\n"),
        bare(FR.lower()),
        bare(DE),
        bare("W D K A"),
        bare("F D R A"),
        bare("V D R A"),
        bare("В Д К Т"),
        bare("Kn D K E"),
        bare("B V H A"),
        bare(DE).replace(" ", "").replace(":", ": "),
        bare(DE, "Einsatz: 0\n").replace("Einsatz: 0\n", "Spiel 1\n"),
        "Ana: vorne DD5, Mitte AA762, hinten 9 10 B D K\nBen: vorne 662, Mitte KK943, hinten BBB53\n",
        "Ana: vorne DD5, Mitte AA762, hinten 910BDK (+14)\nBen: vorne 662, Mitte KK943, hinten BBB53 (-14)\n",
        "Ana: hinten 910BDK, Mitte AA762, vorne DD5\nBen: hinten BBB53, Mitte KK943, vorne 662\n",
    ], few=6,
)  # fmt: skip
def test_bare_cards_are_read(trial: Trial, text: str) -> None:
    assert "Ben pays Ana 14 points." in trial.accepted(spoken(text)).out


def test_a_letter_before_thirteen_cards_is_a_name(trial: Trial) -> None:
    for names in ("kpt", "KPT", "SDH", "abc", "jqc"):
        boards = zip(
            names, ("997 | QQ882 | AKQJT", "22T | 99446 | AAKK7", "T87 | JJJK7 | A5432"), strict=True
        )
        ran = trial.accepted("".join(f"{name} {board}\n" for name, board in boards))
        assert f"{names[1]} pays {names[0]}" in ran.out


@each(
    "text",
    [
        # One letter of another language is a slip as well, without a word of that language.
        "Ana: D D 5 / A A 7 6 2 / 9 9 4 4 3\nBen: 6 6 2 / K K 9 4 3 / A A 8 8 5\n",
        # Two languages, two cards.
        "Ana: V V 5 / A A 7 6 2 / 9 9 4 4 3\nBen: 6 6 2 / 8 8 9 4 3 / A A 7 7 5\n",
        # Letters of English cards and others in one log.
        "Ana: D D 5 / A A 7 6 2 / B B 4 4 3\nBen: 6 6 2 / Q Q 9 4 3 / A A 8 8 5\n",
        "Ana: D D 5 / A A 7 6 2 / B B 4 4 3\nBen: 6 6 2 / 9 9 8 4 3 / A J 8 8 5\n",
        "Spiel 1\nUwe: D D 5 / A A 7 6 2 / B B 4 4 3\nIda: 6 6 2 / 9 9 8 4 3 / A J 8 8 5\n",
        # A letter that no language has beside the others.
        "Ana: D D 5 / A A 7 6 2 / B B 4 4 3\nBen: 6 6 2 / 9 9 8 4 3 / R R 8 8 5\n",
        "Ana: V V 5 / A A 7 6 2 / R D 4 4 3\nBen: 6 6 2 / K K 8 4 3 / A A 8 8 5\n",
        # One row with a suit of two languages: hearts, or clubs.
        both(FR, "p c k t").replace("9c", "9x").replace("Rc", "Rx"),
        both(FR, "p c k t").replace("6c 6k 2t", "6c 6k 2d"),
        both(DE, "Pi He Ka Kr", first=True).replace("He6 Ka6 Kr2", "He6 Ka6 Xx2"),
        # Rows of another size.
        both(FR, "p c k t").replace("6c 6k 2t", "6c 6k"),
        both(FR, "p c k t").replace("6c 6k 2t", "6c 6k 2t 3k"),
        bare(DE).replace("6 6 2", "6 6 2 2"),
        # A card twice, by way of its letters.
        both(FR, "p c k t").replace("6c 6k 2t", "6c 6c 2t"),
        # Words.
        IN_GERMAN.replace("Herz 6", "Herz"),
        IN_ENGLISH.replace("6 of hearts", "6 of cups"),
        # Legends that say something else than the rows.
        "D = Dame, B = Bube\nAna: D D 5 / A A 7 6 2 / 9 9 4 4 3\nBen: 6 6 2 / Q Q 9 4 3 / A A 8 8 5\n",
        "D = King, B = Queen\nAna: D D 5 / A A 7 6 2 / V V 4 4 3\nBen: 6 6 2 / K K 9 4 3 / A A 8 8 5\n",
        # Fourteen cards, and no name.
        "A 997 | QQ8822 | AKQJT\nB 22T | 99446 | AAKK7\n",
        # A suit before too few ranks.
        f"Ana: {bridge(ANA, SIGNS)}\nBen: {bridge(BEN, SIGNS)}\n".replace("♥6 ♦6", "♥6 ♦"),
        # Stated, and not so.
        f"cards: fr\n{both(DE)}",
        # Rows with points that may be a card.
        bare(DE).replace("6 6 2", "6 6 2 10"),
    ], few=8,
)  # fmt: skip
def test_what_may_be_something_else_is_asked(trial: Trial, text: str) -> None:
    trial.refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ana: QQ5 / AA762 / 9TJQK\nBen: 662 / KK943 / JJJ53\n",
        "Spiel 1\nVera: QQ5 / AA762 / 9TJQK\nDavid: 662 / KK943 / JJJ53\n",
        "Ana: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n5th hand, ten of us, poker club\n",
    ],
)
def test_english_cards_stay_as_they_are(text: str) -> None:
    alphabet = choose(text, ("de", "fr")).alphabet
    assert all(translated(alphabet, line) == line for line in text.splitlines())


def test_languages_with_other_cards_are_asked_for_with_a_fix_for_each(trial: Trial) -> None:
    text = "Ana: V V 5 / A A 7 6 2 / 9 9 4 4 3\nBen: 6 6 2 / 8 8 9 4 3 / A A 7 7 5\n"
    err = trial.refused(text).err
    assert "`V V 5` could be `J J 5` in French or `Q Q 5` in Dutch" in err
    assert "pays" in trial.accepted(f"cards: fr\n{text}").out
    assert "pays" in trial.accepted(f"cards: nl\n{text}").out


def test_a_language_of_other_words_decides() -> None:
    text = "V V 5 / A A 7 6 2"
    assert translated(choose(text, ("nl",)).alphabet, text) == "Q Q 5 / A A 7 6 2"
    assert translated(choose(text, ("fr",)).alphabet, text) == "J J 5 / A A 7 6 2"


@each("ranks", ["J Q K A", "V D R A", "B D K A"])
def test_a_legend_of_suits_beside_the_ranks_of_any_language(trial: Trial, ranks: str) -> None:
    """The date is no card, although `6 de` may be one in Danish."""
    head = "(p = picas, c = corazones, k = diamantes, t = tréboles)\nPartida del viernes 6 de marzo\n"
    log = head + both(ranks, "p c k t")
    assert trial.accepted(log).out.splitlines()[-1] == trial.accepted(both("J Q K A")).out.splitlines()[-1]
