"""Ledgers: spreadsheets of who bought in for how much and left with what, or of points by the round."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, Self

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.words import listed
from ofcscore.log.amounts import decimal_signs, read_number, shown_decimal
from ofcscore.log.check.names import is_name, name_key, normal_name
from ofcscore.log.read.from_csv import first_line, split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.grids import spans
from ofcscore.log.text.talk import Context, weigher
from ofcscore.log.text.titles import (
    another_figure,
    has_number_of_round,
    has_rounds_across,
    is_heading,
    is_round,
    is_sum,
    is_sum_of_one,
    title_of,
    unit_of,
)
from ofcscore.log.vocabulary import ENGLISH, folded, one_of, tables

_SIGNS: Final = {"buy_in": -1, "rebuy": -1, "buy_out": 1, "stack": 1, "lost": -1, "won": 1}
"""The signs of the columns that sum to what was won: buy-outs and stacks, less buy-ins."""
_EXAMPLE: Final = "as in `player_nickname,buy_in,buy_out,stack,net`"
_UNIT: Final = r"[^\s0-9.,'’()+%-]{1,8}"
_AMOUNT: Final = re.compile(
    rf"(?P<open>\()?[ ]*(?P<sign>[+-]?)[ ]*(?P<before>{_UNIT})?[ ]*(?P<inner>[+-]?)[ ]*"
    rf"(?P<number>[0-9](?:[0-9.,'’ ]*[0-9])?)(?P<last>-)?[ ]*(?P<behind>{_UNIT})?[ ]*(?(open)\))"
)
_RULE: Final = re.compile(":?-{2,}:?")
"""A cell of the line below the head of a Markdown table."""
_CENTS_AT_LEAST: Final = 100


class LedgerRow(NamedTuple):
    """A player and the sum won by one row, in money or points.

    `id` is the player's id and `unit` the currency of the amounts, "" without one; `cents` is True if they
    may all be whole numbers of cents; `round` is the round that it is of, where a column names it.
    """

    name: Text
    id: str
    net: Fraction
    unit: str = ""
    cents: bool = True
    round: str = ""


class _Row(NamedTuple):
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


def read_ledger(lines: Iterable[Line | None], problems: Problems) -> list[LedgerRow]:
    """Return the rows of a ledger, a list of names and amounts, or a sheet of rounds.

    A sheet has a column for each player and a row for each round, or the other way round. Lines above that
    have one cell are titles.
    """
    source = iter(lines)
    first = first_line(source)
    if first is None:
        return []
    header, delimiter, below = first
    there = [line for line in (header, *below, *source) if isinstance(line, Line) and line.text.strip()]
    head_line = next((line for line in there[:_HEAD_WITHIN] if _is_head(line, delimiter)), None)
    pairs = _pairs(there, delimiter, problems) if head_line is None else []
    if pairs:
        _check_above(there, next(_names(pairs)), delimiter, problems)
        words = [Text(word, header, 1, 0) for word in ("player", "net")]
        return _Ledger(words, ("player", "net"), _decimal(pairs), problems).read(pairs)
    header = head_line or header
    head = _cells(header, delimiter, problems)
    if head is None:
        return []
    # The titles may stand again above another evening.
    below = [line for line in there[there.index(header) + 1 :] if line.text.strip() != header.text.strip()]
    rows = _rows(below, delimiter, len(head), problems)
    decimal = _decimal(rows)
    kinds = _kinds(head)
    if _multiplies(head, rows, problems):
        return []
    is_ledger = "player" in kinds and bool({*kinds} & {"net", *_SIGNS})
    _check_above(there, head[0], delimiter, problems, of_rounds=not is_ledger)
    if has_rounds_across(head) and _has_points_below(rows):
        return _Sheet([head[0], *_names(rows)], decimal, problems).read(_across(head, rows))
    if is_ledger:
        return _Ledger(head, kinds, decimal, problems).read(rows)
    rounds = _rounds_of(head, kinds, rows, problems)
    if rounds is not None:
        return _Sheet(rounds.head, decimal, problems, dated=rounds.dated).read(rounds.rows)
    lacking = "player" if "player" not in kinds else "net"
    message = f"there is no column `{lacking}`, or another word for it"
    whole = head[0]._replace(width=len(header.text))
    hint = f"{_EXAMPLE}, or a name and an amount on each line, as in `Ann +12.50`"
    problems.refuse("ledger-unreadable", whole.place, message, hint)
    return []


def _kinds(head: Sequence[Text]) -> list[str | None]:
    """Return what each column says, None for an unknown one; what was won and what was lost go together."""
    kinds = [_kind(cell) for cell in head]
    return kinds if {*_RESULTS} <= {*kinds} else [None if kind in _RESULTS else kind for kind in kinds]


_RESULTS: Final = ("won", "lost")


def _multiplies(head: Sequence[Text], rows: Sequence[_Row], problems: Problems) -> bool:
    """Return True (and add a problem) if a column has factors of the points beside it."""
    for at, title in enumerate(head):
        if ENGLISH.columns.get(title_of(title)) == "factor" or title_of(title) in ("x", "×"):
            below = [row.cells[at] for row in rows if at < len(row.cells)]
            if any(cell is not None and cell.text != "1" for cell in below):
                message = f"`{title.text}` multiplies the points of its row"
                hint = f"write the points as they count, and leave `{title.text}` out"
                problems.refuse("ledger-unreadable", title.place, message, hint)
                return True
    return False


_HEAD_WITHIN: Final = 10
"""Lines among which the titles of the columns stand."""


def _decimal(rows: Iterable[_Row]) -> str | None:
    """Return the decimal sign that the amounts of some rows show."""
    return shown_decimal(decimal_signs(cell.text) for row in rows for cell in row.amounts if cell)


def _cells(line: Line, delimiter: str, problems: Problems) -> list[Text] | None:
    """Return the cells of a line, None (and a problem) where they cannot be told."""
    split = split_cells(line, delimiter)
    if split.fault is not None:
        problems.add(split.fault)
        return None
    return split.cells


def _is_head(line: Line, delimiter: str) -> bool:
    """Return True if a line surely has the titles of a ledger's columns, or of a sheet's."""
    cells = split_cells(line, delimiter).cells
    kinds = {*_kinds(cells)}
    is_sheet = len(cells) > 2 and title_of(cells[0]) in {*tables()["ledger"]["round"]} - {""}
    return ("player" in kinds and bool(kinds & {"net", *_SIGNS})) or is_sheet


def _pairs(lines: Sequence[Line], delimiter: str, problems: Problems) -> list[_Row]:
    """Return the rows of a list of names and amounts, such as `Ann +12.50`; none where it is no such list.

    Lines above it that have one cell are titles.
    """
    rows: list[_Row] = []
    strays: list[Text] = []
    for line in lines:
        whole = Text(line.text, line, 1, len(line.text))
        pieces = [whole.part(start, end) for start, end in spans(line.text, _PIECE)]
        read = [row for piece in pieces if (row := _pair(_name_and_amount(piece))) is not None]
        if len(read) < len(pieces):
            row = _pair(_filled(line, delimiter))
            read = [row] if row is not None else []
        if read:
            below = {name_key(name.text) for name in _names(read)} if strays else set()
            again = next((name for name in _names(rows) if name_key(name.text) in below), None)
            if again is not None:
                message = f"{again.text} has an amount above `{strays[-1].text}`, and one below it"
                hint = "does it sum the others up? Then leave it out; put each evening into a file of its own"
                problems.refuse("ledger-unreadable", whole.trimmed().place, message, hint)
                return rows
            rows += read
        elif rows:
            strays.append(whole.trimmed())
        elif len(split_cells(line, delimiter).cells) > 1:
            return []
    if len(rows) < 2 or len(strays) > len(rows):
        return []
    names = {folded(name.text) for name in _names(rows)}
    for stray in strays:
        if re.search("[0-9]", stray.text) or _tells_of_money(stray.text, names):
            message = "this line is no name with an amount, as those above it are"
            hint = "write what each player won or lost on a line, as in `Ann +12.50`"
            problems.refuse("ledger-unreadable", stray.place, message, hint)
    return rows


_PIECE: Final = re.compile(r"[ \t]*[,;][ \t]+")
_BULLET: Final = re.compile(r"[ \t]*(?:[*•–-][ \t]+|[0-9]{1,2}[.)][ \t]+)?")


def _filled(line: Line, delimiter: str) -> list[Text]:
    """Return the cells of a line that have anything in them."""
    return [cell for cell in map(trimmed_cell, split_cells(line, delimiter).cells) if cell is not None]


def _pair(cells: Sequence[Text]) -> _Row | None:
    """Return a name and an amount as a row, None for anything else."""
    read = [_plain(cell) for cell in cells]
    if len(cells) != 2 or read[0][0] is not None or read[1][0] is None:
        return None
    if is_heading(f"{cells[0].text} {cells[1].text}") or _has_more_than_a_name(cells[0].text):
        return None
    if not is_sum(cells[0]) and (_kind(cells[0]) is not None or _has_no_money(cells[0])):
        return None
    if _says_more(cells[0].text):
        return None
    return _Row(cells, *zip(*read, strict=True))


def _has_more_than_a_name(text: str) -> bool:
    """Return True for an amount or a round beside a name: `Ann +5`, `Round 1: Ann`, `R1 Ann`."""
    numbered = re.match(r"([^\W\d_]+)[ #]?[0-9]+[ :.]", text)
    return (
        ":" in text
        or re.search(r"(?<![^ ])[+\u2212-][0-9]|[0-9][.,][0-9]", text) is not None
        or (numbered is not None and has_number_of_round(Text(numbered[0].strip(), _NOWHERE, 1, 1)))
    )


_NOWHERE: Final = Line("", 1, "")


def _says_more(name: str) -> bool:
    """Return True if words behind a name say what the amount is: `Ben lost`, `Ann in`."""
    said = {*_words_of_money(), *(word for kind in _SIGNS for word in tables()["ledger"][kind])}
    return any(word in said for word in folded(name).split()[1:])


@cache
def _words_of_money() -> frozenset[str]:
    """Return the words that tell of payments, debts and results."""
    money, talk = tables()["money"], tables()["talk"]
    lists = (money["paid"], money["owes"], talk["moves"], talk["results"], talk["undoes"], talk["may"])
    return frozenset(word for words in lists for word in words)


def _tells_of_money(text: str, names: Set[str] = frozenset()) -> bool:
    """Return True if a line beside a table may tell of points or money, or of one of its players."""
    said = {word.strip(".,:;!?()") for word in folded(text).split()}
    return bool(said & (_words_of_money() | names)) or _matters(text, "")


def _name_and_amount(cell: Text) -> list[Text]:
    """Return a name and the amount behind it, without a bullet, or the whole cell."""
    bullet = _BULLET.match(cell.text)
    cell = cell.part(bullet.end() if bullet else 0).trimmed()
    for match in re.finditer(r"[ \t]*[:=][ \t]*|[ \t]+", cell.text):
        name, amount = cell.part(0, match.start()), cell.part(match.end())
        number, unit = _plain(amount)
        is_named = name.text and name.text[-1] not in ",;|"
        if is_named and number is not None and (not unit or re.fullmatch(ENGLISH.currency, unit)):
            return [_without_bold(name), amount]
    return [cell]


def _check_above(
    lines: Sequence[Line], first: Text, delimiter: str, problems: Problems, *, of_rounds: bool = False
) -> None:
    """Refuse a line with an amount above the first of a table; warn of one that may be about money."""
    for line in lines[: lines.index(first.line)]:
        whole, cells = Text(line.text, line, 1, len(line.text)), _filled(line, delimiter)
        cells = _name_and_amount(cells[0]) if len(cells) == 1 else cells
        if not cells:
            continue
        is_title = _kind(cells[0]) is not None or _has_no_money(cells[0]) or is_heading(line.text)
        if not is_title and any(_plain(cell)[0] is not None for cell in cells[1:]):
            message = "this line stands above the titles of the columns, and has an amount"
            hint = "if it is a row, put it below them; else leave it out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif of_rounds and any(word in tables()["ledger"]["sum"] for word in folded(line.text).split()):
            message = "are these running totals, and no points of single rounds?"
            hint = "if they are, write the last row alone; else leave this line out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif _STAKE.search(line.text):
            message = "this line says what a point is worth, and is not read"
            hint = "if the amounts are points, give it with `--stake`; and leave the line out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif _tells_of_money(line.text):
            message = "this line above the table may be about money, and is not read"
            hint = "if it changes what is owed, change the rows; else leave it out"
            problems.warn("ledger-column", whole.place, message, hint)


_STAKE: Final = re.compile(
    rf"[0-9].*(?<![^\W_]){one_of(tables()['money']['per'])}[ \t]*{one_of(tables()['money']['point'])}"
    rf"|{one_of(word for word, key in ENGLISH.keys.items() if key == 'stake')}.*[0-9]"
)
"""A line that says what a point is worth: `0.50 a point`."""


def _rows(lines: Iterable[Line | None], delimiter: str, width: int, problems: Problems) -> list[_Row]:
    """Return the rows with anything in them; add a problem for each that cannot be split into cells."""
    rows = []
    for line in lines:
        if not isinstance(line, Line):
            continue
        split = split_cells(line, delimiter)
        if split.fault is not None:
            problems.add(split.fault)
            continue
        cells = [cell and _without_bold(cell) for cell in map(trimmed_cell, split.cells)]
        stray = next((cell for cell in cells[width:] if cell is not None), None)
        if stray is not None:
            comma = "a comma parts cells here: write an amount with a point, such as 11.5"
            message = "this cell has no column: nothing stands above it in the first line"
            hint = comma if delimiter == "," else None
            problems.refuse("ledger-unreadable", stray.place, message, hint)
        elif any(cell is not None and not _RULE.fullmatch(cell.text) for cell in cells):
            read = [(None, "") if cell is None else _plain(cell) for cell in cells]
            rows.append(_Row(cells, *zip(*read, strict=True)))
    return rows


def _without_bold(cell: Text) -> Text:
    """Return a cell without the signs of Markdown for bold letters around it."""
    match = re.fullmatch(r"(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1", cell.text)
    return cell if match is None else cell.part(*match.span(2))


def _plain(cell: Text) -> tuple[Text | None, str]:
    """Return the number of an amount such as `-$37.00` or `(37,00 €)`, None for a text, and its currency."""
    match = _AMOUNT.fullmatch(re.sub("[\u2212\u2012\u2013]", "-", cell.text))
    if match is None or (match["before"] and match["behind"]):
        return None, ""
    signs = [sign for sign in (match["sign"], match["inner"], match["last"]) if sign]
    if len(signs) > 1:
        return None, ""
    minus = bool(match["open"]) != (signs == ["-"])
    number = re.sub(" (?=[0-9]{3}(?![0-9]))", "", match["number"])
    plus = signs == ["+"]
    text = f"{'-' if minus else '+' if plus else ''}{number}"
    unit = match["before"] or match["behind"] or ""
    if folded(unit) in _words_of_money():
        return None, ""
    unit = "" if folded(unit) in tables()["money"]["point"] else unit
    return (cell if text == cell.text else cell._replace(text=text, cells=None)), unit


def _kind(cell: Text) -> str | None:
    """Return what a column says, None if its title is unknown."""
    title = title_of(cell)
    return next((kind for kind in _KINDS if title in tables()["ledger"][kind]), None)


_KINDS: Final = ("player", "surname", "id", "currency", *_SIGNS, "net")


def _has_no_money(cell: Text) -> bool:
    """Return True if the numbers below this title are surely no amounts."""
    return title_of(cell) in (*tables()["ledger"]["no_money"], *tables()["ledger"]["round"])


def _amount(value: Fraction) -> str:
    """Return a sum of amounts as they are written: `11.5`."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


def _check_sums(label: str, at: Text, stated: Fraction, found: Fraction, problems: Problems) -> None:
    if stated != found:
        message = f"the sum of {label} is {_amount(stated)} here, and {_amount(found)} by the others"
        problems.refuse("ledger-unreadable", at.place, message, "one of them is wrong")


def _is_remark(name: Text, numbers: Mapping[int, Fraction], problems: Problems) -> bool:
    """Return True (and add a problem) for a row that is a remark, or perhaps a sum, and no player's."""
    if not numbers and not is_round(name) and (re.search("[0-9]", name.text) or _says_more(name.text)):
        message = "this row has no amount, and may be about money"
        hint = "if it changes what is owed, change the rows; else leave it out"
    elif numbers and is_sum_of_one(name):
        message = f"is `{name.text}` a player, or a sum of others?"
        hint = "leave it out if it is a sum; else write another name"
    else:
        return False
    problems.refuse("ledger-unreadable", name.place, message, hint)
    return True


def _refuse_unbalanced(at: Text, called: str, off: Fraction, problems: Problems) -> None:
    message = f"the points of {called} sum to {'+' if off > 0 else ''}{_amount(off)}, not to 0"
    hint = "one of them is wrong, or somebody is missing"
    problems.refuse("totals-unbalanced", at.place, message, hint)


_NOTHING: Final = ("", "-", "–", "no", "n", "none", "nein", "non", "0", "false")
_TIMES: Final = re.compile(r"(?<![^\W_])(?:[x×*][ ]?[2-9]|[2-9][ ]?[x×])(?![^\W_])")


def _matters(text: str, name: str) -> bool:
    """Return True if a text may be about points or money, as a message of a chat may be."""
    context = Context(frozenset((folded(name),)), False, False, False, note=True)
    return bool(_TIMES.search(folded(text)) or weigher(ENGLISH).weigh(text, context))


class _Ledger:
    """Reads rows of players with amounts below known titles."""

    def __init__(
        self, head: Sequence[Text], kinds: Sequence[str | None], decimal: str | None, problems: Problems
    ) -> None:
        self._head, self._kinds = head, kinds
        self._decimal, self._problems = decimal, problems
        self._sums: dict[int, Fraction] = {}
        """The sums of the rows up to here, by column."""
        self._worded: set[str] = set()
        """Unknown columns of texts that a warning told of."""
        self._unknown: dict[str, tuple[Text, str]] = {}
        """Unknown columns with amounts: the first such cell, and the sums of its row."""
        self._rounds = next((at for at, cell in enumerate(head) if self._is_of_rounds(at, cell)), None)
        self._won: dict[tuple[str, str], Fraction] = {}
        """What each player won in each round that has a number, by the round and the player."""
        self._numbered = False
        self._what: int | None = None

    def _is_of_rounds(self, at: int, title: Text) -> bool:
        return self._kinds[at] is None and title_of(title) in {*tables()["ledger"]["round"]} - {""}

    def read(self, rows: Sequence[_Row]) -> list[LedgerRow]:
        """Return the rows of players."""
        if self._repeats() or self._is_of_several_units() or self._is_of_both_signs(rows):
            return []
        said = [unit_of(title) for title in self._head]
        of_titles = [word if re.fullmatch(ENGLISH.currency, word) else "" for word in said]
        rows = [row.in_units_of(of_titles) for row in rows]
        self._what = self._find_what(rows)
        labels = [self._label(row) for row in rows]
        self._numbered = any(label is not None and is_round(label) for label in labels)
        found = [read for row in rows if (read := self._row(row)) is not None]
        self._check_running(found)
        self._check_rounds(rows)
        for column, (cell, sums) in self._unknown.items():
            message = f"`{column}` is an unknown column with amounts, and `net` counts: {sums}"
            hint = f"if `{column}` belongs to what was won, add it to `net`"
            self._problems.warn("ledger-column", cell.place, message, hint)
        amounts = [abs(value) for value in self._sums.values() if value]
        nets = [abs(row.net) for row in found if row.net]
        whole = all(value.denominator == 1 and value >= _CENTS_AT_LEAST for value in (*amounts, *nets))
        if nets and whole and "id" in self._kinds and not any(row.unit for row in found):
            message = "these amounts are whole numbers, as those of rooms that count cents"
            hint = "if they are cents, add `--unit cents`"
            self._problems.warn("ledger-unit", found[0].name.place, message, hint)
        return found

    def _is_of_several_units(self) -> bool:
        """Return True (and add a problem) if titles name units that nobody can add up: `Net (cents)`."""
        money = [(title, folded(unit_of(title))) for title, kind in self._money()]
        for title, unit in money:
            is_cents = unit in tables()["money"]["cents"]
            if is_cents or (unit == "chips" and any(other != unit for _, other in money)):
                message = f"the amounts below `{title.text}` are in {unit}"
                hint = "add `--unit cents`, and take the word out of the title" if is_cents else None
                hint = hint or "write all amounts in one unit"
                self._problems.refuse("ledger-unreadable", title.place, message, hint)
                return True
        return False

    def _money(self) -> list[tuple[Text, str]]:
        pairs = zip(self._head, self._kinds, strict=False)
        return [(title, kind) for title, kind in pairs if kind == "net" or kind in _SIGNS]

    def _is_of_both_signs(self, rows: Sequence[_Row]) -> bool:
        """Return True (and add a problem) if some buy-ins are below zero but not all, or a cash-out is."""
        for at, kind in enumerate(self._kinds):
            if kind not in _SIGNS:
                continue
            there = [row.amounts[at] for row in rows if at < len(row.amounts)]
            amounts = [cell for cell in there if cell is not None and re.search("[1-9]", cell.text)]
            below = [cell for cell in amounts if cell.text.startswith("-")]
            if below and (len(below) < len(amounts) or _SIGNS[kind] > 0):
                message = f"{below[0].text} is below zero, and nobody knows what that means here"
                hint = f"write what was paid below `{self._head[at].text}` without a sign"
                self._problems.refuse("ledger-unreadable", below[0].place, message, hint)
                return True
        return False

    def _kind_of(self, row: _Row) -> str | None:
        """Return what a row has the amount of, where a column says it of each row: `Buy-in`, `Cash out`."""
        return None if self._what is None else _kind(row.cells[self._what] or self._head[self._what])

    def _find_what(self, rows: Sequence[_Row]) -> int | None:
        """Return the column that says of each row what its amount is, None where there is none."""
        for at, kind in enumerate(self._kinds):
            below = [row.cells[at] if at < len(row.cells) else None for row in rows]
            is_only = kind is None and [*self._kinds].count("net") == len(self._money()) == 1
            if is_only and below and all(cell is not None and _kind(cell) in _SIGNS for cell in below):
                return at
        return None

    def _label(self, row: _Row) -> Text | None:
        return row.cells[self._rounds] if self._rounds is not None and self._rounds < len(row.cells) else None

    def _check_running(self, found: Sequence[LedgerRow]) -> None:
        """Ask about a column of totals that has several amounts of a player."""
        total = next((title for title, kind in self._money() if kind == "net" and is_sum(title)), None)
        names = [name_key(row.name.text) for row in found]
        twice = next((row for at, row in enumerate(found) if names[at] in names[:at]), None)
        if total is not None and twice is not None and self._numbered:
            message = f"are the numbers below `{total.text}` running totals?"
            hint = "if they are, leave only the last of each player; if not, call the column `Points`"
            self._problems.refuse("ledger-unreadable", total.place, message, hint)

    def _check_rounds(self, rows: Sequence[_Row]) -> None:
        """Add a problem for each round with a number whose points do not sum to zero."""
        sums: dict[str, Fraction] = {}
        for (label, _), won in self._won.items():
            sums[label] = sums.get(label, Fraction(0)) + won
        for row in rows:
            label_cell = self._label(row)
            off = sums.pop(folded(label_cell.text), None) if label_cell is not None else None
            if off and label_cell is not None:
                _refuse_unbalanced(label_cell, f"round {label_cell.text}", off, self._problems)

    def _is_played(self, row: _Row, name: Text, by_kind: dict[str, Fraction]) -> bool:
        """Return True for a row of a round; add a problem, or check the sum, for another one."""
        label = self._label(row)
        if not self._numbered:
            return True
        if label is not None and is_sum(label):
            key = name_key(name.text)
            won = sum((value for (_, player), value in self._won.items() if player == key), Fraction(0))
            _check_sums(name.text, name, by_kind.get("net", won), won, self._problems)
            return False
        if label is None or not is_round(label):
            if label is not None and _matters(label.text, ""):
                return True
            message = "is this row one more round, or what the rounds above come to?"
            hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
            self._problems.refuse("ledger-unreadable", (label or name).place, message, hint)
            return False
        if has_number_of_round(label) and [*by_kind] == ["net"]:
            key_ = (folded(label.text), name_key(name.text))
            if key_ in self._won and "date" not in map(title_of, self._head):
                message = f"{name.text} has points in round {label.text} twice"
                hint = "if both count, write their sum; else leave one out"
                self._problems.refuse("ledger-unreadable", name.place, message, hint)
            self._won[key_] = self._won.get(key_, Fraction(0)) + by_kind["net"]
        return True

    def _repeats(self) -> bool:
        """Return True (and add a problem) if two columns say the same."""
        told = False
        for at, kind in enumerate(self._kinds):
            first = self._head[self._kinds.index(kind)] if kind else self._head[at]
            numbered = re.search("[0-9]$", self._head[at].text.strip())
            if first is not self._head[at] and not (numbered and kind in _SIGNS):
                same = self._head[at].text == first.text
                message = f"`{self._head[at].text}` and `{first.text}` say the same of a player"
                message = f"`{first.text}` stands here twice" if same else message
                hint = "put the second table below the first" if same else "leave one of the two out"
                self._problems.refuse("ledger-unreadable", self._head[at].place, message, hint)
                told = True
        return told

    def _row(self, row: _Row) -> LedgerRow | None:
        """Return what a row says of a player, None (perhaps with a problem) for any other row."""
        name, id_ = self._cell(row, "player"), self._cell(row, "id")
        surname = self._cell(row, "surname")
        if name is not None and surname is not None:
            name = name._replace(text=f"{name.text} {surname.text}")
        numbers = self._numbers(row)
        if numbers is None:
            return None
        others = self._others(row)
        untitled = (
            cell for title, cell in zip(self._head[1:], row.cells[1:], strict=False) if not title.text
        )
        stray = next((cell for cell in untitled if cell is not None), None)
        if stray is not None:
            message, hint = "no title stands above this cell", "name its column in the first line"
            self._problems.refuse("ledger-unreadable", stray.place, message, hint)
            return None
        if name is None or (is_sum(name) and id_ is None):
            self._sum_row(row, name, numbers, id_, others)
            return None
        if not is_name(name, self._problems) or _is_remark(name, numbers, self._problems):
            return None
        for at, value in numbers.items():
            self._sums[at] = self._sums.get(at, Fraction(0)) + value
        by_kind: dict[str, Fraction] = {}
        for at, value in numbers.items():
            kind = self._kind_of(row) or self._kinds[at] or ""
            by_kind[kind] = by_kind.get(kind, Fraction(0)) + value
        if {*by_kind} & {*_RESULTS} and {*self._kinds} & {"net", *_SIGNS} - {*_RESULTS}:
            # Beside what was paid, they are the result.
            result = abs(by_kind.pop("won", Fraction(0))) - abs(by_kind.pop("lost", Fraction(0)))
            if by_kind.get("net", result) != result:
                self._problems.refuse(
                    "ledger-unreadable", name.place, f"{name.text} has two results", "one of them is wrong"
                )
            by_kind["net"] = result
        if not self._agrees(row, name, by_kind, others) or not self._is_played(row, name, by_kind):
            return None
        own = name._replace(text=normal_name(name.text))
        currency = self._cell(row, "currency")
        unit = row.unit(numbers, self._problems) or (currency.text if currency is not None else "")
        self._warn_of_words(row, name)
        label, amounts = self._label(row), [row.amounts[at] for at in numbers]
        cents = not any(cell is not None and re.search(r"[.,][0-9]{1,2}$", cell.text) for cell in amounts)
        round_ = folded(label.text) if label is not None else ""
        return LedgerRow(own, id_.text if id_ is not None else "", self._net(by_kind), unit, cents, round_)

    def _warn_of_words(self, row: _Row, name: Text) -> None:
        """Warn of a text in an unknown column that may be about money."""
        for title, kind, cell, amount in zip(self._head, self._kinds, row.cells, row.amounts, strict=False):
            is_known = self._what is not None and title is self._head[self._what]
            told = is_known or title.text in self._worded or cell is None or folded(cell.text) in _NOTHING
            if kind is None and cell is not None and amount is None and not told:
                settled = title_of(title) in tables()["ledger"]["settled"]
                if settled or _tells_of_money(cell.text):
                    message = f"`{title.text}` may be about money: only the amounts of {name.text} count"
                    hint = f"if it changes what is owed, change the row; else leave `{title.text}` out"
                    self._problems.warn("ledger-column", cell.place, message, hint)
                    self._worded.add(title.text)

    def _numbers(self, row: _Row) -> dict[int, Fraction] | None:
        """Return the amounts of a row by their columns, None (and a problem) if one cannot be read."""
        numbers: dict[int, Fraction] = {}
        before = self._problems.errors
        for at, kind in enumerate(self._kinds[: len(row.cells)]):
            cell = row.cells[at]
            if kind not in ("net", *_SIGNS) or cell is None or cell.text in ("-", "–", "—"):
                continue
            value = read_number(row.amounts[at] or cell, self._problems, self._decimal)
            if value is not None:
                numbers[at] = value
        return numbers if self._problems.errors == before else None

    def _others(self, row: _Row) -> dict[str, Text]:
        """Return the amounts below unknown titles."""
        return {
            title.text: cell
            for title, kind, cell in zip(self._head, self._kinds, row.amounts, strict=False)
            if kind is None
            and cell is not None
            and re.search("[1-9]", cell.text)
            and not _has_no_money(title)
        }

    @staticmethod
    def _net(by_kind: dict[str, Fraction]) -> Fraction:
        # Buy-ins may all be written below zero.
        won = sum((abs(by_kind.get(kind, Fraction(0))) * sign for kind, sign in _SIGNS.items()), Fraction(0))
        return by_kind.get("net", won)

    def _agrees(self, row: _Row, name: Text, by_kind: dict[str, Fraction], others: dict[str, Text]) -> bool:
        """Return True if the columns of a row agree; add a problem where they do not."""
        net = self._net(by_kind)
        parts = {kind: value for kind, value in by_kind.items() if kind != "net"}
        won = self._net(parts)
        counted = self._net({kind: value for kind, value in parts.items() if kind != "rebuy"})
        there = listed([*parts], "and") if {*parts} - {"rebuy"} else ""
        differs = f"{name.text} is {_amount(net)} by `net`, and {_amount(won)} by {there}"
        for column, cell in others.items():
            if "net" not in by_kind:
                message = f"`{column}` is an unknown column, and nobody knows if {cell.text} was won or lost"
                hint = f"add a column `net` with what each player won, or leave `{column}` out"
                self._problems.refuse("ledger-column", cell.place, message, hint)
                return False
            beside = f"{name.text} is {_amount(net)} by `net`, beside {cell.text} by `{column}`"
            self._unknown.setdefault(column, (cell, differs if there and net != won else beside))
        # Where they are counted, rebuys are part of the buy-ins.
        if there and net not in (won, counted) and not others:
            at = self._cell(row, "net") or name
            self._problems.refuse("ledger-unreadable", at.place, differs, "one of them is wrong")
            return False
        return True

    def _sum_row(
        self,
        row: _Row,
        name: Text | None,
        numbers: dict[int, Fraction],
        id_: Text | None,
        others: dict[str, Text],
    ) -> None:
        """Check a row of sums; a row that names nobody and has no amounts says nothing."""
        stated = {at: value for at, value in numbers.items() if value}
        if name is None and not stated and id_ is None and not others:
            return
        sums = {at: self._sums.get(at, Fraction(0)) for at in stated}
        at = name or next(cell for cell in row.cells if cell is not None)
        if name is None and sums != stated:
            self._problems.refuse("ledger-unreadable", at.place, "this row names no player", _EXAMPLE)
            return
        for column, value in stated.items():
            _check_sums(f"`{self._head[column].text}`", at, value, sums[column], self._problems)

    def _cell(self, row: _Row, kind: str) -> Text | None:
        return next((cell for own, cell in zip(self._kinds, row.cells, strict=False) if own == kind), None)


class _Rounds(NamedTuple):
    """A sheet of rounds: the title of the rounds and those of the players, and rows of the same columns."""

    head: list[Text]
    rows: list[_Row]
    dated: bool
    """True if a round has a date beside its number."""


def _rounds_of(
    head: Sequence[Text], kinds: Sequence[str | None], rows: Sequence[_Row], problems: Problems
) -> _Rounds | None:
    """Return a sheet of rounds beside columns of players, which have numbers alone; None for other tables.

    Columns of texts alone are no players'; add a problem for a text that may be about points.
    """
    titles = [title_of(cell) for cell in head]
    first = next((at for at, title in enumerate(titles) if title not in tables()["ledger"]["round"]), 0)
    label = next((at for at in range(first) if titles[at] not in tables()["ledger"]["date"]), 0)
    filled = [at for at in range(first, len(head)) if any(_at(row, at)[0] is not None for row in rows)]
    notes = [at for at in filled if all(_at(row, at)[1] is None for row in rows)]
    columns = [at for at in range(first, len(head)) if at not in notes]
    players = [at for at in columns if not is_sum(head[at])]
    numeric = all(_at(row, at)[0] is None or _at(row, at)[1] is not None for row in rows for at in columns)
    if (
        not first
        or len(players) < 2
        or {kinds[at] for at in columns} - {None, "net"}
        or any(titles[at] in tables()["ledger"]["no_money"] for at in players)
        or not rows
        or not numeric
    ):
        return None
    for cell in (cell for row in rows for at in notes if (cell := _at(row, at)[0]) is not None):
        if _matters(cell.text, ""):
            message = f"what does `{cell.text}` say of this round?"
            hint = "if the round is void, leave its row out; else write its points as they count"
            problems.refuse("ledger-unreadable", cell.place, message, hint)
    kept = [label, *columns]
    chosen = [_Row(*zip(*(_at(row, at) for at in kept), strict=True)) for row in rows]
    return _Rounds([head[at] for at in kept], chosen, first > 1)


def _at(row: _Row, column: int) -> tuple[Text | None, Text | None, str]:
    """Return a cell of a row, its number and its currency; nothing for one of somebody who sat out."""
    cell = row.cells[column] if column < len(row.cells) else None
    word = "" if cell is None else folded(cell.text)
    if word in _NO_POINTS or ENGLISH.statuses.get(word) == "absent":
        return _EMPTY
    return cell, row.amounts[column], row.units[column]


_NO_POINTS: Final = ("", "-", "–", "—", "n/a", "na")


def _has_points_below(rows: Sequence[_Row]) -> bool:
    """Return True for rows of names with numbers alone behind them."""
    return len(rows) > 1 and all(
        row.cells[0] is not None
        and all(
            amount is not None
            for cell, amount in zip(row.cells[1:], row.amounts[1:], strict=True)
            if cell is not None
        )
        for row in rows
    )


def _names(rows: Sequence[_Row]) -> Iterator[Text]:
    """Yield the first cells of rows, the names of players."""
    yield from (cell for row in rows if (cell := row.cells[0]) is not None)


_EMPTY: Final = (None, None, "")
"""A cell that a row ends before."""


def _across(head: Sequence[Text], rows: Sequence[_Row]) -> list[_Row]:
    """Return the columns behind the first as rows below the players."""
    turned = []
    for at, title in enumerate(head[1:], 1):
        there = [
            (row.cells[at], row.amounts[at], row.units[at]) if at < len(row.cells) else _EMPTY for row in rows
        ]
        cells, amounts, units = zip(*there, strict=True)
        turned.append(_Row([title, *cells], [None, *amounts], ["", *units]))
    return turned


class _Sheet:
    """Reads rounds with the points of each player in a column."""

    def __init__(
        self, head: Sequence[Text], decimal: str | None, problems: Problems, *, dated: bool = False
    ) -> None:
        self._head, self._decimal, self._problems, self._dated = head, decimal, problems, dated

    def read(self, rows: Sequence[_Row]) -> list[LedgerRow]:
        """Return what each player won in each round; a round has to sum to 0."""
        won: list[LedgerRow] = []
        columns = [at for at in range(1, len(self._head)) if not is_sum(self._head[at])]
        names = {at: self._head[at]._replace(text=normal_name(self._head[at].text.strip())) for at in columns}
        checked = [is_name(name, self._problems) for name in names.values()]
        if not all(checked):
            return []
        totals = next((name for name in names.values() if is_sum_of_one(name)), None)
        if totals is not None:
            message = f"are the numbers below `{totals.text}` running totals?"
            hint = (
                "if they are, write the last row alone, below the names alone;"
                " if each row is one round, write the names alone"
            )
            self._problems.refuse("ledger-unreadable", totals.place, message, hint)
            return []
        figure = another_figure(names, [self._points(row, Problems()) for row in rows])
        if figure is not None:
            message = f"is `{figure[0].text}` a player, or another figure of {figure[1].text}?"
            hint = "leave its column out; if it is a player, write another name"
            self._problems.refuse("ledger-unreadable", figure[0].place, message, hint)
            return []
        keys = [name_key(name.text) for name in names.values()]
        twice = next((name for at, name in enumerate(names.values()) if keys.index(keys[at]) < at), None)
        if twice is not None:
            hint = "add the two up if they are one player; else write the names apart"
            self._problems.refuse("ledger-unreadable", twice.place, f"{twice.text} stands here twice", hint)
            return []
        sums = dict.fromkeys(columns, Fraction(0))
        labelled = any(row.cells[0] is not None for row in rows)
        numbered = any(row.cells[0] is not None and is_round(row.cells[0]) for row in rows)
        rounds: set[str] = set()
        for row in rows:
            before = self._problems.errors
            points = {at: value for at, value in self._points(row, self._problems).items() if at in sums}
            if not points and row.cells[0] is not None and self._problems.errors == before:
                _is_remark(row.cells[0], points, self._problems)
            if self._problems.errors > before or not points:
                continue
            if is_sum(row.cells[0]):
                for at, value in points.items():
                    _check_sums(names[at].text, names[at], value, sums[at], self._problems)
                continue
            label = row.cells[0]
            if label is not None and has_number_of_round(label):
                if folded(label.text) in rounds and not self._dated:
                    message = f"round {label.text} stands here twice"
                    hint = "if both were played, call one of them otherwise; else leave one out"
                    self._problems.refuse("ledger-unreadable", label.place, message, hint)
                    continue
                rounds.add(folded(label.text))
            elif numbered and (label is None or not is_round(label)) and not self._says_void(label):
                first = label or next(cell for cell in row.cells if cell is not None)
                message = "is this row one more round, or what the rounds above come to?"
                hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
                self._problems.refuse("ledger-unreadable", first.place, message, hint)
                continue
            elif label is None or not re.search("[0-9]", label.text):
                same = points == {at: value for at, value in sums.items() if at in points}
                same = same and (labelled or len(won) > len(points))
                money = label is not None and re.fullmatch(ENGLISH.currency, label.text) is not None
                if money or (same and any(points.values())):
                    first = label or next(cell for cell in row.cells if cell is not None)
                    message = "is this row one more round, or what the rounds above come to?"
                    hint = "call a row of sums `Total`, and a round by its number"
                    self._problems.refuse("ledger-unreadable", first.place, message, hint)
                    continue
            if label is not None and _matters(label.text, ""):
                message = f"what does `{label.text}` say of this round?"
                hint = "if the round is void, leave its row out; else write its points as they count"
                self._problems.refuse("ledger-unreadable", label.place, message, hint)
                continue
            off = sum(points.values(), Fraction(0))
            if off:
                first = next(cell for cell in row.cells if cell is not None)
                called = f"round {first.text}" if first is row.cells[0] else "this round"
                _refuse_unbalanced(first, called, off, self._problems)
            unit = row.unit(points, self._problems)
            for at, value in points.items():
                sums[at] += value
                won.append(LedgerRow(names[at], "", value, unit))
        return won

    @staticmethod
    def _says_void(label: Text | None) -> bool:
        return label is not None and re.match("[0-9]", label.text) is not None and _matters(label.text, "")

    def _points(self, row: _Row, problems: Problems) -> dict[int, Fraction]:
        """Return the numbers of a row by their columns; add a problem for each that cannot be read."""
        read = {
            at: read_number(cell, problems, self._decimal)
            for at, cell in enumerate(row.amounts)
            if at and cell is not None
        }
        return {at: value for at, value in read.items() if value is not None}
