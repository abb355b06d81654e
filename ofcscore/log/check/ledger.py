"""Read ledgers: spreadsheets of buy-ins and cash-outs, or of points per round."""

import re
import shlex
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Problem, Problems, listed
from ofcscore.log.amounts import decimal_signs, read_number, shown_decimal
from ofcscore.log.check.ledger_columns import (
    EXAMPLE,
    RESULTS,
    SIGNS,
    UNREADABLE,
    ColumnLedger,
    LedgerRow,
    Row,
    check_player,
    check_sums,
    has_no_money,
    is_of,
    kind_of,
    may_matter,
    read_rows,
    refuse,
    refuse_unbalanced,
    says_more,
    sum_or_round,
    tells_of_money,
    unclear_note,
    without_bold,
)
from ofcscore.log.check.people import are_near, is_name, name_key, normal_name
from ofcscore.log.read.cells import (
    NO_CELL,
    Cell,
    ask_about_names,
    first_line,
    has_digit,
    has_number_of_round,
    has_rounds_across,
    is_currency,
    is_date,
    is_heading,
    is_round,
    is_sum,
    read_cell,
    split_cells,
    title_of,
    trimmed_cell,
    unit_in_words,
)
from ofcscore.log.syntax import Line, SyntaxFault, Text, fault, spans
from ofcscore.log.vocabulary import ENGLISH, folded, one_of
from ofcscore.log.words import tables


class _Account(NamedTuple):
    """Rows with one id, or without id and with one name.

    `names` are by key, the latest at the end.
    """

    id: str
    names: dict[str, LedgerRow]
    rows: list[LedgerRow]

    @property
    def name(self) -> str:
        return [*self.names.values()][-1].name.text

    @property
    def labels(self) -> list[str]:
        """The person's names followed by the id, the latest at the end."""
        return [f"{row.name.text} ({self.id or 'no id'})" for row in self.names.values()]


class UnknownLabelError(Exception):
    """Raised if a `--same` names nobody in the ledger."""


def add_up(
    sources: Sequence[Iterable[LedgerRow]], same: Sequence[str], problems: Problems
) -> dict[str, Fraction]:
    """Return what each person won, by the name to show.

    Rows of ledgers with the same id, or the same name, are added up; a player has only one total on the
    command line. Each item of `same` joins names, or names with ids, into one person: `Mike (x1)=Mike (x2)`.
    An item of one name makes that a person of its own. Raises `UnknownLabelError`.
    """
    ledgers = [[*rows] for rows in sources]
    _check_sources(ledgers, problems)
    for rows in ledgers:
        _ask_of_settled(rows, problems)
        _ask_of_repeats(rows, problems)
    accounts = _accounts(ledgers, problems)
    groups = [[_find(label, accounts) for label in _split(text, accounts)] for text in same]
    stated = {id(account) for group in groups for account in group}
    by_name: dict[str, list[_Account]] = {}
    for account in accounts:
        if len(account.names) > 1:
            _warn_of_names(account, problems)
        for key in account.names:
            by_name.setdefault(key, []).append(account)
    asked: list[list[_Account]] = []
    for key, sharing in by_name.items():
        if sharing not in asked and len(sharing) > 1 and not stated.issuperset(map(id, sharing)):
            asked.append(sharing)
            _ask(key, sharing, problems)
    _warn_of_near_names(ledgers, {key for group in groups for a in group for key in a.names}, problems)
    person = {id(account): account for account in accounts}
    for first, *others in groups:
        for other in others:
            kept, joined = person[id(first)], person[id(other)]
            person = {own: kept if of is joined else of for own, of in person.items()}
    won: dict[int, Fraction] = defaultdict(Fraction)
    for account in accounts:
        won[id(person[id(account)])] += sum((row.net for row in account.rows), Fraction(0))
    people = [account for account in accounts if id(account) in won]
    shared = Counter(name_key(account.name) for account in people)
    return {
        account.name if shared[name_key(account.name)] == 1 else account.labels[-1]: won[id(account)]
        for account in people
    }


def _check_sources(sources: Sequence[Sequence[LedgerRow]], problems: Problems) -> None:
    """Report points beside money, and a session that is in two ledgers."""
    rows = [row for rows in sources for row in rows]
    point = next((row for row in rows if row.is_round and not row.unit), None)
    money = next((row for row in rows if row.unit and row.name.line.file), None)
    if point is not None and money is not None:
        message = f"these are points, but {money.name.line.file} has amounts in {money.unit}"
        hint = "settle the points separately, with `--stake`"
        problems.refuse("currency-mixed", point.name.place, message, hint)
    seen: dict[tuple[str, str], LedgerRow] = {}
    for at, source in enumerate(sources):
        there = {(row.id or name_key(row.name.text), row.at): row for row in source if row.at}
        again = next((key for key in there if key in seen), None)
        if at and again is not None:
            row, first = there[again], seen[again]
            message = f"{row.name.text} has this session in {first.name.line.file} too"
            hint = "if the ledger was exported twice, omit the earlier one"
            problems.refuse("file-twice", row.name.place, message, hint)
        seen = there | seen


@cache
def _settled() -> re.Pattern[str]:
    """Return the pattern of a name with a word for settled: `Ann (void)`, `Bob paid`."""
    word = one_of(tables()["ledger"]["settled"])
    sign = r"(?:[(\[,:–—-][ \t]*|(?<=[ \t])|(?=\W))"
    return re.compile(rf"(?P<name>.*\w.*?)[ \t]*{sign}(?P<word>{word})[)\].! \t]*")


def _ask_of_settled(rows: Sequence[LedgerRow], problems: Problems) -> None:
    """Report the first name followed by a word that may mean the amount is void or already paid."""
    for row in rows:
        match = _settled().fullmatch(row.name.text)
        if match is not None:
            message = f"does `{match['word']}` mean that the amount of {match['name']} no longer counts?"
            hint = f"if it counts, write only the name, `{match['name']}`; otherwise remove the row"
            problems.refuse("ledger-unreadable", row.name.place, message, hint)
            return


def _ask_of_repeats(rows: Sequence[LedgerRow], problems: Problems) -> None:
    """Report rows of an evening or a whole ledger that are there twice."""
    for evening in _by_round(row for row in rows if row.name.line.number and (row.round or not row.is_round)):
        half = len(evening) // 2
        said = [(name_key(row.name.text), row.id, row.net, row.at) for row in evening]
        twice = all(count % 2 == 0 for count in Counter(said).values())
        if not evening[0].round:
            twice = said[:half] == said[half:]
        if half > 1 and twice and any(row.net for row in evening):
            message = f"these rows repeat those from line {evening[0].name.line.number} on"
            hint = "remove them; if both were played, write each player's sum or another date"
            problems.refuse("ledger-unreadable", evening[half].name.place, message, hint)


def _accounts(sources: Sequence[Iterable[LedgerRow]], problems: Problems) -> list[_Account]:
    """Group rows by id; a row without id joins the only id with its name."""
    accounts: dict[tuple[str, str], _Account] = {}
    ids: dict[str, set[str]] = {}
    for row in (row for rows in sources for row in rows if row.id):
        ids.setdefault(name_key(row.name.text), set()).add(row.id)
    for rows in sources:
        before = {*accounts}
        repeated: set[tuple[str, str]] = set()
        for row in rows:
            name = name_key(row.name.text)
            named = ids.get(name, set())
            own = row.id or (min(named) if len(named) == 1 else "")
            key = (own, "" if own else name)
            account = accounts.setdefault(key, _Account(own, {}, []))
            account.rows.append(row)
            account.names[name] = account.names.pop(name, row)
            stated = not all(one.name.line.number for one in account.rows)
            if key in before and key not in repeated and stated:
                repeated.add(key)
                message = f"{account.name} has two totals"
                place, status = row.name.place, Exit.INPUT if row.name.line.number else Exit.USAGE
                problems.add(Problem("total-repeated", place, message, "write their sum", status=status))
    return [*accounts.values()]


def _warn_of_names(account: _Account, problems: Problems) -> None:
    names = [row.name.text for row in account.names.values()]
    message = f"{listed(names, 'and')} have the same id ({account.id}), so they count as one player"
    at = account.names[name_key(account.name)].name.place
    problems.warn("ledger-names", at, message, f"the last name, {account.name}, is shown")


def _warn_of_near_names(sources: Iterable[Iterable[LedgerRow]], stated: Set[str], problems: Problems) -> None:
    """Warn about names without ids that resemble a name of another evening."""
    seen: dict[str, LedgerRow] = {}
    doubts: dict[tuple[str, str], LedgerRow] = {}
    for rows in (part for source in sources for part in _by_round(source)):
        _warn_of_spellings({name_key(row.name.text): row for row in rows if not row.id}, stated, problems)
    for here in (part for source in sources for rows in _by_round(source) for part in _by_evening(rows)):
        if len(here) < 2:
            # A total from the command line.
            continue
        doubts = {pair: row for pair, row in doubts.items() if not here.keys() >= {*pair}}
        new = [name for name in here if name not in seen and name not in stated]
        missing = [name for name in seen if name not in here and name not in stated]
        doubts |= {(other, name): here[name] for name in new for other in missing if are_near(name, other)}
        seen |= here
    for (other, _), row in doubts.items():
        name, first = row.name.text, seen[other].name
        whence = f"{first.line.file}, line {first.line.number}"
        message = f"{name} is new, and {first.text} ({whence}) is missing here: are they one player?"
        problems.warn("name-near", row.name.place, message, _one_or_two(first.text, name))


def _warn_of_spellings(here: dict[str, LedgerRow], stated: Set[str], problems: Problems) -> None:
    """Warn about names in one ledger that differ only in accents: `José` and `Jose`."""
    bare: dict[str, str] = {}
    for name, row in here.items():
        letters = "".join(c for c in unicodedata.normalize("NFD", name) if c.isalnum())
        other = bare.setdefault(letters, name)
        if other != name and letters and not {name, other} <= stated:
            first = here[other].name
            message = f"are {first.text} and {row.name.text} one player?"
            problems.warn("name-near", row.name.place, message, _one_or_two(first.text, row.name.text))


def _one_or_two(first: str, other: str) -> str:
    """Return the help for two similar names: options for one player and for two."""
    joined, each = _quoted(f"{first}={other}"), f"--same {_quoted(first)} --same {_quoted(other)}"
    return f"if they are one, add `--same {joined}`; if they are two, add `{each}`"


def _by_round(rows: Iterable[LedgerRow]) -> Iterable[list[LedgerRow]]:
    rounds: dict[str, list[LedgerRow]] = {}
    for row in rows:
        rounds.setdefault(row.round, []).append(row)
    return rounds.values()


def _by_evening(rows: Sequence[LedgerRow]) -> Iterator[dict[str, LedgerRow]]:
    """Yield the rows of each evening by name; amounts that sum to 0 end one if names are there again."""
    names = [name_key(row.name.text) for row in rows]
    here: dict[str, LedgerRow] = {}
    total = Fraction(0)
    for name, row in zip(names, rows, strict=True):
        here |= {} if row.id else {name: row}
        total += row.net
        if not total and not row.round and len({*names}) < len(names):
            yield here
            here = {}
    yield here


def _ask(key: str, sharing: Sequence[_Account], problems: Problems) -> None:
    """Ask if accounts with one name are one person or several."""
    rows = [account.names[key] for account in sharing]
    labels = [f"{account.names[key].name.text} ({account.id or 'no id'})" for account in sharing]
    message = f"{rows[0].name.text} has {len(labels)} ids: {', '.join(a.id or 'none' for a in sharing)}"
    each = " ".join(f"--same {_quoted(label)}" for label in labels)
    hint = f"if they are one player, add `--same {_quoted('='.join(labels))}`"
    hint = f"{hint}; if they are several, add `{each}`"
    problems.refuse("ledger-ids", rows[-1].name.place, message, hint)


def _quoted(text: str) -> str:
    """Quote a text for a shell, in double quotes if that is enough."""
    return shlex.quote(text) if any(c in text for c in '"$`\\!') else f'"{text}"'


def _find(label: str, accounts: Collection[_Account]) -> _Account:
    """Return the account that a label names. Raises `UnknownLabelError`."""
    key = name_key(label)
    exact = [account for account in accounts if key in map(name_key, account.labels)]
    found = exact or [account for account in accounts if key in account.names]
    if not found:
        raise UnknownLabelError(f"nobody is called {label}")
    if len(found) > 1:
        named = listed([account.labels[-1] for account in found])
        raise UnknownLabelError(f"{label} has several ids: write {named}")
    return found[0]


def _split(text: str, accounts: Collection[_Account]) -> list[str]:
    """Split a text at equals signs that are not part of a known name."""
    known = {name_key(one) for account in accounts for one in (*account.labels, *account.names)}
    pieces = text.split("=")
    labels = []
    at = 0
    while at < len(pieces):
        ends = (end for end in range(len(pieces), at, -1) if name_key("=".join(pieces[at:end])) in known)
        end = next(ends, at + 1)
        labels.append("=".join(pieces[at:end]).strip())
        at = end
    return labels


_HEAD_WITHIN: Final = 10
"""The number of first lines in which the column titles may be."""
_PIECE: Final = re.compile(r"[ \t]*[,;][ \t]+")
_BULLET: Final = re.compile(r"[ \t]*(?:[*•–-][ \t]+|[0-9]{1,2}[.)][ \t]+)?")
_STAKE: Final = re.compile(
    rf"[0-9].*(?<![^\W_]){one_of(tables()['money']['per'])}[ \t]*{one_of(tables()['money']['point'])}"
    rf"|{one_of(word for word, key in ENGLISH.keys.items() if key == 'stake')}.*[0-9]"
)
"""A line that says what a point is worth: `0.50 a point`."""
_NO_POINTS: Final = ("", "-", "–", "—", "n/a", "na")
_NOWHERE: Final = Line("", 1, "")


def read_ledger(lines: Iterable[Line | None], problems: Problems) -> list[LedgerRow]:
    """Return the rows of a ledger, a list of names and amounts, or a sheet of rounds.

    A sheet of rounds has a column per player and a row per round, or the other way round. Lines of one cell
    above the table are titles.
    """
    try:
        return _read(lines, problems)
    except SyntaxFault as refused:
        problems.add(refused.problem)
        return []


def _read(lines: Iterable[Line | None], problems: Problems) -> list[LedgerRow]:
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
    head, broken, _ = split_cells(header, delimiter)
    if broken is not None:
        raise SyntaxFault(broken)
    # The titles may be repeated above another evening.
    titles = header.text.strip()
    below_head = [line for line in there[there.index(header) + 1 :] if line.text.strip() != titles]
    rows = read_rows(below_head, delimiter, len(head), problems)
    decimal = _decimal(rows)
    kinds = _kinds(head)
    _check_factors(head, rows)
    is_ledger = "player" in kinds and bool({*kinds} & {"net", *SIGNS})
    _check_above(there, head[0], delimiter, problems, of_rounds=not is_ledger)
    are_points = all(cell.number or not cell.text for row in rows for cell in row.cells[1:])
    if has_rounds_across(head) and len(rows) > 1 and are_points and all(row.cells[0].text for row in rows):
        columns = [Row([Cell(title), *(row.at(at) for row in rows)]) for at, title in enumerate(head) if at]
        return RoundSheet([head[0], *names_of(rows)], decimal, problems).read(columns)
    if is_ledger:
        return ColumnLedger(head, kinds, decimal, problems).read(rows)
    rounds = rounds_of(head, kinds, rows, problems)
    if rounds is not None:
        columns_of, dated = rounds
        chosen = [Row([_played(row.at(at)) for at in columns_of]) for row in rows]
        return RoundSheet([head[at] for at in columns_of], decimal, problems, dated=dated).read(chosen)
    lacking = "player" if "player" not in kinds else "net"
    hint = f"{EXAMPLE}, or write a name and an amount on each line, for example `Ann +12.50`"
    whole = head[0]._replace(width=len(header.text))
    raise fault(UNREADABLE, whole, f"there is no column `{lacking}` or a synonym", hint)


def _kinds(head: Sequence[Text]) -> list[str | None]:
    """Return each column's kind, None if unknown; `won` and `lost` only as a pair."""
    kinds = [kind_of(cell) for cell in head]
    return kinds if {*RESULTS} <= {*kinds} else [None if kind in RESULTS else kind for kind in kinds]


def _check_factors(head: Sequence[Text], rows: Sequence[Row]) -> None:
    """Raise `SyntaxFault` for a column of factors for the points beside it."""
    for at, title in enumerate(head):
        if ENGLISH.columns.get(title_of(title)) == "factor" or title_of(title) in ("x", "×"):
            below = [row.at(at).text for row in rows]
            if any(cell is not None and cell.text != "1" for cell in below):
                hint = f"multiply the points yourself and remove the column `{title.text}`"
                raise fault(UNREADABLE, title, f"`{title.text}` multiplies the points of its row", hint)


def _decimal(rows: Iterable[Row]) -> str | None:
    return shown_decimal(decimal_signs(cell.number.text) for row in rows for cell in row.cells if cell.number)


def _is_head(line: Line, delimiter: str) -> bool:
    """Return True if a line has the titles of a ledger or of a sheet of rounds."""
    cells = split_cells(line, delimiter).cells
    kinds = {*_kinds(cells)}
    is_sheet = len(cells) > 2 and title_of(cells[0]) != "" and is_of(cells[0], "round")
    return ("player" in kinds and bool(kinds & {"net", *SIGNS})) or is_sheet


def _pairs(lines: Sequence[Line], delimiter: str, problems: Problems) -> list[Row]:
    """Return the rows of a list of names and amounts such as `Ann +12.50`.

    The result is empty if the lines are not such a list. Lines of one cell above it are titles.
    """
    rows: list[Row] = []
    strays: list[Text] = []
    what: Text | None = None
    for line in lines:
        whole = line.whole
        pieces = [whole.part(start, end) for start, end in spans(line.text, _PIECE)]
        read = [*filter(None, map(_pair, map(_name_and_amount, pieces)))]
        if len(read) < len(pieces):
            read = [*filter(None, [_pair(_filled(line, delimiter))])]
        title = whole.trimmed()
        if not read and kind_of(title) in SIGNS and (what is not None or not rows):
            what = title
        elif what is not None and read:
            rows += [Row([*row.cells, Cell(what)]) for row in read]
        elif read:
            below = {name_key(name.text) for name in names_of(read)} if strays else set()
            again = next((name for name in names_of(rows) if name_key(name.text) in below), None)
            if again is not None:
                message = f"{again.text} has amounts both above and below `{strays[-1].text}`"
                hint = "if one is a sum, remove it; if they are two evenings, use one file per evening"
                refuse(problems, title, message, hint)
                return rows
            rows += read
        elif rows:
            strays.append(title)
        elif len(split_cells(line, delimiter).cells) > 1 and not is_heading(line.text):
            return []
    if len(rows) < 2 or len(strays) > len(rows):
        return []
    names = {folded(name.text) for name in names_of(rows)}
    for stray in strays:
        if has_digit(stray.text) or tells_of_money(stray.text, names):
            hint = "write one line per player, for example `Ann +12.50`"
            refuse(problems, stray, "this line is not a name with an amount", hint)
    return rows


def _filled(line: Line, delimiter: str) -> list[Text]:
    return [cell for cell in map(trimmed_cell, split_cells(line, delimiter).cells) if cell is not None]


def _pair(cells: Sequence[Text]) -> Row | None:
    """Return a name and an amount as a row, None for anything else."""
    read = [*map(read_cell, cells)]
    if [cell.number is not None for cell in read] != [False, True]:
        return None
    name, amount = cells
    is_title = not is_sum(name) and (kind_of(name) is not None or has_no_money(name))
    is_title = is_title or is_heading(f"{name.text} {amount.text}")
    return None if is_title or _has_more_than_a_name(name.text) or says_more(name.text) else Row(read)


def _has_more_than_a_name(text: str) -> bool:
    """Return True for a name with an amount or a round: `Ann +5`, `R1 Ann`."""
    numbered = re.match(r"([^\W\d_]+)[ #]?[0-9]+[ :.]", text)
    return (
        ":" in text
        or re.search(r"(?<![^ ])[+\u2212-][0-9]|[0-9][.,][0-9]", text) is not None
        or (numbered is not None and has_number_of_round(Text(numbered[0].strip(), _NOWHERE, 1, 1)))
    )


def _name_and_amount(cell: Text) -> list[Text]:
    """Return a name and the amount after it, without a bullet, or the whole cell."""
    bullet = _BULLET.match(cell.text)
    cell = cell.part(bullet.end() if bullet else 0).trimmed()
    for match in re.finditer(r"[ \t]*[:=][ \t]*|[ \t]+", cell.text):
        name, amount = cell.part(0, match.start()), read_cell(cell.part(match.end()))
        is_named = name.text and name.text[-1] not in ",;|"
        if is_named and amount.text and amount.number and (not amount.unit or is_currency(amount.unit)):
            return [without_bold(name), amount.text]
    return [cell]


def _check_above(
    lines: Sequence[Line], first: Text, delimiter: str, problems: Problems, *, of_rounds: bool = False
) -> None:
    """Report lines with an amount above a table; warn about money in words there."""
    for line in lines[: lines.index(first.line)]:
        whole, cells = line.whole, _filled(line, delimiter)
        cells = _name_and_amount(cells[0]) if len(cells) == 1 else cells
        if not cells:
            continue
        is_title = kind_of(cells[0]) is not None or has_no_money(cells[0]) or is_heading(line.text)
        if not is_title and any(read_cell(cell).number is not None for cell in cells[1:]):
            message = "this line has an amount but is above the column titles"
            hint = "if it is a row, move it below them; otherwise remove it"
        elif of_rounds and any(word in tables()["ledger"]["sum"] for word in folded(line.text).split()):
            message = "are these running totals instead of points per round?"
            hint = "if so, keep only the last row; otherwise remove this line"
        elif unit_in_words(re.sub(r"^.*\b(?=in\b)", "", folded(line.text).strip("().:"))):
            message = "this line names the unit of the amounts"
            hint = "for cents, add `--unit cents`; then remove the line"
        elif _STAKE.search(line.text):
            message = "this line says what a point is worth, but it is not used"
            hint = "if the amounts are points, use `--stake`; then remove the line"
        else:
            if tells_of_money(line.text):
                message = "this line above the table may be about money, but it does not count"
                hint = "if it changes what is owed, change the rows; otherwise remove it"
                problems.warn("ledger-column", whole.place, message, hint)
            continue
        refuse(problems, whole, message, hint)


def rounds_of(
    head: Sequence[Text], kinds: Sequence[str | None], rows: Sequence[Row], problems: Problems
) -> tuple[list[int], bool] | None:
    """Return the columns of a sheet of rounds, and True if its rounds have dates.

    The first column has the rounds; the others, with numbers only, are players' points. Columns of texts are
    not players; a text that may be about points is reported. None for any other table.
    """
    first = next((at for at, title in enumerate(head) if not is_of(title, "round")), 0)
    label = next((at for at in range(first) if not is_of(head[at], "date")), 0)
    below = {at: [_played(row.at(at)) for row in rows] for at in range(first, len(head))}
    notes = [
        at for at, cells in below.items() if any(c.text for c in cells) and not any(c.number for c in cells)
    ]
    columns = [at for at in below if at not in notes]
    players = [at for at in columns if not is_sum(head[at])]
    if (
        not first
        or len(players) < 2
        or {kinds[at] for at in columns} - {None, "net"}
        or any(is_of(head[at], "no_money") for at in players)
        or not rows
        or any(cell.text and not cell.number for at in columns for cell in below[at])
    ):
        return None
    for at in notes:
        marked = next(cell.text for cell in below[at] if cell.text is not None)
        if is_of(head[at], "settled"):
            message = f"`{head[at].text}` may say which rounds count and how often"
            hint = f"remove the rows that do not count, then the column `{head[at].text}`"
            refuse(problems, marked, message, hint)
    for cell in chain.from_iterable(zip(*(below[at] for at in notes), strict=True)):
        if cell.text is not None and (unclear := unclear_note(cell.text)) is not None:
            problems.add(unclear.problem)
    return [label, *columns], first > 1


def _played(cell: Cell) -> Cell:
    """Return a cell, or an empty one for a player who sat out."""
    word = "" if cell.text is None else folded(cell.text.text)
    return NO_CELL if word in _NO_POINTS or ENGLISH.statuses.get(word) == "absent" else cell


def names_of(rows: Sequence[Row]) -> Iterator[Text]:
    """Yield the first cells of rows: the players' names."""
    return (row.cells[0].text for row in rows if row.cells[0].text is not None)


class RoundSheet:
    """Reads rounds with a column of points per player."""

    def __init__(
        self, head: Sequence[Text], decimal: str | None, problems: Problems, *, dated: bool = False
    ) -> None:
        self._decimal, self._problems, self._dated = decimal, problems, dated
        of_players = [at for at, title in enumerate(head) if at and not is_sum(title)]
        self._names = {at: head[at]._replace(text=normal_name(head[at].text.strip())) for at in of_players}
        self._sums = dict.fromkeys(of_players, Fraction(0))
        self._won: list[LedgerRow] = []
        self._rounds: set[str] = set()

    def read(self, rows: Sequence[Row]) -> list[LedgerRow]:
        """Return the points per player and round; each round must sum to 0. Raises `SyntaxFault`."""
        checked = [is_name(name, self._problems) for name in self._names.values()]
        if not all(checked):
            return []
        self._check_names(rows)
        labels = [*names_of(rows)]
        self._labelled, self._numbered = bool(labels), any(map(is_round, labels))
        self._by_number = sum(map(has_number_of_round, labels)) > sum(is_date(label.text) for label in labels)
        held: list[dict[int, Fraction]] = []
        """Rows of sums above the rounds."""
        for row in rows:
            before = self._problems.errors
            points = self._points(row, self._problems)
            if self._problems.errors > before:
                continue
            label = row.cells[0].text
            try:
                if points and not is_sum(label):
                    self._take(row, label, points)
                elif points and self._won:
                    self._check_sums(points)
                elif points:
                    held.append(points)
                elif label is not None:
                    check_player(label, points)
            except SyntaxFault as refused:
                self._problems.add(refused.problem)
        for points in held:
            self._check_sums(points)
        return self._won

    def _check_names(self, rows: Sequence[Row]) -> None:
        """Raise `SyntaxFault` for a title that may not be a player."""
        if_total = "if they are, keep only the last row, below only the names"
        if_total += "; if each row is one round, keep only the names as titles"
        if_figure = "remove its column; if it is a player, use another name"
        points = [self._points(row, Problems()) for row in rows]
        question = ask_about_names(self._names, points, if_total, if_figure)
        if question is not None:
            raise fault(UNREADABLE, *question)
        seen: set[str] = set()
        for name in self._names.values():
            if name_key(name.text) in seen:
                hint = "if they are one player, add them up; otherwise use different names"
                raise fault(UNREADABLE, name, f"{name.text} is here twice", hint)
            seen.add(name_key(name.text))

    def _take(self, row: Row, label: Text | None, points: dict[int, Fraction]) -> None:
        """Add the points of a round. Raises `SyntaxFault`."""
        first = next(row.filled)
        if self._may_be_sum(label, points):
            raise sum_or_round(first)
        if label is not None and (unclear := unclear_note(label)) is not None:
            raise unclear
        off = sum(points.values(), Fraction(0))
        if off:
            called = "this round" if label is None else f"round {label.text}"
            refuse_unbalanced(first, called, off, self._problems)
        unit = row.unit(points, self._problems)
        for at, value in points.items():
            self._sums[at] += value
            self._won.append(LedgerRow(self._names[at], "", value, unit, is_round=True))

    def _may_be_sum(self, label: Text | None, points: dict[int, Fraction]) -> bool:
        """Return True for a row that may sum up rounds. Raises `SyntaxFault` for a repeated round."""
        is_sum_so_far = any(points.values()) and points == {at: self._sums[at] for at in points}
        if label is not None and self._by_number and has_number_of_round(label):
            if folded(label.text) in self._rounds and not self._dated:
                hint = "if both were played, rename one; otherwise remove one"
                raise fault(UNREADABLE, label, f"round {label.text} is here twice", hint)
            said = (*self._rounds, folded(label.text))
            *others, number = [int(figures) for text in said for figures in re.findall("[0-9]+", text)]
            if others and is_sum_so_far and number != max(others) + 1:
                return True
            self._rounds.add(folded(label.text))
            return False
        if self._numbered and (label is None or self._by_number or not is_date(label.text)):
            # `2 (void)` is a round, too.
            return label is None or not (has_digit(label.text[:1]) and may_matter(label.text))
        if label is not None and has_digit(label.text):
            return False
        is_money = label is not None and is_currency(label.text)
        return is_money or ((self._labelled or len(self._won) > len(points)) and is_sum_so_far)

    def _check_sums(self, points: dict[int, Fraction]) -> None:
        for at, value in points.items():
            check_sums(self._names[at].text, self._names[at], value, self._sums[at], self._problems)

    def _points(self, row: Row, problems: Problems) -> dict[int, Fraction]:
        """Return a row's numbers by player's column; report those that cannot be read."""
        read = {
            at: read_number(cell.number, problems, self._decimal)
            for at, cell in enumerate(row.cells)
            if at and cell.number
        }
        return {at: value for at, value in read.items() if value is not None and at in self._names}
