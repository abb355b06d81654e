"""Sessions: what runs on from deal to deal, and what is told when a log says otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import Problem
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import text_source
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.session.result import SAMPLES, DealResult, Samples, SessionResult, sample_step
from ofcscore.session.session import score_session
from tests.browser.pages import couples
from tests.loops import each, table

QUEENS = "QQ5 / AA762 / 9TJQK"
TRIPS_ON_TOP = "222 / 777K5 / 89TJQ"
PLAIN = "AK7 / QQ943 / KK862"
POOR = "QT5 / TT754 / JJ973"
POORER = "J86 / 88T52 / 99A43"

Scored = tuple[tuple[DealResult, ...], SessionResult, tuple[Problem, ...]]


def played(*logs: str) -> Scored:
    """Logs read without a problem and scored as one session."""
    items, problems = read_session([text_source(log) for log in logs])
    assert [p.message for p in problems if not p.warning] == []
    return score_session(items)


def told(scored: Scored) -> list[tuple[str, str]]:
    return [(p.code, p.message) for p in scored[2]]


def lands(scored: Scored) -> list[list[tuple[str, int | None]]]:
    """For each deal, who was in fantasyland, and the cards with which each is there next."""
    return [
        [(b.player, b.fantasyland.cards) for b in r.score.boards if b.fantasyland.was or b.fantasyland.next]
        for r in scored[0]
    ]


# What a header expects. -----------------------------------------------------------------------------


def test_each_log_of_a_season_expects_what_it_brings_itself() -> None:
    """`expect` "before the first deal the session's"; a log alone and in a season are alike."""
    log = f"expect: A +6, B -6\ndeal 1\nA: {PLAIN}\nB: {POOR}\n"
    assert told(played(log)) == told(played(log, log)) == []
    wrong = log.replace("+6", "+5")
    assert told(played(log, wrong)) == [
        ("expect-failed", "the session: A: expected +5, but the score is +6 (1 more)")
    ]


# Fantasyland. ----------------------------------------------------------------------------


def test_entering_staying_and_leaving_without_marks() -> None:
    """The state follows from deal to deal, and a log need not mark it."""
    scored = played(
        f"""
        rules: ofc
        deal 1
        A: {QUEENS}
        B: 663 / KK943 / JJJ44
        deal 2
        A: {TRIPS_ON_TOP}
        B: QT5 / TT854 / JJ973
        deal 3
        A: {PLAIN}
        B: {POOR}
        deal 4
        A: {PLAIN}
        B: {POOR}
        """
    )
    assert told(scored) == []
    assert lands(scored) == [[("A", 13)], [("A", 13)], [("A", None)], []]
    assert [s.fantasylands for s in scored[1].standings] == [2, 0]


@pytest.mark.parametrize("mark", ["", " (fantasyland)"])
def test_a_session_must_not_end_while_somebody_is_due(mark: str) -> None:
    scored = played(f"A: {QUEENS}{mark}\nB: 663 / KK943 / JJJ44\n")
    due = [] if mark else [("fantasyland-due", "A is still due a fantasyland deal with 13 cards")]
    assert told(scored) == due
    assert scored[1].due == ({} if mark else {"A": 13})


def test_a_mark_without_cause_is_a_warning_but_for_the_players_first_deal() -> None:
    first = played(f"deal 1\nA: {PLAIN} (fantasyland)\nB: {POOR}\n")
    later = played(f"deal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nA: {PLAIN} (fantasyland)\nB: {POOR}\n")
    newcomer = played(
        f"deal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nA: {PLAIN}\nB: {POOR}\nC: {POORER} (fantasyland)\n"
    )
    assert told(first) == []
    assert told(later) == [
        ("fantasyland-uncaused", "A is marked for fantasyland but did not earn it in the deal before")
    ]
    assert told(newcomer) == []


def test_who_was_absent_may_be_marked_in_the_first_deal_that_is_played() -> None:
    """An absence is no deal with that player."""
    away = f"deal 1\nA: {PLAIN}\nB: {POOR}\nC: absent\n"
    here = f"deal 2\nA: {PLAIN}\nB: {POOR}\nC: {POORER} (fantasyland)\n"
    assert told(played(away + here)) == []
    assert came_to(away + here)[1] == []
    again = here.replace("deal 2", "deal 3")
    assert came_to(away + here + again)[1] == [
        ("fantasyland-uncaused", "C is marked for fantasyland but did not earn it in the deal before")
    ]


@each("absent", ["", "A: absent\n"])
@each("ways", [1, 2, 3])
def test_who_missed_a_fantasyland_deal_may_be_marked_in_the_next(absent: str, ways: int) -> None:
    """That it was missed is said once; the mark has its cause, and another one after it has none."""
    others = f"B: {POOR}\nC: {POORER}\n"
    log = f"deal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\nC: T85 / 88732 / 99TA5\n"
    log += "".join(f"deal {2 + n}\n{absent}{others}" for n in range(ways))
    log += f"deal {2 + ways}\nA: {PLAIN} (fantasyland)\n{others}"
    missed = ("fantasyland-missed", "A earned fantasyland but has no board in deal 2")
    assert came_to(log)[1] == [missed]
    assert came_to(log)[0].standings[0].fantasylands == 1
    log += f"deal {3 + ways}\nA: {PLAIN} (fantasyland)\n{others}"
    assert [code for code, _ in came_to(log)[1]] == ["fantasyland-missed", "fantasyland-uncaused"]


def test_a_fantasyland_deal_that_was_missed_has_as_many_cards_later() -> None:
    """A player who stays gets the number of cards that was due."""
    log = "rules: ofc-ultimate\ndeal 1\nA: KK5 / AA762 / 9TJQK\nB: 663 / QQ943 / JJJ44\nC: foul\n"
    log += f"deal 2\nA: absent\nB: {POOR}\nC: {POORER}\n"
    log += f"deal 3\nA: {TRIPS_ON_TOP} (fantasyland)\nB: QT5 / TT854 / JJ973\nC: foul\n"
    assert lands(played(log)) == [[("A", 15)], [], [("A", 15)]]
    assert came_to(log)[0].due == {"A": 15}


def test_an_absent_player_of_another_log_counts_among_its_players_later() -> None:
    """`rounds: players` is a deal for each of those who played, whatever else a deal says."""
    both = f"A: {PLAIN}\nB: {POOR}\n"
    first = f"deal 1\n{both}C: {POORER}\n"
    for key in ("", "note: x\n"):
        second = f"rounds: players\ndeal 1\n{both}C: absent\n" + "".join(
            f"deal {n}\n{key}{both}C: {POORER}\n" for n in (2, 3)
        )
        assert came_to(first, second)[1] == []


def test_a_missing_mark_is_a_warning_in_a_log_that_uses_marks() -> None:
    """Also where the mark is missing before the first mark of the log."""
    scored = played(
        f"deal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\n"
        f"deal 2\nA: {TRIPS_ON_TOP}\nB: QT5 / TT854 / JJ973\n"
        f"deal 3\nA: {PLAIN} (fantasyland)\nB: {POOR}\n"
    )
    assert told(scored) == [
        ("fantasyland-unmarked", "A is in fantasyland with 13 cards, but this board has no mark")
    ]


def test_marks_of_one_log_say_nothing_of_another() -> None:
    """ "a missing mark in a log that uses marks"; each of the two is sound, in either order."""
    enters = f"deal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\n"
    marks = f"{enters}deal 2\nA: {PLAIN} (fantasyland)\nB: {POOR}\n"
    none = f"{enters}deal 2\nA: {PLAIN}\nB: {POOR}\n"
    for logs in ((marks, none), (none, marks), (marks, none, marks), (none, marks, none)):
        assert came_to(*logs)[1] == []
    mixed = f"{enters}deal 2\nA: {TRIPS_ON_TOP} (fantasyland)\nB: QT5 / TT854 / JJ973\n"
    mixed += f"deal 3\nA: {PLAIN}\nB: {POOR}\n"
    assert [code for code, _ in came_to(none, mixed, none)[1]] == ["fantasyland-unmarked"]


def test_a_mark_where_the_rules_have_no_fantasyland_is_a_warning() -> None:
    scored = played(f"rules: chinese\ndeal 1\nA: {PLAIN} (fantasyland)\nB: {POOR}\n")
    assert told(scored) == [
        ("fantasyland-unknown", "A's board is marked fantasyland, but chinese has no fantasyland")
    ]


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (
            f"A: {PLAIN}\nB: {POOR}\nC: absent",
            "C played the deal before, but has no board in A's fantasyland deal",
        ),
        (f"A: {PLAIN}\nB: {POOR}", "C played the deal before, but has no board in A's fantasyland deal"),
        (f"B: {POOR}\nC: {POORER}", "A earned fantasyland but has no board in deal 2"),
    ],
)
def test_nobody_who_played_the_qualifying_deal_may_miss_the_fantasyland_deal(
    boards: str, message: str
) -> None:
    scored = played(
        f"deal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\nC: T85 / 88732 / 99TA5\ndeal 2\n{boards}\n"
    )
    assert told(scored) == [("fantasyland-missed", message)]


def test_two_in_fantasyland_at_once() -> None:
    scored = played(
        "rules: ofc-progressive\n"
        "deal 1\nA: QQ9 / AAJ53 / KKTT4\nB: 222 / 888K5 / 34567\n"
        "deal 2\nA: K75 / AA982 / QQ664 (fantasyland)\nB: Q98 / JJT43 / KK553 (fantasyland)\n"
    )
    assert told(scored) == []
    assert lands(scored) == [[("A", 14), ("B", 17)], [("A", None), ("B", None)]]


def test_fantasyland_goes_on_from_one_log_to_the_next() -> None:
    scored = played(
        f"rules: ofc\ndeal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\n",
        f"rules: ofc\ndeal 1\nA: {PLAIN} (fantasyland)\nB: {POOR}\n",
    )
    assert told(scored) == []
    assert lands(scored) == [[("A", 13)], [("A", None)]]


def came_to(*logs: str) -> tuple[SessionResult, list[tuple[str, str]]]:
    """Return the result of logs and the messages."""
    items, _ = read_session([text_source(log) for log in logs])
    scored = score_session(items)
    return scored[1], told(scored)


@each("key", ["", "note: x\n", "dealer: A\n", "adjust: A +1, B -1\n", "void\n"])
@each("noted", [2, 3])
def test_who_is_due_stays_due_over_deals_of_rules_without_fantasyland(key: str, noted: int) -> None:
    """Whatever else such a deal says."""
    keys = {1: "rules: ofc\n", 4: "rules: ofc\n", noted: key}
    rows = {1: (QUEENS, "663 / KK943 / JJJ44"), 4: (TRIPS_ON_TOP, "QT5 / TT854 / JJ973")}
    deals = []
    for number in range(1, 5):
        ours, theirs = rows.get(number, (PLAIN, POOR))
        deals.append(f"deal {number}\n{keys.get(number, '')}A: {ours}\nB: {theirs}\n")
    log = "rules: chinese\n" + "".join(deals)
    scored = played(log)
    assert lands(scored)[-1] == [("A", 13)]
    assert [r.score.boards[0].fantasyland.was for r in scored[0]][-1]
    assert scored[1].standings[0].fantasylands == 1
    assert came_to(log)[0].due == {"A": 13}


def test_who_is_due_stays_due_over_a_whole_log_of_other_rules() -> None:
    """A night of Chinese poker between two of open-face."""
    first = f"rules: ofc\ndeal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\n"
    between = "rules: chinese\n" + "".join(f"deal {n}\nA: {PLAIN}\nB: {POOR}\n" for n in range(1, 4))
    last = f"rules: ofc\ndeal 1\nA: {PLAIN} (fantasyland)\nB: {POOR}\n"
    session, said = came_to(first, between, last)
    assert said == []
    assert session.standings[0].fantasylands == 1
    assert session.due == {}
    assert came_to(first, between)[1] == [
        ("fantasyland-due", "A is still due a fantasyland deal with 13 cards")
    ]


def test_a_void_deal_counts_for_nothing() -> None:
    """Nor does it lead to fantasyland, or out of it."""
    scored = played(
        f"rules: ofc\nexpect: A +9, B -9\n"
        f"deal 1\nA: {QUEENS}\nB: 663 / KK943 / JJJ44\n"
        f"deal 2\nvoid\nA: {PLAIN}\nB: {POOR}\nadjust: A +50, B -50\nexpect: A -1, B +1\n"
        f"deal 3\nA: {PLAIN} (fantasyland)\nB: {POOR}\n"
    )
    assert told(scored) == []
    assert [r.deal.name for r in scored[0]] == ["1", "3"]
    assert scored[1].deals == 2
    assert scored[1].totals == {"A": 9, "B": -9}


# Bankrolls and table stakes. ---------------------------------------------------------------


def test_who_has_lost_the_bankroll_is_out() -> None:
    """A source says: "If one player loses all their 100 starting points, they lose immediately"."""
    log = f"bankroll: 12\ndeal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nA: {PLAIN}\nB: {POOR}\n"
    out = "B lost the whole bankroll in deal 2 and is out"
    assert told(played(log)) == []
    scored = played(log + f"deal 3\nA: {PLAIN}\nB: {POOR}\nC: {POORER}\n")
    assert told(scored) == [("player-out", out)]
    assert len(scored[0]) == 2
    scored = played(log + f"deal 3\nA: {PLAIN}\nB: absent\nC: {POORER}\n")
    assert told(scored) == []
    assert scored[1].totals == {"A": 18, "B": -12, "C": -6}
    # Who has a point left plays on.
    assert told(played(log.replace("12", "7", 1))) == []


def test_the_bankroll_of_a_rule_set() -> None:
    big = "A: 666 / 33337 / AKQJT flush\nB: K82 / JJ975 / QQ984\n"
    scored = played(f"rules: ofc + bankroll-100 + no-fantasyland\ndeal 1\n{big}deal 2\n{big}deal 3\n{big}")
    assert told(scored) == [("player-out", "B lost the whole bankroll in deal 2 and is out")]


DEAL_OF_THREE: Final = f"A: {PLAIN}\nB: {POOR}\nC: {POORER}\n"


@each("header", ["bankroll: 100\n", "rules: ofc + bankroll-100\n"])
@each("key", ["", "note: x\n"])
def test_an_adjustment_of_the_header_spends_the_bankroll(header: str, key: str) -> None:
    """ "at 0 or below the player has lost ... a later deal with them in it is a problem"."""
    deals = f"deal 1\n{key}{DEAL_OF_THREE}deal 2\nA: {PLAIN}\nB: absent\nC: {POORER}\n"
    session, said = came_to(f"{header}adjust: B -100, A +100\n{deals}")
    assert said == [("player-out", "B lost the whole bankroll before the first deal and is out")]
    assert session.deals == 1
    assert session.totals == {"B": -100, "A": 106, "C": -6}
    assert came_to(f"{header}adjust: B -99, A +99\ndeal 1\n{key}A: {PLAIN}\nB: {POOR}\n")[1] == []
    assert came_to(f"{header}adjust: house -500, A +500\ndeal 1\n{key}A: {PLAIN}\nB: {POOR}\n")[1] == []


@each("header", ["bankroll: 100\n", "rules: ofc + bankroll-100\n"])
@each("absent", ["", "B: absent\n"])
def test_an_adjustment_of_a_deal_without_the_player_spends_the_bankroll(header: str, absent: str) -> None:
    first = f"deal 1\nA: {PLAIN}\n{absent}C: {POORER}\n"
    session, said = came_to(f"{header}{first}adjust: B -100, A +100\ndeal 2\n{DEAL_OF_THREE}")
    assert said == [("player-out", "B lost the whole bankroll in deal 1 and is out")]
    assert session.totals["B"] == -100
    assert came_to(f"{header}{first}adjust: B -99, A +99\ndeal 2\n{DEAL_OF_THREE}")[1] == []
    again = f"deal 2\n{first.partition(chr(10))[2]}deal 3\n{DEAL_OF_THREE}"
    assert came_to(f"{header}{first}adjust: B -60, A +60\nadjust: B -40, A +40\n{again}")[1] == said


def test_a_bankroll_is_looked_at_when_it_begins_to_hold() -> None:
    """Losses of the logs before count from the first deal of the log that states a bankroll."""
    first = f"adjust: B -9, A +9\ndeal 1\nA: {PLAIN}\nC: {POORER}\n"
    session, said = came_to(first, f"bankroll: 9\ndeal 2\n{DEAL_OF_THREE}")
    assert said == [("player-out", "B lost the whole bankroll before the first deal and is out")]
    assert session.deals == 1


def test_adjustments_of_headers_are_kept_apart_and_come_with_the_deal_behind_them() -> None:
    first = f"adjust: A -3, house +3\ndeal 1\nA: {PLAIN}\nB: {POOR}\nadjust: A +1, B -1\n"
    second = f"adjust: A -1, B +1\nadjust: B +2 EUR, A -2 EUR\ndeal 1\nvoid\n{first.partition('deal 1')[2]}"
    second += f"deal 2\nA: {PLAIN}\nB: {POOR}\n"
    results, result, _ = played(first, second)
    assert [(line.person, line.points, line.money) for line in result.opening] == [
        ("A", -4, None),
        (HOUSE, 3, None),
        ("B", 1, None),
        ("B", None, 2),
        ("A", None, -2),
    ]
    assert [[(line.person, line.points) for line in r.opening] for r in results] == [
        [("A", -3), (HOUSE, 3)],
        [("A", -1), ("B", 1), ("B", None), ("A", None)],
    ]
    assert came_to(first, second)[0].totals == {"A": 9, "B": -12, HOUSE: 3}


def test_chips_carry_over_and_may_be_bought() -> None:
    scored = played(
        f"rules: ofc + table-stakes\nchips: A 8, B 8\n"
        f"deal 1\nA: {PLAIN}\nB: {POOR}\n"
        f"deal 2\nA: {PLAIN}\nB: {POOR}\n"
        f"deal 3\nchips: B 5\nA: {PLAIN}\nB: {POOR}\n"
    )
    assert told(scored) == []
    assert [r.totals for r in scored[0]] == [{"A": 6, "B": -6}, {"A": 2, "B": -2}, {"A": 5, "B": -5}]
    assert scored[1].chips == {"A": 21, "B": 0}


def test_table_stakes_ask_for_everybodys_chips() -> None:
    scored = played(f"rules: ofc + table-stakes\nchips: A 8\ndeal 1\nA: {PLAIN}\nB: {POOR}\n")
    assert told(scored) == [("chips-missing", "these rules use table stakes, but B has no chips")]
    assert scored[0] == ()


def test_chips_may_be_told_with_the_first_deal() -> None:
    scored = played(f"rules: ofc + table-stakes\ndeal 1\nchips: A 8, B 4\nA: {PLAIN}\nB: {POOR}\n")
    assert told(scored) == []
    assert scored[1].chips == {"A": 12, "B": 0}


FOUR = """\
A: K53 / TT842 / KKJ76
B: Q53 / 99742 / QQJT3
C: A53 / JJ842 / AAQ96
D: 662 / 77T54 / 88AK9
"""


@each(
    ("dealer", "totals"),
    [
        # A wins 6 of B first, pays C 2 of 6, nothing with D.
        ("A", {"A": 4, "B": -11, "C": 9, "D": -2}),
        # B first: B-C, B-D, B-A: A wins 6 of B, pays C 2.
        ("B", {"A": 4, "B": -11, "C": 9, "D": -2}),
        # C first: C-D, C-A: A pays C 6, then has 2 to win: 1 of D, 1 of B.
        ("C", {"A": -4, "B": -6, "C": 13, "D": -3}),
        # D first: D-A 1 to A, D-B, D-C; then A-B 6, A-C 1.
        ("D", {"A": 6, "B": -11, "C": 8, "D": -3}),
    ],
)
def test_table_stakes_are_settled_from_the_dealer(dealer: str, totals: dict[str, Points]) -> None:
    """By seats, in whatever order the boards stand."""
    head = "rules: chinese-hawaiian + table-stakes\nplayers: A, B, C, D\nchips: A 8, B 50, C 50, D 50\n"
    for boards in (FOUR, "".join(sorted(FOUR.splitlines(keepends=True), reverse=True))):
        scored = played(f"{head}deal 1\ndealer: {dealer}\n{boards}")
        assert told(scored) == []
        assert scored[0][0].totals == totals


def test_table_stakes_settle_naturals_first() -> None:
    """A source says: "Any 13-card special hands are settled first, followed by all other payments"."""
    scored = played(
        "rules: chinese-hawaiian + table-stakes\nplayers: A, B, C\nchips: A 8, B 50, C 50\n"
        f"deal 1\ndealer: A\nA: {PLAIN}\nB: {POOR}\nC: claim six-pairs: 22 33 44 66 77 AA 5\n".replace(
            "QT5 / TT754", "QT5 / TT85J"
        ).replace("JJ973", "JJ98Q")
    )
    assert told(scored) == []
    assert scored[0][0].totals == {"A": 0, "B": -8, "C": 8}


def test_the_dealer_moves_one_seat_a_deal_but_stays_for_fantasyland() -> None:
    """Table stakes show who deals: C is paid 6 by A first where B does; else B pays A first."""
    c_first = {"A": -4, "B": -8, "C": 12, "D": 0}
    another_first = {"A": 4, "B": -12, "C": 8, "D": 0}
    ordinary = f"A: absent\nB: {PLAIN}\nC: foul\nD: foul\n"
    queens = f"A: absent\nB: {QUEENS}\nC: foul\nD: foul\n"

    def last(dealer: str, *before: str) -> dict[str, Points]:
        head = "rules: ofc + table-stakes\nplayers: A, B, C, D\nchips: A 8, B 50, C 50, D 50\n"
        deals = "".join(f"deal {i}\n{boards}" for i, boards in enumerate((*before, FOUR)))
        return played(f"{head}dealer: {dealer}\n{deals}")[0][-1].totals

    assert last("B") == c_first
    assert last("C") == another_first
    assert last("A", ordinary) == c_first
    assert last("B", ordinary) == another_first
    assert last("D", ordinary, ordinary) == c_first
    assert last("A", queens, ordinary) == c_first
    assert last("B", queens, ordinary) == another_first


def test_a_dealer_stated_in_a_fantasyland_deal_deals_the_next_one_too() -> None:
    """A fantasyland deal does not move the dealer; who is said to deal it deals again."""
    c_first = {"A": -4, "B": -8, "C": 12, "D": 0}
    another_first = {"A": 4, "B": -12, "C": 8, "D": 0}
    queens = f"deal 1\nA: absent\nB: {QUEENS}\nC: foul\nD: foul\n"
    ordinary = f"A: absent\nB: {PLAIN}\nC: foul\nD: foul\n"

    def last(head: str, stated: str, end: str = "") -> dict[str, Points]:
        chips = "chips: A 8, B 50, C 50, D 50\n"
        log = f"rules: ofc + table-stakes\nplayers: A, B, C, D\n{chips}{head}{queens}"
        return played(f"{log}deal 2\n{stated}{ordinary}{end}deal 3\n{FOUR}")[0][-1].totals

    for head in ("", "dealer: A\n", "dealer: C\n"):
        assert last(head, "dealer: B\n") == c_first
        assert last(head, "dealer: C\n") == another_first
        # An ordinary deal in between moves it.
        moved = f"deal 2a\n{ordinary}"
        assert last(head, "dealer: A\n", moved) == c_first
        assert last(head, "dealer: B\n", moved) == another_first


def test_a_dealer_who_does_not_play_stays_the_dealer() -> None:
    """Without `players:` the seats are those of a deal; who has none there deals again when there is one."""
    head = "rules: ofc + table-stakes\nchips: A 8, B 50, C 50, D 50\n"

    def last(dealer: str, before: str = "") -> dict[str, Points]:
        return played(f"{head}dealer: {dealer}\n{before}deal 2\n{FOUR}")[0][-1].totals

    assert last("B", "deal 1\nA: foul\nD: foul\n") == last("B") != last("C")


def test_where_nobody_says_who_deals_the_first_seat_does_and_the_button_goes_round() -> None:
    """Naming the dealer who is assumed, as the warning's hint says, changes no deal."""
    head = "rules: ofc + table-stakes\nplayers: A, B, C, D\nchips: A 8, B 50, C 50, D 50\n"
    ordinary = f"A: absent\nB: {PLAIN}\nC: foul\nD: foul\n"

    def night(said: str = "") -> tuple[list[dict[str, Points]], list[str]]:
        scored = played(f"{head}deal 1\n{ordinary}deal 2\n{said}{FOUR}deal 3\n{FOUR}")
        return [result.totals for result in scored[0]], [p.message for p in scored[2]]

    totals, warned = night()
    assert totals[1] == {"A": -4, "B": -8, "C": 12, "D": 0}
    assert [message.rpartition("; ")[2] for message in warned] == ["B is assumed", "C is assumed"]
    assert night("dealer: B\n") == (totals, [])
    # Said before the first deal it is of that deal, and so the hint speaks of none but its own.
    head += "dealer: B\n"
    assert night()[0] != totals


def test_the_button_that_nobody_named_goes_on_where_who_would_have_it_is_gone() -> None:
    """It stayed with who had left, so that the first seat dealt each deal from there on."""
    head = "rules: ofc + table-stakes\nchips: A 8, B 50, C 50, D 50, E 50\n"
    nothing = "A: foul\nB: foul\nC: foul\nD: foul\n"
    two = "deal 1\nE: foul\nA: foul\ndeal 2\nA: foul\nE: foul\n"

    def last(said: str = "") -> dict[str, Points]:
        return played(f"{head}{two}deal 3\n{said}{nothing}deal 4\n{FOUR}")[0][-1].totals

    assert last() == last("dealer: A\n") == {"A": -4, "B": -8, "C": 12, "D": 0}


def test_a_house_rule_moves_the_dealer_after_a_fantasyland_deal_too(tmp_path: Path) -> None:
    """`fantasyland.button`: after a fantasyland deal of A's the dealer is A again, or B."""
    queens = f"deal 1\nA: absent\nB: {QUEENS}\nC: foul\nD: foul\n"
    ordinary = f"A: absent\nB: {PLAIN}\nC: foul\nD: foul\n"

    def last(button: str, dealer: str) -> dict[str, Points]:
        head = "players: A, B, C, D\nchips: A 8, B 50, C 50, D 50\n"
        house = tmp_path / f"{button}.yaml"
        house.write_text(f"extends: ofc + table-stakes\nfantasyland: {{button: {button}}}\n")
        rules = f"rules: {house}\n"
        return played(f"{rules}{head}{queens}deal 2\ndealer: {dealer}\n{ordinary}deal 3\n{FOUR}")[0][
            -1
        ].totals

    assert last("moves", "A") == last("stays", "B") == {"A": -4, "B": -8, "C": 12, "D": 0}
    assert last("moves", "B") == last("stays", "C") == {"A": 4, "B": -12, "C": 8, "D": 0}


def test_the_dealer_who_is_assumed_is_to_be_named_in_the_deal_alone() -> None:
    text = f"rules: ofc + table-stakes\nplayers: A, B, C, D\nchips: A 8, B 50, C 50, D 50\ndeal 1\n{FOUR}"
    assert [p.hint for p in played(text)[2]] == [
        "write `dealer: A` in this deal, or the name of whoever had the button"
    ]


# Money. ------------------------------------------------------------------------------


def test_boards_of_one_person_are_paid_in_their_own_order_wherever_they_stand() -> None:
    """Two lines exchanged, and somebody else won (chips in the order of the seats)."""
    head = (
        "rules: chinese-pagat + table-stakes\nplayers: X = A1 + A2, Y = B1 + B2\ndealer: X\nchips: X 5, Y 5\n"
    )
    lines = (
        "A1: 4h 5d 6h / 9s 7d 7c 3d 3h / 3s As Ad Ac 2s",
        "A2: foul",
        "B1: 4d 5c 6d / 9d 7h 7s 3c 2d / 5s Jd Jc Jh 2h",
        "B2: foul",
    )
    for order in permutations(lines):
        scored = played("\n".join((f"{head}deal 1", *order, "")))
        assert scored[1].totals == {"X": 5, "Y": -5}


def test_stakes_may_differ_for_each_pair_of_players() -> None:
    """Player X and Player Y at 20, Player Z and Player B at 15."""
    _, result, problems = played(
        f"stake: 5\nstake X/Y: 20\nstake Z/Y: 15\ndeal 1\nX: {PLAIN}\nY: {POOR}\nZ: {POORER}\n"
    )
    assert problems == ()
    assert result.totals == {"X": 12, "Y": 0, "Z": -12}
    assert result.money == {"X": 6 * 20 + 6 * 5, "Y": -6 * 20 + 6 * 15, "Z": -6 * 5 - 6 * 15}
    assert result.pairs == {
        ("X", "Y"): (6, Fraction(120)),
        ("X", "Z"): (6, Fraction(30)),
        ("Y", "Z"): (6, Fraction(90)),
    }


def test_stakes_may_change_from_deal_to_deal() -> None:
    _, result, _ = played(
        f"stake: 1 EUR\ndeal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nstake: 2.50\nB: {POOR}\nA: {PLAIN}\n"
    )
    assert result.totals == {"A": 12, "B": -12}
    assert result.money == {"A": 21, "B": -21}
    assert result.pairs == {("A", "B"): (12, Fraction(21))}


def test_a_stake_of_two_players_and_a_rake_may_be_of_one_deal() -> None:
    boards = f"A: {PLAIN}\nB: {POOR}\n"
    log = f"stake: 1\ndeal 1\n{boards}deal 2\nstake A/B: 5\nrake: 3\n{boards}deal 3\n{boards}"
    results, result, _ = played(log)
    assert [bool(deal.side) for deal in results] == [False, True, False]
    assert result.money == {"A": 6 + 30 + 6 - Fraction(3, 2), "B": -6 - 30 - 6 - Fraction(3, 2), HOUSE: 3}


def test_rake_is_shared_by_the_players_of_the_deal_and_goes_to_the_house() -> None:
    results, result, _ = played(
        f"stake: 2 EUR\nrake: 1 EUR\n"
        f"deal 1\nA: {PLAIN}\nB: {POOR}\nC: {POORER}\ndeal 2\nA: {PLAIN}\nB: {POOR}\n"
    )
    assert result.money == {
        "A": 36 - Fraction(1, 3) - Fraction(1, 2),
        "B": -12 - Fraction(1, 3) - Fraction(1, 2),
        "C": -24 - Fraction(1, 3),
        HOUSE: 2,
    }
    assert sum(result.money.values()) == 0
    assert result.totals == {"A": 18, "B": -6, "C": -12, HOUSE: 0}
    assert [line.kind for line in results[0].side] == ["rake"] * 4


def test_adjustments_in_points_count_in_the_deals_totals() -> None:
    results, result, problems = played(
        f"stake: 2 EUR\ndeal 1\nA: {PLAIN}\nB: {POOR}\nadjust: A +5, B -5\nexpect: A +11, B -11\n"
    )
    assert problems == ()
    assert results[0].totals == {"A": 11, "B": -11}
    assert results[0].score.totals == {"A": 6, "B": -6}
    assert result.money == {"A": 22, "B": -22}
    assert [(line.person, line.points, line.money) for line in result.adjusted] == [
        ("A", 5, None),
        ("B", -5, None),
    ]


def test_points_between_two_with_a_stake_of_their_own_are_worth_that_stake() -> None:
    """ "Stakes: one for all, or per pair of players"; a payment between two is of their pair."""
    _, result, _ = played(
        "stake: 0.50 EUR\nstake A/B: 2\n"
        f"deal 1\nA: {PLAIN}\nB: {POOR}\nadjust: A -5, B +5\n"
        f"deal 2\nA: {PLAIN}\nB: {POOR}\nC: {POORER}\nadjust: A +2, B -1, C -1\n"
    )
    assert result.pairs["A", "B"] == (12, Fraction(24))
    from_c = result.pairs["A", "C"][1]
    assert result.money["A"] == 24 + from_c - 5 * 2 + 2 * Fraction("0.50")


def test_adjustments_in_money_are_no_points() -> None:
    results, result, _ = played(
        f"stake: 2 EUR\ndeal 1\nA: {PLAIN}\nB: {POOR}\nadjust: A +5 EUR, house -5 EUR\n"
    )
    assert results[0].totals == {"A": 6, "B": -6}
    assert result.totals == {"A": 6, "B": -6, HOUSE: 0}
    assert result.money == {"A": 17, "B": -12, HOUSE: -5}


def test_adjustments_of_one_person_add_up_in_points_and_in_money() -> None:
    deal = f"A: {PLAIN}\nB: {POOR}\nadjust: A +5, B -5\nadjust: A +1.50 EUR, B -1.50 EUR\n"
    results, result, _ = played(f"stake: 2 EUR\ndeal 1\n{deal}deal 2\n{deal}")
    assert [(line.person, line.points, line.money) for line in result.adjusted] == [
        ("A", 10, None),
        ("B", -10, None),
        ("A", None, 3),
        ("B", None, -3),
    ]
    assert [r.totals["A"] for r in results] == [11, 11]
    assert result.money == {"A": 47, "B": -47}


def test_adjustments_of_the_header_belong_to_the_session() -> None:
    results, result, problems = played(
        f"adjust: A -3, house +3\nexpect: A +3, B -6\ndeal 1\nA: {PLAIN}\nB: {POOR}\n"
    )
    assert problems == ()
    assert results[0].totals == {"A": 6, "B": -6}
    assert result.totals == {"A": 3, "B": -6, HOUSE: 3}


def test_payments_already_made_are_kept_apart() -> None:
    _, result, _ = played(f"stake: 2 EUR\ndeal 1\nA: {PLAIN}\nB: {POOR}\npaid: B -> A 4 EUR\n")
    assert [(p.payer, p.payee, p.amount.value) for p in result.paid] == [("B", "A", Fraction(4))]
    assert result.money == {"A": 12, "B": -12}


# Rounds, standings, people. --------------------------------------------------------------------------

TWO = f"A: {PLAIN}\nB: {POOR}\n"
MADE = "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n"


@each(
    ("rounds", "deals", "warning"),
    [
        ("2", [TWO, TWO], None),
        ("3", [TWO, TWO], "3 deals were agreed, but 2 deals were played (without fantasyland deals)"),
        ("1", [TWO, TWO], "1 deal was agreed, but 2 deals were played (without fantasyland deals)"),
        ("2", [TWO], "2 deals were agreed, but 1 deal was played (without fantasyland deals)"),
        ("1", [MADE, TWO], None),
        ("players", [TWO, TWO], None),
        ("players", [TWO, f"{TWO}C: {POORER}\n", TWO], None),
        (
            "players",
            [TWO, f"{TWO}C: {POORER}\n"],
            "3 deals were agreed, but 2 deals were played (without fantasyland deals)",
        ),
    ],
)
def test_rounds(rounds: str, deals: list[str], warning: str | None) -> None:
    """The agreed length; fantasyland deals are extra."""
    log = f"rounds: {rounds}\n" + "".join(f"deal {i}\n{boards}" for i, boards in enumerate(deals, 1))
    assert told(played(log)) == ([("rounds-differ", warning)] if warning else [])


def test_each_log_of_a_session_has_its_rounds() -> None:
    scored = played(f"rounds: 1\ndeal 1\n{TWO}", f"rounds: 2\ndeal 1\n{TWO}")
    assert [code for code, _ in told(scored)] == ["rounds-differ"]


def test_standings() -> None:
    _, result, _ = played(
        f"deal 1\nA: {PLAIN}\nB: {POOR}\nC: foul\n"
        f"deal 2\nA: 66T / AA973 / 9TJQK\nB: A85 / KKT42 / 77733\nC: absent\n"
        f"deal 3\nA: {PLAIN}\nB: {PLAIN.replace('AK7', 'AT7').replace('KK', 'JJ').replace('QQ', 'TT')}\n"
    )
    a, b, c = result.standings
    # Deal 1: A 6 from B, 6 from C; B 6 from C. Deal 2: -2. Deal 3: 6.
    assert (a.points, a.deals, a.wins, a.fouls, a.scoops, a.scooped) == (16, 3, 2, 0, 3, 0)
    assert (b.points, b.deals, b.wins, b.fouls, b.scoops, b.scooped) == (-4, 3, 1, 0, 1, 2)
    assert (c.points, c.deals, c.wins, c.fouls, c.scoops, c.scooped) == (-12, 1, 0, 1, 0, 2)
    assert (a.royalties, b.royalties, c.royalties) == ([1, 0, 2], [0, 0, 6], [0, 0, 0])
    assert (a.best, a.worst) == ((12, "1"), (-2, "2"))
    assert a.running.points() == [(0, 0), (1, 12), (2, 10), (3, 16)]


def test_naturals_are_counted() -> None:
    _, result, _ = played(
        f"rules: chinese-pagat\ndeal 1\nA: claim dragon: A23456789TJQK\nB: {POOR.replace('JJ', 'AA')}\n"
    )
    assert [s.naturals for s in result.standings] == [1, 0]


def test_the_seats_come_first_and_players_may_come_and_go() -> None:
    scored = played(f"players: C, B, A\ndeal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nA: {PLAIN}\nC: {POORER}\n")
    assert list(scored[1].totals.items()) == [("C", -6), ("B", -6), ("A", 12)]


def test_several_boards_of_one_person_add_up() -> None:
    _, result, problems = played(
        "rules: chinese-simple\nplayers: Ann = A1 + A2, Bob = B1 + B2\nstake: 2\ndeal 1\n"
        "A1: AK4 / QQ853 / KK992\nB1: AJ7 / 66T84 / 77733\nA2: KJ6 / JJ942 / QQTT5\nB2: 984 / 55832 / AAT62\n"
    )
    assert problems == ()
    assert result.totals == {"Ann": 6, "Bob": -6}
    assert result.money == {"Ann": 12, "Bob": -12}
    assert result.pairs == {("Ann", "Bob"): (6, Fraction(12))}
    assert [s.deals for s in result.standings] == [1, 1]


def test_deals_under_other_rules_add_up_and_both_are_named() -> None:
    _, result, problems = played(
        f"rules: ofc\ndeal 1\nA: {PLAIN}\nB: {POOR}\ndeal 2\nrules: chinese-simple\nA: {PLAIN}\nB: {POOR}\n"
    )
    assert problems == ()
    assert result.totals == {"A": 9, "B": -9}
    assert [(use.rules.name, use.deals) for use in result.rules] == [("ofc", 1), ("chinese-simple", 1)]


# What a rule set does not allow, and what it needs to know. -------------------------------------------


@each(("log", "code", "message"), table("a_deal_that_the_rules_do_not_allow_is_left_out"))
def test_a_deal_that_the_rules_do_not_allow_is_left_out(log: str, code: str, message: str) -> None:
    scored = played(log)
    assert told(scored) == [(code, message)]
    assert scored[0] == ()


def test_four_players_in_pineapple_are_only_a_warning() -> None:
    """A source says: "This variation can only be played with 2-3 players"."""
    scored = played(f"rules: ofc-pineapple\ndeal 1\nA: {PLAIN}\nB: {POOR}\nC: {POORER}\nD: foul\n")
    assert told(scored) == [
        ("players-number", "deal 1 has 4 players, but rule set `ofc-pineapple` allows at most 3")
    ]
    assert scored[2][0].warning
    assert len(scored[0]) == 1


# What was expected. ---------------------------------------------------------------------------------


@each(
    ("expect", "message"),
    [
        ("expect: A +5", "deal 1: A: expected +5, but the score is +6 (1 more)"),
        ("expect: B 0", "deal 1: B: expected 0, but the score is -6 (6 less)"),
        ("expect A/B: +5", "deal 1: A/B: expected +5, but the score is +6 (1 more)"),
        ("expect B/A: +6", "deal 1: B/A: expected +6, but the score is -6 (12 less)"),
        ("expect A/B: scoop 0", "deal 1: A/B scoop: expected 0, but the score is +3 (3 more)"),
        ("expect A/B: top -1", "deal 1: A/B top: expected -1, but the score is +1 (2 more)"),
        ("expect A: royalties 2", "deal 1: A royalties: expected 2, found 0"),
        ("expect A: foul", "deal 1: A: expected foul, found no foul"),
        ("expect A: fantasyland", "deal 1: A: expected fantasyland, found no fantasyland"),
        ("expect A: fantasyland 14", "deal 1: A fantasyland: expected 14, found 0"),
        ("expect A: natural six-pairs", "deal 1: A: expected natural six-pairs, found no natural"),
        ("expect A/B: royalties 3", "deal 1: A/B royalties: expected +3, but the score is 0 (3 less)"),
        ("expect C: royalties 3", "deal 1: C royalties: expected 3, found 0"),
        ("expect: C +3", "deal 1: C is not in this deal"),
        ("expect A/C: +3", "deal 1: A and C did not play against each other"),
        ("expect D: foul", "deal 1: D is not in this deal"),
    ],
)
def test_a_failed_expectation_says_what_was_found(expect: str, message: str) -> None:
    scored = played(f"players: A, B, C, D\ndeal 1\nA: {PLAIN}\nB: {POOR}\nC: absent\n{expect}\n")
    assert told(scored) == [("expect-failed", message)]
    assert scored[2][0].place.line == 6


@each("status", ["C: absent\n", ""])
@each(("adjust", "total"), [("", "0"), ("adjust: C +2, A -2\n", "+2")])
def test_who_is_not_in_a_deal_has_what_was_adjusted_and_else_nothing(
    status: str, adjust: str, total: str
) -> None:
    """A sheet of paper has a column for everybody, with a 0 for who sits out: it was no payment for all."""
    deal = f"players: A, B, C\ndeal 1\nA: {PLAIN}\nB: {POOR}\n{status}{adjust}"
    assert told(played(f"{deal}expect: C {total}\n")) == []


@each(
    ("board", "expect"),
    [
        ("QQ5 / AA762 / 9TJQK", "top 7, middle 0, bottom 2, royalties 9, no foul, fantasyland 13"),
        ("QQ5 / AA762 / 9TJQK (foul)", "top 0, middle 0, bottom 0, royalties 0, foul, no fantasyland"),
        ("AA5 / QQ762 / 9TJQK", "top 0, bottom 0, royalties 0, foul"),
        ("foul", "top 0, foul, fantasyland 0, no natural"),
    ],
)
def test_the_rows_of_a_board_are_expected_with_what_they_earn(board: str, expect: str) -> None:
    """A row of a fouled board earns nothing, whatever it is."""
    scored = played(f"A: {board}\nB: 663 / KK943 / 88844\nexpect A: {expect}\n")
    assert [code for code, _ in told(scored) if code != "fantasyland-due"] == []


def test_who_has_no_part_in_a_session_has_no_total() -> None:
    scored = played(f"expect: house +3\ndeal 1\nA: {PLAIN}\nB: {POOR}\n")
    assert told(scored) == [("expect-failed", "the session has no total for house")]


# Running totals. -------------------------------------------------------------------------------------


@given(st.integers(0, 5 * SAMPLES))
def test_running_totals_are_evenly_spaced_and_few(count: int) -> None:
    samples = Samples()
    for deal in range(1, count + 1):
        samples.take(deal, deal)
    series = [total for _, total in samples.points()]
    assert len(series) <= SAMPLES + 1
    assert series[0] == 0
    assert series[-1] == count
    whole_steps = series if count % samples.step == 0 else series[:-1]
    assert whole_steps == list(range(0, count + 1, samples.step))


@each("plays", [0.001, 0.3, 1])
@each("deals", [7, SAMPLES, 5 * SAMPLES + 3])
def test_a_running_total_that_is_told_where_it_changed_is_the_whole_one(deals: int, plays: float) -> None:
    """Told at every change, or at every step."""
    rng = random.Random(deals)
    totals = [0]
    for _ in range(deals):
        totals.append(totals[-1] + rng.choice([-6, 1, 6]) * (rng.random() < plays))
    each, stepped = Samples(), Samples()
    for count, total in enumerate(totals[1:], 1):
        each.take(total, count)
        if count == deals or count % sample_step(count) == 0:
            stepped.take(total, count)
    step = sample_step(deals)

    def triples(of: list[int]) -> Iterator[tuple[int, int, int]]:
        return zip(of, of[1:], of[2:], strict=False)

    for samples in (each, stepped):
        points = samples.points()
        assert points == [(at, totals[at]) for at, _ in points]
        assert all(at % step == 0 for at, _ in points[:-1])
        steps = [*range(0, deals, step), deals]
        turns = {b for a, b, c in triples(steps) if not totals[a] == totals[b] == totals[c]}
        assert turns | {0, deals} <= {at for at, _ in points}
        assert len(samples.changes) <= min(2 * SAMPLES, deals) + 1


def test_what_is_kept_of_people_grows_with_their_own_deals() -> None:
    session = played(couples(120))[1]
    assert all(len(standing.running.changes) == 2 for standing in session.standings)
    assert len(session.standings) == 120


@each("count", [1, SAMPLES + 1])
def test_a_running_total_ends_with_the_total(count: int) -> None:
    header, deal = read_session([text_source(f"A: {PLAIN}\nB: {POOR}\n")])[0]
    _, result, _ = score_session([header, *[deal] * count])
    for standing, points in zip(result.standings, (6, -6), strict=True):
        assert standing.points == points * count
        series = [total for _, total in standing.running.points()]
        assert series[0] == 0
        assert series[1] == points * standing.running.step
        assert series[-1] == standing.points


def test_a_log_that_is_scored_twice_has_its_rounds_twice() -> None:
    """The same header again begins a log of its own, though its table is that of the deal before."""
    items, _ = read_session([text_source(f"rounds: players\ndeal 1\nA: {PLAIN}\nB: {POOR}\n")])
    header, deal = items
    _, result, problems = score_session([header, deal, deal, header, deal, deal])
    assert result.totals == {"A": 24, "B": -24}
    assert problems == ()


def test_deals_of_no_log_are_scored_too() -> None:
    """From Python: nothing was agreed or expected, and all else is as ever."""
    items, _ = read_session([text_source(f"rounds: 5\ndeal 1\nA: {PLAIN}\nB: {POOR}\n")])
    deals, result, problems = score_session(items[1:])
    assert [deal.totals for deal in deals] == [{"A": 6, "B": -6}]
    assert result.totals == {"A": 6, "B": -6}
    assert problems == ()
