"""The screen that people read on: its columns, how many of them a text takes, and its colours.

A text is broken at blanks, never in a word; what is joined on the screen (letters with their marks, emoji
of several) is one thing here too.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, TextIO

USUAL: Final = 80
"""So many columns has a page where nobody says how many: in a pipe, in a file."""
PROSE: Final = 100
"""Sentences have no longer lines on a wider screen: who reads them loses the place."""
LEAST: Final = 24
"""A screen that says it has fewer is taken for one that has these."""

# -- columns -------------------------------------------------------------------------------------------


def columns(out: TextIO | None) -> int:
    """Return the columns of a stream: what `COLUMNS` says, else its window, else `USUAL`; or `LEAST`."""
    return max(LEAST, _columns(out) or USUAL)


def has_edge(out: TextIO | None) -> bool:
    """Return True if a stream has a width, by its window or `COLUMNS`; in a pipe, lines stay whole."""
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
    """How many columns text takes as it is drawn: marks none, wide letters and joined emoji two; ink none.

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
    # A control has no width; here it is something that was not shown yet.
    return width if width >= 0 else sum(abs(wcwidth(c)) for c in text)


def clusters(text: str) -> Iterator[str]:
    """Yield the letters of a text as they are drawn, each with its marks and what is joined to it.

    >>> [len(cluster) for cluster in clusters("ae\\u0301👩‍👧🇩🇪")]
    [1, 2, 3, 2]
    """
    cluster = ""
    for character in text:
        if cluster and not _goes_on(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _goes_on(cluster: str, character: str) -> bool:
    if character.isascii():
        return False
    if re.match(_FLAGS, character):
        return len(cluster) == 1 and re.match(_FLAGS, cluster) is not None
    return cluster[-1] == JOINER or not text_width(character)


JOINER: Final = "\u200d"
_FLAGS: Final = "[\U0001f1e6-\U0001f1ff]"
_INK: Final = "\x1b\\[[0-9]*m"


def cut_inside(text: str, width: int, dots: str = "…") -> str:
    """Text of so many columns at most, cut behind two thirds of it: those that begin alike differ at the end.

    >>> cut_inside("Alexandra Petrovna of Kazan", 18), cut_inside("Alexandra Petrovna of Moscow", 18)
    ('Alexandra Pe…Kazan', 'Alexandra Pe…oscow')
    """
    if text_width(text) <= width:
        return text
    letters, room = list(clusters(text)), width - len(dots)
    end = "".join(reversed(list(_as_many(letters[::-1], room // 3))))
    start = "".join(_as_many(letters, room - text_width(end)))
    return start.rstrip() + dots + end.lstrip()


def _as_many(letters: Iterable[str], room: int) -> Iterator[str]:
    """Yield the first letters that so many columns have room for."""
    for letter in letters:
        room -= text_width(letter)
        if room < 0:
            return
        yield letter


def wrap(text: str, width: int = USUAL, indent: str = "") -> list[str]:
    """Text broken at blanks into lines of at most so many columns; later lines are indented.

    What is `held` together is not broken where a line has room for it, and neither are a word and the
    figure behind it (`Ann +5`), nor an amount and its currency.
    """
    lines: list[str] = []
    start = text[: len(text) - len(text.lstrip(" "))]

    line, used = "", 0
    for word in _words(text, width - text_width(indent)):
        # What holds a word to its figure is a blank on the screen, and has no width itself.
        size = text_width(word.replace(_HELD, " "))
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = indent + word, text_width(indent) + size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, len(start) + size)
    lines.append(line)
    lines[0] = start + lines[0]
    return [line.replace(_HELD, " ") for line in lines]


def _words(text: str, room: int) -> Iterator[str]:
    """Yield the words of a text; what is held together is one, unless it is wider than a line."""
    for word in re.sub(_BEFORE_FIGURE, _HELD, text).split():
        yield from [word] if text_width(word.replace(_HELD, " ")) <= room else word.split(_HELD)


def held(text: str) -> str:
    """Text that `wrap` breaks at none of its blanks: a word and its figure."""
    return text.replace(" ", _HELD)


_HELD: Final = "\0"
_BEFORE_FIGURE: Final = "(?<=[^ ]) (?=[+-][0-9])|(?<=[0-9]) (?=[A-Z]{3}\\b)"
_HANGING: Final = 30
"""A line that is too wide goes on below its last column where that has so much room."""
_GAP: Final = "(?<=[^ ])  +"


def fold(line: str, width: int) -> list[str]:
    """Return a line, broken where it is too wide: between its columns where it has some, else at blanks.

    A single word that is too wide is cut inside, but for a path or an address, of which all is needed; wide
    letters are written without blanks, and go on in the next line.
    """
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 2, width // 4)
    return [whole for part in _parts(line, width, indent) for whole in _unbroken(part, width, indent)]


def _unbroken(part: str, width: int, indent: str) -> list[str]:
    """Return the lines for a part of a line that has no blanks to break at; later ones are indented."""
    if text_width(part) <= width or "/" in part or "\\" in part:
        return [part]
    # Half of it being wide letters, such as Chinese ones, it is a text and no long word.
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


# -- colour --------------------------------------------------------------------------------------------

ColourWhen = Literal["auto", "always", "never"]
COLOURS: Final[tuple[ColourWhen, ...]] = ("auto", "always", "never")
"""When there is colour: where a terminal is, everywhere, nowhere."""

BOLD: Final = (1, 22)
RED: Final = (31, 39)
GREEN: Final = (32, 39)
YELLOW: Final = (33, 39)
BLUE: Final = (34, 39)
MAGENTA: Final = (35, 39)
CYAN: Final = (36, 39)
"""The code that begins an ink, and the one that ends it and no other."""


def has_colour(out: TextIO | None, when: ColourWhen = "auto") -> bool:
    """Return True if a stream is in color: as requested, by the environment, or by its terminal."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return out is not None and out.isatty() and os.environ.get("TERM") != "dumb"


def inked(text: str, *inks: tuple[int, int]) -> str:
    """Text in a colour, or bold; what it says must be plain without."""
    for begin, end in inks:
        text = f"\x1b[{begin}m{text}\x1b[{end}m"
    return text
