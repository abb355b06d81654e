"""Terminal output: the width of a screen and of text, line wrapping, and colors.

Text is wrapped at spaces, not inside words. Characters that are drawn as one, such as a letter with its
accent or a joined emoji, are never separated.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, Literal, TextIO

USUAL: Final = 80
"""The default number of columns, for a pipe or a file."""
PROSE: Final = 100
"""The largest width of sentences, because longer lines are hard to read."""
LEAST: Final = 24
"""The smallest number of columns. A narrower screen is treated as this wide."""

# -- columns -------------------------------------------------------------------------------------------


def columns(out: TextIO | None) -> int:
    """Return the columns of a stream: `COLUMNS`, its terminal's width, or `USUAL`."""
    return max(LEAST, _columns(out) or USUAL)


def has_edge(out: TextIO | None) -> bool:
    """Return True if a stream has a width, from its terminal or `COLUMNS`. A pipe has none."""
    return _columns(out) > 0


def _columns(out: TextIO | None) -> int:
    named = os.environ.get("COLUMNS", "")
    if re.fullmatch("[0-9]{1,4}", named) and int(named):
        return int(named)
    try:
        return os.get_terminal_size(out.fileno()).columns if out is not None and out.isatty() else 0
    except (OSError, ValueError):
        return 0


def text_width(text: str) -> int:
    """Return the width of a text in columns.

    Accents and color codes take no column. Wide letters and joined emoji take two.

    >>> text_width("Zoë"), text_width("李"), text_width("👩‍👧 x"), text_width(inked("foul", RED))
    (3, 2, 4, 4)
    """
    if "\x1b" in text:
        text = re.sub(_INK, "", text)
    return len(text) if text.isascii() else _drawn_width(text)


def left(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def right(text: str, width: int) -> str:
    return " " * (width - text_width(text)) + text


@lru_cache(maxsize=1024)
def _drawn_width(text: str) -> int:
    from wcwidth import wcswidth, wcwidth

    width = wcswidth(text)
    # `wcswidth` returns -1 for a text with a control character, which is escaped only later.
    return width if width >= 0 else sum(abs(wcwidth(c)) for c in text)


def clusters(text: str) -> Iterator[str]:
    """Yield the characters of a text, each with its accents and joined characters.

    >>> [len(cluster) for cluster in clusters("ae\\u0301👩‍👧🇩🇪")]
    [1, 2, 3, 2]
    """
    cluster = ""
    for character in text:
        if character.isascii():
            goes_on = False
        elif character in _FLAGS:
            goes_on = cluster in _FLAGS
        else:
            goes_on = cluster[-1:] == JOINER or not text_width(character)
        if cluster and not goes_on:
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


JOINER: Final = "\u200d"
_FLAGS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""The letters of flags, of which two make one."""
_INK: Final = "\x1b\\[[0-9]*m"


def cut_inside(text: str, width: int, dots: str = "…") -> str:
    """Shorten a text to `width` columns by replacing a part of it with dots.

    The end is kept because names that begin alike often differ there.

    >>> cut_inside("Alexandra Petrovna of Kazan", 18), cut_inside("Alexandra Petrovna of Moscow", 18)
    ('Alexandra Pe…Kazan', 'Alexandra Pe…oscow')
    """
    if text_width(text) <= width:
        return text
    letters, room = list(clusters(text)), width - len(dots)
    end = "".join(fit(letters[::-1], room // 3)[::-1])
    start = "".join(fit(letters, room - text_width(end)))
    return start.rstrip() + dots + end.lstrip()


def fit(letters: Sequence[str], room: int) -> Sequence[str]:
    """Return the first letters, as many as fit into `room` columns."""
    widths = accumulate(map(text_width, letters))
    return letters[: sum(width <= room for width in widths)]


def wrap(text: str, width: int = USUAL, indent: str = "") -> list[str]:
    """Wrap a text at spaces, and indent all lines except the first.

    Text from `keep_together` stays on one line if it fits. A word and the number after it (`Ann +5`), and an
    amount and its currency, stay together too.
    """
    lines: list[str] = []
    start = text[: len(text) - len(text.lstrip(" "))]

    line, used = "", 0
    for word in _words(text, width - text_width(indent)):
        # `_JOINED` has no width, but it is printed as a space.
        size = text_width(word.replace(_JOINED, " "))
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = indent + word, text_width(indent) + size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, len(start) + size)
    lines.append(line)
    lines[0] = start + lines[0]
    return [line.replace(_JOINED, " ") for line in lines]


def _words(text: str, room: int) -> Iterator[str]:
    """Yield words. Words that are kept together count as one if they fit on a line."""
    for word in re.sub(_BEFORE_NUMBER, _JOINED, text).split():
        yield from [word] if text_width(word.replace(_JOINED, " ")) <= room else word.split(_JOINED)


def keep_together(text: str) -> str:
    """Return a text that `wrap` keeps on one line, for example a word and its number."""
    return text.replace(" ", _JOINED)


_JOINED: Final = "\0"
"""The character that stands for a space at which `wrap` does not break."""
_BEFORE_NUMBER: Final = "(?<=[^ ]) (?=[+-][0-9])|(?<=[0-9]) (?=[A-Z]{3}\\b)"
_HANGING: Final = 30
"""The least width of a last column in which a long line continues."""
_GAP: Final = "(?<=[^ ])  +"


def fold(line: str, width: int) -> list[str]:
    """Break a line that is too wide between its columns, or else at spaces.

    A single word that is too wide is shortened, unless it is a path or an address. Text in wide letters, such
    as Chinese, has no spaces, so it continues on the next line.
    """
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 2, width // 4)
    return [whole for part in _parts(line, width, indent) for whole in _unbroken(part, width, indent)]


def _unbroken(part: str, width: int, indent: str) -> list[str]:
    """Return the lines of a text that has no spaces to break at."""
    if text_width(part) <= width or "/" in part or "\\" in part:
        return [part]
    # If half of it is wide letters, such as Chinese, it is a text and not a long word.
    if 2 * text_width(part) <= 3 * len(part):
        return [cut_inside(part, width)]
    lines = [""]
    for letter in clusters(part):
        if text_width(lines[-1] + letter) > width:
            lines.append(indent)
        lines[-1] += letter
    return lines


def _parts(line: str, width: int, indent: str) -> list[str]:
    if text_width(line) <= width:
        return [line]
    gaps = [gap for gap in re.finditer(_GAP, line) if text_width(line[: gap.start()]) <= width]
    if not gaps:
        return wrap(line, width, indent)
    head, rest = line[: gaps[-1].end()], line[gaps[-1].end() :]
    room = width - text_width(head)
    if room < _HANGING or re.search(_GAP, rest):
        return [head.rstrip(), *_parts(indent + rest, width, indent)]
    first, *others = wrap(rest, room)
    return [head + first, *(" " * text_width(head) + other for other in others)]


def fold_all(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        yield from fold(line, width)


# -- color ---------------------------------------------------------------------------------------------

ColorWhen = Literal["auto", "always", "never"]
COLORS: Final[tuple[ColorWhen, ...]] = ("auto", "always", "never")
"""When to use color: only on a terminal, always, never."""

BOLD: Final = (1, 22)
RED: Final = (31, 39)
GREEN: Final = (32, 39)
YELLOW: Final = (33, 39)
BLUE: Final = (34, 39)
MAGENTA: Final = (35, 39)
CYAN: Final = (36, 39)
"""The terminal codes that turn a style on, and only this style off."""


def has_color(out: TextIO | None, when: ColorWhen = "auto") -> bool:
    """Return True if output to a stream is colored.

    `when` decides first, then the environment, then whether the stream is a terminal.
    """
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return out is not None and out.isatty() and os.environ.get("TERM") != "dumb"


def inked(text: str, *inks: tuple[int, int]) -> str:
    """Return a text in a color or in bold. The text must be clear without it too."""
    for begin, end in inks:
        text = f"\x1b[{begin}m{text}\x1b[{end}m"
    return text
