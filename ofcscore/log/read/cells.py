"""Split lines of tables into cells, and read words, cards, amounts and titles in cells."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import ASCII_LOWER, Problem
from ofcscore.game.spelling import ANY_CARD, read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.syntax import QUOTED, Line, Text, unquote
from ofcscore.log.vocabulary import ENGLISH, SUIT_FIRST, Vocabulary, all_words, folded
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

_FIGURES: Final = r"[0-9]{4}(?:[./-][0-9]{1,2}){2}|[0-9]{1,2}[./-][0-9]{1,2}[./-]?(?:[0-9]{2,4})?"
_TAKEN_OUT: Final = re.compile(
    r"[ \t]*(?P<sign>//)(?=.*[0-9])"
    r"|[ \t]*(?P<hash>#)(?:(?P<space>[ \t]+)(?=[^\s,;|\t].*[0-9])|(?=[0-9]+[ \t]*[,;|\t]|[^\W\d_]))"
    r"|(?:^|.*[\t,;|\"])[ \t]*(?P<struck>~~?)(?=[0-9TJQKAshdc\u2660-\u2667 ]{5,}~)"
)
"""The sign of a row that somebody took out of a table: `# 2,Ana,QQ5,...`, `2,Ana,~~QQ5~~,...`."""


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


class _Split(NamedTuple):
    """The cells of a line; `open` is True if the last one continues on the next line."""

    cells: list[Text]
    fault: Problem | None = None
    open: bool = False


def taken_out(line: Line, delimiter: str, first: str) -> Problem | None:
    """Return the error for a row below the titles that somebody took out of the table, None for others.

    A row may begin with `#2` if the `first` row begins with `#`.
    """
    match = _TAKEN_OUT.match(line.text) if delimiter in line.text else None
    if match is None or (match["hash"] and not match["space"] and (not first or first[0] == "#")):
        return None
    sign = next(name for name in ("sign", "hash", "struck") if match[name])
    what = "is this row struck out?" if sign == "struck" else "is this row commented out?"
    hint = f"delete it if it does not count; otherwise remove `{match[sign]}`"
    return Problem("csv-cell", line.whole.part(*match.span(sign)).place, what, hint)


def split_cells(line: Line, delimiter: str) -> _Split:
    """Split a line into cells (RFC 4180: quoted cells may contain delimiters)."""
    text, whole = line.text, line.whole
    cells: list[Text] = []
    at = 0
    while True:
        quoted = QUOTED.match(text, at)
        if quoted is None and text[at : at + 1] == '"':
            message = "this cell begins with a quote that is not closed on this line"
            place, hint = whole.part(at, at + 1).place, "write the cell on one line"
            return _Split(cells, Problem("csv-quote", place, message, hint), open=True)
        end = text.find(delimiter, at) if quoted is None else quoted.end()
        end = len(text) if end < 0 else end
        cells.append(whole.part(at, end) if quoted is None else unquote(whole.part(at, end)))
        if text[end : end + 1] not in ("", delimiter):
            message = "there is text after the closing quote of this cell"
            place, hint = whole.part(end, end + 1).place, "inside a quoted cell, write each quote twice"
            return _Split(cells, Problem("csv-quote", place, message, hint))
        if end >= len(text):
            return _Split(cells)
        at = end + 1


def trimmed_cell(cell: Text) -> Text | None:
    """Return a cell without the spaces around it and the apostrophe before a formula, None if it is empty."""
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


# -- titles of columns and rows, in ledgers and sheets of points


def title_of(cell: Text) -> str:
    """Normalize a column title for lookup, without currency, brackets and numbers."""
    text = folded(re.sub(r"\([^()]*\)|\[[^]]*\]", "", cell.text))
    text = _currency_after_title().sub("", text) or text
    if text in ("+/-", "#"):
        return text
    return " ".join(re.sub(r"[_.:?–—-]+|(?<=[a-z])[ _]*[0-9]+$", " ", text).split())


def unit_of(title: Text) -> str:
    """Return the unit in a column title: `EUR` of `Buy-in (EUR)`."""
    bracketed = re.search(r"[(\[]([^()\[\]]*)[)\]][ \t]*$", title.text)
    match = bracketed or _currency_after_title().search(title.text)
    return "" if match is None else match[1].strip()


@cache
def _currency_after_title() -> re.Pattern[str]:
    """Return the pattern of a currency after a title: `Net €`, `Result in EUR`."""
    return re.compile(rf"(?<=[^ ])[ ]+(?:(?ai:in)[ ]+)?({ENGLISH.currency}|[$])[ ]*$")


def unit_in_words(unit: str) -> bool:
    """Return True for a multiple or fraction of a currency unit: `k`, `in 1000`, `p`."""
    many = "k|tsd|thousands?|hundreds?|dozens?|mille|bbs?|big blinds?|buy-?ins?|pence|p"
    many = rf"{many}|(?:in|x|×|\*)[ ]?[0-9]+s?"
    unit_text = re.sub(r"^(?:all )?in (?=[^0-9])", "", folded(unit))
    return unit_text in tables()["money"]["cents"] or re.fullmatch(many, unit_text) is not None


def is_sum(cell: Text | None) -> bool:
    """Return True for the title of a row or a column of sums."""
    return cell is not None and (title_of(cell) or folded(cell.text)) in tables()["ledger"]["sum"]


def is_sum_of_one(name: Text) -> bool:
    """Return True for a player's name with a word for a sum: `Ann total`."""
    words = title_of(name).split()
    return len(words) > 1 and any(word in tables()["ledger"]["sum"] for word in words)


def has_rounds_across(head: Sequence[Text | None]) -> bool:
    """Return True for a header with one column per round and one row per player."""
    rounds = [cell for cell in head[1:] if not is_sum(cell)]
    is_player = any(cell is not None and title_of(cell) in tables()["ledger"]["player"] for cell in head[:1])
    return is_player and len(rounds) > 1 and all(cell is not None and is_round(cell) for cell in rounds)


def is_round(cell: Text) -> bool:
    """Return True for the title of a round: a date or a number, as in `R1`."""
    return has_number_of_round(cell) or is_date(cell.text)


def has_number_of_round(cell: Text) -> bool:
    """Return True for a number, perhaps after a word for a round: `3`, `R3`, `Deal 3`."""
    match = re.fullmatch(r"([^\W\d]*)[ .:#_-]*[0-9]{1,6}[a-d]?[.:]?", folded(cell.text))
    words = {"", "g", "d", *_rounds()} - {"rounds", "deals", "hands", "games"}
    return match is not None and match[1] in words


def is_date(text: str) -> bool:
    """Return True for a day in figures or with a month: `20.11.`, `Fri 20 Nov`."""
    lowercase = folded(text)
    if re.fullmatch(_FIGURES, lowercase):
        return True
    if not re.search(r"(?<![0-9])[0-9]{1,2}(?![0-9])", lowercase):
        # `2026` and `Nov 2026` are not days.
        return False
    words = {*re.findall(r"[^\W\d_]+", lowercase)}
    dated = bool(words) and words <= {*_calendar_names(), "st", "nd", "rd", "th", "de", "of"}
    return dated and not re.search(r"[+\u2212-][ ]?[0-9]", lowercase)


def is_heading(text: str) -> bool:
    """Return True for an evening's title with a number: `Night 3`, `Ben's, 20 Nov`."""
    lowercase = folded(text)
    if re.search(r"[+\u2212-][ ]?[0-9]|[0-9][.,][0-9]{2}(?![.,0-9])|[€$£¥()]", lowercase):
        return is_date(lowercase)
    words = [*re.findall(r"[^\W\d_]+", lowercase)]
    known = {*_rounds(), *_calendar_names(), *tables()["ledger"]["evening"]}
    # `May 5` may be a player and an amount.
    alone = len(words) == 1 and words[0] in _calendar_names() and len(re.findall("[0-9]+", lowercase)) == 1
    return not known.isdisjoint(words) and not (alone and lowercase.startswith(words[0]))


@cache
def _rounds() -> frozenset[str]:
    return frozenset(all_words("ledger.round", "deals"))


@cache
def _calendar_names() -> frozenset[str]:
    """Return the names of weekdays and months, including abbreviations of months."""
    months = (name[:length] for name in all_words("months") for length in (3, 4, None))
    return frozenset(word for word in (*months, *all_words("weekdays")) if len(word) > 2)


def running_total_question(total: Text) -> tuple[str, str]:
    """Return the question to ask if a column may hold running totals, and its help."""
    hint = "if they are, keep only each player's last number; if not, call the column `Points`"
    return f"are the numbers below `{total.text}` running totals?", hint


def ask_about_names(
    names: Mapping[int, Text], rows: Sequence[Mapping[int, Fraction]], if_total: str, if_figure: str
) -> tuple[Text, str, str] | None:
    """Return a title that may not be a player's, a question and the help, or None.

    `Ann cum` beside `Ann` may be another figure of Ann's if the other columns sum to zero. `names` are
    the titles by column, and each row has amounts by column.
    """
    total = next((name for name in names.values() if is_sum_of_one(name)), None)
    if total is not None:
        return total, running_total_question(total)[0], if_total
    found: dict[int, int] = {}
    for before, at in combinations(sorted(names), 2):
        own, key = folded(names[before].text), folded(names[at].text)
        # The title extends or shortens an earlier one.
        if key != own and (key.startswith(own) or key.endswith(own) or own.startswith(key)):
            found.setdefault(at, before)
    rest = [at for at in names if at not in found]
    if not found or len(rest) < 2 or not rows:
        return None
    if any(sum((row.get(at, Fraction(0)) for at in rest), Fraction(0)) for row in rows):
        return None
    last = min(found)
    message = f"is `{names[last].text}` a player, or another figure of {names[found[last]].text}?"
    return names[last], message, if_figure


def points_of(text: str) -> Fraction:
    """Return points as people write them, 0 for an empty cell or a word."""
    number = re.fullmatch(r"[+-]?[0-9]+(?:[./][0-9]+)?", re.sub("[\u2212–]", "-", text).replace(",", "."))
    return Fraction(0) if number is None else Fraction(number[0])
