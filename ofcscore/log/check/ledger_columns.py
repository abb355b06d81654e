"""Read ledgers with one row per player below column titles."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import takewhile
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problems, listed
from ofcscore.log.amounts import read_number
from ofcscore.log.check.deal_names import may_say_void
from ofcscore.log.check.people import is_name, name_key, normal_name
from ofcscore.log.keys import OFF
from ofcscore.log.read.cells import (
    NO_CELL,
    Cell,
    has_digit,
    has_number_of_round,
    is_currency,
    is_round,
    is_sum,
    is_sum_of_one,
    read_cell,
    running_total_question,
    split_cells,
    taken_out,
    title_of,
    trimmed_cell,
    unit_in_words,
    unit_of,
)
from ofcscore.log.syntax import Line, SyntaxFault, Text, fault
from ofcscore.log.text.relevance import Context, weigh
from ofcscore.log.vocabulary import CROSS, ENGLISH, folded
from ofcscore.log.words import tables

SIGNS: Final = {"buy_in": -1, "rebuy": -1, "buy_out": 1, "stack": 1, "lost": -1, "won": 1}
"""Each column's sign in the sum won: buy-outs and stacks minus buy-ins."""
RESULTS: Final = ("won", "lost")
UNREADABLE: Final = "ledger-unreadable"
EXAMPLE: Final = "write titles such as `player_nickname,buy_in,buy_out,stack,net`"
_KINDS: Final = ("player", "surname", "id", "currency", *SIGNS, "net")
_RULE: Final = re.compile(":?-{2,}:?")
"""A cell of the line below the titles of a Markdown table."""
_TIMES: Final = re.compile(r"(?<![^\W_])(?:[x×*][ ]?[2-9]|[2-9][ ]?[x×])(?![^\W_])")
_CENTS_AT_LEAST: Final = 100
_NOTHING: Final = OFF | {"", "none"}


class LedgerRow(NamedTuple):
    """A player and the sum won in one row, in money or points.

    `at` is when the player sat down, if there is such a column; `is_round` is True for points of a round.
    `id` is the player's id and `unit` the currency of the amounts, "" if there is none. `cents` is True if
    all amounts may be whole cents. `round` names the round, "" if there is no such column.
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
    """A row below the titles."""

    cells: Sequence[Cell]

    def at(self, column: int | None) -> Cell:
        return NO_CELL if column is None or column >= len(self.cells) else self.cells[column]

    @property
    def filled(self) -> Iterator[Text]:
        return (cell.text for cell in self.cells if cell.text is not None)

    def unit(self, columns: Iterable[int], problems: Problems, titles: Sequence[str] = ()) -> str:
        """Return the currency of some columns' amounts, "" if none; report several.

        `titles` are the currencies in the titles of all columns.
        """
        units = sorted({self.cells[at].unit or (titles[at] if titles else "") for at in columns} - {""})
        if len(units) > 1:
            message = f"this row has several currencies: {listed(units, 'and')}"
            place = next(self.filled).place
            problems.refuse("currency-mixed", place, message, "settle each currency by itself")
        return units[0] if units else ""


def refuse(problems: Problems, at: Text, message: str, hint: str | None) -> None:
    problems.refuse(UNREADABLE, at.place, message, hint)


def says_more(name: str) -> bool:
    """Return True if words after a name describe the amount: `Ben lost`, `Ann in`."""
    said = {*words_of_money(), *(word for kind in SIGNS for word in tables()["ledger"][kind])}
    return any(word in said for word in folded(name).split()[1:])


@cache
def words_of_money() -> frozenset[str]:
    money, talk = tables()["money"], tables()["talk"]
    lists = (money["paid"], money["owes"], talk["moves"], talk["results"], talk["undoes"], talk["may"])
    return frozenset(word for words in lists for word in words)


def tells_of_money(text: str, names: Set[str] = frozenset()) -> bool:
    """Return True if a line beside a table may be about points, money or a player."""
    said = {word.strip(".,:;!?()") for word in folded(text).split()}
    cents = {word for word in tables()["money"]["cents"] if len(word) > 2}
    return bool(said & (words_of_money() | names | cents)) or may_matter(text)


def read_rows(lines: Iterable[Line], delimiter: str, width: int, problems: Problems) -> list[Row]:
    """Return the rows that are not empty; report those that cannot be split into cells."""
    rows = []
    first = ""
    for line in lines:
        split = split_cells(line, delimiter)
        fault = split.fault or taken_out(line, delimiter, first)
        first = first or line.text.lstrip()
        if fault is not None:
            problems.add(fault)
            continue
        cells = [cell and without_bold(cell) for cell in map(trimmed_cell, split.cells)]
        stray = next((cell for cell in cells[width:] if cell is not None), None)
        if stray is not None:
            comma = "commas separate cells here: write amounts with a point, such as 11.5"
            message = "this cell has no column title above it"
            refuse(problems, stray, message, comma if delimiter == "," else None)
        elif any(cell is not None and not _RULE.fullmatch(cell.text) for cell in cells):
            rows.append(Row([*map(read_cell, cells)]))
    return rows


def without_bold(cell: Text) -> Text:
    """Return a cell without Markdown signs for bold text."""
    match = re.fullmatch(r"(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1", cell.text)
    return cell if match is None else cell.part(*match.span(2))


def kind_of(cell: Text) -> str | None:
    """Return the kind of a column, None if its title is unknown."""
    title = title_of(cell)
    return next((kind for kind in _KINDS if title in tables()["ledger"][kind]), None)


def is_of(cell: Text, *lists: str) -> bool:
    title = title_of(cell)
    return any(title in tables()["ledger"][name] for name in lists)


def has_no_money(cell: Text) -> bool:
    """Return True if the numbers below this title are surely not amounts."""
    return is_of(cell, "no_money", "round")


def shown_amount(value: Fraction) -> str:
    """Return a sum as amounts are written: `11.5`."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


def check_sums(label: str, at: Text, stated: Fraction, found: Fraction, problems: Problems) -> None:
    if stated != found:
        here, others = shown_amount(stated), shown_amount(found)
        message = f"the sum of {label} is {here} here, but the other rows sum to {others}"
        refuse(problems, at, message, "correct one of them")


@cache
def _ends_of_columns() -> tuple[str, ...]:
    """Return the ends of names that are titles of buy-ins: `Bea rebuy`."""
    words = (word for kind in ("buy_in", "rebuy", "buy_out") for word in tables()["ledger"][kind])
    return tuple(f" {word}" for word in words if len(word) > 3)


def check_player(name: Text, numbers: Mapping[int, Fraction]) -> None:
    """Raise `SyntaxFault` for a row that may be a remark or a sum instead of a player."""
    is_unclear = may_say_void(name.text) or ENGLISH.says("all.money.double", name.text)
    is_unclear = is_unclear or has_digit(name.text) or says_more(name.text)
    if not numbers and not is_round(name) and is_unclear:
        message = "this row has no amount but may be about money"
        hint = "if it changes what is owed, change the rows; otherwise remove it"
        raise fault(UNREADABLE, name, message, hint)
    if numbers and (is_sum_of_one(name) or f" {folded(name.text)}".endswith(_ends_of_columns())):
        hint = "remove the row if it is a sum; otherwise use another name"
        raise fault(UNREADABLE, name, f"is `{name.text}` a player or a sum?", hint)


def refuse_unbalanced(at: Text, called: str, off: Fraction, problems: Problems) -> None:
    message = f"the points of {called} sum to {'+' if off > 0 else ''}{shown_amount(off)}, not to 0"
    problems.refuse("totals-unbalanced", at.place, message, "correct a value or add a missing player")


def sum_or_round(at: Text) -> SyntaxFault:
    """Return the error for a row that may be a round or a sum of rounds."""
    message = "is this row a round or the sum of the rounds above?"
    hint = "label rounds with their number and sums with `Total`; remove any other row"
    return fault(UNREADABLE, at, message, hint)


def unclear_note(note: Text) -> SyntaxFault | None:
    """Return the error for a text beside a round's points that may change them."""
    hint = "if the round is void, remove its row; otherwise write its final points and no text"
    message = f"what does `{note.text}` mean for this round?"
    matters = may_matter(note.text) or re.search(CROSS, note.text)
    return fault(UNREADABLE, note, message, hint) if matters else None


def may_matter(text: str) -> bool:
    """Return True if a text may be about points or money, like a chat message."""
    return bool(_TIMES.search(folded(text)) or weigh(text, Context(frozenset(("",)), note=True)))


class ColumnLedger:
    """Reads rows of players with amounts below known titles."""

    def __init__(
        self, head: Sequence[Text], kinds: Sequence[str | None], decimal: str | None, problems: Problems
    ) -> None:
        self._head, self._kinds, self._decimal, self._problems = head, kinds, decimal, problems
        columns = zip(head, kinds, strict=False)
        self._money = [(title, kind) for title, kind in columns if kind == "net" or kind in SIGNS]
        self._sums: dict[int, Fraction] = defaultdict(Fraction)
        """The sums of the rows so far, by column."""
        self._worded: set[str] = set()
        """Unknown columns of texts that were warned about."""
        self._unknown: dict[str, tuple[Text, str]] = {}
        """Unknown columns with amounts: their first such cell and the sums of its row."""
        unknown = (at for at, kind in enumerate(kinds) if kind is None and title_of(head[at]))
        self._rounds = next((at for at in unknown if is_of(head[at], "round")), None)
        self._units = [unit if is_currency(unit) else "" for unit in map(unit_of, head)]
        """The currencies in the column titles."""
        self._won: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
        """Each player's points per numbered round, by round and player."""
        self._won_in_all: dict[str, Fraction] = defaultdict(Fraction)
        """The sum won by each player in the rows above, by lowercase name."""
        self._parted_by: Text | None = None
        """The first row that may separate two tables: a sum or a lone name."""
        self._above: set[str] = set()
        """The players above that row."""

    def read(self, rows: Sequence[Row]) -> list[LedgerRow]:
        """Return the rows of players. Raises `SyntaxFault`."""
        if self._repeats():
            return []
        self._check_units()
        self._check_signs(rows)
        self._what = self._find_what(rows)
        labels = [label for row in rows if (label := row.at(self._rounds).text) is not None]
        self._numbered = any(map(is_round, labels))
        found = []
        for row in rows:
            try:
                read = self._row(row)
                found += [read] if read is not None else []
            except SyntaxFault as refused:
                self._problems.add(refused.problem)
        self._check_rounds(labels, found)
        for column, (cell, sums) in self._unknown.items():
            message = f"`{column}` is an unknown column with amounts, but only `net` counts: {sums}"
            hint = f"if `net` leaves out amounts of `{column}` that count, correct `net`"
            self._problems.warn("ledger-column", cell.place, message, hint)
        amounts = [abs(value) for value in self._sums.values() if value]
        nets = [abs(row.net) for row in found if row.net]
        whole = all(value.denominator == 1 and value >= _CENTS_AT_LEAST for value in (*amounts, *nets))
        if nets and whole and "id" in self._kinds and not any(row.unit for row in found):
            message = "all amounts are whole numbers; some poker sites export cents"
            hint = "if they are cents, add `--unit cents`"
            self._problems.warn("ledger-unit", found[0].name.place, message, hint)
        return found

    def _check_units(self) -> None:
        """Raise `SyntaxFault` for units that cannot be added up, for example `Net (cents)`."""
        money = [(title, folded(unit_of(title))) for title, _ in self._money]
        for title, unit in money:
            if unit_in_words(unit) or (unit == "chips" and any(other != unit for _, other in money)):
                message = f"the amounts below `{title.text}` are in {unit.removeprefix('in ')}"
                hint = "write all amounts in one unit"
                if unit in tables()["money"]["cents"]:
                    hint = "add `--unit cents` and remove the word from the title"
                raise fault(UNREADABLE, title, message, hint)

    def _check_signs(self, rows: Sequence[Row]) -> None:
        """Raise `SyntaxFault` for buy-ins of mixed signs or a negative cash-out."""
        for at, kind in enumerate(self._kinds):
            numbers = [row.at(at).number for row in rows] if kind in SIGNS else []
            amounts = [cell for cell in numbers if cell is not None and has_digit(cell.text, "1")]
            below = [cell for cell in amounts if cell.text.startswith("-")]
            if kind and below and (len(below) < len(amounts) or SIGNS[kind] > 0):
                message = f"{below[0].text} is negative, but its meaning is unclear here"
                hint = f"write the amounts below `{self._head[at].text}` without a sign"
                raise fault(UNREADABLE, below[0], message, hint)

    def _find_what(self, rows: Sequence[Row]) -> int | None:
        """Return the column that names each row's kind of amount, None if there is none."""
        if not [*self._kinds].count("net") == len(self._money) == 1 or not rows:
            return None
        for at, kind in enumerate(self._kinds):
            below = [row.at(at).text for row in rows]
            if kind is None and all(cell is not None and kind_of(cell) in SIGNS for cell in below):
                return at
        return None

    def _check_rounds(self, labels: Sequence[Text], found: Sequence[LedgerRow]) -> None:
        """Ask about total columns with several rows per player; report unbalanced rounds."""
        total = next((title for title, kind in self._money if kind == "net" and is_sum(title)), None)
        names = {name_key(row.name.text) for row in found}
        if total is not None and len(names) < len(found) and self._numbered:
            refuse(self._problems, total, *running_total_question(total))
        sums: dict[str, Fraction] = defaultdict(Fraction)
        for (label, _), won in self._won.items():
            sums[label] += won
        for cell in labels:
            off = sums.pop(folded(cell.text), None)
            if off:
                refuse_unbalanced(cell, f"round {cell.text}", off, self._problems)

    def _is_played(self, row: Row, name: Text, by_kind: dict[str, Fraction]) -> bool:
        """Return True for a row of a round; otherwise check its sum. Raises `SyntaxFault`."""
        label = row.at(self._rounds).text
        player = name_key(name.text)
        before_money = takewhile(lambda column: column[1] not in (*SIGNS, "net"), self._columns_of(row))
        if any(is_sum(cell.text) for _, kind, cell in before_money if kind != "player"):
            # `Total,Ann,8` below the evenings.
            won = self._won_in_all[player]
            check_sums(name.text, name, self._net(by_kind), won, self._problems)
            return False
        self._won_in_all[player] += self._net(by_kind)
        if not self._numbered:
            return True
        if label is None or not is_round(label):
            if label is None or not (has_digit(label.text) and may_matter(label.text)):
                raise sum_or_round(label or name)
        elif has_number_of_round(label) and [*by_kind] == ["net"]:
            key = (folded(label.text), player)
            if key in self._won and "date" not in map(title_of, self._head):
                message = f"{name.text} has points in round {label.text} twice"
                refuse(self._problems, name, message, "if both count, write their sum; otherwise remove one")
            self._won[key] += by_kind["net"]
        return True

    def _repeats(self) -> bool:
        """Report two columns of the same kind; return True if there are any."""
        before = self._problems.errors
        for title, kind in zip(self._head, self._kinds, strict=False):
            first = self._head[self._kinds.index(kind)] if kind else title
            numbered = has_digit(title.text.strip()[-1:])
            if first is not title and not (numbered and kind in SIGNS):
                message = f"`{title.text}` and `{first.text}` are the same kind of column"
                hint = "remove one of the two"
                if title.text == first.text:
                    message = f"`{first.text}` is here twice"
                    hint = "write the second evening's rows below the first's, under the same titles"
                refuse(self._problems, title, message, hint)
        return self._problems.errors > before

    def _row(self, row: Row) -> LedgerRow | None:
        """Return a player's result from a row, None for any other row. Raises `SyntaxFault`."""
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
            hint = "write a title for its column in the first line"
            raise fault(UNREADABLE, stray, "this cell has no column title above it", hint)
        for unclear in map(unclear_note, () if name is not None or numbers else row.filled):
            if unclear is not None:
                raise unclear
        if name is None or (is_sum(name) and id_ is None):
            self._parted_by = self._parted_by or (name if numbers else next(row.filled, None))
            if name is not None or any(numbers.values()) or id_ is not None or others:
                self._check_row_of_sums(row, name, numbers)
            return None
        if not numbers and not others:
            self._parted_by = self._parted_by or name
        else:
            self._check_part(name)
        if not is_name(name, self._problems):
            return None
        check_player(name, numbers)
        if re.fullmatch("~~.+~~", name.text.strip()):
            hint = f"delete the row if it does not count, or write `{name.text.strip(' ~')}`"
            raise fault("name-character", name, "this name is struck out", hint)
        what = row.at(self._what).text
        kind_of_row = kind_of(what) if what is not None else None
        by_kind: dict[str, Fraction] = defaultdict(Fraction)
        for at, value in numbers.items():
            self._sums[at] += value
            by_kind[kind_of_row or self._kinds[at] or ""] += value
        if {*by_kind} & {*RESULTS} and {*self._kinds} & {"net", *SIGNS} - {*RESULTS}:
            # Beside payments, `won` and `lost` are the result.
            result = abs(by_kind.pop("won", Fraction(0))) - abs(by_kind.pop("lost", Fraction(0)))
            if by_kind.get("net", result) != result:
                refuse(self._problems, name, f"{name.text} has two results", "correct one of them")
            by_kind["net"] = result
        self._check_net(row, name, by_kind, others)
        if not self._is_played(row, name, by_kind):
            return None
        currency = self._cell(row, "currency")
        unit = row.unit(numbers, self._problems, self._units) or (currency.text if currency else "")
        self._warn_of_words(row, name)
        label, amounts = row.at(self._rounds).text, [row.cells[at].number for at in numbers]
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

    def _check_part(self, name: Text) -> None:
        """Raise `SyntaxFault` for a player with amounts above and below a row such as `Recap`."""
        key = name_key(name.text)
        if self._parted_by is None:
            self._above.add(key)
        elif key in self._above and self._rounds is None:
            message = f"{name.text} has amounts both above and below `{self._parted_by.text}`"
            hint = "if one part sums up or corrects the other, remove it"
            raise fault(UNREADABLE, name, message, f"{hint}; otherwise remove the row between them")

    def _warn_of_words(self, row: Row, name: Text) -> None:
        """Warn about a text in an unknown column that may be about money."""
        for at, (title, kind, cell) in enumerate(self._columns_of(row)):
            if kind is not None or cell.text is None or cell.number is not None or at == self._what:
                continue
            if title.text in self._worded or folded(cell.text.text) in _NOTHING:
                continue
            if is_of(title, "settled") or tells_of_money(cell.text.text):
                message = f"`{title.text}` may be about money, but only the amounts of {name.text} count"
                hint = f"if it changes what is owed, change the row; otherwise remove `{title.text}`"
                self._problems.warn("ledger-column", cell.text.place, message, hint)
                self._worded.add(title.text)

    def _numbers(self, row: Row) -> dict[int, Fraction] | None:
        """Return a row's amounts by column; if one is unreadable, report it, return None."""
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
        # All buy-ins may be written as negative numbers.
        won = sum((abs(by_kind.get(kind, Fraction(0))) * sign for kind, sign in SIGNS.items()), Fraction(0))
        return by_kind.get("net", won)

    def _check_net(self, row: Row, name: Text, by_kind: dict[str, Fraction], others: dict[str, Text]) -> None:
        """Raise `SyntaxFault` if the columns of a row differ."""
        net = self._net(by_kind)
        parts = {kind: value for kind, value in by_kind.items() if kind != "net"}
        won = self._net(parts)
        counted = self._net({kind: value for kind, value in parts.items() if kind != "rebuy"})
        there = listed([*parts], "and") if {*parts} - {"rebuy"} else ""
        differs = f"{name.text} is {shown_amount(net)} by `net` but {shown_amount(won)} by {there}"
        for column, cell in others.items():
            if "net" not in by_kind:
                message = f"`{column}` is an unknown column: was {cell.text} won or lost?"
                hint = f"add a column `net` with each player's result, or remove `{column}`"
                raise fault("ledger-column", cell, message, hint)
            beside = f"{name.text} is {shown_amount(net)} by `net`, but `{column}` is {cell.text}"
            self._unknown.setdefault(column, (cell, differs if there and net != won else beside))
        # If the chips were counted, rebuys are part of the buy-ins.
        both = {SIGNS[kind] for kind in parts} == {1, -1}
        if there and both and net not in (won, counted) and not others:
            raise fault(UNREADABLE, self._cell(row, "net") or name, differs, "correct one of them")

    def _check_row_of_sums(self, row: Row, name: Text | None, numbers: dict[int, Fraction]) -> None:
        stated = {at: value for at, value in numbers.items() if value}
        sums = {at: self._sums.get(at, Fraction(0)) for at in stated}
        at = name or next(row.filled)
        if name is None and sums != stated:
            refuse(self._problems, at, "this row has no player's name", EXAMPLE)
            return
        for column, value in stated.items():
            check_sums(f"`{self._head[column].text}`", at, value, sums[column], self._problems)

    def _cell(self, row: Row, kind: str) -> Text | None:
        return next((cell.text for _, own, cell in self._columns_of(row) if own == kind), None)

    def _columns_of(self, row: Row) -> Iterator[tuple[Text, str | None, Cell]]:
        return zip(self._head, self._kinds, row.cells, strict=False)
