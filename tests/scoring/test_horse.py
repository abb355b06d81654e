""" "the pair's total doubles when exactly one of two holds it": that one does has to be known."""

from __future__ import annotations

import pytest

import ofcscore
from tests.loops import each

CHI = "4h 4d 9h / Th Td 3h 3d 2h / Qh Qd Qs Jh Jd"
CHI_HAS_IT = CHI.replace("9h", "5h")
DRAGON = "claim dragon: A K Q J T 9 8 7 6 5 4 3 2"


def told(rules: str, *boards: str) -> list[str]:
    """Return the problems of a deal in which the 5h doubles."""
    try:
        ofcscore.score(ofcscore.read_text("\n".join((f"rules: {rules}", "cards: double 5h", *boards))))
    except ofcscore.ProblemsError as error:
        return [problem.message for problem in error.problems]
    return []


@each(
    ("board", "chi", "in_doubt"),
    [
        (DRAGON, CHI, True),
        (DRAGON, CHI_HAS_IT, False),
        (DRAGON.replace("5 4", "5h 4"), CHI, False),
        ("5 2 3 / 7 7 8 9 T / K K A A 6", CHI, True),
        ("5 2 3 / 7 7 8 9 T / K K A A 6", CHI_HAS_IT, False),
        ("6 2 3 / 7 7 8 9 T / K K A A 6", CHI, False),
    ],
)
def test_it_is_asked_about_where_suits_are_left_out_and_nobody_shows_it(
    board: str, chi: str, in_doubt: bool
) -> None:
    expected = ["the 5h doubles, but without suits it is unknown whether An has it"] if in_doubt else []
    assert told("mau-binh", f"An: {board}", f"Chi: {chi}") == expected


@pytest.mark.parametrize(("chi", "in_doubt"), [(CHI, True), (CHI_HAS_IT, False)])
def test_cards_that_are_not_shown_may_have_had_it(chi: str, in_doubt: bool) -> None:
    log = ofcscore.read_text(f"rules: mau-binh-double\ncards: double 5h\nAn: foul\nChi: {chi}")
    result = ofcscore.score(log)
    expected = ["the 5h doubles, and An may have had it, but the cards are not shown"] if in_doubt else []
    assert [warning.message for warning in result.warnings] == expected
    assert result.totals["An"] == (-6 if in_doubt else -12)
