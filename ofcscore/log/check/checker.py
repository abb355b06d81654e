"""Located syntax to checked values: headers and deals, one at a time, with every problem collected."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.game.board import BOARD_SIZE, ROWS, Board
from ofcscore.log.amounts import as_usage, option_text, parse_amount, read_amount, read_number, read_unit
from ofcscore.log.check.boards import MOST_BOARDS, canonical_boards, check_boards
from ofcscore.log.check.names import NAME_LIMIT, name_problem, normal_name
from ofcscore.log.check.people import People
from ofcscore.log.syntax import BoardSyntax, DealSyntax, Entry, HeaderSyntax, Part, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Place, Problem
from ofcscore.problems.words import listed, near
from ofcscore.scoring.deal import (
    HOUSE,
    NO_FACTS,
    Adjustment,
    Amount,
    Currency,
    Deal,
    Expectation,
    Facts,
    Header,
    Paid,
    Table,
)

if TYPE_CHECKING:
    from ofcscore.rules.model import Rules

HEADER_KEYS: Final = frozenset(("currency", "players", "bankroll", "rounds"))
"""Keys that stand before the first deal alone."""
DEAL_KEYS: Final = frozenset(("void",))
"""Keys that stand inside a deal alone."""
ONCE_KEYS: Final = frozenset(
    ("rules", "stake", "currency", "players", "bank", "dealer", "bankroll", "rake", "rounds", "void")
)
PAYMENT_KEYS: Final = frozenset(("adjust", "paid", "chips"))
"""Keys that give or take something."""
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
_FLAGS: Final = ("foul", "fantasyland", "natural")
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
RUNS_KEPT: Final = 100
_made: Final = tuple.__new__


class Overrides(NamedTuple):
    """What the command line says over the logs.

    `rules` replaces every `rules` key, `sets` (`KEY=VALUE`) apply last; `stake` and `currency` replace
    those of the headers. Without `rule_files` no rule set is read from a file.
    """

    rules: str | None = None
    sets: tuple[str, ...] = ()
    stake: str | None = None
    currency: str | None = None
    rule_files: bool = True


NO_OVERRIDES: Final = Overrides()


class _Keys:
    """What the keys of a header or a deal say, while they are gathered.

    `kept` is where they state money that no option replaces.
    """

    def __init__(self) -> None:
        self.rules: Text | None = None
        self.stake: Amount | None = None
        self.pair_stakes: dict[frozenset[str], Fraction] = {}
        self.players: tuple[str, ...] | None = None
        self.bank: str | None = None
        self.dealer: str | None = None
        self.bankroll: Fraction | None = None
        self.rake: Amount | None = None
        self.rounds: int | str | None = None
        self.chips: list[tuple[str, Amount]] = []
        self.adjust: list[Adjustment] = []
        self.paid: list[Paid] = []
        self.expect: list[Expectation] = []
        self.notes: list[str] = []
        self.void = False
        self.kept: list[Text] = []

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
        self._money: Currency | None = None

    def _read_options(self) -> None:
        options = self._overrides
        if options.currency is not None:
            self._currency, problem = read_unit(option_text("--currency", options.currency))
            if problem is not None:
                self._problems.extend(as_usage([problem]))
        if options.stake is not None:
            self._stake, problems = parse_amount(options.stake, "--stake")
            if self._stake is not None:
                problems += as_usage(_stake_problems(self._stake, option_text("--stake", options.stake)))
            self._problems.extend(problems)

    # --- headers

    def header(self, syntax: HeaderSyntax) -> Header | None:
        """The header of a log, None where its deals cannot be scored for want of a rule set."""
        self._people.begin_file()
        self._deal_names = _DealNames()
        self._money = None
        self._base = syntax.base
        keys = self._gather(syntax.entries, in_deal=False)
        rules = self._load_rules(keys.rules, syntax.file)
        if rules is None:
            self._table = None
            return None
        stake = self._stake or keys.stake
        currency = self._currency or (stake.currency if stake else None) or self._money
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

    def _load_rules(self, text: Text | None, file: str) -> "Rules | None":
        """The rule set of a `rules` key or of the command line; the default one where nobody says."""
        from ofcscore.rules.files import default_name
        from ofcscore.rules.loading import load_rules

        named, base, place = self._overrides.rules, "", None
        if named is None:
            base = self._base
            named = text.text if text is not None else default_name()
            place = text.place if text is not None else Place(file)
        key = (named, base)
        if key not in self._rules:
            over = self._overrides
            rules, found = load_rules(
                named, base=base, place=place, sets=over.sets, rule_files=over.rule_files
            )
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
            keys = self._gather(syntax.entries, in_deal=True)
            facts = keys.facts(keys.dealer)
            table = self._deal_table(keys, table)
        if facts.void:
            self._problems.extend(_void_payments(syntax, name))
        boards = self._void_boards(syntax) if facts.void else self._boards(syntax, name)
        if table is None or boards is None or syntax.spoiled or self._problems.errors != before:
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
        problem = name_problem(syntax.name)
        if problem is not None:
            self._problems.add(problem)
            return normal_name(name)[:NAME_LIMIT]
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
        if table.currency is None and self._money is not None:
            changes["currency"] = self._money
        if keys.pair_stakes:
            changes["pair_stakes"] = MappingProxyType({**table.pair_stakes, **keys.pair_stakes})
        if keys.bank is not None:
            changes["bank"] = keys.bank
        if keys.rake is not None:
            changes["rake"] = keys.rake
        return table._replace(**changes) if changes else table  # type: ignore[arg-type]

    def _void_boards(self, syntax: DealSyntax) -> tuple[Board, ...]:
        """The boards of a deal that counts for nothing; what is wrong with them is why it is void."""
        aside = Problems()
        named = [b for b in syntax.boards if b.name is None or self._people.player(b.name) is not None]
        players = self._players(named, Problems())
        boards = check_boards(named, players, aside)
        return boards if not aside.errors and len(boards) == len(syntax.boards) else ()

    def _boards(self, syntax: DealSyntax, name: str) -> tuple[Board, ...] | None:
        """The boards of a deal, None where the player of one cannot be told."""
        players = self._players(syntax.boards, self._problems)
        count = len(players)
        if 2 <= count <= MOST_BOARDS and len(set(players)) == count and "" not in players:
            canonical = canonical_boards(syntax.boards, players)
            if canonical is not None:
                return canonical
        if not syntax.spoiled:
            players = check_players(syntax, players, name, self._problems)
        known = [(board, player) for board, player in zip(syntax.boards, players, strict=True) if player]
        boards = check_boards([board for board, _ in known], [player for _, player in known], self._problems)
        return boards if len(known) == count else None

    def _players(self, boards: Sequence[BoardSyntax], problems: Problems) -> list[str]:
        """The player of each board; "" where the name cannot be used."""
        players = []
        anonymous = 0
        named = bool(boards) and any(board.name is not None for board in boards)
        for board in boards:
            if board.name is not None:
                players.append(self._people.player(board.name) or "")
                continue
            anonymous += 1
            players.append("" if named else f"Player {anonymous}")
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

    def _compare_with_previous(self, name: str, boards: tuple[Board, ...], at: Text) -> None:
        previous, self._previous = self._previous, (name, boards)
        if previous is None or len(previous[1]) != len(boards) or previous[1][0].sums != boards[0].sums:
            return
        if all(_same_board(a, b) for a, b in zip(previous[1], boards, strict=True)):
            if not any(board.rows or board.cards for board in boards):
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

    def _gather(self, entries: Sequence[Entry], *, in_deal: bool) -> _Keys:
        """What the keys of a deal say, or those of a header."""
        keys = _Keys()
        first: dict[str, Entry] = {}
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
        self._check_kept(keys)
        return keys

    def _check_kept(self, keys: _Keys) -> None:
        """Problems where an option names another currency than what it leaves of the log's money."""
        named = self._currency or (self._stake.currency if self._stake is not None else None)
        if named is None or self._money is None or named == self._money:
            return
        for at in keys.kept:
            self._problems.add(
                Problem(
                    "currency-differs",
                    at.place,
                    f"{self._money.label} here, and {named.label} in the options",
                    "the options replace the stake alone; score this log in its own currency",
                )
            )

    def _may_stand(self, entry: Entry, in_deal: bool) -> bool:
        """Whether a key belongs where it stands; a problem where it does not."""
        key = entry.key.text
        pair = key == "expect" and entry.names
        if in_deal and key in HEADER_KEYS:
            where, hint = f"`{key}` holds for the whole log", "put it before the first deal"
        elif not in_deal and (key in DEAL_KEYS or pair):
            what = "`expect` for a pair or a board" if pair else f"`{key}`"
            where, hint = f"{what} belongs to one deal", "put it behind that deal's `deal` line"
        else:
            return True
        self._problems.add(Problem("key-misplaced", entry.key.place, where, hint))
        return False

    def _amount(self, part: Part) -> Amount | None:
        amount, problems = read_amount(part)
        self._problems.extend(problems)
        return amount

    def _number(self, number: Text, *, ratio: bool = False) -> Fraction | None:
        value, problem = read_number(number, ratio=ratio)
        if problem is not None:
            self._problems.add(problem)
        return value

    def _read_rules(self, entry: Entry, keys: _Keys) -> None:
        keys.rules = entry.parts[0].words[0]

    def _read_stake(self, entry: Entry, keys: _Keys) -> None:
        part = entry.parts[0]
        amount = self._amount(part)
        if amount is None or part.number is None:
            return
        problems = _stake_problems(amount, part.number)
        self._problems.extend(problems)
        if any(not problem.warning for problem in problems) or not self._same_currency(part, amount):
            return
        if not entry.names:
            keys.stake = amount
            return
        if self._currency is None:
            keys.kept.append(part.number)
        if len(entry.names) != 2:
            self._problems.add(
                Problem(
                    "key-unreadable",
                    entry.names[0].place,
                    "a stake of their own is for two players",
                    "write `stake Hero/Gus: 2`",
                )
            )
            return
        pair = [self._person(name) for name in entry.names]
        first, second = pair
        if first is None or second is None:
            return
        if first == second:
            self._problems.add(
                Problem("pair-of-one", entry.names[1].place, f"{first} has no stake against {first}", None)
            )
            return
        if frozenset(pair) in keys.pair_stakes:
            self._problems.add(
                Problem(
                    "key-repeated",
                    entry.key.place,
                    f"the stake of {first} and {second} is already stated",
                    "leave one of the two out",
                )
            )
            return
        keys.pair_stakes[frozenset((first, second))] = amount.value

    def _same_currency(self, part: Part, amount: Amount) -> bool:
        """Whether an amount is in the currency of its log; a problem where it is in another."""
        if amount.currency is None:
            return True
        if self._money is None:
            self._money = amount.currency
        if amount.currency == self._money:
            return True
        at = part.unit or part.number
        assert at is not None
        self._problems.add(
            Problem(
                "currency-differs",
                at.place,
                f"{amount.currency.label} here, and {self._money.label} before",
                "one log has one currency",
            )
        )
        return False

    def _read_currency(self, entry: Entry, keys: _Keys) -> None:
        unit = entry.parts[0].unit
        assert unit is not None
        currency, problem = read_unit(unit)
        if problem is not None:
            self._problems.add(problem)
            return
        self._same_currency(entry.parts[0], Amount(Fraction(0), currency))

    def _read_players(self, entry: Entry, keys: _Keys) -> None:
        keys.players = self._people.list_players(entry.parts)

    def _person(self, name: Text, *, house: bool = False) -> str | None:
        found = self._people.mention(name, house=house)
        return None if found is None else self._people.person(found)

    def _read_bank(self, entry: Entry, keys: _Keys) -> None:
        keys.bank = self._person(entry.parts[0].names[0])

    def _read_dealer(self, entry: Entry, keys: _Keys) -> None:
        keys.dealer = self._person(entry.parts[0].names[0])

    def _read_chips(self, entry: Entry, keys: _Keys) -> None:
        for part in entry.parts:
            amount = self._amount(part)
            if amount is not None and amount.value < 0:
                self._negative(part, "chips are never fewer than none")
                amount = None
            if amount is not None and not self._same_currency(part, amount):
                amount = None
            if part.names:
                person = self._person(part.names[0])
                people: tuple[str, ...] = () if person is None else (person,)
            else:
                people = keys.players or (self._table.players if self._table is not None else ())
                if not people:
                    self._problems.add(
                        Problem(
                            "key-unreadable",
                            entry.key.place,
                            "whose chips these are is not known without a `players:` line",
                            "write `chips: Hero 100, Gus 80`",
                        )
                    )
            if amount is not None:
                keys.chips += [(person, amount) for person in people]
                self._keep(part, amount, keys)

    def _keep(self, part: Part, amount: Amount, keys: _Keys) -> None:
        """Remembers an amount of money that no option replaces (without a currency it is points)."""
        if amount.currency is not None and part.number is not None:
            keys.kept.append(part.number)

    def _negative(self, part: Part, message: str) -> None:
        assert part.number is not None
        hint = "leave the sign out" if part.number.text.startswith("-") else "write more than 0"
        self._problems.add(Problem("number-negative", part.number.place, message, hint))

    def _read_bankroll(self, entry: Entry, keys: _Keys) -> None:
        part = entry.parts[0]
        if part.unit is not None:
            self._problems.add(
                Problem(
                    "key-unreadable",
                    part.unit.place,
                    "a bankroll is counted in points",
                    "write the number alone",
                )
            )
            return
        assert part.number is not None
        value = self._number(part.number)
        if value is not None and value <= 0:
            self._negative(part, "a bankroll is more than nothing")
            return
        keys.bankroll = value

    def _read_rake(self, entry: Entry, keys: _Keys) -> None:
        part = entry.parts[0]
        amount = self._amount(part)
        if amount is None:
            return
        if amount.value < 0:
            self._negative(part, "the house takes a rake, and gives none")
        elif self._same_currency(part, amount):
            assert part.number is not None
            keys.kept.append(part.number)
            keys.rake = amount
            if amount.value:
                self._people.house_takes_part(entry.key)

    def _read_rounds(self, entry: Entry, keys: _Keys) -> None:
        part = entry.parts[0]
        if part.number is None:
            keys.rounds = "players"
            return
        value = self._number(part.number)
        if value is None:
            return
        if value.denominator != 1 or value < 1:
            self._problems.add(
                Problem(
                    "number-unreadable",
                    part.number.place,
                    "the number of rounds is whole and at least 1",
                    "write `rounds: 12`, or `rounds: players` for a deal each",
                )
            )
            return
        keys.rounds = int(value)

    def _read_adjust(self, entry: Entry, keys: _Keys) -> None:
        shares: list[tuple[str, Amount]] = []
        sums: dict[Currency | None, Fraction] = {}
        faulty = False
        for part in entry.parts:
            amount = self._amount(part)
            person = self._person(part.names[0], house=True)
            if person == HOUSE:
                self._people.house_takes_part(part.names[0])
            if amount is None or person is None or not self._same_currency(part, amount):
                faulty = True
                continue
            sums[amount.currency] = sums.get(amount.currency, Fraction(0)) + amount.value
            shares.append((person, amount))
            self._keep(part, amount, keys)
        if faulty:
            return
        place = entry.key.place
        missing = {currency: -total for currency, total in sums.items() if total}
        if missing:
            amounts = [_shown(value, currency) for currency, value in missing.items()]
            wanted, verb = listed(amounts, "and"), "is" if len(amounts) == 1 else "are"
            house = ", ".join(f"{HOUSE} {amount}" for amount in amounts)
            what = "points and money each sum to zero" if len(sums) > 1 else "they sum to zero"
            self._problems.add(
                Problem(
                    "adjust-unbalanced",
                    place,
                    f"these shares do not cancel out: {wanted} {verb} missing",
                    f"{what}; what goes to the house or comes from it is `{house}`",
                )
            )
            return
        keys.adjust.append(Adjustment(tuple(shares), place))

    def _read_paid(self, entry: Entry, keys: _Keys) -> None:
        for part in entry.parts:
            amount = self._amount(part)
            payer, payee = (self._person(name, house=True) for name in part.names)
            for name, person in zip(part.names, (payer, payee), strict=True):
                if person == HOUSE:
                    self._people.house_takes_part(name)
            if amount is None or payer is None or payee is None:
                continue
            place = part.names[0].place
            if payer == payee:
                self._problems.add(
                    Problem(
                        "paid-to-self", part.names[1].place, f"{payer} cannot pay {payer}", "name the other"
                    )
                )
            elif amount.value <= 0:
                self._negative(part, "a payment is more than nothing")
            elif self._same_currency(part, amount):
                assert part.number is not None
                keys.kept.append(part.number)
                keys.paid.append(Paid(payer, payee, amount, place))

    def _read_expect(self, entry: Entry, keys: _Keys) -> None:
        if not entry.names:
            for part in entry.parts:
                name, number = part.names[0], part.number
                assert number is not None
                person = self._person(name, house=True)
                total = self._number(number, ratio=True)
                if part.unit is not None:
                    self._problems.add(
                        Problem("expect-unreadable", part.unit.place, "totals are expected in points", None)
                    )
                elif person is not None and total is not None:
                    keys.expect.append(Expectation((person,), "total", total, name.place))
            return
        names = [self._people.mention(name) for name in entry.names]
        players = tuple(name for name in names if name is not None)
        if len(players) == 2 and players[0] == players[1]:
            self._problems.add(
                Problem("pair-of-one", entry.names[1].place, f"{players[0]} does not play {players[0]}", None)
            )
            return
        for part in entry.parts:
            read = self._expected(part, pair=len(entry.names) == 2)
            if read is not None and len(players) == len(entry.names):
                kind, value, at = read
                keys.expect.append(Expectation(players, kind, value, at.place))

    def _expected(self, part: Part, *, pair: bool) -> tuple[str, Fraction | bool | str, Text] | None:
        """Kind and value of one part of an expected pair or board."""
        words = list(part.words)
        at = words[0] if words else part.number
        assert at is not None
        denied = bool(words) and words[0].text == "no"
        if denied:
            words = words[1:]
        kinds = PAIR_KINDS if pair else BOARD_KINDS
        kind = _SAME_KIND.get(words[0].text, words[0].text) if words else "total"
        if kind == "total" and not pair:
            self._problems.add(
                Problem(
                    "expect-unreadable",
                    at.place,
                    "what is expected of this board is missing",
                    f"a total is `expect: Hero {at.text}`" if part.number is not None else "write `no foul`",
                )
            )
            return None
        if kind not in kinds:
            self._problems.add(_kind_unknown(words[0] if words else at, kinds, pair))
            return None
        if kind == "natural" and not pair and part.number is None and not denied:
            return self._expected_natural(words, at)
        if part.number is not None:
            value = self._number(part.number, ratio=True)
            if len(words) > 1 or denied:
                self._problems.add(
                    Problem(
                        "expect-unreadable",
                        at.place,
                        "a word too many stands here",
                        f"write `no {kind}`" if denied and kind in _FLAGS else f"write `{kind} 3`",
                    )
                )
                return None
            return None if value is None else (kind, value, at)
        if pair or len(words) != 1 or kind not in _FLAGS:
            flags = not pair and kind in _FLAGS
            self._problems.add(
                Problem(
                    "expect-unreadable",
                    (words[0] if flags else words[-1] if words else at).behind().place,
                    f"a comma is missing behind `{kind}`"
                    if flags
                    else f"a number is missing behind `{kind}`",
                    f"write `{kind}, {words[1].text}`" if flags else f"write `{kind} {'+' if pair else ''}3`",
                )
            )
            return None
        return kind, not denied, at

    def _expected_natural(self, words: Sequence[Text], at: Text) -> tuple[str, bool | str, Text] | None:
        from ofcscore.game.naturals import KINDS
        from ofcscore.game.spelling import find_kind

        if len(words) == 1:
            return "natural", True, at
        name = " ".join(word.text for word in words[1:])
        kind = find_kind(name)
        if kind is None:
            meant = near(name, KINDS)
            self._problems.add(
                Problem(
                    "claim-unknown",
                    words[1].place,
                    f"`{name}` is no natural",
                    f"did you mean `{meant}`?" if meant else f"kinds are {listed(KINDS)}",
                )
            )
            return None
        return "natural", kind, at

    def _read_note(self, entry: Entry, keys: _Keys) -> None:
        text = entry.parts[0].words[0].text
        if text.strip():
            keys.notes.append(text)

    def _read_void(self, entry: Entry, keys: _Keys) -> None:
        word = entry.parts[0].words[0].text if entry.parts else "yes"
        if word.lower() in ("no", "false"):
            return
        keys.void = True
        if word.strip().lower() not in ("", "yes", "true"):
            keys.notes.append(word)


def _void_payments(syntax: DealSyntax, name: str) -> list[Problem]:
    """Warnings of the payments that stand in a deal that is void, and so count for nothing."""
    return [
        Problem(
            "void-payment",
            entry.key.place,
            f"deal {name} is void, and so nothing comes of its `{entry.key.text}`",
            "if it is to count, put it into another deal or before the first one",
            warning=True,
        )
        for entry in syntax.entries
        if entry.key.text in PAYMENT_KEYS
    ]


def _same_board(a: Board, b: Board) -> bool:
    """Whether two boards are of one player and say the same, wherever they stand and however marked."""
    return (a.player, a.rows, a.stated, a.aces, a.claim, a.cards) == (
        *(b.player, b.rows, b.stated, b.aces, b.claim, b.cards),
    )


def check_players(syntax: DealSyntax, players: Sequence[str], name: str, problems: Problems) -> list[str]:
    """The players, "" for a board whose player has one already, which is not looked at further."""
    first: dict[str, BoardSyntax] = {}
    once: list[str] = []
    for index, (board, player) in enumerate(zip(syntax.boards, players, strict=True)):
        before = first.setdefault(player, board) if player else board
        once.append(player if before is board and index < MOST_BOARDS else "")
        if before is board:
            continue
        # The first player again, behind others: another deal has begun.
        again = player == players[0] and index > 1
        problems.add(
            Problem(
                "player-repeated",
                board.at.place,
                f"{player} has a board in this deal already (line {before.at.line.number})",
                "was a `deal` line left out before it?" if again else "one of the two is somebody else's",
            )
        )
        if again:
            return [*once, *[""] * (len(players) - index - 1)]
    there = [b for b in syntax.boards if b.status is None or b.status.text != "absent"]
    if len(there) < 2:
        behind = syntax.boards[-1].at if syntax.boards else syntax.at
        only = players[syntax.boards.index(there[0])] if there else ""
        hint = "write a board for each player, or take the deal out"
        if not syntax.boards:
            message = f"deal {name} has no boards"
        elif not there:
            message = f"nobody plays in deal {name}"
        else:
            message = f"{only or 'one player'} is alone in deal {name}, and a deal needs at least two"
            hint = "`ofcscore explain` ranks one board alone"
        problems.add(Problem("deal-players", behind.place, message, hint))
    elif len(there) > MOST_BOARDS:
        problems.add(
            Problem(
                "deal-players",
                there[MOST_BOARDS].at.place,
                f"deal {name} has {len(there)} boards of {BOARD_SIZE} cards, "
                f"and a deck has cards for {MOST_BOARDS}",
                "was a `deal` line left out?",
            )
        )
    return once


_READERS: Final = {
    "rules": Checker._read_rules,
    "stake": Checker._read_stake,
    "currency": Checker._read_currency,
    "players": Checker._read_players,
    "bank": Checker._read_bank,
    "dealer": Checker._read_dealer,
    "chips": Checker._read_chips,
    "bankroll": Checker._read_bankroll,
    "rake": Checker._read_rake,
    "rounds": Checker._read_rounds,
    "adjust": Checker._read_adjust,
    "paid": Checker._read_paid,
    "expect": Checker._read_expect,
    "note": Checker._read_note,
    "void": Checker._read_void,
}


def _shown(value: Fraction, currency: Currency | None) -> str:
    """A signed amount at full precision: `+0.0001 EUR`."""
    text = _decimal(value)
    return f"{text} {currency.label}" if currency is not None else text


def _decimal(value: Fraction) -> str:
    """A signed number of at most four decimals, exactly."""
    scaled = abs(value) * 10_000
    whole, rest = divmod(int(scaled), 10_000)
    decimals = f"{rest:04}".rstrip("0")
    return f"{'-' if value < 0 else '+'}{whole}{'.' + decimals if decimals else ''}"


def _stake_problems(amount: Amount, written: Text) -> list[Problem]:
    place = written.place
    if amount.value < 0 or "-" in written.text:
        return [Problem("number-negative", place, "a stake is never negative", "leave the sign out")]
    if amount.value == 0:
        return [
            Problem(
                "stake-zero",
                place,
                "at a stake of 0 nobody owes anything",
                "leave it out to count points",
                True,
            )
        ]
    return []


def _kind_unknown(word: Text, kinds: Sequence[str], pair: bool) -> Problem:
    meant = near(word.text, kinds)
    who = "a pair" if pair else "a board"
    return Problem(
        "expect-unreadable",
        word.place,
        f"`{word.text}` is nothing that can be expected of {who}",
        f"did you mean `{meant}`?" if meant else f"it may be {listed(kinds)}",
    )


def _date(date: Text | None, problems: Problems) -> str | None:
    """The date of a deal as written, None (and a problem) where it is no day of the calendar."""
    if date is None:
        return None
    import datetime

    if _DATE.fullmatch(date.text):
        try:
            datetime.date.fromisoformat(date.text)
        except ValueError:
            pass
        else:
            return date.text
    problems.add(
        Problem(
            "date",
            date.place,
            f"{date.text} is no date",
            "write year, month and day: 2026-11-20; a name of several words goes in quotes",
        )
    )
    return None


class _DealNames:
    """The names of the deals of a log, in memory that does not grow with it.

    Numbers that count up are kept as runs; of other names the first ten thousand are watched.
    """

    def __init__(self) -> None:
        self._runs: list[list[int]] = []
        self._others: set[tuple[str, str]] = set()
        # The name that goes on where there is one run: nearly always the one that is asked for.
        self._next: str | None = None

    def _go_on(self) -> None:
        self._next = str(self._runs[0][1] + 1) if len(self._runs) == 1 else None

    def add(self, name: str, date: str) -> bool:
        """Takes a name in; False where the same name with the same date is there already."""
        if name == self._next and not date:
            self._runs[0][1] += 1
            self._go_on()
            return True
        if (
            not date
            and len(name) < 18
            and name.isascii()
            and name.isdigit()
            and (name[0] != "0" or name == "0")
        ):
            number = int(name)
            runs = self._runs
            if any(low <= number <= high for low, high in runs):
                return False
            for run in runs:
                if number == run[1] + 1:
                    run[1] = number
                    return True
            if len(runs) < RUNS_KEPT:
                runs.append([number, number])
                self._go_on()
                return True
        key = (name, date)
        if key in self._others:
            return False
        if len(self._others) < NAMES_KEPT:
            self._others.add(key)
        return True
