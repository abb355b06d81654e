"""Words and points after a board or a status, and lines of results and talk."""

from __future__ import annotations

import re

import pytest

from tests.loops import each
from tests.trials import Trial

ANA, BEN = "Ana: QhQd5c / AhAd7s6c2d / 9hTsJdQsKc", "Ben: 6h6d2c / KhKd9s4c3c / As8s5s3s2s"
FIRST = f"{ANA}\n{BEN}\n"
"""Ana wins 5."""
SECOND = "Ana: 8h8c4c / AcAsTh7d3s / KdKc9d9c2d\nBen: Jd7h5c / QhQc8s4h3h / JsJcTsTd3c\n"
"""Ana wins 9."""
FOUL = f"{ANA}\nBen: foul\n"
BOTH = f"Hand 1\n{FIRST}Hand 2\n{SECOND}"
STAKED = f"stake: 0.10 EUR\n{BOTH}"


@each(
    "tail",
    [
        # Points with a sign, behind an arrow or a sign of equality, in brackets, with units.
        "  +5", " → +5", " -> 5", " = 5", " = +5 Punkte", " (+5)", " [+5]", "\t+5", " => +5 points",
        " | +5",
        " +5 pts", " +5 puntos", " = 5 очков", ", +5", " : +5",
        # Words and pictures, before the points and behind them.
        " 😎 scooped us both", " gg", " lucky lucky 🍀", " +5 gg", " gg +5", " (ran so good) +5", " (+5) 😎",
        " — was für ein Lauf", " quelle chance 😏", " qué suerte", " che fortuna +5", " ang galing",
        " -> +5, hahaha",
    ], few=10,
)  # fmt: skip
def test_what_stands_behind_a_board(trial: Trial, tail: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{ANA}{tail}\n{BEN}\n").out


@each(
    "line",
    [
        "Ana QQ5 AA762 9TJQK  +5", "Ana QQ5 AA762 910JQK  +5", "Ana - QQ5 / AA762 / 9TJQK → +5",
        "Ana\tQQ5\tAA762\t9TJQK\t5", "Ana | QQ5 | AA762 | KQJ109 | +5",
        "Ana: top QQ5, mid AA762, bot 9TJQK (+5)",
        "Ana Q Q 5 / A A 7 6 2 / 9 10 J Q K = 5", "Ana: QQ5-AA762-9TJQK +5",
        "Ana – QQ5 / AA762 / 9TJQK nice +5",
    ],
)  # fmt: skip
def test_points_behind_a_board_however_it_is_typed(trial: Trial, line: str) -> None:
    ben = "Ben: 6 6 2 / K K 9 4 3 / A 8 5 3 2 flush"
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{line}\n{ben}\n").out


@each("sign", ["-", "–", "=", "→"])
def test_a_name_of_several_words_before_a_dash(trial: Trial, sign: str) -> None:
    typed = FIRST.replace("Ana:", f"Tita Baby {sign}").replace("Ben:", f"Kuya Bong {sign}")
    assert "Kuya Bong pays Tita Baby 5 points." in trial.accepted(f"Game 1\n{typed}").out
    later = SECOND.replace("Ana:", "Tita Baby").replace("Ben:", "kuya bong")
    assert "Kuya Bong pays Tita Baby 14 points." in trial.accepted(f"Game 1\n{typed}Game 2\n{later}").out


@each(
    "status",
    [
        "Ben foul", "Ben foul  -{0}", "ben fouled lol", "Ben - foul haha", "Ben ❌ foul → -{0}",
        "Ben: foul (-{0})",
        "Ben: fouled, had aces in the middle and nothing on the bottom   -{0}", "Ben: fouled again 💀",
        "Ben: foul = -{0}",
        "Ben: gefoult, Mitte stärker als unten", "Ben: main morte, brelan au milieu → -{0}",
        "Ben: lủng rồi",
        "Ben: foul 😭 -{0} points",
    ], few=5,
)  # fmt: skip
def test_what_stands_behind_a_foul(trial: Trial, status: str) -> None:
    plain = trial.accepted(f"{BOTH}Hand 3\n{FOUL}").out
    lost = plain.rpartition("Total: Ana +")[2].split(",")[0]
    typed = trial.accepted(f"{BOTH}Hand 3\n{ANA}\n{status.format(lost)}\n").out
    assert plain.splitlines()[-1] == typed.splitlines()[-1]


@each(
    "tail",
    [
        # Each may say something of money, of the rules, of cards or of a foul.
        " +5 €", " +0.50€", " pays double", " foul?", " ✗", " 💀", " but Ben had a flush", " flsh",
        " suitd", " x2",
        " owes 5", " 5", " +5 -3", " should be a flush", " no royalties", " (Ben too)", " - 5",
        " typo, 9h not 9d", " +5 each",
        " trips", " void", " fantasyland?", " +5%", " double or nothing", " plus 2 from last week",
        " not a foul", " half",
    ], few=10,
)  # fmt: skip
def test_what_behind_a_board_asks(trial: Trial, tail: str) -> None:
    assert "error[" in trial.refused(f"Hand 1\n{ANA}{tail}\n{BEN}\n").err


@each("tail", [" +6", " = -5", " → 7", " (+4)"])
def test_points_behind_a_board_are_checked(trial: Trial, tail: str) -> None:
    assert "expect-failed" in trial.ran(f"Hand 1\n{ANA}{tail}\n{BEN}\n", (), "x.ofc", ("score",)).err


@each(
    "line",
    [
        "Ben dead last", "Ben out of luck", "Ben fouled his way to the bottom", "Ben: foul, Ana too",
        "Ben fouled, so did Ana", "Ben fouled, or not", "Ben: foul -5 €",
        "Ben: foul, pays 10",
        "Ben: foul, no, cancelled", "Ben fouled, deal is void", "Ben: foul x2", "Ben foul +5 -3",
    ], few=4,
)  # fmt: skip
def test_what_behind_a_foul_asks(trial: Trial, line: str) -> None:
    assert "error[" in trial.refused(f"{BOTH}Hand 3\n{ANA}\n{line}\n").err


@each(
    "lines",
    [
        # Without a colon, below a heading with a list, behind a word of several words.
        "Total Ana +14, Ben -14", "Totals Ana +14 Ben -14", "Gesamt Ana +14, Ben -14",
        "Evening total: Ana +14, Ben -14",
        "Total : Ana +14, Ben -14", "## Totals\n\n- Ana: +14\n- Ben: -14",
        "Final standings: Ana +14, Ben -14",
        "Total\nAna +14 points\nBen -14 points", "Gesamt:\nAna   +14 Punkte\nBen   -14 Punkte",
        "Итого Ana +14, Ben -14",
        # They hold too if they are those of the deal.
        "Total Ana +9, Ben -9", "Score: Ana +9, Ben -9", "Result Ana +9 Ben -9", "Ergebnis: 9 : -9",
        "Ergebnis: +9 / -9",
        "Ana wins 9", "Ben loses 9", "Ana gewinnt 9 Punkte", "Ana gagne 9", "Ben perd 9", "Ana won by 9!",
        "Ana vince 9 punti",
    ], few=8,
)  # fmt: skip
def test_lines_of_results(trial: Trial, lines: str) -> None:
    ran = trial.accepted(f"{BOTH}\n{lines}\n")
    assert "Ben pays Ana 14 points." in ran.out


@each(
    "lines",
    [
        "Total Ana +13, Ben -13", "Ergebnis: -9 : 9", "Ergebnis: unentschieden", "Ana wins 8",
        "Ben loses 14 points",
        "## Totals\n- Ana: +13\n- Ben: -13", "Score: draw",
    ],
)  # fmt: skip
def test_results_are_checked(trial: Trial, lines: str) -> None:
    assert "expect-failed" in trial.ran(f"{BOTH}{lines}\n", (), "x.ofc", ("score",)).err


@each("word", ["unentschieden", "draw", "égalité", "empate", "ничья"])
def test_a_draw(trial: Trial, word: str) -> None:
    drawn = "Ana: Q Q 5 / K K 7 6 2 / A A J T 9\nBen: Q Q 5 / K K 7 6 2 / A A J T 9\n"
    assert "expect-failed" not in trial.accepted(f"Hand 1\n{drawn}Result: {word}\n").err


@each(
    "lines",
    [
        "Gesamt\nAna   +14 Punkte  +1,40 €\nBen   -14 Punkte  -1,40 €", "Abrechnung:\nBen an Ana: 1,40 €",
        "Settlement:\nBen owes Ana €1.40", "To pay\nBen -> Ana 1.40 EUR", "À payer :\nBen à Ana : 1,40 €",
        "Ana gets €1.40",
        "Ben owes Ana 1.40 EUR", "Ben owes Ana 1.40", "Ben owes 1.40 EUR to Ana.",
        "Abrechnung:\nBen an Ana: 1,40",
        "Ben -> Ana 1.40 EUR", "Ben le debe a Ana 1,40 €", "Ben me debe 1,40 €",
        "Payments: Ben to Ana €1.40", "Ben gives 1.40 EUR to Ana",
        "TOTALS FOR THE EVENING\nAna +14\nBen -14\nAna gets €1.40",
        "Ana bekommt 1,40 €.", "Total\nAna: +14 (+1.40 EUR)\nBen: -14 (-1.40 EUR)",
    ],
)  # fmt: skip
def test_money_that_a_session_comes_to_is_checked_and_not_paid(trial: Trial, lines: str) -> None:
    assert "Ben pays Ana €1.40." in trial.accepted(f"{STAKED}{lines}\n").out.replace("1.40 EUR", "€1.40")
    other = trial.ran(
        f"{STAKED}{lines.replace('1.40', '1.50').replace('1,40', '1,50')}\n", (), "x.ofc", ("score",)
    )
    assert "expect-failed" in other.err


def test_the_help_for_a_debt_that_differs_can_be_pasted(trial: Trial) -> None:
    log = STAKED.replace("Ben:", "Ben Ali:")
    told = trial.ran(f"{log}Ben Ali owes Ana 3.50 EUR\n", (), "x.ofc", ("score",)).err
    assert " (2.1 more)\n" in told
    lines = re.findall("`((?:paid|adjust): [^`]*)`", told)[:2]
    assert lines == ['paid: "Ben Ali" -> Ana 3.5 EUR', 'adjust: Ana +3.5 EUR, "Ben Ali" -3.5 EUR']
    assert "Ana pays Ben Ali 2.10 EUR." in trial.accepted(f"{log}{lines[0]}\n").out
    assert "Ben Ali pays Ana 4.90 EUR." in trial.accepted(f"{log}{lines[1]}\n").out


def test_totals_that_hold_hide_nothing_else_of_their_line(trial: Trial) -> None:
    boards = 'boards: {Ana: "QhQd5c / AhAd7s6c2d / 9hTsJdQsKc", Ben: "6h6d2c / KhKd9s4c3c / As8s5s3s2s"}'
    log = f'deals:\n- {{{boards}, expect: "Ana +5, Ben -5", "expect Ana/Ben": 99}}\n'
    assert "expected +99, but the score is +5" in trial.refused(log, name="x.yaml").err


@pytest.mark.parametrize("name", ["Tom and Jerry", "Ana e Bia", "No", "All"])
@pytest.mark.parametrize("said", ["{}: foul", '"{}": foul'])
def test_a_player_may_be_called_like_two_or_nobody(trial: Trial, name: str, said: str) -> None:
    first = FIRST.replace("Ben", name)
    second = f"{SECOND.splitlines()[0]}\n{said.format(name)}\n"
    ran = trial.accepted(f"Hand 1\n{first}Hand 2\n{second}")
    assert f"{name} pays Ana" in ran.out
    assert ran.out.count(" pays ") == 1


@each(
    "lines",
    [
        "Abrechnung:\nBen an Zoe: 1,40 €",
        "Settlement:\nBen paid 1.40 EUR",
        "Total Ana +14, Zoe -14", "Ergebnis: 9 : 8", "Zoe wins 9", "Ben owes Ana 14",
        "Ana gets a beer and 5",
        "Ana wins 9 or 10", "Settlement:\nBen owes Ana 1.40 EUR\nand 2 EUR for the pizza",
    ], few=4,
)  # fmt: skip
def test_lines_of_results_that_ask(trial: Trial, lines: str) -> None:
    assert "error[" in trial.refused(f"{STAKED}{lines}\n").err


@each(
    "line",
    [
        # Other things than the game, or that everybody is paid; why a board was a foul; nothing.
        "Ben buys the pizza next week", "Ana brings the beer next time",
        "- [ ] Ben to bring chips next time", "Ben bringt Bier mit",
        "Ben apporte le vin", "Ana trae las cervezas", "Ben paid Ana on the night.",
        "Paid in cash on the night.", "All settled up.",
        "All paid", "Alles bezahlt", "tout est payé", "todo pagado", "bayad na lahat 👍",
        "everyone has paid in cash", "Ana and Ben are quits",
        ">", "> >", "付清", "Ben had trips in the middle", "Ana was lucky", "Ben blew it",
        "then the buzzer went",
        "kings up top so fantasyland for him", "Nobody got to Fantasyland all evening.",
        "Ana says she has never seen such cards in her life.", "TOTALS FOR THE EVENING",
        "Ana hat Asse oben, also Fantasyland 🎉",
        "ben had the nut straight with the ace high, so annoying", "Ana gegen Ben, wie immer knapp",
    ], few=7,
)  # fmt: skip
def test_a_line_of_talk(trial: Trial, line: str) -> None:
    assert "Ben pays Ana 14 points." in trial.accepted(f"{BOTH}{line}\n").out


@each(
    "line",
    [
        "(Ben had trips in the middle...)",
        "> Ben had trips in the middle and two pair at the bottom. Classic.",
        "Ben a mis son brelan au milieu", "Bens Mitte war stärker, sagt Ben",
    ],
)  # fmt: skip
def test_a_line_that_tells_of_a_foul(trial: Trial, line: str) -> None:
    assert trial.accepted(f"{BOTH}Hand 3\n{FOUL}{line}\n").out


@each(
    "line",
    [
        "Ben still owes me $5 from last week", "Ben paid Ana half", "All paid except Ben", "nobody paid",
        "Ben paid for Ana",
        "Ben buys the pizza for 5 EUR",
        "Ana fouled and buys the beer", "Ben gets it next week",
        "Ben brings 20 chips", "Ben bought chips", "Paid double on the night",
        "Ben not paid", "Settled at half",
        "everybody owes me a beer", "Ben buys in again", "All settled up but Ana",
    ], few=7,
)  # fmt: skip
def test_a_line_about_money_or_cards_asks(trial: Trial, line: str) -> None:
    assert "error[" in trial.refused(f"{BOTH}{line}\n").err


@each(
    "line",
    [
        "Ben pays for the pizza", "Ben paid, Ana will venmo", "@Ben pay up ❤️",
        "Ben zahlt diesmal die Pizza", "bayad na lang bukas", "Prochaine fois chez Ben, il amène les bières",
    ],
)  # fmt: skip
def test_a_line_about_paying_without_an_amount_is_warned_of(trial: Trial, line: str) -> None:
    ran = trial.accepted(f"{BOTH}\n{line}\n")
    assert "Ben pays Ana 14 points." in ran.out
    assert "[note-unread]" in ran.err


@each(
    "line",
    [
        "Ben paid Ana 1. It bounced.", "Ben paid Ana 1. And another.", "Ben pays Ana 14 EUR. Not.",
        "Ben pays Ana 14 EUR. And ten more.", "Ben pays Ana 14 EUR. Void.", "Ben: foul. Not really.",
        "adjust: Ana +2, Ben -2. Not.",
    ], few=4,
)  # fmt: skip
def test_a_sentence_that_may_change_the_one_before_it_asks(trial: Trial, line: str) -> None:
    assert "error[" in trial.refused(f"stake: 1 EUR\n{BOTH}{line}\n").err


@each(
    ("line", "left"),
    [
        ("Total: Ana +14 (+14.00 €), Ben -14 (-14.00 €)", 14),
        ("Total\nAna +14 = €14\nBen -14 = -€14", 14),
        ("Total: Ana +14, Ben -14 (what a night)", 14),
        ("Ben ya le pagó 10 a Ana por bizum", 4),
        ("pagato 10 a Ana", 4),
        ("Bizum: Ben -> Ana 14.00", 14),
        ("Ben owes Ana 14.00. And a beer.", 14),
    ],
)
def test_payments_and_debts_in_other_words(trial: Trial, line: str, left: int) -> None:
    assert f"Ben pays Ana {left}.00" in trial.accepted(f"stake: 1 EUR\n{BOTH}\n{line}\n").out


@each(
    "line",
    [
        "Misdeal, Ben got an extra card. Threw it in", "vergeben, wird nicht gewertet",
        "misdealt - 14 cards", "annulée (carte retournée)",
        "Falsch gegeben, abgebrochen", "no se cuenta", "chia lại", "Threw it in",
        "redeal, Ana saw a card",
    ], few=4,
)  # fmt: skip
def test_a_sentence_below_the_heading_of_a_deal_without_boards_voids_it(trial: Trial, line: str) -> None:
    between = f"Hand 1\n{FIRST}Hand 2\n{line}\n\nHand 3\n{SECOND}"
    assert "Ben pays Ana 14 points." in trial.accepted(between).out
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{FIRST}\nHand 2\n{line}\n").out


@each(
    "line",
    [
        "not a misdeal after all",
        "Misdeal, Ben pays 5",
        "the last one was a misdeal",
        "misdeal? +5 Ana",
        "vergeben, Ben zahlt 2 €",
    ],
)
def test_a_sentence_about_a_void_deal_that_asks(trial: Trial, line: str) -> None:
    trial.refused(f"Hand 1\n{FIRST}Hand 2\n{line}\nHand 3\n{SECOND}")


def test_a_misdeal_below_or_above_boards_asks(trial: Trial) -> None:
    trial.refused(f"Hand 1\n{FIRST}Misdeal, Ben got an extra card\nHand 2\n{SECOND}")
    trial.refused(f"Hand 1\nMisdeal, Ben got an extra card\n{FIRST}")


def test_a_name_alone_begins_a_player_before_a_line_of_results(trial: Trial) -> None:
    rows = "{0}\nBack: {3}\nMiddle: {2}\nFront: {1}\n"
    ana = rows.format("Ana", "QhQd5c", "AhAd7s6c2d", "9hTsJdQsKc")
    ben = rows.format("Ben", "6h6d2c", "KhKd9s4c3c", "As8s5s3s2s")
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{ana}{ben}Ana wins 5\n").out


def test_a_heading_with_a_remark_about_a_player(trial: Trial) -> None:
    cid = "Kuya Bong: 9c9d3d / 4h4d5h5dJh / 7c7h7dTcTd\n"
    text = f"Game 1\n{FIRST}{cid}Game 2 (umuwi na si kuya bong)\n{SECOND}"
    assert "Kuya Bong" in trial.accepted(text).out


@pytest.mark.parametrize(
    "line",
    ["Ben paid Ana €0.40, rest next week", "Ben paid Ana €0.40 and the rest next week", "Ben paid Ana €0.40"],
)
def test_a_payment_with_a_remark(trial: Trial, line: str) -> None:
    assert "Ben pays Ana €1.00." in trial.accepted(f"{STAKED}{line}\n").out.replace("1.00 EUR", "€1.00")


@pytest.mark.parametrize(
    "line", ["Ben says it was fine", "Ben meant trips in the middle", "Ben corrected his middle"]
)
def test_a_line_about_somebody_who_fouled_asks(trial: Trial, line: str) -> None:
    trial.refused(f"{BOTH}Hand 3\n{FOUL}{line}\n")


def test_no_fix_makes_a_note_of_a_players_line(trial: Trial) -> None:
    said = trial.refused(f"Hand 1\n{FIRST}Werner: vorne KB7, Mitte 88446, hinten A5432 (+1) oder so\n").err
    assert "note:" not in said
    assert "`note`" not in said


QUEENS = "Ana\ntop QhQd5c\nmid AhAd7s6c2d\nbot 9hTsJdQsKc"
SIXES = "Ben\ntop 6h6d2c\nmid KhKd9s4c3c\nbot As8s5s3s2s"


@each("line", ["-> FL!!", "=> fantasy", "(goes to fantasyland)", "off to fantasyland", "→ in fantasyland ★"])
def test_a_line_alone_that_tells_of_fantasyland(trial: Trial, line: str) -> None:
    """It is checked: below a board that does not make it, it fails."""
    assert "Ben pays Ana 5 points." in trial.accepted(f"Hand 1\n{QUEENS}\n{line}\n{SIXES}\n").out
    assert "[expect-failed]" in trial.refused(f"Hand 1\n{QUEENS}\n{SIXES}\n{line}\n").err


@each("mark", ["(btn)", "(dealer)", "- button"])
@each("dealer", ["Ana", "Ben"])
def test_a_dealer_behind_a_name_above_rows(trial: Trial, mark: str, dealer: str) -> None:
    written = f"Hand 1\n{QUEENS}\n{SIXES}\n".replace(dealer, f"{dealer} {mark}")
    assert "Ben pays Ana 5 points." in trial.accepted(written).out
    assert f"dealer: {dealer}\n" in trial.accepted(written, command=("fmt",)).out


def test_a_family_name_that_is_a_word_for_the_dealer(trial: Trial) -> None:
    written = 'players: "Ann Dealer", Ben\n' + f"{QUEENS}\n{SIXES}\n".replace("Ana", "Ann Dealer")
    ran = trial.accepted(written, command=("fmt",))
    assert '"Ann Dealer":' in ran.out
    assert "dealer:" not in ran.out


def test_a_royalty_after_a_row_is_checked(trial: Trial) -> None:
    written = f"{QUEENS}\n{SIXES}\n".replace("QhQd5c", "QhQd5c (+8)")
    assert "Ana top: expected 8, found 7" in trial.refused(written).err


@each("line", ["Total Ana 14", "Total\tAna\t+14\nTotal\tBen\t-14", "Summe Ben -14"])
def test_a_total_of_one_player_is_checked(trial: Trial, line: str) -> None:
    assert "Ben pays Ana 1.40 EUR." in trial.accepted(f"{STAKED}{line}\n").out
    assert "[expect-failed]" in trial.refused(f"{STAKED}{line.replace('14', '15')}\n").err


def test_debts_to_two_players_with_the_amounts_first(trial: Trial) -> None:
    log = f"stake: 0.10 EUR\nHand 1\n{QUEENS}\n{SIXES}\nCid: foul\n"
    said = f"{log}\nCid owes 2.00 EUR to Ana and 0.60 EUR to Ben.\n"
    assert "Cid pays Ben 0.60 EUR." in trial.accepted(said).out
    assert "[expect-failed]" in trial.refused(said.replace("0.60", "0.70")).err


def test_a_table_of_totals_below_the_boards_is_checked(trial: Trial) -> None:
    rows = (
        "| Player | Points | EUR |\n|---|---|---|\n| Ana | +14 | 1 |\n| Ben | -14 | -1 |\n| Total | 0 | 0 |\n"
    )
    ran = trial.accepted(f"{STAKED}\n## Totals\n{rows}")
    assert "Ben pays Ana 1.40 EUR." in ran.out
    assert "`EUR` is money and is not checked" in ran.err
    assert "[expect-failed]" in trial.refused(f"{STAKED}\n## Totals\n{rows.replace('+14', '+13')}").err


@each(
    "line",
    [
        "so Ben owes 1.40", "Ana bekommt also 1,40 von Ben", "Altogether Ana is up 1.40 and I owe 1.40.",
        "thats €1.40 from Ben", "Money   Ana +€1.40   Ben -€1.40",
    ],
)  # fmt: skip
def test_a_sentence_about_the_settlement_is_checked_by_its_amounts(trial: Trial, line: str) -> None:
    ran = trial.accepted(f"{STAKED}{line}\n")
    assert "Ben pays Ana 1.40 EUR." in ran.out
    other = line.replace("1.40", "1.50").replace("1,40", "1,50")
    assert "[expect-failed]" in trial.refused(f"{STAKED}{other}\n").err


@each(
    "line",
    ["Ben owes 1.40 for the pizza", "Ben owes 1.40 from last week", "Ben owes 1.40?", "Ben must pay 1.40"],
)
def test_a_sentence_with_other_words_about_money_asks(trial: Trial, line: str) -> None:
    trial.refused(f"{STAKED}{line}\n")
