"""Located syntax to checked values: headers and deals, one at a time, with every problem collected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ofcscore.board import (
    HOUSE,
    NO_FACTS,
    ROWS,
    Adjustment,
    Amount,
    Board,
    Currency,
    Deal,
    Expectation,
    Facts,
    Header,
    Paid,
    Stated,
    Table,
)
from ofcscore.problems import Place, Problem
from ofcscore.reading.amounts import as_usage, option_text, parse_amount, read_amount, read_number, read_unit
from ofcscore.reading.boards import MOST_BOARDS, canonical_boards, check_boards
from ofcscore.reading.near import listed, near
from ofcscore.reading.people import People
from ofcscore.reading.sink import Problems
from ofcscore.reading.syntax import BoardSyntax, DealSyntax, Entry, HeaderSyntax, Part, Text

if TYPE_CHECKING:
    from ofcscore.rules.model import Rules

HEADER_KEYS: Final = frozenset(("currency", "players", "bankroll", "rounds"))
"""Keys that stand before the first deal alone."""
DEAL_KEYS: Final = frozenset(("void",))
"""Keys that stand inside a deal alone."""
ONCE_KEYS: Final = frozenset(
    ("rules", "stake", "currency", "players", "bank", "dealer", "bankroll", "rake", "rounds", "void")
)
PAIR_KINDS: Final = (
    "total",
    *(row.label for row in ROWS),
    "rows",
    "royalties",
    "scoop",
    "scoop-all",
    "overall",
    "foul",
    "natural",
    "surrender",
    "aces",
    "moon",
    "limit",
)
BOARD_KINDS: Final = ("royalties", "foul", "fantasyland", "natural", *(row.label for row in ROWS))
_SAME_KIND: Final = {
    "royalty": "royalties",
    "mid": "middle",
    "bot": "bottom",
    "front": "top",
    "back": "bottom",
    "sweep": "scoop",
}
_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NO_PAIRS: Final[Mapping[frozenset[str], Fraction]] = MappingProxyType({})
NAMES_KEPT: Final = 10_000


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line says over the logs.

    `rules` replaces every `rules` key, `sets` (`KEY=VALUE`) apply last; `stake` and `currency` replace
    those of the headers.
    """

    rules: str | None = None
    sets: tuple[str, ...] = ()
    stake: str | None = None
    currency: str | None = None


NO_OVERRIDES: Final = Overrides()


@dataclass(slots=True)
class _Keys:
    """What the keys of a header or a deal say, while they are gathered."""

    rules: Text | None = None
    stake: Amount | None = None
    pair_stakes: dict[frozenset[str], Fraction] = field(default_factory=dict)
    currency: Currency | None = None
    players: tuple[str, ...] | None = None
    bank: str | None = None
    dealer: str | None = None
    bankroll: Fraction | None = None
    rake: Amount | None = None
    rounds: int | str | None = None
    chips: list[tuple[str, Amount]] = field(default_factory=list)
    adjust: list[Adjustment] = field(default_factory=list)
    paid: list[Paid] = field(default_factory=list)
    expect: list[Expectation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    void: bool = False

    def facts(self, dealer: str | None) -> Facts:
        return Facts(
            tuple(self.chips),
            tuple(self.adjust),
            tuple(self.paid),
            tuple(self.expect),
            tuple(self.notes),
            self.void,
            dealer,
        )


class Checker:
    """Checks the syntax of a session item by item.

    `header` and `deal` return the checked value, or None where it has problems; `finish` says what is
    known only at the end. What is kept grows with the number of names, not with that of deals.
    """

    def __init__(self, problems: Problems, overrides: Overrides = NO_OVERRIDES) -> None:
        self._problems = problems
        self._overrides = overrides
        self._people = People(problems)
        self._table: Table | None = None
        self._base = ""
        self._rules: dict[tuple[str, str], Rules | None] = {}
        self._said: set[Problem] = set()
        self._previous: tuple[str, tuple[Board, ...]] | None = None
        self._deals = 0
        self._deal_names = _DealNames()
        self._stake: Amount | None = None
        self._currency: Currency | None = None
        self._read_options()

    def _read_options(self) -> None:
        options = self._overrides
        if options.currency is not None:
            self._currency, problem = read_unit(option_text("--currency", options.currency))
            if problem is not None:
                self._problems.extend(as_usage([problem]))
        if options.stake is not None:
            self._stake, problems = parse_amount(options.stake, "--stake")
            if self._stake is not None:
                problems += as_usage(_stake_problems(self._stake, option_text("--stake", options.stake).place))
            self._problems.extend(problems)

    # --- headers

    def header(self, syntax: HeaderSyntax) -> Header | None:
        """The header of a log, None where its deals cannot be scored for want of a rule set."""
        self._people.begin_file()
        self._deal_names = _DealNames()
        self._base = syntax.base
        keys = self._gather(syntax.entries, None)
        rules = self._load_rules(keys.rules, syntax.file)
        if rules is None:
            self._table = None
            return None
        stake = self._stake or keys.stake
        currency = self._currency or (stake.currency if stake else None) or keys.currency
        table = Table(
            rules,
            syntax.file,
            stake.value if stake else None,
            MappingProxyType(keys.pair_stakes) if keys.pair_stakes else _NO_PAIRS,
            currency,
            keys.players or (),
            MappingProxyType(dict(self._people.of_board)),
            keys.bank,
            keys.dealer,
            keys.bankroll,
            keys.rake,
            keys.rounds,
        )
        self._table = table
        facts = keys.facts(None) if syntax.entries else NO_FACTS
        return Header(table, facts)

    def _load_rules(self, text: Text | None, file: str) -> Rules | None:
        """The rule set of a `rules` key or of the command line; the default one where nobody says."""
        from ofcscore.rules.files import default_name
        from ofcscore.rules.loader import load_rules

        named, base, place = self._overrides.rules, "", None
        if named is None:
            base = self._base
            named = text.text if text is not None else default_name()
            place = text.place if text is not None else Place(file)
        key = (named, base)
        if key not in self._rules:
            rules, found = load_rules(named, base=base, place=place, sets=self._overrides.sets)
            for problem in found:
                if problem not in self._said:
                    self._said.add(problem)
                    self._problems.add(problem)
            self._rules[key] = rules
        return self._rules[key]

    # --- deals

    def deal(self, syntax: DealSyntax) -> Deal | None:
        """A deal, None (and `left_out` counted) where something in it cannot be read or cannot exist."""
        self._deals += 1
        before = self._problems.errors
        name = self._deal_name(syntax)
        date = _date(syntax.date, self._problems)
        keys = None
        table = self._table
        facts = NO_FACTS
        if syntax.entries:
            keys = self._gather(syntax.entries, table)
            facts = keys.facts(keys.dealer)
            table = self._deal_table(keys, table)
        if facts.void:
            boards = self._void_boards(syntax)
        else:
            boards = self._boards(syntax, name)
        if table is None or syntax.spoiled or self._problems.errors != before:
            self._problems.left_out += 1
            self._previous = None
            return None
        if not facts.void:
            self._compare_with_previous(name, boards, syntax.at)
        line = syntax.at.line
        return Deal(name, boards, table, facts, date, line.number, line.text)

    def _deal_name(self, syntax: DealSyntax) -> str:
        if syntax.name is None:
            return "1"
        name = syntax.name.text
        date = syntax.date.text if syntax.date is not None else ""
        if not self._deal_names.add(name, date):
            self._problems.add(
                Problem(
                    "deal-name-repeated",
                    syntax.name.place,
                    f"there is already a deal {name} in this log",
                    "give every deal a name of its own",
                    warning=True,
                )
            )
        return name

    def _deal_table(self, keys: _Keys, table: Table | None) -> Table | None:
        if table is None:
            return None
        changes: dict[str, object] = {}
        if keys.rules is not None and self._overrides.rules is None:
            rules = self._load_rules(keys.rules, table.file)
            if rules is None:
                return None
            changes["rules"] = rules
        if keys.stake is not None and self._stake is None:
            changes["stake"] = keys.stake.value
            if table.currency is None and keys.stake.currency is not None:
                changes["currency"] = keys.stake.currency
        if keys.pair_stakes:
            changes["pair_stakes"] = MappingProxyType({**table.pair_stakes, **keys.pair_stakes})
        if keys.bank is not None:
            changes["bank"] = keys.bank
        if keys.rake is not None:
            changes["rake"] = keys.rake
        return replace(table, **changes) if changes else table  # type: ignore[arg-type]

    def _void_boards(self, syntax: DealSyntax) -> tuple[Board, ...]:
        """The boards of a deal that counts for nothing; what is wrong with them is why it is void."""
        aside = Problems()
        named = [b for b in syntax.boards if b.name is None or self._people.player(b.name) is not None]
        players = self._players(named, Problems())
        boards = check_boards(named, players, aside)
        return boards if not aside.errors and len(boards) == len(syntax.boards) else ()

    def _boards(self, syntax: DealSyntax, name: str) -> tuple[Board, ...]:
        players = self._players(syntax.boards, self._problems)
        count = len(players)
        if 2 <= count <= MOST_BOARDS and len(set(players)) == count and "" not in players:
            canonical = canonical_boards(syntax.boards, players)
            if canonical is not None:
                return canonical
        if not syntax.spoiled:
            self._check_players(syntax, players, name)
        return check_boards(syntax.boards, [p or "this player" for p in players], self._problems)

    def _players(self, boards: Sequence[BoardSyntax], problems: Problems) -> list[str]:
        """The player of each board; "" where the name cannot be used."""
        players = []
        anonymous = 0
        named = any(board.name is not None for board in boards)
        for board in boards:
            if board.name is not None:
                players.append(self._people.player(board.name) or "")
                continue
            anonymous += 1
            players.append(f"Player {anonymous}")
            if named and not board.spoiled:
                problems.add(
                    Problem(
                        "name-missing",
                        board.at.place,
                        "this board has no player's name, and others in the deal have one",
                        "write `Name:` before it",
                    )
                )
        return players

    def _check_players(self, syntax: DealSyntax, players: Sequence[str], name: str) -> None:
        first: dict[str, BoardSyntax] = {}
        for board, player in zip(syntax.boards, players, strict=True):
            before = first.setdefault(player, board) if player else board
            if before is not board:
                self._problems.add(
                    Problem(
                        "player-repeated",
                        board.at.place,
                        f"{player} has a board in this deal already (line {before.at.line.number})",
                        "one of the two is somebody else's",
                    )
                )
        there = [b for b in syntax.boards if b.status is None or b.status.text != "absent"]
        if len(there) < 2:
            behind = syntax.boards[-1].at if syntax.boards else syntax.at
            only = players[syntax.boards.index(there[0])] if there else ""
            if not syntax.boards:
                message = f"deal {name} has no boards"
            elif not there:
                message = f"nobody plays in deal {name}"
            else:
                message = f"{only or 'one player'} is alone in deal {name}, and a deal needs at least two"
            self._problems.add(
                Problem("deal-players", behind.place, message, "`ofcscore explain` ranks one board alone")
            )
        elif len(there) > MOST_BOARDS:
            self._problems.add(
                Problem(
                    "deal-players",
                    there[MOST_BOARDS].at.place,
                    f"deal {name} has {len(there)} boards of 13 cards, and one deck has cards for {MOST_BOARDS}",
                    "was a `deal` line left out?",
                )
            )

    def _compare_with_previous(self, name: str, boards: tuple[Board, ...], at: Text) -> None:
        previous, self._previous = self._previous, (name, boards)
        if previous is None or len(previous[1]) != len(boards) or previous[1][0].sums != boards[0].sums:
            return
        if all(a.player == b.player and a.rows == b.rows and a.stated is b.stated for a, b in zip(previous[1], boards, strict=True)):
            if not any(board.rows for board in boards):
                return
            self._problems.add(
                Problem(
                    "deal-repeated",
                    at.place,
                    f"deals {previous[0]} and {name} are identical",
                    "was one written down twice?",
                    warning=True,
                )
            )

    # --- the end

    def finish(self) -> None:
        """The end of the session."""
        self._people.finish()

    # --- keys

    def _gather(self, entries: Sequence[Entry], table: Table | None) -> _Keys:
        """What keys say; `table` is that of the header for a deal's keys, None for a header's."""
        keys = _Keys()
        first: dict[str, Entry] = {}
        in_deal = table is not None or self._in_deal
        # `players` first: the other keys name people.
        for entry in sorted(entries, key=lambda e: e.key.text != "players"):
            key = entry.key.text
            if not self._may_stand(entry, in_deal):
                continue
            if key in ONCE_KEYS and not entry.names:
                before = first.setdefault(key, entry)
                if before is not entry:
                    self._problems.add(
                        Problem(
                            "key-repeated",
                            entry.key.place,
                            f"`{key}` is already stated (line {before.key.line.number})",
                            "leave one of the two out",
                        )
                    )
                    continue
            _READERS[key](self, entry, keys)
        return keys
