"""Ledgers: spreadsheets of who bought in for how much and left with what, or of points by the round."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.amounts import decimal_signs, shown_decimal
from ofcscore.log.check.ledger_columns import EXAMPLE, ColumnLedger
from ofcscore.log.check.ledger_rounds import RoundSheet, has_points_below, names_of, rounds_of, turned
from ofcscore.log.check.ledger_rows import (
    RESULTS,
    SIGNS,
    LedgerRow,
    Row,
    has_no_money,
    kind_of,
    plain_amount,
    read_rows,
    says_more,
    tells_of_money,
    without_bold,
)
from ofcscore.log.check.names import name_key
from ofcscore.log.read.from_csv import first_line, split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.grids import spans
from ofcscore.log.text.titles import (
    has_number_of_round,
    has_rounds_across,
    is_heading,
    is_sum,
    title_of,
    unit_in_words,
)
from ofcscore.log.vocabulary import ENGLISH, folded, one_of, tables


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
        _check_above(there, next(names_of(pairs)), delimiter, problems)
        kinds: list[str | None] = ["player", "net", None][: len(pairs[0].cells)]
        words = [Text(word or "what", header, 1, 0) for word in kinds]
        return ColumnLedger(words, kinds, _decimal(pairs), problems).read(pairs)
    header = head_line or header
    head = _cells(header, delimiter, problems)
    if head is None:
        return []
    # The titles may stand again above another evening.
    below = [line for line in there[there.index(header) + 1 :] if line.text.strip() != header.text.strip()]
    rows = read_rows(below, delimiter, len(head), problems)
    decimal = _decimal(rows)
    kinds = _kinds(head)
    if _multiplies(head, rows, problems):
        return []
    is_ledger = "player" in kinds and bool({*kinds} & {"net", *SIGNS})
    _check_above(there, head[0], delimiter, problems, of_rounds=not is_ledger)
    if has_rounds_across(head) and has_points_below(rows):
        return RoundSheet([head[0], *names_of(rows)], decimal, problems).read(turned(head, rows))
    if is_ledger:
        return ColumnLedger(head, kinds, decimal, problems).read(rows)
    rounds = rounds_of(head, kinds, rows, problems)
    if rounds is not None:
        return RoundSheet(rounds.head, decimal, problems, dated=rounds.dated).read(rounds.rows)
    lacking = "player" if "player" not in kinds else "net"
    message = f"there is no column `{lacking}`, or another word for it"
    whole = head[0]._replace(width=len(header.text))
    hint = f"{EXAMPLE}, or a name and an amount on each line, as in `Ann +12.50`"
    problems.refuse("ledger-unreadable", whole.place, message, hint)
    return []


def _kinds(head: Sequence[Text]) -> list[str | None]:
    """Return what each column says, None for an unknown one; what was won and what was lost go together."""
    kinds = [kind_of(cell) for cell in head]
    return kinds if {*RESULTS} <= {*kinds} else [None if kind in RESULTS else kind for kind in kinds]


def _multiplies(head: Sequence[Text], rows: Sequence[Row], problems: Problems) -> bool:
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


def _decimal(rows: Iterable[Row]) -> str | None:
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
    return ("player" in kinds and bool(kinds & {"net", *SIGNS})) or is_sheet


def _pairs(lines: Sequence[Line], delimiter: str, problems: Problems) -> list[Row]:
    """Return the rows of a list of names and amounts, such as `Ann +12.50`; none where it is no such list.

    Lines above it that have one cell are titles.
    """
    rows: list[Row] = []
    strays: list[Text] = []
    what: Text | None = None
    for line in lines:
        whole = Text(line.text, line, 1, len(line.text))
        pieces = [whole.part(start, end) for start, end in spans(line.text, _PIECE)]
        read = [row for piece in pieces if (row := _pair(_name_and_amount(piece))) is not None]
        if len(read) < len(pieces):
            row = _pair(_filled(line, delimiter))
            read = [row] if row is not None else []
        title = whole.trimmed()
        if not read and kind_of(title) in SIGNS and (what is not None or not rows):
            what = title
            continue
        if what is not None and read:
            rows += [Row((*row.cells, what), (*row.amounts, None), (*row.units, "")) for row in read]
            continue
        if read:
            below = {name_key(name.text) for name in names_of(read)} if strays else set()
            again = next((name for name in names_of(rows) if name_key(name.text) in below), None)
            if again is not None:
                message = f"{again.text} has an amount above `{strays[-1].text}`, and one below it"
                hint = "does it sum the others up? Then leave it out; put each evening into a file of its own"
                problems.refuse("ledger-unreadable", whole.trimmed().place, message, hint)
                return rows
            rows += read
        elif rows:
            strays.append(whole.trimmed())
        elif len(split_cells(line, delimiter).cells) > 1 and not is_heading(line.text):
            return []
    if len(rows) < 2 or len(strays) > len(rows):
        return []
    names = {folded(name.text) for name in names_of(rows)}
    for stray in strays:
        if re.search("[0-9]", stray.text) or tells_of_money(stray.text, names):
            message = "this line is no name with an amount, as those above it are"
            hint = "write what each player won or lost on a line, as in `Ann +12.50`"
            problems.refuse("ledger-unreadable", stray.place, message, hint)
    return rows


_PIECE: Final = re.compile(r"[ \t]*[,;][ \t]+")
_BULLET: Final = re.compile(r"[ \t]*(?:[*•–-][ \t]+|[0-9]{1,2}[.)][ \t]+)?")


def _filled(line: Line, delimiter: str) -> list[Text]:
    """Return the cells of a line that have anything in them."""
    return [cell for cell in map(trimmed_cell, split_cells(line, delimiter).cells) if cell is not None]


def _pair(cells: Sequence[Text]) -> Row | None:
    """Return a name and an amount as a row, None for anything else."""
    read = [plain_amount(cell) for cell in cells]
    if len(cells) != 2 or read[0][0] is not None or read[1][0] is None:
        return None
    if is_heading(f"{cells[0].text} {cells[1].text}") or _has_more_than_a_name(cells[0].text):
        return None
    if not is_sum(cells[0]) and (kind_of(cells[0]) is not None or has_no_money(cells[0])):
        return None
    if says_more(cells[0].text):
        return None
    return Row(cells, *zip(*read, strict=True))


def _has_more_than_a_name(text: str) -> bool:
    """Return True for an amount or a round beside a name: `Ann +5`, `Round 1: Ann`, `R1 Ann`."""
    numbered = re.match(r"([^\W\d_]+)[ #]?[0-9]+[ :.]", text)
    return (
        ":" in text
        or re.search(r"(?<![^ ])[+\u2212-][0-9]|[0-9][.,][0-9]", text) is not None
        or (numbered is not None and has_number_of_round(Text(numbered[0].strip(), _NOWHERE, 1, 1)))
    )


_NOWHERE: Final = Line("", 1, "")


def _name_and_amount(cell: Text) -> list[Text]:
    """Return a name and the amount behind it, without a bullet, or the whole cell."""
    bullet = _BULLET.match(cell.text)
    cell = cell.part(bullet.end() if bullet else 0).trimmed()
    for match in re.finditer(r"[ \t]*[:=][ \t]*|[ \t]+", cell.text):
        name, amount = cell.part(0, match.start()), cell.part(match.end())
        number, unit = plain_amount(amount)
        is_named = name.text and name.text[-1] not in ",;|"
        if is_named and number is not None and (not unit or re.fullmatch(ENGLISH.currency, unit)):
            return [without_bold(name), amount]
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
        is_title = kind_of(cells[0]) is not None or has_no_money(cells[0]) or is_heading(line.text)
        if not is_title and any(plain_amount(cell)[0] is not None for cell in cells[1:]):
            message = "this line stands above the titles of the columns, and has an amount"
            hint = "if it is a row, put it below them; else leave it out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif of_rounds and any(word in tables()["ledger"]["sum"] for word in folded(line.text).split()):
            message = "are these running totals, and no points of single rounds?"
            hint = "if they are, write the last row alone; else leave this line out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif unit_in_words(re.sub(r"^.*\b(?=in\b)", "", folded(line.text).strip("().:"))):
            message = "this line says what the amounts are in"
            hint = "for cents add `--unit cents`; and leave the line out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif _STAKE.search(line.text):
            message = "this line says what a point is worth, and is not read"
            hint = "if the amounts are points, give it with `--stake`; and leave the line out"
            problems.refuse("ledger-unreadable", whole.place, message, hint)
        elif tells_of_money(line.text):
            message = "this line above the table may be about money, and is not read"
            hint = "if it changes what is owed, change the rows; else leave it out"
            problems.warn("ledger-column", whole.place, message, hint)


_STAKE: Final = re.compile(
    rf"[0-9].*(?<![^\W_]){one_of(tables()['money']['per'])}[ \t]*{one_of(tables()['money']['point'])}"
    rf"|{one_of(word for word, key in ENGLISH.keys.items() if key == 'stake')}.*[0-9]"
)
"""A line that says what a point is worth: `0.50 a point`."""
