"""Lines above the boards in free words: rules, place, date, players and stake."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.loops import each
from tests.trials import Trial

FIRST = "Ana: QhQd5c / AhAd7s6c2d / 9hTsJdQsKc\nBen: 6h6d2c / KhKd9s4c3c / As8s5s3s2s\n"
TWO_FOUR, ONE_SIX = "chinese-simple+two-four", "chinese-simple+sweep-3"
SECOND = "Ana: 8h8c4c / AcAsTh7d3s / KdKc9d9c2d\nBen: Jd7h5c / QhQc8s4h3h / JsJcTsTd3c\n"


def scored(trial: Trial, text: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(trial.accepted(text, "--format", "json").out)
    return report


def told(trial: Trial, lines: str) -> tuple[str, str | None, str | None]:
    """Return the rule set, the stake and the currency of a log that begins with these lines."""
    report = scored(trial, f"{lines}\n\nHand 1\n{FIRST}")
    return report["rules"]["name"], report["stake"], report["currency"]


@each(
    ("lines", "rules", "stake", "currency"),
    [
        # Where and when, with and without the rules and the stake.
        ("Thursday game 11/7", "ofc", None, None),
        ("Poker at Steves 11/14", "ofc", None, None),
        ("Vendredi 28/11", "ofc", None, None),
        ("Freitag 8.11. bei Werner", "ofc", None, None),
        ("Thurs 13 Nov, Joan's", "ofc", None, None),
        ("Tuesday 11th November - at ours", "ofc", None, None),
        ("== Mon 17 Nov 2025, Susan's ==", "ofc", None, None),
        ("Me vs Linda, Sunday", "ofc", None, None),
        ("Spielabend Open-Face-Chinese-Poker", "ofc", None, None),
        ("Protokoll OFC-Abend\nRegelwerk: Pineapple", "ofc-pineapple", None, None),
        ("Pusoy sa bahay ni tita nov 15 🃏", "pusoy", None, None),
        ("Kaffeeklatsch bei Inge, Samstag 20 Uhr", "ofc", None, None),
        ("Friday 8pm, garden shed", "ofc", None, None),
        ("Chinese Poker ledger", "chinese", None, None),
        ("Domingo 9/11, casa de Lola", "ofc", None, None),
        # Free words beside a stake.
        ("Pineapple avec Marc, 0,50 € le point", "ofc-pineapple", "0.50", "€"),
        ("Pineapple mit Inge und Werner, 20 Cent pro Punkt", "ofc-pineapple", "0.20", None),
        ("10p ofc @ flat", "ofc", "0.10", "GBP"),
        ("flat poker 🃏 pineapple 10p/pt", "ofc-pineapple", "0.10", "GBP"),
        ("pusoy tayo 5 pesos per point ha", "pusoy", "5.00", "PHP"),
        ("pusoy na, 2 pesos per point", "pusoy", "2.00", "PHP"),
        ("Ofc chez Léa samedi soir, 0,20 € le point", "ofc", "0.20", "€"),
        ("Jugamos piña en la terraza, 0,10 € el punto", "ofc-pineapple", "0.10", "€"),
        ("Serata ananas da zia Rosa, 10 centesimi a punto", "ofc-pineapple", "0.10", None),
        ("Noite de abacaxi com a turma, 50 centavos por ponto", "ofc-pineapple", "0.50", None),
        ("Avondje ofc met de buren, 5 cent per punt", "ofc", "0.05", None),
        ("играем в ананас на даче, 10 рублей за очко", "ofc-pineapple", "10.00", "RUB"),
        ("Pineapple (house league, table by the window) $2 a point", "ofc-pineapple", "2.00", "$"),
        (
            "Voici les mains d'hier soir (pineapple, 10 centimes le point), dites-moi si je me suis trompé.",
            "ofc-pineapple", "0.10", None,
        ),
        # Stakes in words.
        ("nickel a point", "ofc", "0.05", None),
        ("Pineapple, dime per point", "ofc-pineapple", "0.10", None),
        ("dollar a point", "ofc", "1.00", "USD"),
        ("last week we played pineapple for 10c a point", "ofc-pineapple", "0.10", None),
        ("OFC, euro a point", "ofc", "1.00", "EUR"),
        ("Open face, 1 point - 20 cent", "ofc", "0.20", None),
        # Ways to score, in one line and in two.
        ("Chinese poker, 2-4 method, no royalties, 10p per point", TWO_FOUR, "0.10", "GBP"),
        ("CHINESE POKER, 1-6 scoring, no royalties, 10p a point", ONE_SIX, "0.10", "GBP"),
        ("Chinese poker (2-4, no royalties) 5p a point", TWO_FOUR, "0.05", "GBP"),
        ("CHINESE POKER\nSet hands, 13 cards. 2-4, no royalties. 5p a point.", TWO_FOUR, "0.05", "GBP"),
        ("Chinese Poker ledger\n1-6 (1 a row, 3 a scoop), no bonuses, 10p a point", ONE_SIX, "0.10", "GBP"),
        ("Chinese Poker at Joan's, Fri 12 December\n1-6, no royalties, 10p a point", ONE_SIX, "0.10", "GBP"),
        ("2-4, no royalties\nChinese poker", TWO_FOUR, None, None),
        ("Chinesisches Poker, 2-4 Wertung, ohne Royalties", TWO_FOUR, None, None),
        ("Chinese poker, no bonuses", ONE_SIX, None, None),
        ("Chinese poker 1-6", "chinese", None, None),
        ("Chinese poker with royalties, 2 – 4", "chinese+two-four", None, None),
        ("Pineapple 1-6, without fantasyland", "ofc-pineapple+no-fantasyland", None, None),
        ("Pineapple, 1 point a row, 3 for the scoop", "ofc-pineapple", None, None),
        # Keys.
        ("Spiel: Pineapple\nDatum: 08.11.2024\nEinsatz: 10 Cent je Punkt", "ofc-pineapple", "0.10", None),
        ("Jeu : ananas\nDate : ven. 21 nov. 2025 08:47", "ofc-pineapple", None, None),
        ("Reihenfolge: oben | Mitte | unten", "ofc", None, None),
        ("A = Ass, K = König", "ofc", None, None),
        ("Abkürzungen: Kr = Kreuz, Pi = Pik, He = Herz, Ka = Karo", "ofc", None, None),
        ("Bonjour à tous les deux,", "ofc", None, None),
        ("Hi both, all is below", "ofc", None, None),
        ("Ana, Ben", "ofc", None, None),
    ], few=14,
)  # fmt: skip
def test_terms(trial: Trial, lines: str, rules: str, stake: str | None, currency: str | None) -> None:
    found, worth, unit = told(trial, lines)
    assert found.replace(" ", "") == rules
    assert float(worth or 1) == float(stake or 1)
    assert unit == currency


@each(
    "line",
    [
        # Two readings of what is played, or for how much.
        "Chinese poker, 2-4 or 1-6?",
        "Chinese poker, 2-4, 1-6",
        "Chinese poker, 2-4, 3 for a scoop",
        "Chinese poker, royalties, no royalties",
        "Pineapple or pusoy, 10p a point",
        "OFC with Marc, pusoy with Sophie",
        "stake 5 or 10",
        "Pineapple with Marc, 10c a point, 20c a point",
        "Pineapple 1/2",
        "OFC 10/20",
        # For some only, or with changes.
        "Chinese poker, no royalties for Bob",
        "Pineapple, 10p a point for Ben",
        "Pineapple, 10p a point except Ben",
        "Pineapple tonight, 50c a point to start with",
        "Pineapple tonight, at least 50c a point",
        "Pineapple tonight, about 50c a point",
        "Pineapple heute Abend, anfangs 50c pro Punkt",
        "Pineapple ce soir, 50c le point au début",
        "Pineapple, 10p a point until midnight then 20p",
        "Chinese poker, no royalties on top",
        "Chinese poker 2-4 sometimes",
        "Ben owes Ana, pineapple 10c a point",
        "Thursday game 11/7 - double stakes",
        "Vendredi 28/11, mise double",
        "Friday 8 Nov, jokers wild",
        # No rule set is so, or none is named.
        "Pineapple, no royalties",
        "mau binh 2-4",
        "Chinese poker, 2 points a row",
        "Chinese poker, 5 for a scoop",
        "2-4, no royalties, 10p a point",
        "Chinese poker with fantasyland",
        "thirty pence a point",
        # Talk of other evenings, money without a point, figures, slips.
        "home 20 EUR",
        "11/7",
        "OFC night, see the rules on the fridge",
        "Badugi, 10c a point",
        "OFC, pizza 20 EUR",
        "OFC 20 EUR pizza",
        "should we play pineapple for 10c a point",
        "Pinaple with Marc, 50c a point",
        "Pineapple with Marc, 50",
        "rulez: pineapple with Marc",
        "Chinese poker with Naturals, 10c a point",
        "Chinese poker Sunday 2-4",
        "Chinese poker 2-4 Dec 2025",
        "Chinese poker games 2-4",
        "Pineapple to ten, 10c a point",
        "Pineapple with Marc, 10c a point, Ben's treat",
        "Friday with Ana, Ben out",
        "J = Jack, Q = King",
        "Friday with Ana 5",
        # The rows from the bottom up, letters that are read otherwise.
        "Reihenfolge: unten | Mitte | oben",
        "A = Ass, K = Bube",
        "A = Ana, B = Carl",
        "c = cuori, q = quadri",
        "K = Karo, P = Pik",
        "Ana, Carl",
    ],
    few=12,
)
def test_terms_that_ask(trial: Trial, line: str) -> None:
    said = trial.refused(f"{line}\n\nHand 1\n{FIRST}expect: Ana +999\n").err
    assert "error[" in said
    names_rules = re.search("(?i)pineapple|poker|ofc|pusoy|2-4", line) is not None
    assert not (names_rules and "expect-failed" in said)


def test_all_that_was_found_is_named(trial: Trial) -> None:
    said = trial.refused(f"Pineapple, 10p a point except Ben\nHand 1\n{FIRST}").err
    assert "`rules: ofc-pineapple` and `stake: 10 p`" in said
    said = trial.refused(f"2-4, no royalties\nHand 1\n{FIRST}").err
    assert "`rules: chinese-simple + two-four`" in said


def test_initials_that_a_line_explains(trial: Trial) -> None:
    short = FIRST.replace("Ana:", "A:").replace("Ben:", "B:")
    for line in ("A=Ana B=Ben", "A = Ana, B = Ben", "Initials: A = Ana; B = Ben"):
        assert scored(trial, f"{line}\nHand 1\n{short}")["totals"] == {"Ana": 5, "Ben": -5}


def test_initials_above_boards_side_by_side(trial: Trial) -> None:
    cards = [line.split(": ")[1].split(" / ") for line in SECOND.splitlines()]
    beside = zip(("top", "mid", "bot"), *cards, strict=True)
    rows = "".join(f"{label}    {one}  {other}\n" for label, one, other in beside)
    text = f"deal 1\n{FIRST}\ndeal 2\n       A       B\n{rows}"
    assert [*scored(trial, text)["totals"]] == ["Ana", "Ben"]
    assert [line[:4] for line in trial.accepted(text, command=["fmt"]).out.splitlines()[-2:]] == [
        "Ana:",
        "Ben:",
    ]


def test_initials_that_no_line_explains_are_asked_about(trial: Trial) -> None:
    rows = [f"1,{line.replace(': ', ',').replace(' / ', ',')}" for line in FIRST.splitlines()]
    again = [row.replace("1,", "2,", 1).replace("Ana", "A").replace("Ben", "B") for row in rows]
    table = "\n".join(("deal,player,top,mid,bot", *rows, *again, ""))
    said = trial.refused(table, name="x.csv").err
    assert "`players: Ana = A, Ben = B`" in said
    trial.accepted(f"players,Ana = A,Ben = B\n{table}", name="x.csv")


def test_another_evening(trial: Trial) -> None:
    text = f"Hand 1\n{FIRST}\nTuesday 11th November - at ours\n-----\nHand 1\n{SECOND}Hand 2\n{FIRST}"
    report = scored(trial, text)
    assert [deal["name"] for deal in report["deals"]] == ["1", "2", "3"]
    assert report["totals"] == {"Ana": 19, "Ben": -19}
    text = f"Mon 17 Nov 2025\nHand 1\n{FIRST}\n== Mon 24 Nov 2025, Ben's ==\nHand 1\n{SECOND}"
    report = scored(trial, text)
    assert [deal["date"] for deal in report["deals"]] == ["2025-11-17", "2025-11-24"]


@each(
    "heading",
    [
        "Tuesday 11th November, double stakes",
        "Tuesday 11th November, 20c a point",
        "Tuesday, Ben pays",
        "second half",
    ],
)
def test_another_evening_that_asks(trial: Trial, heading: str) -> None:
    trial.refused(f"Hand 1\n{FIRST}\n{heading}\nHand 1\n{SECOND}")


def test_a_repeated_number_without_a_day_asks(trial: Trial) -> None:
    trial.refused(f"Hand 1\n{FIRST}\nHand 1\n{SECOND}")


CHAT = [f"13/11/2026, 20:3{i} - {line}" for i, line in enumerate(FIRST.splitlines(), 2)]


@each(
    ("said", "rules"),
    [
        ("pusoy tayo 5 pesos per point ha", "pusoy"),
        ("pusoy na, 5 pesos per point", "pusoy"),
        ("lunch ofc, $5 a point", "ofc"),
        ("ok pineapple, 5€ a point", "ofc-pineapple"),
    ],
)
def test_terms_in_a_chat(trial: Trial, said: str, rules: str) -> None:
    report = scored(trial, "\n".join((f"13/11/2026, 20:31 - Ana: {said}", *CHAT)))
    assert (report["rules"]["name"], float(report["stake"])) == (rules, 5)


def test_other_words_of_a_message_are_listed(trial: Trial) -> None:
    log = "\n".join(("13/11/2026, 20:31 - Ana: lunch ofc, $5 a point", *CHAT))
    assert "lunch ofc" in trial.accepted(log).err


@each(
    "said",
    [
        "pineapple, 20p a point?",
        "tomorrow pineapple, 20p a point",
        "last week was pineapple 20p a point",
        "pineapple or pusoy, 20p a point",
        "Carl wants us to play pineapple for 20p a point one of these days",
    ],
)
def test_terms_in_a_chat_that_ask(trial: Trial, said: str) -> None:
    err = trial.refused("\n".join((f"13/11/2026, 20:31 - Ana: {said}", *CHAT))).err
    assert "`rules: ofc-pineapple`" in err
    assert "`stake: 20 p`" in err
