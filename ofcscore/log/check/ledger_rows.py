"""The rows of ledgers: their cells, the amounts in them, and what words beside amounts say."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, Self

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import listed
from ofcscore.log.read.from_csv import split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.talk import Context, weigher
from ofcscore.log.text.titles import (
    is_round,
    is_sum_of_one,
    title_of,
)
from ofcscore.log.vocabulary import ENGLISH, folded, tables

SIGNS: Final = {"buy_in": -1, "rebuy": -1, "buy_out": 1, "stack": 1, "lost": -1, "won": 1}
"""The signs of the columns that sum to what was won: buy-outs and stacks, less buy-ins."""
_UNIT: Final = r"[^\s0-9.,'’()+%-]{1,8}"
_AMOUNT: Final = re.compile(
    rf"(?P<open>\()?[ ]*(?P<sign>[+-]?)[ ]*(?P<before>{_UNIT})?[ ]*(?P<inner>[+-]?)[ ]*"
    rf"(?P<number>[0-9](?:[0-9.,'’ ]*[0-9])?)(?P<last>-)?(?:[.,][-–—]{{1,2}})?[ ]*(?P<behind>{_UNIT})?[ ]*"
    r"(?(open)\))"
)
_RULE: Final = re.compile(":?-{2,}:?")
"""A cell of the line below the head of a Markdown table."""


class LedgerRow(NamedTuple):
    """A player and the sum won by one row, in money or points.

    `at` is when the player sat down, where a column says it; `is_round` is True for points of a round.
    `id` is the player's id and `unit` the currency of the amounts, "" without one; `cents` is True if they
    may all be whole numbers of cents; `round` is the round that it is of, where a column names it.
    """

    name: Text
    id: str
    net: Fraction
    unit: str = ""
    cents: bool = True
    round: str = ""
    at: str = ""
    is_round: bool = False


class Row(NamedTuple):
    """A row below the head: its cells, and for those that are amounts their plain numbers and currencies."""

    cells: Sequence[Text | None]
    amounts: Sequence[Text | None]
    units: Sequence[str]

    def in_units_of(self, titles: Sequence[str]) -> Self:
        """Return the row with the currencies that stand in the titles of the columns."""
        pairs = zip(self.units, self.amounts, titles, strict=False)
        return self._replace(units=[unit or (title if cell else "") for unit, cell, title in pairs])

    def unit(self, columns: Iterable[int], problems: Problems) -> str:
        """Return the currency of the amounts in some columns, "" without one; add a problem for several."""
        units = sorted({self.units[at] for at in columns} - {""})
        if len(units) > 1:
            at = next(cell for cell in self.cells if cell is not None)
            message = f"this row has several currencies: {listed(units, 'and')}"
            problems.refuse("currency-mixed", at.place, message, "settle each currency by itself")
        return units[0] if units else ""


RESULTS: Final = ("won", "lost")


def says_more(name: str) -> bool:
    """Return True if words behind a name say what the amount is: `Ben lost`, `Ann in`."""
    said = {*words_of_money(), *(word for kind in SIGNS for word in tables()["ledger"][kind])}
    return any(word in said for word in folded(name).split()[1:])


@cache
def words_of_money() -> frozenset[str]:
    """Return the words that tell of payments, debts and results."""
    money, talk = tables()["money"], tables()["talk"]
    lists = (money["paid"], money["owes"], talk["moves"], talk["results"], talk["undoes"], talk["may"])
    return frozenset(word for words in lists for word in words)


def tells_of_money(text: str, names: Set[str] = frozenset()) -> bool:
    """Return True if a line beside a table may tell of points or money, or of one of its players."""
    said = {word.strip(".,:;!?()") for word in folded(text).split()}
    cents = {word for word in tables()["money"]["cents"] if len(word) > 2}
    return bool(said & (words_of_money() | names | cents)) or may_matter(text, "")


def read_rows(lines: Iterable[Line | None], delimiter: str, width: int, problems: Problems) -> list[Row]:
    """Return the rows with anything in them; add a problem for each that cannot be split into cells."""
    rows = []
    for line in lines:
        if not isinstance(line, Line):
            continue
        split = split_cells(line, delimiter)
        if split.fault is not None:
            problems.add(split.fault)
            continue
        cells = [cell and without_bold(cell) for cell in map(trimmed_cell, split.cells)]
        stray = next((cell for cell in cells[width:] if cell is not None), None)
        if stray is not None:
            comma = "a comma parts cells here: write an amount with a point, such as 11.5"
            message = "this cell has no column: nothing stands above it in the first line"
            hint = comma if delimiter == "," else None
            problems.refuse("ledger-unreadable", stray.place, message, hint)
        elif any(cell is not None and not _RULE.fullmatch(cell.text) for cell in cells):
            read = [(None, "") if cell is None else plain_amount(cell) for cell in cells]
            rows.append(Row(cells, *zip(*read, strict=True)))
    return rows


def without_bold(cell: Text) -> Text:
    """Return a cell without the signs of Markdown for bold letters around it."""
    match = re.fullmatch(r"(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1", cell.text)
    return cell if match is None else cell.part(*match.span(2))


def plain_amount(cell: Text) -> tuple[Text | None, str]:
    """Return the number of an amount such as `-$37.00` or `(37,00 €)`, None for a text, and its currency."""
    match = _AMOUNT.fullmatch(re.sub("[\u2212\u2012\u2013]", "-", cell.text))
    if match is None or (match["before"] and match["behind"]):
        return None, ""
    signs = [sign for sign in (match["sign"], match["inner"], match["last"]) if sign]
    if len(signs) > 1:
        return None, ""
    # A sign in brackets says what the amount is: `(-5)` is -5, and `(+5)` is +5.
    minus = signs == ["-"] if signs else bool(match["open"])
    number = re.sub(" (?=[0-9]{3}(?![0-9]))", "", match["number"])
    plus = signs == ["+"]
    text = f"{'-' if minus else '+' if plus else ''}{number}"
    unit = match["before"] or match["behind"] or ""
    if unit and not _is_unit(unit):
        return None, ""
    unit = "" if folded(unit) in tables()["money"]["point"] else unit
    return (cell if text == cell.text else cell._replace(text=text, cells=None)), unit


def _is_unit(word: str) -> bool:
    """Return True for a currency, or a word for points: `25 O` has none."""
    said = folded(word.rstrip("."))
    known = said in tables()["ledger"]["units"] or said in tables()["money"]["point"]
    known = known or any(said in words for words in tables()["currencies"].values())
    return known or not any(map(str.isalpha, word)) or re.fullmatch(ENGLISH.currency, word) is not None


def kind_of(cell: Text) -> str | None:
    """Return what a column says, None if its title is unknown."""
    title = title_of(cell)
    return next((kind for kind in _KINDS if title in tables()["ledger"][kind]), None)


_KINDS: Final = ("player", "surname", "id", "currency", *SIGNS, "net")


def has_no_money(cell: Text) -> bool:
    """Return True if the numbers below this title are surely no amounts."""
    return title_of(cell) in (*tables()["ledger"]["no_money"], *tables()["ledger"]["round"])


def shown_amount(value: Fraction) -> str:
    """Return a sum of amounts as they are written: `11.5`."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


def check_sums(label: str, at: Text, stated: Fraction, found: Fraction, problems: Problems) -> None:
    if stated != found:
        message = (
            f"the sum of {label} is {shown_amount(stated)} here, and {shown_amount(found)} by the others"
        )
        problems.refuse("ledger-unreadable", at.place, message, "one of them is wrong")


def is_remark(name: Text, numbers: Mapping[int, Fraction], problems: Problems) -> bool:
    """Return True (and add a problem) for a row that is a remark, or perhaps a sum, and no player's."""
    if not numbers and not is_round(name) and (re.search("[0-9]", name.text) or says_more(name.text)):
        message = "this row has no amount, and may be about money"
        hint = "if it changes what is owed, change the rows; else leave it out"
    elif numbers and (is_sum_of_one(name) or _is_of_column(name)):
        message = f"is `{name.text}` a player, or a sum of others?"
        hint = "leave it out if it is a sum; else write another name"
    else:
        return False
    problems.refuse("ledger-unreadable", name.place, message, hint)
    return True


def _is_of_column(name: Text) -> bool:
    """Return True for a name that is, or ends in, a word for what was paid: `rebuy`, `Bea rebuy`."""
    words = {word for kind in ("buy_in", "rebuy", "buy_out") for word in tables()["ledger"][kind]}
    said = folded(name.text)
    return any(said == word or said.endswith(f" {word}") for word in words if len(word) > 3)


def refuse_unbalanced(at: Text, called: str, off: Fraction, problems: Problems) -> None:
    message = f"the points of {called} sum to {'+' if off > 0 else ''}{shown_amount(off)}, not to 0"
    hint = "one of them is wrong, or somebody is missing"
    problems.refuse("totals-unbalanced", at.place, message, hint)


def refuse_sum_or_round(at: Text, problems: Problems) -> None:
    """Add a problem for a row of a sheet that may be a round, or a sum of rounds."""
    message = "is this row one more round, or what the rounds above come to?"
    hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
    problems.refuse("ledger-unreadable", at.place, message, hint)


def is_unclear_round(note: Text, problems: Problems) -> bool:
    """Return True (and add a problem) if a text beside the points of a round may change them."""
    unclear = may_matter(note.text, "")
    if unclear:
        message = f"what does `{note.text}` say of this round?"
        hint = "if the round is void, leave its row out; else write its points as they count"
        problems.refuse("ledger-unreadable", note.place, message, hint)
    return unclear


_TIMES: Final = re.compile(r"(?<![^\W_])(?:[x×*][ ]?[2-9]|[2-9][ ]?[x×])(?![^\W_])")


def may_matter(text: str, name: str) -> bool:
    """Return True if a text may be about points or money, as a message of a chat may be."""
    context = Context(frozenset((folded(name),)), False, False, False, note=True)
    return bool(_TIMES.search(folded(text)) or weigher(ENGLISH).weigh(text, context))
