"""Ledgers with a row for each player, below titles: what each row says that its player won."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import listed
from ofcscore.log.amounts import read_number
from ofcscore.log.check.people import is_name, name_key, normal_name
from ofcscore.log.keys import OFF
from ofcscore.log.read.cells import (
    NO_CELL,
    Cell,
    has_digit,
    is_currency,
    read_cell,
    split_cells,
    trimmed_cell,
)
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.talk import Context, weigher
from ofcscore.log.text.titles import (
    ask_for_last,
    has_number_of_round,
    is_round,
    is_sum,
    is_sum_of_one,
    title_of,
    unit_in_words,
    unit_of,
)
from ofcscore.log.vocabulary import ENGLISH, folded
from ofcscore.log.words import tables

SIGNS: Final = {"buy_in": -1, "rebuy": -1, "buy_out": 1, "stack": 1, "lost": -1, "won": 1}
"""The signs of the columns that sum to what was won: buy-outs and stacks, less buy-ins."""
RESULTS: Final = ("won", "lost")
EXAMPLE: Final = "as in `player_nickname,buy_in,buy_out,stack,net`"
_KINDS: Final = ("player", "surname", "id", "currency", *SIGNS, "net")


_RULE: Final = re.compile(":?-{2,}:?")
"""A cell of the line below the head of a Markdown table."""
_TIMES: Final = re.compile(r"(?<![^\W_])(?:[x×*][ ]?[2-9]|[2-9][ ]?[x×])(?![^\W_])")
_CENTS_AT_LEAST: Final = 100
_NOTHING: Final = OFF | {"", "none"}


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
    """A row below the head."""

    cells: Sequence[Cell]

    def at(self, column: int) -> Cell:
        return self.cells[column] if column < len(self.cells) else NO_CELL

    @property
    def filled(self) -> Iterator[Text]:
        return (cell.text for cell in self.cells if cell.text is not None)

    def unit(self, columns: Iterable[int], problems: Problems, titles: Sequence[str] = ()) -> str:
        """Return the currency of the amounts in some columns, "" without one; add a problem for several.

        `titles` are the currencies that the titles of all columns name.
        """
        units = sorted({self.cells[at].unit or (titles[at] if titles else "") for at in columns} - {""})
        if len(units) > 1:
            message = f"this row has several currencies: {listed(units, 'and')}"
            place = next(self.filled).place
            problems.refuse("currency-mixed", place, message, "settle each currency by itself")
        return units[0] if units else ""


def refuse(problems: Problems, at: Text, message: str, hint: str | None) -> None:
    problems.refuse("ledger-unreadable", at.place, message, hint)


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
    return bool(said & (words_of_money() | names | cents)) or may_matter(text)


def read_rows(lines: Iterable[Line], delimiter: str, width: int, problems: Problems) -> list[Row]:
    """Return the rows with anything in them; add a problem for each that cannot be split into cells."""
    rows = []
    for line in lines:
        split = split_cells(line, delimiter)
        if split.fault is not None:
            problems.add(split.fault)
            continue
        cells = [cell and without_bold(cell) for cell in map(trimmed_cell, split.cells)]
        stray = next((cell for cell in cells[width:] if cell is not None), None)
        if stray is not None:
            comma = "a comma parts cells here: write an amount with a point, such as 11.5"
            message = "this cell has no column: nothing stands above it in the first line"
            refuse(problems, stray, message, comma if delimiter == "," else None)
        elif any(cell is not None and not _RULE.fullmatch(cell.text) for cell in cells):
            rows.append(Row([*map(read_cell, cells)]))
    return rows


def without_bold(cell: Text) -> Text:
    """Return a cell without the signs of Markdown for bold letters around it."""
    match = re.fullmatch(r"(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1", cell.text)
    return cell if match is None else cell.part(*match.span(2))


def kind_of(cell: Text) -> str | None:
    """Return what a column says, None if its title is unknown."""
    title = title_of(cell)
    return next((kind for kind in _KINDS if title in tables()["ledger"][kind]), None)


def is_of(cell: Text, *lists: str) -> bool:
    """Return True for a title that one of these lists of words has."""
    title = title_of(cell)
    return any(title in tables()["ledger"][name] for name in lists)


def has_no_money(cell: Text) -> bool:
    """Return True if the numbers below this title are surely no amounts."""
    return is_of(cell, "no_money", "round")


def shown_amount(value: Fraction) -> str:
    """Return a sum of amounts as they are written: `11.5`."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


def check_sums(label: str, at: Text, stated: Fraction, found: Fraction, problems: Problems) -> None:
    if stated != found:
        here, others = shown_amount(stated), shown_amount(found)
        message = f"the sum of {label} is {here} here, and {others} by the others"
        refuse(problems, at, message, "one of them is wrong")


def is_remark(name: Text, numbers: Mapping[int, Fraction], problems: Problems) -> bool:
    """Return True (and add a problem) for a row that is a remark, or perhaps a sum, and no player's."""
    if not numbers and not is_round(name) and (has_digit(name.text) or says_more(name.text)):
        message = "this row has no amount, and may be about money"
        hint = "if it changes what is owed, change the rows; else leave it out"
    elif numbers and (is_sum_of_one(name) or _is_of_column(name)):
        message = f"is `{name.text}` a player, or a sum of others?"
        hint = "leave it out if it is a sum; else write another name"
    else:
        return False
    refuse(problems, name, message, hint)
    return True


def _is_of_column(name: Text) -> bool:
    """Return True for a name that is, or ends in, a word for what was paid: `rebuy`, `Bea rebuy`."""
    words = {word for kind in ("buy_in", "rebuy", "buy_out") for word in tables()["ledger"][kind]}
    said = f" {folded(name.text)}"
    return any(said.endswith(f" {word}") for word in words if len(word) > 3)


def refuse_unbalanced(at: Text, called: str, off: Fraction, problems: Problems) -> None:
    """Add a problem for points that do not sum to zero."""
    message = f"the points of {called} sum to {'+' if off > 0 else ''}{shown_amount(off)}, not to 0"
    hint = "one of them is wrong, or somebody is missing"
    problems.refuse("totals-unbalanced", at.place, message, hint)


def refuse_sum_or_round(at: Text, problems: Problems) -> None:
    """Add a problem for a row of a sheet that may be a round, or a sum of rounds."""
    message = "is this row one more round, or what the rounds above come to?"
    hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
    refuse(problems, at, message, hint)


def is_unclear_round(note: Text, problems: Problems) -> bool:
    """Return True (and add a problem) if a text beside the points of a round may change them."""
    unclear = may_matter(note.text)
    if unclear:
        hint = "if the round is void, leave its row out; else write its points as they count"
        refuse(problems, note, f"what does `{note.text}` say of this round?", hint)
    return unclear


def may_matter(text: str) -> bool:
    """Return True if a text may be about points or money, as a message of a chat may be."""
    context = Context(frozenset(("",)), False, False, False, note=True)
    return bool(_TIMES.search(folded(text)) or weigher(ENGLISH).weigh(text, context))


class ColumnLedger:
    """Reads rows of players with amounts below known titles."""

    def __init__(
        self, head: Sequence[Text], kinds: Sequence[str | None], decimal: str | None, problems: Problems
    ) -> None:
        self._head, self._kinds = head, kinds
        self._decimal, self._problems = decimal, problems
        self._sums: dict[int, Fraction] = defaultdict(Fraction)
        """The sums of the rows up to here, by column."""
        self._worded: set[str] = set()
        """Unknown columns of texts that a warning told of."""
        self._unknown: dict[str, tuple[Text, str]] = {}
        """Unknown columns with amounts: the first such cell, and the sums of its row."""
        unknown = (at for at, kind in enumerate(kinds) if kind is None and title_of(head[at]))
        self._rounds = next((at for at in unknown if is_of(head[at], "round")), None)
        self._units = [unit if is_currency(unit) else "" for unit in map(unit_of, head)]
        """The currencies of the columns by their titles."""
        self._won: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
        """The points of each player in each round that has a number, by the round and the player."""
        self._numbered = False
        self._what: int | None = None
        self._parted_by: Text | None = None
        """The first row that may part two tables: a sum, or a name alone."""
        self._above: set[str] = set()
        """The players above that row."""

    def read(self, rows: Sequence[Row]) -> list[LedgerRow]:
        """Return the rows of players."""
        if self._repeats() or self._is_of_several_units() or self._is_of_both_signs(rows):
            return []
        self._what = self._find_what(rows)
        labels = [self._label(row) for row in rows]
        self._numbered = any(label is not None and is_round(label) for label in labels)
        found = [read for row in rows if (read := self._row(row)) is not None]
        self._check_rounds(rows, found)
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
            if unit_in_words(unit) or (unit == "chips" and any(other != unit for _, other in money)):
                message = f"the amounts below `{title.text}` are in {unit.removeprefix('in ')}"
                hint = "write all amounts in one unit"
                if unit in tables()["money"]["cents"]:
                    hint = "add `--unit cents`, and take the word out of the title"
                refuse(self._problems, title, message, hint)
                return True
        return False

    def _money(self) -> list[tuple[Text, str]]:
        pairs = zip(self._head, self._kinds, strict=False)
        return [(title, kind) for title, kind in pairs if kind == "net" or kind in SIGNS]

    def _is_of_both_signs(self, rows: Sequence[Row]) -> bool:
        """Return True (and add a problem) if some buy-ins are below zero but not all, or a cash-out is."""
        for at, kind in enumerate(self._kinds):
            numbers = [row.at(at).number for row in rows] if kind in SIGNS else []
            amounts = [cell for cell in numbers if cell is not None and has_digit(cell.text, "1")]
            below = [cell for cell in amounts if cell.text.startswith("-")]
            if kind and below and (len(below) < len(amounts) or SIGNS[kind] > 0):
                message = f"{below[0].text} is below zero, and nobody knows what that means here"
                hint = f"write what was paid below `{self._head[at].text}` without a sign"
                refuse(self._problems, below[0], message, hint)
                return True
        return False

    def _find_what(self, rows: Sequence[Row]) -> int | None:
        """Return the column that says of each row what its amount is, None where there is none."""
        if not [*self._kinds].count("net") == len(self._money()) == 1 or not rows:
            return None
        for at, kind in enumerate(self._kinds):
            below = [row.at(at).text for row in rows]
            if kind is None and all(cell is not None and kind_of(cell) in SIGNS for cell in below):
                return at
        return None

    def _label(self, row: Row) -> Text | None:
        return None if self._rounds is None else row.at(self._rounds).text

    def _check_rounds(self, rows: Sequence[Row], found: Sequence[LedgerRow]) -> None:
        """Ask about a column of totals with several of a player; refuse rounds that do not sum to zero."""
        total = next((title for title, kind in self._money() if kind == "net" and is_sum(title)), None)
        names = {name_key(row.name.text) for row in found}
        if total is not None and len(names) < len(found) and self._numbered:
            refuse(self._problems, total, *ask_for_last(total))
        sums: dict[str, Fraction] = defaultdict(Fraction)
        for (label, _), won in self._won.items():
            sums[label] += won
        for cell in filter(None, map(self._label, rows)):
            off = sums.pop(folded(cell.text), None)
            if off:
                refuse_unbalanced(cell, f"round {cell.text}", off, self._problems)

    def _is_played(self, row: Row, name: Text, by_kind: dict[str, Fraction]) -> bool:
        """Return True for a row of a round; add a problem, or check the sum, for another one."""
        label = self._label(row)
        if not self._numbered:
            return True
        player = name_key(name.text)
        if label is not None and is_sum(label):
            won = sum((value for (_, own), value in self._won.items() if own == player), Fraction(0))
            check_sums(name.text, name, by_kind.get("net", won), won, self._problems)
            return False
        if label is None or not is_round(label):
            is_unclear = label is None or not may_matter(label.text)
            if is_unclear:
                refuse_sum_or_round(label or name, self._problems)
            return not is_unclear
        if has_number_of_round(label) and [*by_kind] == ["net"]:
            key = (folded(label.text), player)
            if key in self._won and "date" not in map(title_of, self._head):
                message = f"{name.text} has points in round {label.text} twice"
                refuse(self._problems, name, message, "if both count, write their sum; else leave one out")
            self._won[key] += by_kind["net"]
        return True

    def _repeats(self) -> bool:
        """Return True (and add a problem) if two columns say the same."""
        before = self._problems.errors
        for title, kind in zip(self._head, self._kinds, strict=False):
            first = self._head[self._kinds.index(kind)] if kind else title
            numbered = has_digit(title.text.strip()[-1:])
            if first is not title and not (numbered and kind in SIGNS):
                message = f"`{title.text}` and `{first.text}` say the same of a player"
                hint = "leave one of the two out"
                if title.text == first.text:
                    message = f"`{first.text}` stands here twice"
                    hint = "write the second evening's rows below the first's, under the same titles"
                refuse(self._problems, title, message, hint)
        return self._problems.errors > before

    def _row(self, row: Row) -> LedgerRow | None:
        """Return what a row says of a player, None (perhaps with a problem) for any other row."""
        name, id_, surname = (self._cell(row, kind) for kind in ("player", "id", "surname"))
        if name is not None and surname is not None:
            name = name._replace(text=f"{name.text} {surname.text}")
        numbers = self._numbers(row)
        if numbers is None:
            return None
        others = self._others(row)
        pairs = [(title, cell.text) for title, _, cell in self._columns_of(row) if cell.text]
        stray = next((cell for title, cell in pairs if not title.text and title is not self._head[0]), None)
        if stray is not None:
            hint = "name its column in the first line"
            refuse(self._problems, stray, "no title stands above this cell", hint)
            return None
        if name is None or (is_sum(name) and id_ is None):
            self._parted_by = self._parted_by or (name if numbers else next(row.filled, None))
            if name is not None or any(numbers.values()) or id_ is not None or others:
                self._check_row_of_sums(row, name, numbers)
            return None
        if not numbers and not others:
            self._parted_by = self._parted_by or name
        elif self._is_of_another_part(name):
            return None
        if not is_name(name, self._problems) or is_remark(name, numbers, self._problems):
            return None
        what = row.at(self._what).text if self._what is not None else None
        kind_of_row = kind_of(what) if what is not None else None
        by_kind: dict[str, Fraction] = defaultdict(Fraction)
        for at, value in numbers.items():
            self._sums[at] += value
            by_kind[kind_of_row or self._kinds[at] or ""] += value
        if {*by_kind} & {*RESULTS} and {*self._kinds} & {"net", *SIGNS} - {*RESULTS}:
            # Beside what was paid, they are the result.
            result = abs(by_kind.pop("won", Fraction(0))) - abs(by_kind.pop("lost", Fraction(0)))
            if by_kind.get("net", result) != result:
                refuse(self._problems, name, f"{name.text} has two results", "one of them is wrong")
            by_kind["net"] = result
        if not self._agrees(row, name, by_kind, others) or not self._is_played(row, name, by_kind):
            return None
        currency = self._cell(row, "currency")
        unit = row.unit(numbers, self._problems, self._units) or (currency.text if currency else "")
        self._warn_of_words(row, name)
        label, amounts = self._label(row), [row.cells[at].number for at in numbers]
        round_ = folded(label.text) if label is not None else ""
        return LedgerRow(
            name._replace(text=normal_name(name.text)),
            id_.text if id_ is not None else "",
            self._net(by_kind),
            unit,
            cents=not any(cell is not None and re.search(r"[.,][0-9]{1,2}$", cell.text) for cell in amounts),
            round=round_,
            at=next((cell.text for title, cell in pairs if is_of(title, "start")), ""),
            is_round=bool(round_) and [*by_kind] == ["net"],
        )

    def _is_of_another_part(self, name: Text) -> bool:
        """Return True (and add a problem) for a player who has amounts above a row such as `Recap`, too."""
        key = name_key(name.text)
        if self._parted_by is None:
            self._above.add(key)
        elif key in self._above and self._rounds is None:
            message = f"{name.text} has amounts above `{self._parted_by.text}`, and below it"
            hint = "does one part sum up, or correct, the other? Leave it out; else the row between the two"
            refuse(self._problems, name, message, hint)
            return True
        return False

    def _warn_of_words(self, row: Row, name: Text) -> None:
        """Warn of a text in an unknown column that may be about money."""
        for at, (title, kind, cell) in enumerate(self._columns_of(row)):
            if kind is not None or cell.text is None or cell.number is not None or at == self._what:
                continue
            if title.text in self._worded or folded(cell.text.text) in _NOTHING:
                continue
            if is_of(title, "settled") or tells_of_money(cell.text.text):
                message = f"`{title.text}` may be about money: only the amounts of {name.text} count"
                hint = f"if it changes what is owed, change the row; else leave `{title.text}` out"
                self._problems.warn("ledger-column", cell.text.place, message, hint)
                self._worded.add(title.text)

    def _numbers(self, row: Row) -> dict[int, Fraction] | None:
        """Return the amounts of a row by their columns, None (and a problem) if one cannot be read."""
        numbers: dict[int, Fraction] = {}
        before = self._problems.errors
        for at, (_, kind, cell) in enumerate(self._columns_of(row)):
            if kind not in ("net", *SIGNS) or cell.text is None or cell.text.text in ("-", "–", "—"):
                continue
            value = read_number(cell.number or cell.text, self._problems, self._decimal)
            if value is not None:
                numbers[at] = value
        return numbers if self._problems.errors == before else None

    def _others(self, row: Row) -> dict[str, Text]:
        return {
            title.text: cell.number
            for title, kind, cell in self._columns_of(row)
            if kind is None and cell.number and has_digit(cell.number.text, "1") and not has_no_money(title)
        }

    @staticmethod
    def _net(by_kind: dict[str, Fraction]) -> Fraction:
        # Buy-ins may all be written below zero.
        won = sum((abs(by_kind.get(kind, Fraction(0))) * sign for kind, sign in SIGNS.items()), Fraction(0))
        return by_kind.get("net", won)

    def _agrees(self, row: Row, name: Text, by_kind: dict[str, Fraction], others: dict[str, Text]) -> bool:
        """Return True if the columns of a row agree; add a problem where they do not."""
        net = self._net(by_kind)
        parts = {kind: value for kind, value in by_kind.items() if kind != "net"}
        won = self._net(parts)
        counted = self._net({kind: value for kind, value in parts.items() if kind != "rebuy"})
        there = listed([*parts], "and") if {*parts} - {"rebuy"} else ""
        differs = f"{name.text} is {shown_amount(net)} by `net`, and {shown_amount(won)} by {there}"
        for column, cell in others.items():
            if "net" not in by_kind:
                message = f"`{column}` is an unknown column, and nobody knows if {cell.text} was won or lost"
                hint = f"add a column `net` with what each player won, or leave `{column}` out"
                self._problems.refuse("ledger-column", cell.place, message, hint)
                return False
            beside = f"{name.text} is {shown_amount(net)} by `net`, beside {cell.text} by `{column}`"
            self._unknown.setdefault(column, (cell, differs if there and net != won else beside))
        # Where they are counted, rebuys are part of the buy-ins.
        both = {SIGNS[kind] for kind in parts} == {1, -1}
        if there and both and net not in (won, counted) and not others:
            refuse(self._problems, self._cell(row, "net") or name, differs, "one of them is wrong")
            return False
        return True

    def _check_row_of_sums(self, row: Row, name: Text | None, numbers: dict[int, Fraction]) -> None:
        stated = {at: value for at, value in numbers.items() if value}
        sums = {at: self._sums.get(at, Fraction(0)) for at in stated}
        at = name or next(row.filled)
        if name is None and sums != stated:
            refuse(self._problems, at, "this row names no player", EXAMPLE)
            return
        for column, value in stated.items():
            check_sums(f"`{self._head[column].text}`", at, value, sums[column], self._problems)

    def _cell(self, row: Row, kind: str) -> Text | None:
        return next((cell.text for _, own, cell in self._columns_of(row) if own == kind), None)

    def _columns_of(self, row: Row) -> Iterator[tuple[Text, str | None, Cell]]:
        """Yield the title and the kind of each column, and the cell of a row below it."""
        return zip(self._head, self._kinds, row.cells, strict=False)
