"""Fixes: edits of the source that a problem carries, and what the lines with problems are about."""

from __future__ import annotations

from ofcscore.diagnostics.problem import Problem
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import text_source
from tests.command import run
from tests.loops import each

BOARDS = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"


def problems_of(text: str) -> tuple[Problem, ...]:
    return tuple(read_session([text_source(text)])[1])


@each(
    ("line", "fixed", "safe"),
    [
        ("dael 1", "deal 1", True),
        ("ntoe: late", "note: late", True),
        ("ntoe: Ana 5", "note: Ana 5", False),
        ("rulez: ofc", "rules: ofc", False),
        ("Ana -> Ben 5", "paid: Ana -> Ben 5", False),
        ("Phil, H: JJ5 / AA762 / 9TJQK", '"Phil, H": JJ5 / AA762 / 9TJQK', False),
    ],
)
def test_a_fix_is_an_edit_of_the_line(line: str, fixed: str, safe: bool) -> None:
    (problem,) = problems_of(f"{line}\n{BOARDS}")
    ((title, (edit,), is_safe),) = problem.fixes
    assert (edit.applied(line), is_safe) == (fixed, safe)
    assert title == f"write `{fixed}`"


def test_one_slip_is_one_problem() -> None:
    """A key or a player whose line is unread is missed by nobody else."""
    for log in (
        f"rules: nosuch\n{BOARDS}",
        f"stkae: 1 EUR\n{BOARDS}paid: Ana -> Ben 1\n",
        f"deal 1\n{BOARDS}Cid: 222 / TTTQQ 55577\nadjust: Cid 1, Ana -1\n",
    ):
        err = run("check", "-", "--from", "text", stdin=log).err
        assert err.count("error[") == 1, err


def test_two_readings_are_two_fixes() -> None:
    line = "Ana: AA762/9TJQK/JJ5"
    (problem,) = problems_of(f"deal 1\n{line}\nBen: 663 / KK943 / 88844\n")
    assert [fix.edits[0].applied(line) for fix in problem.fixes] == [
        "Ana: JJ5 / AA762 / 9TJQK",
        "Ana: JJ5 / 9TJQK / AA762",
    ]


def test_cards_that_run_together_are_cut_where_rows_end() -> None:
    line = "Ana: JJ5 / AA7629TJQK"
    (problem,) = problems_of(f"deal 1\n{line}\nBen: 663 / KK943 / 88844\n")
    ((_, (edit,), safe),) = problem.fixes
    assert (edit.applied(line), safe) == ("Ana: JJ5 / AA762 / 9TJQK", True)
