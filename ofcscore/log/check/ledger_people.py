"""Group the rows of ledgers and totals by person: by id, otherwise by name."""

import re
import shlex
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ofcscore.diagnostics.problem import Exit, Problem, Problems
from ofcscore.diagnostics.suggestions import listed
from ofcscore.log.check.ledger_columns import LedgerRow
from ofcscore.log.check.people import are_near, name_key
from ofcscore.log.vocabulary import one_of
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
