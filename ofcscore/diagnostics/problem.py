"""Problems: errors and warnings about a log, a rule set or an argument.

A problem has a code, a place, a message, a hint and fixes. A fix is an edit of the source that a program can
apply. Functions collect and return problems. Only the outermost call of the Python API raises them, as
`ProblemsError`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from ofcscore.diagnostics.terminal import BOLD, JOINER, RED, YELLOW, clusters, fit, inked, text_width, wrap

SHOWN_AT_MOST: Final = 20
KEPT_AT_MOST: Final = 1000
"""The most errors, and the most warnings, that are kept in one run."""
EXCERPT_WIDTH: Final = 78
# The number of characters before and after a place that its excerpt can need, with combining marks. A line
# may be far longer, so the rest is not examined.
_NEAR: Final = 1_000


class Exit(IntEnum):
    """Exit statuses of the command line. If there are several, the largest one is used."""

    OK = 0
    INPUT = 1
    USAGE = 2
    FILES = 3
    FAULT = 70
    INTERRUPTED = 130


class Code(NamedTuple):
    """The meaning and the remedy of a code, and an example.

    `fails_check` is True if `ofcscore check` fails when a log has a problem with this code.
    """

    meaning: str
    remedy: str
    example: str = ""
    fails_check: bool = True


@lru_cache(maxsize=1)
def codes() -> Mapping[str, Code]:
    """Return the entry of each code, in the order of `catalogue.toml`."""
    import tomllib
    from importlib.resources import files

    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    return {code: Code(**entry) for code, entry in tomllib.loads(text).items()}


class Place(NamedTuple):
    """A place in a file: file name, line and column from 1, width in columns.

    Line and column are 0 if unknown. `text` is the whole source line. It is None if there is no line to show,
    for example for a command-line option or a missing file.
    """

    file: str
    line: int = 0
    column: int = 0
    width: int = 1
    text: str | None = None

    def __str__(self) -> str:
        numbers = (self.line, self.column) if self.line else ()
        return ":".join((show(self.file), *(str(number) for number in numbers if number)))


class Edit(NamedTuple):
    """Replace columns `start` to `end` (from 0, exclusive) of a line (from 1)."""

    file: str
    line: int
    start: int
    end: int
    text: str

    def applied(self, line: str) -> str:
        """Return the line after this edit.

        >>> Edit("night.ofc", 1, 0, 4, "deal").applied("dael 2")
        'deal 2'
        """
        return line[: self.start] + self.text + line[self.end :]


class Fix(NamedTuple):
    """Edits that solve a problem.

    `safe` is True if they keep all letters and digits and add no word.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool


_MOST_NEW_LETTERS: Final = 2
"""The most letters that a fix of a typing error adds. More would be a new word."""


def keeps_all(before: str, after: str) -> bool:
    """Return True if `after` keeps all letters and digits, and adds no word.

    >>> keeps_all("stake 0,5", "stake: 0.5"), keeps_all("rulez: ofc", "rules: ofc")
    (True, False)
    >>> keeps_all("Ana -> Ben 5", "paid: Ana -> Ben 5")
    False
    """
    letters, kept = (Counter(filter(str.isalpha, text.casefold())) for text in (before, after))
    digits, kept_digits = ("".join(filter(str.isdecimal, text)) for text in (before, after))
    return not letters - kept and (kept - letters).total() <= _MOST_NEW_LETTERS and digits == kept_digits


class Problem(NamedTuple):
    """An error, or a warning (if `warning`): something that may be wrong.

    `hint` is the text of the help line. `fixes` has one fix for each possible meaning of the source. `people`
    are names that may belong to one player; reports mark payments between them. `note` makes a warning
    informative only.
    """

    code: str
    place: Place
    message: str
    hint: str | None = None
    warning: bool = False
    status: Exit = Exit.INPUT
    people: tuple[str, ...] = ()
    note: bool = False
    fixes: tuple[Fix, ...] = ()

    @property
    def severity(self) -> str:
        return "note" if self.note else "warning" if self.warning else "error"


class Page(NamedTuple):
    """The format of printed problems: width (None: do not wrap) and color."""

    width: int | None = None
    color: bool = False

    def lines(self, text: str, indent: str) -> list[str]:
        """Wrap a sentence into lines. A word that is wider than a line is not split."""
        return [text] if self.width is None else wrap(text, self.width, indent)


WHOLE_LINES: Final = Page()


class ProblemsError(Exception):
    """Raised by the Python API when a session cannot be read or scored.

    `problems` has all problems, sorted by place. The error's text is the output of the command line.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(sort_problems(problems))

    def __str__(self) -> str:
        return format_problems(self.problems)


def exit_status(problems: Iterable[Problem]) -> Exit:
    """Return the largest status of the errors; `Exit.OK` if there are only warnings."""
    return max((p.status for p in problems if not p.warning), default=Exit.OK)


def show(text: str) -> str:
    """Escape controls, bidi marks and lone surrogates as `\\u{...}` for a terminal.

    A joiner between two emoji is kept. A joiner between letters is invisible and is therefore escaped.

    >>> show("a\\x1b[2Jb")
    'a\\\\u{1b}[2Jb'
    """
    if text.isascii() and text.isprintable():
        return text
    joined = {found.start() for found in re.finditer(_JOINED, text)} if JOINER in text else ()
    return "".join(
        f"\\u{{{ord(c):x}}}" if i not in joined and unicodedata.category(c) in _UNSEEN else c
        for i, c in enumerate(text)
    )


_UNSEEN: Final = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_PICTURES: Final = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_JOINED: Final = f"(?<=[{_PICTURES}\ufe0f]){JOINER}(?=[{_PICTURES}])"


def show_lines(text: str) -> str:
    """Escape a text like `show`, but keep line breaks and tabs."""
    return "\n".join("\t".join(map(show, line.split("\t"))) for line in text.split("\n"))


def format_problem(problem: Problem, page: Page = WHOLE_LINES) -> str:
    """Return a problem for people: place, message, excerpt with a caret, and help."""
    severity, ink = problem.severity, YELLOW if problem.warning else RED
    if page.color:
        severity = inked(severity, ink, BOLD)
    place = f"{problem.place}: " if problem.place.file else ""
    lines = page.lines(f"{place}{severity}[{problem.code}]: {show(problem.message)}", "  ")
    excerpt, *carets = _excerpt(problem.place, min(EXCERPT_WIDTH, page.width or EXCERPT_WIDTH)) or [""]
    if excerpt:
        lines.append(excerpt)
    lines += [inked(line, ink) if page.color else line for line in carets]
    if problem.hint:
        lines += page.lines(f"  help: {show(problem.hint)}", "    ")
    return "\n".join(lines)


def _excerpt(place: Place, columns: int) -> list[str]:
    """Return the source line, truncated to the width, with carets under the error."""
    text = place.text
    if text is None or not place.line:
        return []
    margin = f"  {place.line} | "
    room = columns - len(margin)
    start = min(max(place.column - 1, 0), len(text))
    end = start + max(place.width, 1)
    head = _cells(text[max(start - _NEAR, 0) : start])
    body = _cells(text[start : min(end, start + _NEAR)])
    tail = _cells(text[end : end + _NEAR])
    if _width(head) + _width(body) > room - 4 or start > _NEAR:
        near = fit(head[::-1], max(room - 8 - min(_width(body), room // 2), 8))[::-1]
        if len(near) < len(head) or start > _NEAR:
            head = ["... ", *near]
    line = head + body + tail
    if _width(line) > room or end + _NEAR < len(text):
        line = [*fit(line, room - 4), " ..."]
    excerpt = f"{margin}{''.join(line)}".rstrip()
    if not place.column:
        return [excerpt]
    carets = "^" * max(1, min(_width(body), room - _width(head)))
    return [excerpt, f"{' ' * (len(margin) - 2)}| {' ' * _width(head)}{carets}"]


def _cells(text: str) -> list[str]:
    """Return each character as it is displayed."""
    return [" " if c == "\t" else show(c) for c in clusters(text)]


def _width(cells: Iterable[str]) -> int:
    return sum(map(text_width, cells))


def format_problems(problems: Sequence[Problem], page: Page = WHOLE_LINES) -> str:
    """Return the text of up to 20 problems, sorted by place, and the count of all.

    Errors are chosen before warnings.
    """
    ordered = sort_problems(problems)
    chosen = sorted(range(len(ordered)), key=lambda at: ordered[at].warning)[:SHOWN_AT_MOST]
    shown = [format_problem(ordered[at], page) for at in sorted(chosen)]
    errors = sum(1 for p in ordered if not p.warning)
    notes = sum(1 for p in ordered if p.note)
    counts = ((errors, "problem"), (len(ordered) - errors - notes, "warning"), (notes, "note"))
    total = " and ".join(_counted(count, what) for count, what in counts if count)
    if len(ordered) > SHOWN_AT_MOST:
        others = max(SHOWN_AT_MOST - errors, 0)
        which = f"the problems and {_counted(others, 'warning')}" if others else f"{SHOWN_AT_MOST} problems"
        if max(chosen) < SHOWN_AT_MOST:
            which = f"the first {SHOWN_AT_MOST}"
        shown.append(f"{total}, {which} shown")
    elif len(ordered) > 1:
        shown.append(total)
    return "\n".join(shown)


def _counted(count: int, what: str) -> str:
    """Return for example `2 problems` or `at least 1000 problems`."""
    return f"{'at least ' if count >= KEPT_AT_MOST else ''}{count} {what}{'s' if count > 1 else ''}"


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by file (in order of first occurrence), line and column."""
    listed = list(problems)
    order = {file: at for at, file in enumerate(dict.fromkeys(p.place.file for p in listed))}
    return sorted(listed, key=lambda p: (order[p.place.file], p.place.line, p.place.column, p.warning))


class Problems:
    """A collector that counts all problems and keeps the first 1,000 of each kind.

    A long log may have a problem on every line, so the kept ones are limited to save memory. Problems arrive
    almost in the order of the log, so the kept ones are those that are printed.
    """

    __slots__ = ("_kept", "errors", "left_out", "recorded", "status", "unread", "warnings")

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self.errors = 0
        self.warnings = 0
        self.left_out = 0
        """The number of deals that were skipped because of an error."""
        self.recorded: Counter[str] = Counter()
        """The number of results that each poker room's record states, by file."""
        self.unread: set[str] = set()
        """The first 1,000 keys and players of lines and values that did not parse."""
        self.status = Exit.OK

    def add(self, problem: Problem) -> None:
        if problem.warning:
            self.warnings += 1
        else:
            self.errors += 1
            self.status = max(self.status, problem.status)
        if (self.warnings if problem.warning else self.errors) <= KEPT_AT_MOST:
            self._kept.append(problem)

    def refuse(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        self.add(Problem(code, place, message, hint))

    def warn(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        self.add(Problem(code, place, message, hint, warning=True))

    def miss(self, subject: str) -> None:
        """Record the key or player of a line or value that could not be parsed."""
        if len(self.unread) < KEPT_AT_MOST:
            self.unread.add(subject)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    @property
    def kept(self) -> tuple[Problem, ...]:
        return tuple(self._kept)

    def __len__(self) -> int:
        return self.errors + self.warnings


ASCII_LOWER: Final = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
"""The lower case of ASCII letters, for `str.translate`.

(`str.lower` would turn a Kelvin sign into a k.)
"""


def near(word: str, words: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the most similar word in `words`, ignoring case, or None."""
    import difflib

    by_lower = {known.lower(): known for known in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, 1, cutoff)
    return by_lower[matches[0]] if matches else None


def letters_apart(one: str, other: str, most: int) -> int | None:
    """Return the number of edits between two words, or None if it is more than `most`.

    An edit adds, removes or changes a letter, or swaps two neighbors.

    >>> letters_apart("Ben", "Benn", 2), letters_apart("Maria", "Mraia", 2), letters_apart("Ben", "Tom", 2)
    (1, 1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if same is None:
        return abs(len(one) - len(other))
    if most == 0:
        return None
    one, other = one[same:], other[same:]
    ways = [(one[1:], other), (one, other[1:]), (one[1:], other[1:])]
    if one[:2] == other[1::-1]:
        ways.append((one[2:], other[2:]))
    found = [apart for way in ways if (apart := letters_apart(*way, most - 1)) is not None]
    return 1 + min(found) if found else None


def meant(word: str, words: Iterable[str], otherwise: str) -> str:
    """Return a hint with the most similar word in `words`, or else `otherwise`."""
    found = near(word, words)
    return f"did you mean `{found}`?" if found else otherwise


def reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def listed(words: Iterable[str], last: str = "or") -> str:
    """Join words for a sentence.

    >>> listed(["top", "middle", "bottom"])
    'top, middle or bottom'
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def describe_character(character: str) -> str:
    """Return a character for a message, with its name unless it is ASCII.

    >>> describe_character("К")
    'К (U+041A CYRILLIC CAPITAL LETTER KA)'
    """
    if " " < character < "\x7f":
        return character
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    label = f"{code} {name}".rstrip()
    shown = character if character.isprintable() and not unicodedata.combining(character) else ""
    return f"{shown} ({label})" if shown else label
