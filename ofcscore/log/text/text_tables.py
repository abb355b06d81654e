"""Find tables in text: Markdown, org, boxes, and columns aligned by spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ofcscore.game.cards import Row
from ofcscore.log.syntax import INITIALS, Line, Text, spans
from ofcscore.log.text.game_headings import Heading, heading_reader
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.vocabulary import Vocabulary, folded, rows_by_initials

_BARS: Final = frozenset("|│┃║")
_BAR: Final = re.compile("[|│┃║]")
_BORDER: Final = re.compile(r"[ \t]*(?=.*[-─━═=])[-+|:=\u2500-\u257f \t]+")
_JIRA_BARS: Final = re.compile(r"\|\|")
_ROW_COUNT: Final = re.compile(r"[ \t]*(?:\([0-9]+ rows?\)|[0-9]+ rows? in set.*)[ \t]*")
_GAP: Final = re.compile(r"[ \t]{2,}|\t")
_WORD: Final = re.compile(r"[^ \t]+")
_HASHES: Final = re.compile(r"[ \t\ufeff]*#+[ \t]+(?=[^ \t#])")
_LEAST: Final = 2


class Grid(NamedTuple):
    """A table: the index of the line after it, and its rows of cells, None if empty."""

    end: int
    rows: list[tuple[Line, list[Text | None]]]
    deal: Text | None = None
    """The deal heading before the column titles: `Hand 1   Ana   Ben`."""


def find_grids(lines: Sequence[Line], vocabulary: Vocabulary) -> dict[int, Grid]:
    """Return the tables among the lines, by the index of each first line; unusable lines count as blank."""
    found: dict[int, Grid] = {}
    at = 0
    names: Line | None = None
    """The players above the headings of deals whose boards are side by side."""
    while at < len(lines):
        notations = (_barred, _with_inner_bars, _with_tabs, _aligned, _without_labels)
        grid = next(filter(None, (notation(lines, at, vocabulary) for notation in notations)), None)
        if grid is None and (grid := _below_names(lines, at, vocabulary, names)) is not None:
            names = grid.rows[0][0]
        if grid is not None:
            found[at] = grid
        at = at + 1 if grid is None else grid.end
    return {**found, **dict(_headings(lines, found, vocabulary))}


def names_beside(grid: Grid, vocabulary: Vocabulary) -> list[str]:
    """Return the players' names above boards that are side by side, none for other tables."""
    (_, (_, *names)), *below = grid.rows
    labels = [folded(cells[0].text) for _, cells in below[: len(Row)] if cells and cells[0] is not None]
    is_labelled = len(labels) == len(Row) and all(one in vocabulary.rows or one in INITIALS for one in labels)
    return [name.text for name in names if name is not None] if is_labelled else []


def _headings(
    lines: Sequence[Line], grids: Mapping[int, Grid], vocabulary: Vocabulary
) -> Iterable[tuple[int, Grid]]:
    """Yield `#` headings that state rules or a stake, each as a table of one cell.

    They count anywhere in Markdown, and elsewhere only directly above tables.
    """
    found: dict[int, tuple[Grid, Heading]] = {}
    plain: list[Line] = []
    inside = {at for start, grid in grids.items() for at in range(start, grid.end)}
    above = False
    for at in reversed(range(len(lines))):
        line = lines[at]
        if at in inside:
            above = above or at in grids
        elif match := _HASHES.match(line.text):
            is_heading = above or line.file.endswith((".md", ".markdown"))
            heading = _heading(line, match.end(), vocabulary) if is_heading else None
            if heading is not None and heading.certain:
                found[at] = Grid(at + 1, [(line, [line.whole.part(match.end())])]), heading
        elif line.text.strip():
            above = False
            plain.append(line)
    # A line without `#` overrides such a heading: `Pineapple` below `# OFC, 20 Nov`.
    others = [_heading(line, 0, vocabulary) for line in plain if len(line.text) < _SHORT] if found else []
    stated = {said.key.text for heading in others if heading is not None for said in heading.entries}
    for at, (grid, heading) in found.items():
        if stated.isdisjoint(said.key.text for said in heading.entries):
            yield at, grid


_SHORT: Final = 100


def _heading(line: Line, start: int, vocabulary: Vocabulary) -> Heading | None:
    text = line.whole.part(start)
    heading = heading_reader(vocabulary).read(normalize_value(text, vocabulary))
    return None if heading is None or heading.unclear else heading


def _barred(lines: Sequence[Line], start: int, _: Vocabulary) -> Grid | None:
    """Return the table with bars that starts here, None if there is none.

    It has a border of dashes or Jira titles. If rows lack outer bars, the second line must be a border
    with bars or crossings.
    """
    bars, second = lines[start].text.strip(" \t"), _text_at(lines, start + 1)
    jira = len(bars) >= 2 * _LEAST and bars.startswith("||") and bars.endswith("||")
    is_open = _BORDER.fullmatch(second) and not {*"|+┼"}.isdisjoint(second)
    rows: list[tuple[Line, list[Text | None]]] = []
    border = jira
    end = start
    for line in lines[start:]:
        text = line.text.strip(" \t")
        ends = [sign in _BARS for sign in (text[:1], text[-1:])]
        if _BORDER.fullmatch(text):
            border = True
        elif all(ends) or (is_open and not _BARS.isdisjoint(text)):
            cells = _split(line, _JIRA_BARS if jira and not rows else _BAR)
            rows.append((line, cells[ends[0] : len(cells) - ends[1]]))
        else:
            break
        end += 1
    if not border or len(rows) < _LEAST:
        return None
    return Grid(end + 1 if _ROW_COUNT.fullmatch(_text_at(lines, end)) else end, rows)


def _with_inner_bars(lines: Sequence[Line], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return boards side by side with bars between the columns only: `Hand 1 | Ana | Ben`, `top | QQ5 | 663`."""
    bars = len(_BAR.findall(lines[start].text))
    there = lines[start : start + 1 + len(Row)]
    outer = any({line.text.strip(" \t")[:1], line.text.strip(" \t")[-1:]} & _BARS for line in there)
    if not bars or outer or len(there) <= len(Row) or any(len(_BAR.findall(x.text)) != bars for x in there):
        return None
    found = [(line, _split(line, _BAR)) for line in there]
    (_, (corner, *_)), *rows = found
    words = [folded(cells[0].text.strip(" :")) if cells[0] is not None else "" for _, cells in rows]
    labels = [vocabulary.rows.get(word) for word in words]
    if None in labels and all(len(word) == 1 for word in words):
        labels = [*rows_by_initials(tuple(words))]
    if sorted(one for one in labels if one is not None) != [*Row]:
        return None
    for (line, cells), row in zip(rows, labels, strict=True):
        assert row is not None
        cells[0] = line.whole.with_text(row.label) if cells[0] is None else cells[0].with_text(row.label)
    number = None if corner is None else _NUMBER.fullmatch(corner.text)
    deal = corner
    if corner is None or not (number or vocabulary.deal_line.match(f"{corner.text} ")):
        deal = None
    elif number is not None:
        deal = corner.with_text(f"deal {number[1]}")
    if deal is not None:
        found[0][1][0] = None
    return Grid(start + len(there), found, deal) if _are_names(found, vocabulary) else None


def _text_at(lines: Sequence[Line], at: int) -> str:
    """Return the text of a line, empty after the last."""
    return lines[at].text if at < len(lines) else ""


def _with_tabs(lines: Sequence[Line], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return the tab-separated table that starts here, if its titles name rows."""
    first = lines[start]
    if first.text.count("\t") < _LEAST:
        return None
    titles = _split(first, _TAB)
    words = [folded(cell.text) for cell in titles if cell is not None]
    if len({vocabulary.rows[word] for word in words if word in vocabulary.rows}) < _LEAST:
        return None
    there = takewhile(lambda line: "\t" in line.text, lines[start + 1 :])
    rows = [(line, _split(line, _TAB)) for line in there]
    return Grid(start + 1 + len(rows), [(first, titles), *rows]) if rows else None


def _aligned(lines: Sequence[Line], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return the space-aligned table that starts here, None if there is none.

    Its first line names the rows of boards, or labels of rows begin its next lines. A border above or
    below the titles shows where the columns begin.
    """
    pair = lines[start : start + 2]
    rules = [[*_WORD.finditer(line.text)] for line in pair if _BORDER.fullmatch(line.text)]
    ruled = bool(rules) and len(rules[0]) > 1
    head = next((line for line in pair if not _BORDER.fullmatch(line.text)), None)
    if head is None or not {*":/|"}.isdisjoint(head.text):
        return None
    titles = _split_at_gaps(head)
    if not ruled and len(titles) < _LEAST:
        return None
    starts = [match.start() for match in rules[0]] if ruled else [title.column - 1 for title in titles]
    words = head.text.split() if ruled else [title.text for title in titles]
    rows = _rows_of(lines[start : start + 6])
    labels = {_label_of(row, vocabulary) for row in rows[1:4]}
    has_titles = {vocabulary.rows.get(folded(word)) for word in words} >= {*Row}
    has_labels = labels == {*Row} and (starts[0] > 0 or len(_split_at_gaps(rows[1])) == len(titles))
    if not (has_titles or has_labels):
        return None
    if starts[0] and not ruled and (has_labels or (rows[1:] and not rows[1].text[: starts[0]].isspace())):
        starts = [0, *starts]
    rows = _rows_of(lines[start:])
    found: list[tuple[Line, list[Text | None]]] = []
    statuses = 0
    for row in rows:
        cells = _in_columns(row, starts, ruled=ruled, labelled=has_labels and bool(found))
        label = _label_of(row, vocabulary) if has_labels and found else None
        is_row = not (has_labels and found) or label is not None
        # `FOUL` may be below the rows of a player.
        states = starts[0] == 0 and row.text[:1].isspace() and _are_statuses(row, vocabulary)
        if cells is None or not (is_row or states):
            break
        statuses += not is_row
        if label is not None and cells[0] is not None:
            cells[0] = cells[0].with_text(label.label)
        found.append((row, cells))
    deal = None
    number = _NUMBER.fullmatch(titles[0].text)
    is_deal = titles[0].column == 1 and vocabulary.deal_line.match(f"{titles[0].text} ")
    if has_labels and (number or is_deal):
        deal = titles[0].with_text(f"deal {number[1]}") if number else titles[0]
        found[0][1][0] = None
    if has_labels and not _are_names(found, vocabulary):
        return None
    if len(found) < _LEAST or (has_labels and (len(found) - statuses) % len(Row) != 1):
        return None
    end = lines.index(found[-1][0], start) + 1
    return Grid(end + 1 if _BORDER.fullmatch(_text_at(lines, end)) else end, found, deal)


def _are_names(rows: Sequence[tuple[Line, list[Text | None]]], vocabulary: Vocabulary) -> bool:
    """Return True if boards stand below each name of the first row, and nothing else is said there."""
    (_, (corner, *names)), *below = rows
    titles = {"row", *vocabulary.words_of("terms.row|columns.player|columns.board|key.players|deals")}
    is_title = corner is None or folded(corner.text) in titles
    filled = (any(cells[at] is not None for _, cells in below) for at in range(1, len(names) + 1))
    figures = (name is not None and re.search(r"[+–−-][0-9]|(?<![^ ])[xX][0-9]", name.text) for name in names)
    return is_title and all(filled) and not any(figures)


def _label_of(line: Line, vocabulary: Vocabulary) -> Row | None:
    """Return the row whose label or initial begins a line."""
    word = folded(line.text.split()[0].strip(" :"))
    return vocabulary.rows.get(word, INITIALS.get(word))


def _without_labels(lines: Sequence[Line], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return boards side by side below their players' names, whose three rows have no labels."""
    there = _rows_of(lines[start : start + 1 + len(Row) + 1])
    if len(there) < 1 + len(Row) or not {*":/|"}.isdisjoint(there[0].text):
        return None
    head, *rows = there[: 1 + len(Row)]
    names = _split_at_gaps(head)
    if len(names) < _LEAST or re.search(r"[\d+=]", head.text):
        return None
    found: list[tuple[Line, list[Text | None]]] = [(head, [None, *names])]
    for row, line in zip(Row, rows, strict=True):
        cards = _split_at_gaps(line)
        if len(cards) != len(names) or any(count_cards(cell.text) != row.size for cell in cards):
            return None
        found.append((line, [cards[0].with_text(row.label), *cards]))
    below = there[1 + len(Row) :]
    if below and _are_statuses(below[0], vocabulary):
        starts = [name.column - 1 for name in names]
        cells = _in_columns(below[0], starts, ruled=False, labelled=False)
        found += [(below[0], [None, *cells])] if cells is not None else []
    return Grid(lines.index(found[-1][0], start) + 1, found)


def _are_statuses(row: Line, vocabulary: Vocabulary) -> bool:
    return all(folded(piece.text.strip(" .!()")) in vocabulary.statuses for piece in _split_at_gaps(row))


def _below_names(
    lines: Sequence[Line], start: int, vocabulary: Vocabulary, names: Line | None
) -> Grid | None:
    """Return the boards of a deal side by side, with its heading between them and the players' names.

    The heading is in the line after the names, or here if an earlier deal has the `names`. It may be a number
    before the label of the first row: `#2  top  QQ5 ...`.
    """
    here = lines[start]
    if names is None or _heading_of(here, vocabulary) is None:
        names, start = here, start + 1
    found = _heading_of(lines[start], vocabulary) if start < len(lines) else None
    if found is None or not names.text[:1].isspace():
        return None
    heading, row = found
    first_row = [row] if row is not None else []
    grid = _aligned([names, *first_row, *lines[start + 1 :]], 0, vocabulary)
    return None if grid is None else Grid(grid.end + start - len(first_row), grid.rows, heading)


def _heading_of(line: Line, vocabulary: Vocabulary) -> tuple[Text, Line | None] | None:
    """Return the heading of a deal and the row after it in the same line, if any."""
    if vocabulary.deal_line.match(f"{line.text} ") is not None:
        return (line.whole.trimmed(), None) if len(_split_at_gaps(line)) == 1 else None
    match = _NUMBERED_ROW.match(line.text)
    if match is None or folded(match["label"]) not in vocabulary.rows:
        return None
    number = line.whole.part(*match.span("number"))
    row = line._replace(text=" " * match.start("label") + line.text[match.start("label") :])
    return number.with_text(f"deal {number.text}"), row


_NUMBERED_ROW: Final = re.compile(
    r"[ \t]*#?(?P<number>[0-9]{1,3})[.):]?[ \t]+(?P<label>[^\W\d_]+)(?=[ \t]{2})"
)
_NUMBER: Final = re.compile("[#DdHhRrGgРр]?([0-9]{1,3})[.):]?")
_NUMBERED_NAMES: Final = re.compile(r"#[0-9]{1,3}[.):]?(?:[ \t]{2,}[^\W\d_])")
"""A number before the players' names above their boards: `#1   Ana   Ben`."""


def _rows_of(lines: Sequence[Line]) -> list[Line]:
    """Return the lines up to the end of a space-aligned table, without borders."""
    found: list[Line] = []
    for line in lines:
        if not line.text.strip():
            break
        if line.text.lstrip().startswith(("#", "```", "~~~")) and not _NUMBERED_NAMES.match(line.text):
            break
        found += [line] if not _BORDER.fullmatch(line.text) else []
    return found


def _in_columns(
    line: Line, starts: Sequence[int], *, ruled: bool, labelled: bool
) -> list[Text | None] | None:
    """Split a line into cells at column positions, None if two texts share a column."""
    if ruled:
        ends = (*starts[1:], len(line.text))
        return [_trimmed(line.whole.part(a, b)) for a, b in zip(starts, ends, strict=True)]
    if "\t" in line.text and (tabbed := _split(line, _TAB)) and len(tabbed) <= len(starts):
        return [*tabbed, *[None] * (len(starts) - len(tabbed))]
    pieces = _split_at_gaps(line)
    first = _WORD.match(line.text) if labelled else None
    if first is not None and len(pieces[0].text) > first.end():
        pieces[:1] = [pieces[0].part(0, first.end()), pieces[0].part(first.end()).trimmed()]
    if len(pieces) == len(starts):
        return [*pieces]
    cells: list[Text | None] = [None] * len(starts)
    for piece in pieces:
        at = max((i for i, start in enumerate(starts) if start < piece.column), default=0)
        if cells[at] is not None:
            return None
        cells[at] = piece
    return cells


_TAB: Final = re.compile("\t")


def _split(line: Line, between: re.Pattern[str]) -> list[Text | None]:
    return [_trimmed(line.whole.part(start, end)) for start, end in spans(line.text, between)]


def _split_at_gaps(line: Line) -> list[Text]:
    return [cell for cell in _split(line, _GAP) if cell is not None]


def _trimmed(cell: Text) -> Text | None:
    """Return a cell without spaces and Markdown emphasis around it, None if empty."""
    cell = cell.trimmed()
    match = re.fullmatch(r"(\*{1,2}|_{1,2}|`)(\S.*\S|\S)\1", cell.text)
    cell = cell.part(*match.span(2)) if match is not None else cell
    return cell if cell.text.strip(" \t") else None
