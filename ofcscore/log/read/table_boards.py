"""The board in the cells of one row of a table."""

import re
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import ASCII_LOWER, listed, near
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import CANONICAL_ROW, read_cards
from ofcscore.log.keys import OFF, ON
from ofcscore.log.syntax import SHORT_LABELS, STATUSES, UNLABELLED, BoardSyntax, SyntaxFault, Text
from ofcscore.log.text.reader import read_board_value
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, folded

Cells = dict[str, Text]
"""The cells of a board that are not empty, by the kind of their column."""

NOTHING: Final = re.compile("[-–—]+")

BOARD_KINDS: Final = (*SHORT_LABELS, "board", "status", "claim", "foul", "fantasyland", "absent", "surrender")


def has_board(cells: Cells) -> bool:
    return any(column in cells for column in ("player", *BOARD_KINDS))


def has_points_alone(cells: Cells) -> bool:
    """Return True for a player whose points are there, and no board."""
    return {"player", "result"} <= cells.keys() and not any(column in cells for column in BOARD_KINDS)


def board_of_cells(cells: Cells, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax | None:
    """Return the board that the cells of one row state, by column; None (and diagnostics) if they clash."""
    name = cells.get("player")
    marks: list[Text] = []
    if name is not None:
        name, marks[:] = name_and_marks(name, vocabulary)
        cells = {column: cell for column, cell in cells.items() if not NOTHING.fullmatch(cell.text)}
    at = name or next(cells[column] for column in ("player", *BOARD_KINDS) if column in cells)
    labels: list[int | None] = []
    rows: list[Text] = []
    words: list[Text] = []
    for column in (*SHORT_LABELS, "board"):
        if column not in cells:
            continue
        found = _part_of_board(cells[column], vocabulary)
        if found.status is not None and found.status.text not in {word.text for word in words}:
            words.append(found.status)
        if found.claim is not None:
            return found._replace(at=at, name=name, marks=(*marks, *found.marks))
        words += found.marks
        own = SHORT_LABELS.index(column) if column != "board" else None
        rows += found.rows
        labels += [own] if len(found.rows) == 1 and own is not None else found.labels
    words += _status_words(cells.get("status"), vocabulary)
    for kind in ("foul", "fantasyland", "absent", "surrender"):
        if kind in cells:
            words += _flag(kind, cells[kind], vocabulary)
    status: Text | None = None
    for word in words:
        if _MARK.fullmatch(word.text):
            marks += [word] if word.text not in {mark.text for mark in marks} else []
        elif word.text in STATUSES and status is None:
            status = word
        else:
            _refuse_status(word, problems)
            return None
    foul = next((mark for mark in marks if mark.text == "foul"), None)
    if status is None and not rows and foul is not None:
        status = foul
        marks.remove(foul)
    in_order = len(rows) == len(ROWS) and all(label in (None, i) for i, label in enumerate(labels))
    order = UNLABELLED if in_order else tuple(None if label is None else ROWS[label] for label in labels)
    claim = cells.get("claim")
    if claim is None:
        if status is not None and status.text == "claim":
            hint = "write its kind, such as dragon, in the `claim` cell"
            problems.refuse("claim-unreadable", status.place, "this claim does not say of what", hint)
            return None
        return BoardSyntax(at, name, order, tuple(rows), status, None, tuple(marks))
    if status is not None and status.text != "claim":
        problems.refuse("mark-misplaced", status.place, f"a claim and `{status.text}`", "leave one out")
        return None
    kind_of = claim._replace(text="-".join(claim.text.translate(ASCII_LOWER).split()))
    claimed = (status or claim)._replace(text="claim")
    # Its thirteen cards may stand in one cell.
    order = (None,) if len(rows) == 1 else order
    return BoardSyntax(at, name, order, tuple(rows), claimed, kind_of, tuple(marks))


_MARK: Final = re.compile("foul|fantasyland(?:[ \t]+[0-9]+)?|[0-9]+[ \t]*aces?")


def name_and_marks(name: Text, vocabulary: Vocabulary) -> tuple[Text, list[Text]]:
    """Return a name, and the marks in brackets behind it: `Ana (fl)`."""
    match = re.fullmatch(r"(.*[^ \t(])[ \t]*\(([^()]+)\)", name.text)
    if match is None:
        return name, []
    marks = _status_words(name.part(*match.span(2)), vocabulary)
    if not all(_MARK.fullmatch(mark.text) for mark in marks):
        return name, []
    return name.part(0, match.end(1)), marks


def _part_of_board(cell: Text, vocabulary: Vocabulary) -> BoardSyntax:
    """Return what a cell says of a board: a row, several, or a word in place of them."""
    as_typed = BoardSyntax(cell, None, (None,), (cell,))
    if CANONICAL_ROW.fullmatch(cell.text) is not None or not read_cards(cell.text).faults:
        return as_typed
    try:
        return read_board_value(cell, vocabulary)
    except SyntaxFault:
        # Which card is wrong is told where the deal is validated.
        return as_typed


def _status_words(cell: Text | None, vocabulary: Vocabulary) -> list[Text]:
    """Return the words for a status in a cell as they are written canonically, and others as they are."""
    if cell is None:
        return []
    found: list[Text] = []
    for match in vocabulary.status_cell.finditer(cell.text):
        word = cell.part(*match.span())
        said = folded(match[0])
        if match.lastgroup == "fantasyland":
            count = re.search("[0-9]+", said)
            said = f"fantasyland {count[0]}" if count else "fantasyland"
        elif match.lastgroup == "word":
            said = vocabulary.statuses.get(said, said)
        found.append(word._replace(text=said))
    return found


def _flag(kind: str, cell: Text, vocabulary: Vocabulary) -> list[Text]:
    """Return the status that a cell of a column such as `Foul` says: `yes`, `x`, a number of cards."""
    said = folded(cell.text)
    if said in OFF:
        return []
    if said in ON:
        return [cell.with_text(kind)]
    if kind == "fantasyland" and re.fullmatch("1[3-7](?:[ \t]*cards?)?", said):
        return [cell.with_text(f"fantasyland {said[:2]}")]
    return _status_words(cell, vocabulary)


def _refuse_status(word: Text, problems: Problems) -> None:
    if word.text in STATUSES:
        message = f"`{word.text}` is a second status of this board"
        problems.refuse("mark-misplaced", word.place, message, "leave one of the two out")
        return
    known = (*STATUSES, "fantasyland")
    # A board that was `set` is not absent, and what doubts a status is no slip of it.
    alike = [one for one in known if one[0] == word.text[:1].lower()]
    known_word = None if "?" in word.text else near(word.text, alike, 0.6)
    hint = f"did you mean `{known_word}`?" if known_word else f"write {listed(known)}, or nothing"
    problems.refuse("mark-unknown", word.place, f"`{word.text}` is no status of a board", hint)
