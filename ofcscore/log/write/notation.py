"""Write names, cards, boards and values of keys in canonical notation.

Every format is built from these pieces, so its notation is the same everywhere.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from ofcscore.diagnostics.terminal import text_width
from ofcscore.game.cards import ROWS, Row
from ofcscore.game.spelling import CANONICAL_ROW, read_cards
from ofcscore.log.amounts import currency_of
from ofcscore.log.keys import FREE_KEYS, KEYS, RESERVED
from ofcscore.log.syntax import (
    DEAL_WORDS,
    SHORT_LABELS,
    BoardSyntax,
    DealSyntax,
    Entry,
    Line,
    Part,
    Text,
)
from ofcscore.log.text.normalize import normalize
from ofcscore.log.vocabulary import ENGLISH, is_nobodys_name

_ITALICS: Final = re.compile("_.*_")
_LISTED: Final = re.compile("[A-Za-z_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")
_FANTASYLAND: Final = [word for word, status in ENGLISH.statuses.items() if status == "fantasyland"]
_NO_HEADS: Final = frozenset(
    (*RESERVED, *DEAL_WORDS, *ENGLISH.keys, *ENGLISH.rows, *ENGLISH.deals, *_FANTASYLAND)
)
_OF_PAYMENTS: Final = ENGLISH.words_of("all.money.paid|all.money.owes")
_DEAL_NAME: Final = re.compile(r'(?!\(|(?ai:no|nr)\.?$)[^ \t\n"#:/|]*[^ \t\n"#:/|.,]')
_PLAIN_WORDS: Final = re.compile('(?![:=])(?:[^ \t#"][^ \t]*|"[^"]*")(?:[ \t]+(?:[^ \t#"][^ \t]*|"[^"]*"))*')


def name_at_head(name: str) -> str:
    """Return a name for use before the colon of its board.

    >>> name_at_head("Phil H."), name_at_head("007"), name_at_head("top")
    ('"Phil H."', '007', '"top"')
    """
    if name.lower() in _NO_HEADS or is_nobodys_name(name) or _ITALICS.fullmatch(name) or not _is_word(name):
        return quoted(name)
    return name if name[0].isalnum() or name[0] in "-_" else quoted(name)


def name_in_list(name: str) -> str:
    """Return a name for a list of names in the value of a key, quoted if necessary.

    >>> name_in_list("Ann"), name_in_list("007"), name_in_list("Bob-"), name_in_list("_")
    ('Ann', '"007"', '"Bob-"', '"_"')
    """
    is_plain = _LISTED.fullmatch(name) or (name[:1].isalpha() and name[-1:] != "-" and _is_word(name))
    is_plain = is_plain and any(map(str.isalpha, name)) and name.lower() not in _OF_PAYMENTS
    return name if is_plain else quoted(name)


def quoted(text: str) -> str:
    """Quote a text; quotes inside are doubled."""
    return '"' + text.replace('"', '""') + '"'


def _is_word(name: str) -> bool:
    """Return True if a name is one word of letters, digits, `.`, `-` and `_`."""
    return bool(name) and all(c.isalnum() or c in ".-_" or unicodedata.category(c)[0] == "M" for c in name)


def deal_name(name: str) -> str:
    """Return a deal's name for use on its `deal` line."""
    is_plain = all(c.isascii() or c.isalnum() or unicodedata.category(c)[0] == "M" for c in name)
    is_plain = is_plain and _is_word(name) and not _ITALICS.fullmatch(name)
    return name if is_plain and _DEAL_NAME.fullmatch(name) else quoted(name)


def deal_line(name: str, date: str | None) -> str:
    return f"deal {deal_name(name)} {date}" if date is not None else f"deal {deal_name(name)}"


def cards_text(text: str) -> str:
    """Return the cards of a row in canonical spelling; other text stays as it is.

    >>> cards_text("Q♥,qd5c"), cards_text("at852 flush")
    ('Qh Qd 5c', 'A T 8 5 2 flush')
    """
    if CANONICAL_ROW.fullmatch(text):
        return text
    row = read_cards(text)
    return text.strip() if row.faults or not row.cards else row.text


def free_text(text: str) -> str:
    """Return the text of a note or of `rules`, in quotes if it would be misread.

    >>> free_text("ofc + moon"), free_text("won # 3"), free_text(' "so" ')
    ('ofc + moon', '"won # 3"', '" ""so"" "')
    """
    quotes_alone = text[:1] == '"' and text[-1:] == '"' and text.count('"') == 2
    if _PLAIN_WORDS.fullmatch(text) and not quotes_alone and '""' not in text:
        return text
    return quoted(text)


def row_order(board: BoardSyntax) -> list[tuple[Row | None, Text]]:
    """Return the rows of a board from top to bottom.

    The row is None for the cards of a claim or a foul in other words.
    """
    alone = len(board.rows) == 1 and board.labels[0] is None
    if alone and (board.claim is not None or read_cards(board.rows[0].text).faults):
        return [(None, board.rows[0])]
    return [*sorted(zip(place_rows(board.labels), board.rows, strict=True), key=lambda row: row[0])]


def place_rows(labels: tuple[Row | None, ...]) -> list[Row]:
    """Return the row of each label; unlabeled rows get the remaining ones in order."""
    left = [row for row in ROWS if row not in labels]
    return [label if label is not None else left.pop(0) if left else Row.BOTTOM for label in labels]


def marks_text(marks: Iterable[Text]) -> str:
    """Return marks in brackets, "" if there are none."""
    return ", ".join(" ".join(mark.text.split()) for mark in marks)


def board_text(board: BoardSyntax) -> str:
    """Return the text after a board's colon, with row labels if they are needed."""
    rows = row_order(board)
    if board.claim is not None:
        body = f"claim {board.claim.text}: {rows_text(rows, labelled=len(rows) not in (1, len(ROWS)))}"
    elif board.status is not None:
        body = board.status.text
    else:
        body = rows_text(rows, labelled=board.name is None or len(rows) < len(ROWS))
    marks = marks_text(board.marks)
    return f"{body} ({marks})".strip() if marks else body.rstrip()


def rows_text(rows: Iterable[tuple[Row | None, Text]], *, labelled: bool) -> str:
    """Return rows with slashes between them, with or without labels."""
    return " / ".join(
        f"{SHORT_LABELS[row]}: {cards_text(cards.text)}"
        if labelled and row is not None
        else cards_text(cards.text)
        for row, cards in rows
    )


def board_head(board: BoardSyntax) -> str:
    """Return a board's name with a colon, "" if it has none."""
    return "" if board.name is None else f"{name_at_head(board.name.text)}:"


def board_line(board: BoardSyntax, column: int) -> str:
    """Return a board as a line with its cards from a column on."""
    head = board_head(board)
    gap = " " * max(column - text_width(head), 1) if head else ""
    return f"{head}{gap}{board_text(board)}".rstrip()


def key_text(entry: Entry) -> str:
    """Return a key with its names: `stake`, `expect Hero/Gus`."""
    key = entry.key.text
    return f"{key} {'/'.join(name_in_list(name.text) for name in entry.names)}" if entry.names else key


def value_text(entry: Entry) -> str:
    """Return the text after a key's colon, which may be empty."""
    key = entry.key.text
    if key == "void" and is_void(entry):
        return ""
    return ", ".join(_part_text(key, part) for part in entry.parts)


def entry_text(entry: Entry) -> str:
    value = value_text(entry)
    return f"{key_text(entry)}: {value}" if value else key_text(entry)


def is_void(entry: Entry) -> bool:
    """Return True if a `void` has no reason."""
    return not entry.parts or entry.parts[0].words[0].text.strip().lower() in ("", "yes", "true")


def sayings(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries as lines can express them: no empty note, one kind of chips each."""
    said: list[Entry] = []
    for entry in entries:
        key = entry.key.text
        if key == "chips" and len(entry.parts) > 1:
            for _, parts in groupby(entry.parts, key=lambda part: bool(part.names)):
                said.append(entry._replace(parts=tuple(parts)))
        elif key != "note" or entry.parts[0].words[0].text.strip():
            said.append(entry)
    return said


def deal_sayings(deal: DealSyntax) -> list[Entry]:
    """Return the entries of a deal to write; its date is written beside its name."""
    return [entry for entry in sayings(deal.entries) if entry.key.text != "date"]


def _part_text(key: str, part: Part) -> str:
    pieces = []
    names = [name_in_list(name.text) for name in part.names]
    if names and key == "players" and len(names) > 1:
        pieces.append(f"{names[0]} = {' + '.join(names[1:])}")
    elif names:
        pieces.append(" -> ".join(names))
    if part.words and key in FREE_KEYS:
        text = part.words[0].text
        pieces.append(quoted(text) if _would_be_mended(key, text) else free_text(text))
    else:
        pieces += [word.text for word in part.words]
    pieces += [part.number.text] if part.number is not None else []
    pieces += [currency_of(part.unit.text).label] if part.unit is not None else []
    return " ".join(pieces)


def _would_be_mended(key: str, text: str) -> bool:
    """Return True if a text after a key would be normalized without quotes."""
    line = f"{key}: {text}"
    return " #" not in text and text == text.strip() and normalize(Line("", 1, line)).text != line


def split_entries(deal: DealSyntax) -> tuple[list[Entry], list[Entry]]:
    """Return the keys written above a deal's boards, and those written below.

    Keys of one kind keep their order. The reason of a void deal is also a note.
    """
    order = [*KEYS]
    said = deal_sayings(deal)
    above = [entry for entry in said if not KEYS[entry.key.text].closing]
    above.sort(key=lambda entry: min(order.index(entry.key.text), order.index("note")))
    return above, [entry for entry in said if KEYS[entry.key.text].closing]
