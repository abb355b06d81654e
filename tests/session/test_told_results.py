"""Results that people tell: in another stake, after payments, and as a proof that lines are remarks."""

from __future__ import annotations

import pytest

from tests.command import run
from tests.loops import each

BOARDS = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
"""Ana wins 2 points."""
HEADER = "rules: ofc\nstake: 1 EUR\n\n"
CONFIRMED = "because the results hold"


def scored(text: str) -> tuple[int, str, str]:
    ran = run("score", "-", "--from", "text", stdin=HEADER + text)
    return ran.status, ran.out, ran.err


# -- remarks that results confirm ---------------------------------------------------------------------------


@each(
    "line",
    [
        "Ben reckons he's never seeing a flush again.",
        "kings not queens",
        "Cid arrived late, was not dealt in",
        "Ben did not foul at all",
    ],
)
@each(("result", "status"), [("Ana +2", 0), ("Ana +2, Ben -2", 0), ("Total: Ana +2, Ben -2", 0), ("", 1)])
def test_results_confirm_that_a_line_is_a_remark(line: str, result: str, status: int) -> None:
    """Nobody's points are missing if the results that people wrote are those of the boards."""
    for text in (f"deal 1\n{BOARDS}{line}\n{result}\n", f"deal 1\n{BOARDS}{result}\n{line}\n"):
        found, _, err = scored(text)
        assert (found, CONFIRMED in err, "error[line-unreadable]" in err) == (
            status,
            not status,
            bool(status),
        )


@each(
    "line",
    [
        "Ben paid nothing yet",
        "double for the winner",
        "Cid gets two",
        "7 more for Ben",
        "void for the dealer",
        "Bne: foulde",
        "new stake from here",
        "Ana sold half of her action",
        "Ben staked Ana tonight",
        "Ana backed Ben",
        "Ben bought a piece of Ana",
    ],
)
def test_lines_about_money_or_with_figures_are_never_confirmed(line: str) -> None:
    status, _, err = scored(f"deal 1\n{BOARDS}{line}\nAna +2, Ben -2\n")
    assert (status, CONFIRMED in err) == (1, False)


def test_wrong_results_confirm_nothing() -> None:
    status, _, err = scored(f"deal 1\n{BOARDS}kings not queens\nAna +3, Ben -3\n")
    assert (status, "error[line-unreadable]" in err, "error[expect-failed]" in err) == (1, True, True)


def test_a_deal_confirms_its_own_lines_and_totals_those_above() -> None:
    remark = "kings not queens\n"
    one, other = f"deal 1\n{BOARDS}{remark}", f"deal 2\n{BOARDS.replace('JJ5', 'QQ5')}"
    assert scored(f"{one}{other}Ana +3\n")[0] == 1
    assert scored(f"{one}{other}Total: Ana +5, Ben -5\n")[0] == 0
    assert scored(f"expect: Ana +5, Ben -5\n\n{one}{other}")[0] == 0
    assert scored(f"deal 1\n{BOARDS}{other}{remark}Ana +3\n")[0] == 0


def test_one_result_of_three_players_confirms_nothing() -> None:
    boards = f"{BOARDS}Cid: foul\n"
    assert scored(f"deal 1\n{boards}kings not queens\nAna +16\n")[0] == 1
    assert scored(f"deal 1\n{boards}kings not queens\nAna +16\nBen +11\n")[0] == 0


@each("command", ["fmt", "convert"])
def test_what_does_not_score_asks(command: str) -> None:
    text = f"{HEADER}deal 1\n{BOARDS}kings not queens\nAna +2, Ben -2\n"
    options = ["--to", "yaml", "--from", "text"] if command == "convert" else []
    ran = run(command, "-", *options, stdin=text)
    assert (ran.status, "error[line-unreadable]" in ran.err) == (1, True)


@each(
    ("board", "words", "won"),
    [
        ("AK8 / 97532 / QQ664", "FOUL, ace high over nothing. Not happy", 6),
        ("663 / KK943 / 88844", "four 8s!! not bad", 2),
        ("663 / KK943 / 88844", "(nothing like it, never)", 2),
    ],
)
def test_words_behind_a_board_are_confirmed_too(board: str, words: str, won: int) -> None:
    text = f"deal 1\nAna: JJ5 / AA762 / 9TJQK\nBen: {board} {words}\n"
    royalties = 8 if won == 6 else 0
    assert scored(text)[0] == 1
    status, out, err = scored(f"{text}Ana +{won + royalties}\n")
    assert (status, CONFIRMED in err) == (0, True), out + err


@each("heading", ["2. just the two of us", "2. Dave is back, thank you", "2. Cid went to get the curry"])
def test_words_behind_the_number_of_a_deal_are_confirmed_too(heading: str) -> None:
    first, second = f"1.\n{BOARDS}", f"{heading}\n{BOARDS.replace('JJ5', 'QQ5')}"
    assert scored(f"{first}\n{second}Ana +3, Ben -3\n")[0] == 0


@each("heading", ["2. last one, double, Theo's birthday", "2. Last hand, double stakes. Pts already doubled"])
@each(("result", "status"), [("Ana +6, Ben -6", 0), ("Ana +3, Ben -3", 0), ("Ana +7, Ben -7", 1), ("", 1)])
def test_a_double_deal_among_words_is_confirmed_too(heading: str, result: str, status: int) -> None:
    text = f"1.\n{BOARDS}\n{heading}\n{BOARDS.replace('JJ5', 'QQ5')}{result}\n"
    found, out, err = scored(text)
    assert (found, "Ben pays Ana 8.00 EUR." in out) == (status, not status), err


@each(
    "words",
    [
        "no double",
        "double for Ben",
        "double, only Ana's points",
        "double?",
        "double if Ana wins",
        "Ben asked for double, Ana refused",
        "double, on Ben",
        "double again, Ben's idea",
    ],
)
def test_words_that_limit_a_double_deal_ask(words: str) -> None:
    text = f"1.\n{BOARDS}\n2. last one, {words}\n{BOARDS.replace('JJ5', 'QQ5')}Ana +6, Ben -6\n"
    assert scored(text)[0] == 1


ROWS = (
    "Ana\n  top JJ5   jacks up top!\n  mid AA762\n  bot 9TJQK\n"
    "Ben\n  top 663\n  mid KK943\n  bot 88844 <- boat at last\n"
)


def test_words_behind_rows_and_results_are_confirmed_too() -> None:
    for boards, result in ((ROWS, "Ana +2, Ben -2"), (BOARDS, "Ana +2 what a hand it was")):
        status, out, err = scored(f"deal 1\n{boards}{result}\n")
        assert (status, CONFIRMED in err) == (0, True), out + err
        assert scored(f"deal 1\n{boards}{result.replace('2', '3')}\n")[0] == 1
    for words in (
        "and two more",
        "minus the usual",
        "which we halve",
        "waived",
        "on me",
        "left on the slate",
    ):
        assert scored(f"deal 1\n{BOARDS}Ana +2 {words}\n")[0] == 1
    assert scored(f"deal 1\n{BOARDS}Ben owes Ana 2 EUR for the pizza\n")[0] == 1


# -- lines above the deals ----------------------------------------------------------------------------------


def evening(head: str, told: str) -> tuple[int, str, str]:
    ran = run("score", "-", "--from", "text", stdin=f"{head}\n\ndeal 1\n{BOARDS}{told}\n")
    return ran.status, ran.out, ran.err


@each(
    "head",
    [
        "OFC tonight (Dave's been nagging), only 50c a point while we learn",
        "rules: ofc\nstake: 0.50 EUR\nNew player! Cid, a friend from work",
        "50c a point\ntyped on the train home, sorry for the mess",
    ],
)
@each(
    ("told", "status"),
    [
        ("Ana +2, Ben -2\nBen owes Ana 1 EUR", 0),
        ("Ana +2\nBen pays 1 EUR", 0),
        # Without an amount of money, the stake is not confirmed.
        ("Ana +2, Ben -2", 1),
        ("Ben owes Ana 1 EUR", 0),
        ("Ana +3, Ben -3\nBen owes Ana 1 EUR", 1),
        ("", 1),
    ],
)
def test_results_and_money_confirm_a_line_above_the_deals(head: str, told: str, status: int) -> None:
    found, _, err = evening(head, told)
    assert (found, CONFIRMED in err) == (status, not status), err


def test_every_deal_must_be_confirmed_for_a_line_above_the_deals() -> None:
    head = "50c a point\nNew player! Cid, a friend from work"
    boards = f"\ndeal 2\n{BOARDS.replace('JJ5', 'QQ5')}"
    assert evening(head, f"Ana +2\nBen owes Ana 1 EUR\n{boards}")[0] == 1
    assert evening(head, f"Ana +2\nBen owes Ana 1 EUR\n{boards}Ana +3")[0] == 1
    assert evening(head, f"Ana +2\n{boards}Ana +3\nBen owes Ana 2.50 EUR")[0] == 0
    assert evening(head, f"{boards}Total: Ana +5, Ben -5\nBen owes Ana 2.50 EUR")[0] == 0
    void, third = "deal 2\nvoid\n", boards.replace("2", "3", 1)
    assert evening(head, f"{void}{third}Total: Ana +5, Ben -5\nBen owes 2.50 EUR")[0] == 0
    assert evening(head.partition("\n")[2], "void")[0] == 1


@each(
    "head",
    [
        "OFC or pineapple, 50c a point",
        "pinaeple tonight, 50c a point",
        "OFC tonight, 50c a point, the last deal doubled",
        "OFC, 50c a point, 3 extra for Ana",
        "OFC, 50c a point, Ana's half is Ben's",
        "50c a point\nBen doesn't settle with Cid, they are married",
        "50c a point\nCid is in with Ana tonight",
        "50c a point\nCid spielt heute umsonst mit, er lernt noch",
        "50c a point\nAna and Ben split whatever they get",
        "50c a point\nPlayers: Ana (gratis), Ben",
        "50c a point\nPlayers: Ana (bank), Ben",
    ],
)
def test_terms_that_may_say_more_ask_whatever_is_told(head: str) -> None:
    assert evening(head, "Ana +2, Ben -2\nBen owes Ana 1 EUR")[0] == 1


# -- other ways to tell results -----------------------------------------------------------------------------

DOUBLE = f"deal 1\n{BOARDS}\ndeal 2 (double)\n{BOARDS.replace('JJ5', 'QQ5')}"
"""Ana wins 2 points, and 3 points for double stakes."""


@each(
    "result",
    ["Ana +3, Ben -3", "Ana +6, Ben -6", "expect: Ana +6", "Total: Ana +8, Ben -8", "Total: Ana +5, Ben -5"],
)
def test_points_of_a_deal_for_double_stakes_are_told_single_or_doubled(result: str) -> None:
    assert scored(f"{DOUBLE}{result}\n")[0] == 0


@each("result", ["Ana +6, Ben -3", "Ana +7, Ben -7", "Total: Ana +10, Ben -10", "Total: Ana +8, Ben -5"])
def test_other_points_of_a_deal_for_double_stakes_are_wrong(result: str) -> None:
    assert scored(f"{DOUBLE}{result}\n")[0] == 1


@each(
    ("lines", "status"),
    [
        ("Ben paid Ana 1.50 EUR\nBen owes Ana 0.50 EUR", 0),
        ("Ben paid Ana 1.50 EUR, Ben owes Ana 0.50 EUR", 0),
        ("Ben paid Ana 1.50 EUR\nBen owes Ana 1 EUR", 1),
        ("Ben paid Ana 1.50 EUR\nAna owes Ben 0.50 EUR", 1),
        ("Ben paid Ana 1.50 EUR\nBen owes 0.50 EUR", 0),
        ("Ben paid Ana 1.50 EUR, Cid +2", 1),
        ("Ben paid Ana 1.50 EUR, still owes her 0.50 EUR", 0),
        ("Ben owes Ana 2 EUR, paid her 1.50 EUR", 0),
        ("Ben paid Ana 1.50 EUR, still owes her 2 EUR", 1),
        ("Ben paid Ana 1.50 EUR, still owes 0.50 EUR", 0),
        ("Ben paid Ana 1.50 EUR, she owes Ben 0.50 EUR", 1),
        ("Ben paid Ana 1.50 EUR, she owes him 0.50 EUR", 1),
        ("Ben paid Ana 1 EUR, paid Cid 1 EUR, paid her 1 EUR", 1),
    ],
)
def test_a_debt_may_be_what_is_left_after_payments(lines: str, status: int) -> None:
    assert scored(f"deal 1\n{BOARDS}{lines}\n")[0] == status


@each("legend", ["me = Ana", "Ana = me", "Players: Ana (me), Ben", "Me (Ana) and Ben"])
def test_the_writer_of_a_log_has_a_name(legend: str) -> None:
    boards = BOARDS.replace("Ana", "Me")
    ran = run("score", "-", "--from", "text", stdin=f"{legend}\n\ndeal 1\n{boards}me +2, Ben -2\n")
    assert (ran.status, "Ben pays Ana" in ran.out) == (0, True), ran.err


@pytest.mark.parametrize("writer", ["Me", "Ich"])
def test_the_writer_of_a_log_is_a_player(writer: str) -> None:
    text = f"deal 1\n{writer}: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
    owes = "Ben owes me 2 EUR" if writer == "Me" else "Ben schuldet mir 2 EUR"
    status, out, err = scored(f"{text}{owes}\n")
    assert (status, f"Ben pays {writer} 2.00 EUR." in out) == (0, True), err
    assert scored(f"{text}{owes.replace('2', '3')}\n")[0] == 1


def test_a_legend_names_the_writer() -> None:
    legend = "K = Karen (me), D = Dave\n"
    boards = "deal 1\nK: JJ5 / AA762 / 9TJQK\nD: 663 / KK943 / 88844\n"
    assert scored(f"{legend}{boards}Dave owes me 2 EUR\n")[0] == 0
    assert scored(f"{legend}{boards}I owe Dave 2 EUR\n")[0] == 1


@each(
    ("line", "status"),
    [
        ("VOID - the deck was short", 0),
        ("Void. The deck was short", 0),
        ("VOID - Ben fined 5", 1),
        ("Void. Ben pays anyway", 1),
        ("Void. But we played on", 1),
        ("void! not really", 1),
    ],
)
def test_a_void_deal_and_its_reason_in_sentences(line: str, status: int) -> None:
    found, out, _ = scored(f"deal 1\n{BOARDS}{line}\n")
    assert (found, "Void: deal 1" in out) == (status, not status)


@each(
    "line",
    [
        "Total Ana +2 (ouch), Ben -2",
        "Total Ana +2, Ben -2. Checks to nil",
        "Ana +2, Ben -2. Ben into FL with the kings",
        "Total Ana +2 (aces in the middle), Ben -2",
    ],
)
def test_words_beside_results(line: str) -> None:
    assert scored(f"deal 1\n{BOARDS}{line}\n")[0] == 0


@each(
    "line",
    [
        "Ben fouled, we forgave it",
        "Ben fouled (waived)",
        "Ben fouled, halved",
        "Ben fouled, only loses the middle",
        "Ben fouled, as Ana fouled",
        "Ben fouled, same for Ana",
    ],
)
def test_words_about_a_foul_that_may_limit_it_ask(line: str) -> None:
    assert scored(f"deal 1\nAna: JJ5 / AA762 / 9TJQK\nBen: AK8 / 97532 / QQ664\n{line}\n")[0] == 1


@each("heading", ["2. a euro now", "2. quintuple", "2. Dana instead of Ben"])
def test_words_behind_the_number_of_a_deal_are_never_dropped(heading: str) -> None:
    assert scored(f"1.\n{BOARDS}\n{heading}\n{BOARDS.replace('JJ5', 'QQ5')}")[0] == 1


@each("line", ["Ben pays Ana 5 EUR", "Ben owes Ana 5 EUR", "Total: Ana +5 EUR, Ben -5 EUR"])
def test_money_of_a_deal_for_double_stakes_is_doubled(line: str) -> None:
    assert scored(f"{DOUBLE}{line}\n")[0] == 1
    assert scored(f"{DOUBLE}{line.replace('5', '8')}\n")[0] == 0


@each("line", ["x2 | +2 | -2", "double: +2 / -2"])
def test_a_row_of_doubled_figures_asks(line: str) -> None:
    table = "Hand 1 | Ana | Ben\ntop | JJ5 | 663\nmid | AA762 | KK943\nbot | 9TJQK | 88844\n"
    assert scored(f"{table}{line}\n")[0] == 1


@each(
    "head",
    ["Jamie Aoife = J A", "wed 24 jan - J A (Jamie Aoife), 50c a point", "At ours. Jamie, Aoife (J, A)"],
)
def test_two_lists_give_players_their_short_names(head: str) -> None:
    boards = "J  8c8h3d / TcThJc8s6s / KdKcAh4d2c   0\nA  Qs3c2h / Ks8d7d4s3s / KQ974 all hearts   0\n"
    ran = run("score", "-", "--from", "text", stdin=f"{head}\n\n1.\n{boards}")
    assert (ran.status, "Jamie vs Aoife" in ran.out) == (0, True), ran.err


def test_lists_that_do_not_fit_are_not_short_names() -> None:
    boards = "J  8c8h3d / TcThJc8s6s / KdKcAh4d2c\nA  Qs3c2h / Ks8d7d4s3s / KQ974 hearts\n"
    for head, status in (("Jamie Aoife (A J)", 0), ("Jamie Aoife (J 5, A)", 1)):
        ran = run("score", "-", "--from", "text", stdin=f"{head}\n\n1.\n{boards}")
        assert (ran.status, "J vs A" in ran.out) == (status, not status), ran.out


def test_initials_of_players_stand_for_them_in_results() -> None:
    assert scored(f"deal 1\n{BOARDS}A +2, B -2\n")[0] == 0
    assert scored(f"deal 1\n{BOARDS}B +2, A -2\n")[0] == 1
    assert scored(f"deal 1\n{BOARDS}A +2, C -2\n")[0] == 1


def test_a_player_called_p_has_points() -> None:
    boards = BOARDS.replace("Ana", "d").replace("Ben", "p")
    assert scored(f"deal 1\n{boards}d +2 p -2\n")[0] == 0
    assert scored(f"deal 1\n{boards}d +3 p -3\n")[0] == 1


def test_a_word_may_separate_rows() -> None:
    assert scored(f"deal 1\n{BOARDS.replace(' / ', ' over ')}Ana up 2, Ben down 2\n")[0] == 0


def test_the_dealer_and_who_sat_out_in_a_table() -> None:
    rows = [
        "deal,player,top,mid,bot,note",
        "1,Ana (D),JJ5,AA762,9TJQK,",
        "1,Ben,663,KK943,88844,",
        '1,Cid,,,,"shower, sat out"',
        "2,Ana,QQ5,AA762,9TJQK,",
        "2,Ben (dealer),663,KK943,88844,",
    ]
    ran = run("score", "-", "--from", "csv", stdin="\n".join(rows))
    assert (ran.status, "Ben pays Ana 5 points." in ran.out) == (0, True), ran.out + ran.err
