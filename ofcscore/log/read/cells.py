"""Split lines of tables into cells, and read words, cards and amounts in cells."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problem
from ofcscore.diagnostics.suggestions import ASCII_LOWER
from ofcscore.game.spelling import ANY_CARD, read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.syntax import QUOTED, Line, Text, unquote
from ofcscore.log.vocabulary import ENGLISH, SUIT_FIRST, Vocabulary, folded
from ofcscore.log.words import tables

FORMULA: Final = re.compile("'*[=+@\t\r\uff1d\uff0b\uff20\uff0d-]")
"""The start of a cell that a spreadsheet takes for a formula, or that was escaped."""
_GUARDED: Final = re.compile(f"'{FORMULA.pattern}")
_DELIMITERS: Final = ";\t,|"
_LOOKED_AT: Final = 20
_SEPARATOR_LINE: Final = re.compile("sep=(.)", re.DOTALL)
CSV_LINE_LIMIT: Final = 1 << 16
NEARLY_A_BOARD: Final = 11
"""The number of cards from which a cell is a board, perhaps of a wrong size."""
_UNIT: Final = r"[^\s0-9.,'’()+%-]{1,8}"
_AMOUNT: Final = re.compile(
    rf"(?P<open>\()?[ ]*(?P<sign>[+-]?)[ ]*(?P<before>{_UNIT})?[ ]*(?P<inner>[+-]?)[ ]*"
    rf"(?P<number>[0-9](?:[0-9.,'’ ]*[0-9])?)(?P<last>-)?(?:[.,][-–—]{{1,2}})?[ ]*(?P<behind>{_UNIT})?[ ]*"
    r"(?(open)\))"
)


class Row(NamedTuple):
    """A row of a table: its cells, None for empty ones.

    `whole` is True if all cells could be read.
    """

    line: Line
    cells: Sequence[Text | None]
    whole: bool = True

    @property
    def filled(self) -> list[Text]:
        return [cell for cell in self.cells if cell is not None]

    @property
    def has_cards(self) -> bool:
        return any(count_cards(cell.text) > 2 for cell in self.filled)

    def at(self, column: int) -> Text | None:
        return self.cells[column] if column < len(self.cells) else None


_COMMENTED_OUT: Final = re.compile(r"[ \t]*(#|//)[ \t]+(?=[^\s,;|\t].*[0-9])")
"""The sign before a row of a table that somebody took out of it: `# 2,Ana,QQ5,...`."""


class _Split(NamedTuple):
    """The cells of a line; `open` is True if the last one continues on the next line."""

    cells: list[Text]
    fault: Problem | None = None
    open: bool = False


def commented_out(line: Line, delimiter: str) -> Problem | None:
    """Return the error for a row below the titles that somebody took out of the table, None for others."""
    match = _COMMENTED_OUT.match(line.text) if delimiter in line.text else None
    if match is None:
        return None
    hint = "delete it if it does not count; otherwise remove the sign before it"
    return Problem("csv-cell", line.whole.part(*match.span(1)).place, "is this row commented out?", hint)


def split_cells(line: Line, delimiter: str) -> _Split:
    """Split a line into cells (RFC 4180: quoted cells may contain delimiters)."""
    text = line.text
    whole = line.whole
    cells: list[Text] = []
    at = 0

    def fault(message: str, hint: str) -> Problem:
        return Problem("csv-quote", whole.part(at, at + 1).place, message, hint)

    while True:
        quoted = QUOTED.match(text, at)
        if quoted is not None:
            cells.append(unquote(whole.part(*quoted.span())))
            at = quoted.end()
            if text[at : at + 1] not in ("", delimiter):
                message = "there is text after the closing quote of this cell"
                return _Split(cells, fault(message, "inside a quoted cell, write each quote twice"))
        elif text[at : at + 1] == '"':
            message = "this cell begins with a quote that is not closed on this line"
            hint = "write the cell on one line"
            return _Split(cells, fault(message, hint), open=True)
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            cells.append(whole.part(at, end))
            at = end
        if at >= len(text):
            return _Split(cells)
        at += 1


def trimmed_cell(cell: Text) -> Text | None:
    """Return a cell without outer spaces and formula escape, None if it is empty."""
    words = cell.text.strip(" \t")
    if not words:
        return None
    if words != cell.text:
        cell = cell.trimmed()
    return cell.part(1) if _GUARDED.match(cell.text) else cell


def first_line(source: Iterator[Line | None]) -> tuple[Line, str, list[Line | None]] | None:
    """Return the first line that is not empty, the delimiter and the other lines read.

    None if there is no such line or it could not be read.
    """
    delimiter = ""
    for line in source:
        if not isinstance(line, Line):
            return None
        match = _SEPARATOR_LINE.fullmatch(line.text.translate(ASCII_LOWER))
        if match is not None and not delimiter:
            # A line of Excel's that names the delimiter.
            delimiter = match.group(1)
        elif line.text.strip(" \t,;"):
            below = list(islice(source, 0 if delimiter else _LOOKED_AT))
            texts = [line.text, *(other.text for other in below if isinstance(other, Line))]
            most = max(_DELIMITERS, key=lambda sign: sum(sign in text for text in texts))
            return line, delimiter or most, below
    return None


def word_of(text: str) -> str:
    return folded(text.strip(" \t*_:?")).rstrip(" :?")


def has_digit(text: str, least: str = "0") -> bool:
    """Return True for a text with a digit of at least `least`."""
    return any(least <= sign <= "9" for sign in text)


def count_cards(text: str) -> int:
    """Return the number of cards in a cell, in any grouping."""
    words = re.split(r"[ \t/|;,:_–—-]+", text)
    rank_first = (len(read_cards(word).cards) for word in words if re.fullmatch(f"(?:{ANY_CARD})+", word))
    suit_first = (re.findall(SUIT_FIRST, word) for word in words if re.fullmatch(f"(?:{SUIT_FIRST})+", word))
    return sum(rank_first) + sum(map(len, suit_first))


def is_row(text: str) -> bool:
    """Return True for a cell of one to five cards and nothing else."""
    read = read_cards(text)
    return bool(read.cards) and not read.faults and len(read.cards) <= 5


def is_board(cell: str, vocabulary: Vocabulary) -> bool:
    """Return True for the cards of a whole board or a status."""
    return count_cards(cell) >= NEARLY_A_BOARD or folded(cell).strip("()") in vocabulary.statuses


class Cell(NamedTuple):
    """A cell.

    `text` is None for an empty cell. For an amount, `number` and `unit` are its plain number and its
    currency.
    """

    text: Text | None = None
    number: Text | None = None
    unit: str = ""


NO_CELL: Final = Cell()
"""The cell used beyond the end of a row."""


def read_cell(cell: Text | None) -> Cell:
    """Parse a cell as text or as an amount such as `-$37.00` or `(37,00 €)`."""
    match = _AMOUNT.fullmatch(re.sub("[\u2212\u2012\u2013]", "-", cell.text)) if cell is not None else None
    if cell is None or match is None or (match["before"] and match["behind"]):
        return Cell(cell)
    signs = [sign for sign in (match["sign"], match["inner"], match["last"]) if sign]
    unit = match["before"] or match["behind"] or ""
    if len(signs) > 1 or (unit and not _is_unit(unit)):
        return Cell(cell)
    # In brackets, a sign decides: `(-5)` is -5 and `(+5)` is +5.
    sign = signs[0] if signs else "-" if match["open"] else ""
    text = sign + re.sub(" (?=[0-9]{3}(?![0-9]))", "", match["number"])
    number = cell if text == cell.text else cell.with_text(text)
    return Cell(cell, number, "" if folded(unit) in tables()["money"]["point"] else unit)


def _is_unit(word: str) -> bool:
    """Return True for a currency or a word for points."""
    said = folded(word.rstrip("."))
    known = said in tables()["ledger"]["units"] or said in tables()["money"]["point"]
    known = known or any(said in words for words in tables()["currencies"].values())
    return known or not any(map(str.isalpha, word)) or is_currency(word)


def is_currency(word: str) -> bool:
    return re.fullmatch(ENGLISH.currency, word) is not None


def number_of(cell: Text) -> Text:
    """Return a cell's points normalized to a decimal point, else the cell."""
    read = read_cell(cell)
    plain = plain_number(re.sub("['’]", "", read.number.text)) if read.number and not read.unit else None
    if plain is None:
        return cell
    text = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return cell.with_text(text) if text != cell.text else cell


def amount_of(cell: Text) -> Fraction | None:
    """Return an amount of money, with or without a currency."""
    number = read_cell(cell).number
    plain = plain_number(number.text) if number is not None else None
    return None if plain is None else Fraction(plain)
