"""Problems as people read them: safe text, excerpts with carets, order, counts, exit status."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import (
    EXCERPT_WIDTH,
    Exit,
    Place,
    Problem,
    ProblemsError,
    exit_status,
    format_problem,
    format_problems,
    show,
    sort_problems,
)
from ofcscore.diagnostics.terminal import text_width
from tests.loops import each


def _problem(
    file: str = "night.ofc",
    line: int = 0,
    column: int = 0,
    *,
    code: str = "card-repeated",
    warning: bool = False,
) -> Problem:
    return Problem(code, Place(file, line, column), "something is wrong", warning=warning)


# -- text that is safe to print -----------------------------------------------------------------------


@each(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("José 日本 Ωμέγα ♥", "José 日本 Ωμέγα ♥"),
        ("a\x1b[2Jb", r"a\u{1b}[2Jb"),  # clears the screen
        ("\x1b]52;c;eA==\x07", r"\u{1b}]52;c;eA==\u{7}"),  # writes to the clipboard
        ("\x9b2J", r"\u{9b}2J"),  # the same escape as one character
        ("a\x00b", r"a\u{0}b"),
        ("a\rb\nc\td\x08", r"a\u{d}b\u{a}c\u{9}d\u{8}"),
        ("a\u202eb\u2066c", r"a\u{202e}b\u{2066}c"),  # bidi
        ("a\u200bb\u00adc\ufeffd", r"a\u{200b}b\u{ad}c\u{feff}d"),  # invisible
        ("a\u2028b\u2029c\x85d", r"a\u{2028}b\u{2029}c\u{85}d"),  # line ends
        ("a\udcffb\ud800", r"a\u{dcff}b\u{d800}"),  # bytes that were no text
        ("\ue000\U0010ffff", r"\u{e000}\u{10ffff}"),  # private and unassigned
    ],
)
def test_show_leaves_nothing_that_moves_the_cursor(text: str, shown: str) -> None:
    assert show(text) == shown


@pytest.mark.long
@given(st.text())
def test_shown_text_can_be_printed_anywhere(text: str) -> None:
    shown = show(text)
    assert show(shown) == shown
    shown.encode("utf-8")
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in shown)


@each(
    ("text", "columns"),
    [
        ("", 0),
        ("Ann", 3),
        ("José", 4),
        ("Jose\u0301", 4),
        ("日本", 4),
        ("ｆｕ", 4),
        ("♥", 1),
        ("♥\ufe0e", 1),
        ("😀", 2),
        ("Z" + "\u0335" * 30, 1),
        ("Ωμέγα", 5),
        ("נועה", 4),
        ("👩\u200d👧\u200d👦", 2),
        ("👍🏽", 2),
        ("🇩🇪", 2),
        ("\x1b[31mfoul\x1b[39m", 4),
    ],
)
def test_text_width_is_terminal_columns(text: str, columns: int) -> None:
    assert text_width(text) == columns


# -- one problem --------------------------------------------------------------------------------------


@each(
    ("place", "start"),
    [
        (Place("night.ofc", 7, 6), "night.ofc:7:6: error["),
        (Place("night.ofc", 7), "night.ofc:7: error["),
        (Place("night.ofc"), "night.ofc: error["),
        (Place(""), "error["),  # an option of the command line
        (Place("a\nb\x1b[2J\udcff.ofc", 1, 1), r"a\u{a}b\u{1b}[2J\u{dcff}.ofc:1:1: error["),
        (Place("C:/logs/a b.ofc", 1, 1), "C:/logs/a b.ofc:1:1: error["),
    ],
)
def test_the_place_comes_first(place: Place, start: str) -> None:
    printed = format_problem(Problem("x", place, "m"))
    assert printed.startswith(start)
    assert "\n" not in printed


def test_message_and_hint_are_cleaned() -> None:
    printed = format_problem(Problem("x", Place("f"), "no \x1b[2J", "not \u202e"))
    assert printed == "f: error[x]: no \\u{1b}[2J\n  help: not \\u{202e}"


# In these tables the marked text stands between [ and ]; the excerpt must show it above the carets.
@each(
    ("source", "excerpt", "carets"),
    [
        pytest.param("[Gus]: QQ5", "Gus: QQ5", "^^^", id="start"),
        pytest.param("Gus: QQ[5]", "Gus: QQ5", "       ^", id="last character"),
        pytest.param("Gus: QQ5[]", "Gus: QQ5", "        ^", id="behind the end"),
        pytest.param("[]", "", "^", id="empty line"),
        pytest.param("\tGus:\t[QQ5]", " Gus: QQ5", "      ^^^", id="tabs"),
        pytest.param("日本: [Q♥]", "日本: Q♥", "      ^^", id="wide"),
        pytest.param("[日本]: Q", "日本: Q", "^^^^", id="wide under the caret"),
        pytest.param("Jose\u0301: [Qx]", "Jose\u0301: Qx", "      ^^", id="combining"),
        pytest.param("a\x1b[[]2J", r"a\u{1b}[2J", "        ^", id="escape before"),
        pytest.param("a[\x1b]2J", r"a\u{1b}2J", " ^^^^^^", id="escape under the caret"),
        pytest.param("♥\ufe0e[Q]", "♥\ufe0eQ", " ^", id="variation selector"),
    ],
)
def test_the_caret_is_under_the_place(source: str, excerpt: str, carets: str) -> None:
    start = source.rindex("[")
    end = source.rindex("]")
    text = source[:start] + source[start + 1 : end] + source[end + 1 :]
    place = Place("f", 12, start + 1, end - start - 1, text)
    _, line, marks = format_problem(Problem("x", place, "m")).splitlines()
    assert line == f"  12 | {excerpt}".rstrip()
    assert marks == f"     | {carets}"


def test_a_place_without_a_column_has_no_caret() -> None:
    printed = format_problem(Problem("x", Place("f", 12, 0, 1, "Gus: QQ5"), "m"))
    assert printed.splitlines() == ["f:12: error[x]: m", "  12 | Gus: QQ5"]


def test_a_place_without_its_line_has_no_excerpt() -> None:
    assert format_problem(Problem("x", Place("f", 12, 3), "m")) == "f:12:3: error[x]: m"


@each(
    ("text", "start", "width", "shown"),
    [
        pytest.param("a" * 300, 0, 1, "a" * 67 + " ...", id="cut behind"),
        pytest.param("a" * 100 + "Q" + "b" * 100, 100, 1, "... " + "a" * 62 + "Q" + " ...", id="both sides"),
        pytest.param("a" * 100 + "Q", 100, 1, "... " + "a" * 62 + "Q", id="cut before"),
        pytest.param("ab" + "Q" * 300, 2, 300, "ab" + "Q" * 65 + " ...", id="nothing before is cut"),
    ],
)
def test_long_lines_are_cut_around_the_place(text: str, start: int, width: int, shown: str) -> None:
    """ "excerpts are cut to 78 columns"."""
    _, line, marks = format_problem(Problem("x", Place("f", 1, start + 1, width, text), "m")).splitlines()
    excerpt = line.removeprefix("  1 | ")
    assert len(line) <= EXCERPT_WIDTH
    assert len(marks) <= EXCERPT_WIDTH
    if width == 1 and start:
        assert excerpt[marks.index("^") - len("  1 | ")] == text[start]
        assert excerpt.startswith("... ")
        assert excerpt.endswith(" ...") is (start + 1 < len(text))
    assert (excerpt[:4], excerpt[-4:]) == (shown[:4], shown[-4:])


@given(st.text(max_size=300), st.integers(1, 320), st.integers(0, 320), st.integers(1, 999_999))
def test_no_excerpt_is_wider_than_78_columns(text: str, column: int, width: int, line: int) -> None:
    printed = format_problem(Problem("x", Place("f", line, column, width, text), "m")).splitlines()
    assert len(printed) == 3
    assert all(text_width(row) <= EXCERPT_WIDTH for row in printed)
    assert "^" in printed[2]


@given(
    st.text(st.characters(codec="utf-8"), max_size=200),
    # What has a width of its own: a tone of skin, say, only colors what stands before it.
    st.text(st.characters(codec="utf-8", exclude_categories=["M", "C", "Z"]), min_size=1, max_size=20).filter(
        lambda text: all(map(text_width, text))
    ),
    st.text(st.characters(codec="utf-8"), max_size=200),
)
def test_what_stands_above_the_carets_is_what_was_marked(before: str, marked: str, after: str) -> None:
    place = Place("f", 5, len(before) + 1, len(marked), before + marked + after)
    _, line, marks = format_problem(Problem("x", place, "m")).splitlines()
    start, end = marks.index("^"), marks.rindex("^") + 1
    above, column = "", 0
    for c in line:
        if start <= column < end and text_width(c):
            above += c
        column += text_width(c)
    assert above == marked


def test_a_line_of_ten_million_characters_is_cut_at_once() -> None:
    for c in ("x", "日", "\u0301", "\x1b"):
        text = c * 10_000_000
        began = time.perf_counter()
        for column in (1, 5_000_000, 10_000_000, 10_000_001):
            printed = format_problem(Problem("x", Place("f", 1, column, 9_999_999, text), "m"))
            assert all(text_width(row) <= EXCERPT_WIDTH for row in printed.splitlines())
        assert time.perf_counter() - began < 20


# -- all problems of a run ----------------------------------------------------------------------------


@each(
    ("errors", "warnings", "shown", "count"),
    [
        (0, 0, 0, None),
        (1, 0, 1, None),
        (0, 1, 1, None),
        (2, 0, 2, "2 problems"),
        (1, 1, 2, "1 problem and 1 warning"),
        (3, 2, 5, "3 problems and 2 warnings"),
        (20, 0, 20, "20 problems"),
        (21, 0, 20, "21 problems, the first 20 shown"),
        (0, 30, 20, "30 warnings, the first 20 shown"),
        (25, 1, 20, "25 problems and 1 warning, the first 20 shown"),
    ],
)
def test_twenty_are_shown_and_all_are_counted(
    errors: int, warnings: int, shown: int, count: str | None
) -> None:
    """ "All problems of a run, sorted by place, at most 20 shown and the count always"."""
    problems = [_problem(line=i + 1, column=1) for i in range(errors)]
    problems += [_problem(line=100 + i, column=1, warning=True) for i in range(warnings)]
    printed = format_problems(problems).splitlines()
    assert sum("[card-repeated]" in line for line in printed) == shown
    assert (printed[-1] if len(printed) > shown else None) == count


@each(
    ("errors", "warnings", "said"),
    [
        (1, 30, "1 problem and 30 warnings, the problems and 19 warnings shown"),
        (19, 2, "19 problems and 2 warnings, the problems and 1 warning shown"),
        (22, 30, "22 problems and 30 warnings, 20 problems shown"),
        (1000, 1000, "at least 1000 problems and at least 1000 warnings, 20 problems shown"),
    ],
)
def test_warnings_leave_the_room_to_errors(errors: int, warnings: int, said: str) -> None:
    problems = [_problem(line=i + 1, column=1, warning=True) for i in range(warnings)]
    problems += [_problem(line=2000 + i, column=1) for i in range(errors)]
    printed = format_problems(problems).splitlines()
    assert printed[-1] == said
    assert sum(": error[" in line for line in printed) == min(errors, 20)
    lines = [int(line.split(":")[1]) for line in printed[:-1]]
    assert lines == sorted(lines)


def test_problems_are_sorted_by_place() -> None:
    """Files in the order in which they were given, then line, then column, errors before warnings."""
    placed = [
        ("b.ofc", 1, 1, False),
        ("b.ofc", 2, 9, False),
        ("b.ofc", 2, 9, True),
        ("b.ofc", 2, 10, False),
        ("b.ofc", 10, 1, False),
        ("a.ofc", 0, 0, False),
        ("a.ofc", 1, 1, False),
    ]
    right = [_problem(file, line, column, warning=warning) for file, line, column, warning in placed]
    # b.ofc stays the first file that occurs.
    mixed = [right[i] for i in (4, 2, 6, 0, 5, 3, 1)]
    assert sort_problems(mixed) == right
    assert [line.split(" ")[0] for line in format_problems(mixed).splitlines()[:-1]] == [
        f"{p.place}:" for p in right
    ]


def test_problems_at_one_place_keep_their_order() -> None:
    first, second = _problem(line=1, code="z"), _problem(line=1, code="a")
    assert sort_problems([first, second]) == [first, second]


# -- exit status --------------------------------------------------------------------------------------


@each(
    ("statuses", "status"),
    [
        ([], 0),
        ([Exit.INPUT], 1),
        ([Exit.INPUT, Exit.USAGE], 2),
        ([Exit.FILES, Exit.USAGE, Exit.INPUT], 3),
        ([Exit.FAULT, Exit.FILES], 70),
        ([Exit.INTERRUPTED, Exit.FAULT], 130),
    ],
)
def test_the_largest_exit_status_wins(statuses: list[Exit], status: int) -> None:
    """ "The largest wins"."""
    problems = [Problem("x", Place("f"), "m", status=s) for s in statuses]
    assert exit_status(problems) == status
    assert exit_status([p._replace(warning=True) for p in problems]) == 0
    assert (
        exit_status([*problems, Problem("x", Place("f"), "m", warning=True, status=Exit.INTERRUPTED)])
        == status
    )


def test_the_error_of_the_python_api_carries_and_names_them_all() -> None:
    """In the order of their places, as the command line prints them."""
    problems = [_problem(line=3, column=4), _problem("b.ofc", 1), _problem(line=2)]
    error = ProblemsError(problems)
    assert error.problems == (problems[2], problems[0], problems[1])
    assert str(error) == format_problems(problems)
