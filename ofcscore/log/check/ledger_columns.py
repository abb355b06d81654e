"""Ledgers with a row for each player, below titles: what each row says that its player won."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import listed
from ofcscore.log.amounts import read_number
from ofcscore.log.check.ledger_rows import (
    RESULTS,
    SIGNS,
    LedgerRow,
    Row,
    check_sums,
    has_no_money,
    is_remark,
    kind_of,
    may_matter,
    refuse_sum_or_round,
    refuse_unbalanced,
    shown_amount,
    tells_of_money,
)
from ofcscore.log.check.names import is_name, name_key, normal_name
from ofcscore.log.keys import OFF
from ofcscore.log.syntax import Text
from ofcscore.log.text.titles import (
    has_number_of_round,
    is_round,
    is_sum,
    title_of,
    unit_in_words,
    unit_of,
)
from ofcscore.log.vocabulary import ENGLISH, folded, tables

EXAMPLE: Final = "as in `player_nickname,buy_in,buy_out,stack,net`"
_CENTS_AT_LEAST: Final = 100
_NOTHING: Final = OFF | {"", "none"}


class ColumnLedger:
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
        """The points of each player in each round that has a number, by the round and the player."""
        self._numbered = False
        self._what: int | None = None
        self._parted_by: Text | None = None
        """The first row that may part two tables: a sum, or a name alone."""
        self._above: set[str] = set()
        """The players above that row."""

    def _is_of_rounds(self, at: int, title: Text) -> bool:
        return self._kinds[at] is None and title_of(title) in {*tables()["ledger"]["round"]} - {""}

    def read(self, rows: Sequence[Row]) -> list[LedgerRow]:
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
            if unit_in_words(unit) or (unit == "chips" and any(other != unit for _, other in money)):
                message = f"the amounts below `{title.text}` are in {unit.removeprefix('in ')}"
                hint = "add `--unit cents`, and take the word out of the title" if is_cents else None
                hint = hint or "write all amounts in one unit"
                self._problems.refuse("ledger-unreadable", title.place, message, hint)
                return True
        return False

    def _money(self) -> list[tuple[Text, str]]:
        pairs = zip(self._head, self._kinds, strict=False)
        return [(title, kind) for title, kind in pairs if kind == "net" or kind in SIGNS]

    def _is_of_both_signs(self, rows: Sequence[Row]) -> bool:
        """Return True (and add a problem) if some buy-ins are below zero but not all, or a cash-out is."""
        for at, kind in enumerate(self._kinds):
            if kind not in SIGNS:
                continue
            there = [row.amounts[at] for row in rows if at < len(row.amounts)]
            amounts = [cell for cell in there if cell is not None and re.search("[1-9]", cell.text)]
            below = [cell for cell in amounts if cell.text.startswith("-")]
            if below and (len(below) < len(amounts) or SIGNS[kind] > 0):
                message = f"{below[0].text} is below zero, and nobody knows what that means here"
                hint = f"write what was paid below `{self._head[at].text}` without a sign"
                self._problems.refuse("ledger-unreadable", below[0].place, message, hint)
                return True
        return False

    def _kind_of(self, row: Row) -> str | None:
        """Return what a row has the amount of, where a column says it of each row: `Buy-in`, `Cash out`."""
        return None if self._what is None else kind_of(row.cells[self._what] or self._head[self._what])

    def _find_what(self, rows: Sequence[Row]) -> int | None:
        """Return the column that says of each row what its amount is, None where there is none."""
        for at, kind in enumerate(self._kinds):
            below = [row.cells[at] if at < len(row.cells) else None for row in rows]
            is_only = kind is None and [*self._kinds].count("net") == len(self._money()) == 1
            if is_only and below and all(cell is not None and kind_of(cell) in SIGNS for cell in below):
                return at
        return None

    def _label(self, row: Row) -> Text | None:
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

    def _check_rounds(self, rows: Sequence[Row]) -> None:
        """Add a problem for each round with a number whose points do not sum to zero."""
        sums: dict[str, Fraction] = {}
        for (label, _), won in self._won.items():
            sums[label] = sums.get(label, Fraction(0)) + won
        for row in rows:
            label_cell = self._label(row)
            off = sums.pop(folded(label_cell.text), None) if label_cell is not None else None
            if off and label_cell is not None:
                refuse_unbalanced(label_cell, f"round {label_cell.text}", off, self._problems)

    def _is_played(self, row: Row, name: Text, by_kind: dict[str, Fraction]) -> bool:
        """Return True for a row of a round; add a problem, or check the sum, for another one."""
        label = self._label(row)
        if not self._numbered:
            return True
        if label is not None and is_sum(label):
            key = name_key(name.text)
            won = sum((value for (_, player), value in self._won.items() if player == key), Fraction(0))
            check_sums(name.text, name, by_kind.get("net", won), won, self._problems)
            return False
        if label is None or not is_round(label):
            if label is not None and may_matter(label.text, ""):
                return True
            refuse_sum_or_round(label or name, self._problems)
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
            if first is not self._head[at] and not (numbered and kind in SIGNS):
                same = self._head[at].text == first.text
                message = f"`{self._head[at].text}` and `{first.text}` say the same of a player"
                message = f"`{first.text}` stands here twice" if same else message
                below = "write the second evening's rows below the first's, under the same titles"
                hint = below if same else "leave one of the two out"
                self._problems.refuse("ledger-unreadable", self._head[at].place, message, hint)
                told = True
        return told

    def _row(self, row: Row) -> LedgerRow | None:
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
            first = next((cell for cell in row.cells if cell is not None), None)
            self._parted_by = self._parted_by or (name if numbers else first)
            self._sum_row(row, name, numbers, id_, others)
            return None
        if not numbers and not others:
            self._parted_by = self._parted_by or name
        elif self._is_of_another_part(name):
            return None
        if not is_name(name, self._problems) or is_remark(name, numbers, self._problems):
            return None
        for at, value in numbers.items():
            self._sums[at] = self._sums.get(at, Fraction(0)) + value
        by_kind: dict[str, Fraction] = {}
        for at, value in numbers.items():
            kind = self._kind_of(row) or self._kinds[at] or ""
            by_kind[kind] = by_kind.get(kind, Fraction(0)) + value
        if {*by_kind} & {*RESULTS} and {*self._kinds} & {"net", *SIGNS} - {*RESULTS}:
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
        pairs = zip(self._head, row.cells, strict=False)
        begun = next((cell.text for title, cell in pairs if cell and _is_start(title)), "")
        is_round = bool(round_) and [*by_kind] == ["net"]
        id_text = id_.text if id_ is not None else ""
        return LedgerRow(own, id_text, self._net(by_kind), unit, cents, round_, begun, is_round)

    def _is_of_another_part(self, name: Text) -> bool:
        """Return True (and add a problem) for a player who has amounts above a row such as `Recap`, too."""
        key = name_key(name.text)
        if self._parted_by is None:
            self._above.add(key)
        elif key in self._above and self._rounds is None:
            message = f"{name.text} has amounts above `{self._parted_by.text}`, and below it"
            hint = "does one part sum up, or correct, the other? Leave it out; else the row between the two"
            self._problems.refuse("ledger-unreadable", name.place, message, hint)
            return True
        return False

    def _warn_of_words(self, row: Row, name: Text) -> None:
        """Warn of a text in an unknown column that may be about money."""
        for title, kind, cell, amount in zip(self._head, self._kinds, row.cells, row.amounts, strict=False):
            is_known = self._what is not None and title is self._head[self._what]
            told = is_known or title.text in self._worded or cell is None or folded(cell.text) in _NOTHING
            if kind is None and cell is not None and amount is None and not told:
                settled = title_of(title) in tables()["ledger"]["settled"]
                if settled or tells_of_money(cell.text):
                    message = f"`{title.text}` may be about money: only the amounts of {name.text} count"
                    hint = f"if it changes what is owed, change the row; else leave `{title.text}` out"
                    self._problems.warn("ledger-column", cell.place, message, hint)
                    self._worded.add(title.text)

    def _numbers(self, row: Row) -> dict[int, Fraction] | None:
        """Return the amounts of a row by their columns, None (and a problem) if one cannot be read."""
        numbers: dict[int, Fraction] = {}
        before = self._problems.errors
        for at, kind in enumerate(self._kinds[: len(row.cells)]):
            cell = row.cells[at]
            if kind not in ("net", *SIGNS) or cell is None or cell.text in ("-", "–", "—"):
                continue
            value = read_number(row.amounts[at] or cell, self._problems, self._decimal)
            if value is not None:
                numbers[at] = value
        return numbers if self._problems.errors == before else None

    def _others(self, row: Row) -> dict[str, Text]:
        """Return the amounts below unknown titles."""
        return {
            title.text: cell
            for title, kind, cell in zip(self._head, self._kinds, row.amounts, strict=False)
            if kind is None and cell is not None and re.search("[1-9]", cell.text) and not has_no_money(title)
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
            at = self._cell(row, "net") or name
            self._problems.refuse("ledger-unreadable", at.place, differs, "one of them is wrong")
            return False
        return True

    def _sum_row(
        self,
        row: Row,
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
            self._problems.refuse("ledger-unreadable", at.place, "this row names no player", EXAMPLE)
            return
        for column, value in stated.items():
            check_sums(f"`{self._head[column].text}`", at, value, sums[column], self._problems)

    def _cell(self, row: Row, kind: str) -> Text | None:
        return next((cell for own, cell in zip(self._kinds, row.cells, strict=False) if own == kind), None)


def _is_start(title: Text) -> bool:
    return title_of(title) in tables()["ledger"]["start"]
