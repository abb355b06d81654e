"""Check parsed headers and deals one at a time and collect every diagnostic."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.diagnostics.problem import Edit, Fix, Place, Problem, Problems, listed
from ofcscore.game.cards import (
    BOARD_SIZE,
    DECK_MASK,
    FLUSH_COUNT,
    OF_A_RANK,
    RANK_MASK,
    RANKS,
    ROWS,
    SUITS,
    WEIGHTS,
    Board,
)
from ofcscore.game.game_words import Words, is_called, kind_called
from ofcscore.game.jokers import MOST_JOKERS
from ofcscore.log.amounts import as_usage, option_text, parse_amount, read_unit
from ofcscore.log.check.deal_names import DealNames, Repeats
from ofcscore.log.check.key_values import Keys, Known, Reread, gather, stake_problem
from ofcscore.log.check.people import MOST_BOARDS, People, check_players, name_key, read_players
from ofcscore.log.dates import read_date
from ofcscore.log.keys import KEYS
from ofcscore.log.read.logs import Readers, read_syntax, rereading
from ofcscore.log.read.sources import Source, log_names
from ofcscore.log.read.voids import NO_VOIDS, Voids, deal_name, find_voids, is_void_line
from ofcscore.log.syntax import UNLABELLED, BoardSyntax, DealSyntax, Entry, HeaderSyntax, OwnWords, Text
from ofcscore.scoring.deal import (
    NO_FACTS,
    Adjustment,
    Amount,
    Currency,
    Deal,
    Expectation,
    Facts,
    Header,
    Points,
    Table,
)
from ofcscore.scoring.score_lines import signed, whole

if TYPE_CHECKING:
    from ofcscore.rules.model import Rules


def meet_players(syntax: DealSyntax, people: People, problems: Problems) -> None:
    """Record the players of a deal that states points instead of boards.

    A new name with another name in it is asked about: `Total Ana`.
    """
    if any(entry.key.text == "void" for entry in syntax.entries):
        return
    totals = [entry for entry in syntax.entries if entry.key.text == "expect" and not entry.names]
    parts = [part for entry in totals for part in entry.parts if part.number and not part.words]
    named = [part.names[0] for part in parts if part.names]
    players = [people.player(name) for name in named]
    keys = [name_key(name.text) for name in named]
    longer: dict[str, tuple[str, str]] = {}
    if any(player is not None and people.is_new(player) for player in players):
        names = people.names
        longer = {
            key: (one, f" {key} ".replace(f" {one} ", " "))
            for key in keys
            for one in names
            if f" {one} " in f" {key} " and one != key
        }
    added = [more for _, more in longer.values()]
    for name, key, player in zip(named, keys, players, strict=True):
        within, more = longer.get(key, (None, ""))
        # `Tom` and `Tom S` may both have points, but not `Total Ana` and `Total Ben`.
        if within in keys and added.count(more) == 1:
            continue
        if player is not None and people.is_new(player) and within is not None:
            what = f"is {name.text} one more player, or are these points of {people.spelled(within)}?"
            hint = "name all players in `players:`, or write totals as `running: Ana +5, Ben -5`"
            problems.refuse("name-unknown", name.place, what, hint)
    people.play(list(dict.fromkeys(filter(None, players))))


def read_given(facts: Facts, known: Known, problems: Problems) -> Facts:
    """Return the facts of a deal without boards, with its stated totals as points.

    Points that do not sum to zero are reported, and so are two totals of one player.
    """
    totals = [one for one in facts.expect if one.kind == "total" and len(one.players) == 1]
    if facts.void or not totals:
        return facts
    shares = tuple((one.players[0], Amount(Fraction(one.value))) for one in totals)
    people = [person for person, _ in shares]
    again = next((one for at, one in enumerate(totals) if one.players[0] in people[:at]), None)
    off = whole(sum((amount.value for _, amount in shares), Fraction(0)))
    if again is not None:
        message = f"{again.players[0]} has points twice in this deal"
        problems.refuse("points-unbalanced", again.place, message, "write their sum once")
    elif off or len(people) < 2:
        said = listed((f"{person} {signed(whole(amount.value))}" for person, amount in shares), "and")
        missing = [one for one in known.people.seats if one not in people]
        problems.add(_unbalanced(totals[-1], off, said, missing))
    others = tuple(one for one in facts.expect if one not in totals)
    return facts._replace(expect=others, given=Adjustment(shares, totals[0].place))


def _unbalanced(last: Expectation, off: Points, said: str, missing: list[str]) -> Problem:
    """Return the error for points that do not sum to 0, with a fix if one player is missing."""
    message = f"the points of this deal sum to {signed(off)}, not to 0: {said}"
    hint = "correct a value or add a missing player"
    fixes: tuple[Fix, ...] = ()
    if len(missing) == 1:
        line, text = f"{missing[0]}: {signed(-off)}", last.place.text or ""
        hint = f"if {missing[0]} played, add `{line}`"
        if text.startswith(last.players[0]):
            edit = Edit(last.place.file, last.place.line, len(text), len(text), f"\n{line}")
            fixes = (Fix(f"write `{line}` too", (edit,), False),)
    return Problem("points-unbalanced", last.place, message, hint, fixes=fixes)


class Overrides(NamedTuple):
    """The options of the command line that override the logs.

    `rules` replaces every `rules` key, and `sets` (`KEY=VALUE`) apply last. `stake` and `currency` replace
    those of the headers. Without `rule_files`, no rule set is read from a file.
    """

    rules: str | None = None
    sets: tuple[str, ...] = ()
    stake: str | None = None
    currency: str | None = None
    rule_files: bool = True


NO_OVERRIDES: Final = Overrides()


class Checker:
    """Checks the parsed items of a session one at a time.

    `header` and `deal` return the checked value, or None if it has errors. `finish` reports what is known
    only at the end. Memory grows with the number of names, not of deals. `logs` are the names of all logs of
    the session.
    """

    def __init__(
        self, problems: Problems, overrides: Overrides = NO_OVERRIDES, logs: Sequence[str] = ()
    ) -> None:
        self._problems = problems
        self._overrides = overrides
        self._known = Known(problems, People(problems), *_read_options(overrides, problems))
        self.table: Table | None = None
        """The table of the log, None if its deals cannot be scored."""
        self._base = ""
        self._rules: dict[tuple[str, str], Rules | None] = {}
        self._said: set[Problem] = set()
        self._previous: tuple[str, tuple[Board, ...]] | None = None
        self._deal_names = DealNames()
        self._date: str | None = None
        """The date of void deals right before the next deal."""
        self._repeats = Repeats(max(len(logs), 1))
        self._log_names = log_names(logs) if len(logs) > 1 else {}
        self._voids = NO_VOIDS

    def header(
        self, syntax: HeaderSyntax, reread: Reread | None = None, voids: Voids = NO_VOIDS
    ) -> Header | None:
        """Return a log's header, None if its deals cannot be scored without a rule set.

        `reread` yields all items of the log again, to see how later amounts are written. `voids` are the void
        deals that the log lists.
        """
        known = self._known
        known.begin_file(reread)
        self._voids.finish(self._problems)
        self._voids = voids
        syntax = syntax._replace(entries=self._voids.apart(syntax.entries, self._problems))
        self._date = None
        self._repeats.begin_log(syntax.file)
        self._base = syntax.base
        keys = gather(syntax.entries, known, in_deal=False)
        keys.check_factor(None)
        date = read_date(keys.date, self._problems)
        self._deal_names = DealNames(date or "")
        unread = syntax.spoiled and keys.rules is None and self._overrides.rules is None
        unread = (unread and "rules" in self._problems.unread) or "terms" in self._problems.unread
        rules = None if unread else self._load_rules(keys.rules, syntax.file)
        if rules is None:
            self.table = None
            return None
        known.rules = rules
        stake = known.stake or keys.stake
        self.table = Table(
            rules,
            syntax.file,
            stake=stake.value if stake else None,
            pair_stakes=MappingProxyType(keys.pair_stakes),
            currency=known.currency or (stake.currency if stake else None) or known.money,
            players=keys.players,
            people=MappingProxyType(dict(known.people.of_board)),
            bank=keys.bank,
            dealer=keys.dealer,
            bankroll=keys.bankroll,
            rake=keys.rake,
            rounds=keys.rounds,
            double=keys.double,
            log=self._log_names.get(syntax.file, ""),
            title=keys.title,
            date=date,
            notes=tuple(keys.notes),
        )
        return Header(self.table, keys.facts()._replace(doubts=doubts_of(syntax.entries)))

    def _load_rules(self, text: Text | None, file: str) -> Rules | None:
        """Return the rule set of the command line or of a `rules` key, else the default."""
        from ofcscore.rules.files import default_name
        from ofcscore.rules.loading import load_rules

        over = self._overrides
        named, base = default_name(), self._base
        place: Place | None = Place(file)
        if over.rules is not None:
            named, base, place = over.rules, "", None
        elif text is not None:
            named, place = text.text, text.place
        if (named, base) not in self._rules:
            rules, found = load_rules(
                named, base=base, place=place, sets=over.sets, rule_files=over.rule_files
            )
            self._rules[named, base] = rules
            self._problems.extend(problem for problem in dict.fromkeys(found) if problem not in self._said)
            self._said.update(found)
        return self._rules[named, base]

    def deal(self, syntax: DealSyntax) -> Deal | None:
        """Check a deal; if it cannot be scored, count it in `left_out` and return None."""
        before = self._problems.errors
        void = self._voids.read(syntax, self._problems)
        if syntax.entries:
            entries = self._voids.apart(syntax.entries, self._problems, deal_name(syntax))
            syntax = syntax._replace(entries=entries)
        if void is not None and is_void_line(syntax):
            # Such a deal only names the void deal.
            self._warn_of_payments(syntax, void.name)
            return None
        stated = read_date(syntax.date, self._problems, syntax.name) if syntax.date is not None else None
        self._date = stated or self._date
        date = self._date
        table = self.table
        facts = NO_FACTS
        if syntax.entries:
            own = self._rules_of(syntax.entries)
            self._known.rules = own or (table and table.rules)
            for board in syntax.boards:
                if board.name is not None:
                    # A board's spelling of a name comes before that of a key.
                    self._known.people.spelled(board.name.text)
            by_hand = not syntax.written and not syntax.spoiled and void is None
            if by_hand:
                meet_players(syntax, self._known.people, self._problems)
            keys = gather(syntax.entries, self._known, in_deal=True, boards=_heads(syntax))
            if keys.date is not None and keys.date is not syntax.date:
                again = "the date is already written beside the deal's name"
                self._problems.refuse("key-repeated", keys.date.place, again, "remove one of the two")
            facts = keys.facts()._replace(
                notes=tuple(keys.notes),
                dealer=keys.dealer,
                title=keys.title,
                doubts=doubts_of(syntax.entries),
            )
            table = self._deal_table(keys, table, own) if table is not None and own is not None else None
            if by_hand:
                facts = read_given(facts, self._known, self._problems)
        if void is not None:
            notes = (*facts.notes, void.why) if void.why else facts.notes
            facts = facts._replace(void=True, why_void=void.why or facts.why_void, notes=notes)
        name = self._deal_names.read(syntax, self._problems, date=stated or "", void=facts.void)
        if facts.void:
            self._warn_of_payments(syntax, name)
        if table is not None and table.rules.words:
            syntax = syntax._replace(written=tuple(in_own_words(syntax.written, table.rules.words)))
        rules = table.rules if table is not None else None
        boards: tuple[Board, ...] | None = ()
        if facts.given is None:
            boards = self._void_boards(syntax, rules) if facts.void else self._boards(syntax, name, rules)
        if table is None or boards is None or syntax.spoiled or self._problems.errors != before:
            self._problems.left_out += 1
            self._previous = None
            return None
        line = syntax.at.line
        deal = Deal(name, boards, table, facts, date, line.number, line.text)
        if not facts.void:
            self._date = None
            self._compare_with_previous(name, boards, syntax.at)
            self._repeats.add(deal)
        return deal

    def _rules_of(self, entries: Sequence[Entry]) -> Rules | None:
        named = next((entry.parts[0].words[0] for entry in entries if entry.key.text == "rules"), None)
        if self.table is None or named is None or self._overrides.rules is not None:
            return self.table and self.table.rules
        return self._load_rules(named, self.table.file)

    def _deal_table(self, keys: Keys, table: Table, rules: Rules) -> Table:
        keys.check_factor(table.stake or table.pair_stakes)
        stake = keys.stake if self._known.stake is None else None
        money = self._known.money if keys.stake or keys.pair_stakes else None
        of_log = {pair: value * keys.stake_factor for pair, value in table.pair_stakes.items()}
        changed = table._replace(
            rules=rules,
            stake=stake.value if stake else table.stake and table.stake * keys.stake_factor,
            currency=table.currency or money,
            pair_stakes=MappingProxyType(of_log | keys.pair_stakes),
            bank=keys.bank or table.bank,
            rake=keys.rake or table.rake,
            double=keys.double or table.double,
        )
        return table if changed == table else changed

    def _warn_of_payments(self, syntax: DealSyntax, name: str) -> None:
        hint = "to make it count, move it to another deal, or above the first deal"
        for key in (entry.key for entry in syntax.entries if KEYS[entry.key.text].pays):
            nothing = f"deal {name} is void, so its `{key.text}` does not count"
            self._problems.warn("void-payment", key.place, nothing, hint)

    def _void_boards(self, syntax: DealSyntax, rules: Rules | None) -> tuple[Board, ...]:
        aside = Problems()
        people = self._known.people
        named = [b for b in syntax.boards if b.name is None or people.player(b.name) is not None]
        players = read_players(named, syntax.at.line.file, people, Problems())
        twice = next((at for at, player in enumerate(players) if player and player in players[:at]), None)
        if twice is not None:
            message = f"{players[twice]} has two boards in this void deal"
            hint = "is a `deal` line missing before it?"
            self._problems.refuse("player-repeated", named[twice].at.place, message, hint)
        boards = _check_boards(named, players, aside, rules)
        return boards if not aside.errors and len(boards) == len(syntax.boards) else ()

    def _boards(self, syntax: DealSyntax, name: str, rules: Rules | None) -> tuple[Board, ...] | None:
        """Return the boards of a deal, None if the player of a board is unknown."""
        _warn_of_odd_fouls(syntax, self._known.people, self._problems)
        players = read_players(syntax.written, syntax.at.line.file, self._known.people, self._problems)
        if "" not in players and " " not in "".join(players):
            jokers = rules is None or rules.jokers.number > 0
            canonical = canonical_boards(syntax.written, players, jokers=jokers)
            if canonical is not None:
                return canonical
        if not syntax.spoiled:
            players = check_players(syntax, players, name, self._problems, self._known.people)
        known = [(board, player) for board, player in zip(syntax.boards, players, strict=True) if player]
        named, players = [board for board, _ in known], [player for _, player in known]
        boards = _check_boards(named, players, self._problems, rules, whole=not syntax.spoiled)
        return boards if len(known) == len(syntax.written) else None

    def _compare_with_previous(self, name: str, boards: tuple[Board, ...], at: Text) -> None:
        """Warn about a deal that repeats the one before it, whatever its marks."""
        previous, self._previous = self._previous, (name, boards)
        if previous is None or not any(board.rows or board.cards for board in boards):
            return
        # Most deals differ in the first rows.
        is_same = boards[0].rows == previous[1][0].rows if previous[1] else False
        if is_same and list(map(_content, boards)) == list(map(_content, previous[1])):
            same = f"deals {previous[0]} and {name} are identical"
            hint = "if a deal was written down twice, remove one"
            self._problems.warn("deal-repeated", at.place, same, hint)

    def spelled(self, syntax: DealSyntax) -> DealSyntax:
        """Return a checked deal with its names spelled as in `players`."""
        people, written = self._known.people, []
        for board in syntax.boards:
            name = board.name and board.name._replace(text=people.spelled(board.name.text))
            written.append(board._replace(name=name))
        entries = self._spelled_keys(syntax.entries, _heads(syntax))
        return syntax._replace(entries=entries, written=tuple(written))

    def spelled_header(self, syntax: HeaderSyntax) -> HeaderSyntax:
        """Return a checked header with the full names of its players and rule sets."""
        return syntax._replace(entries=self._spelled_keys(syntax.entries, ()))

    def _spelled_keys(self, entries: Sequence[Entry], boards: Collection[str]) -> tuple[Entry, ...]:
        known = self._known
        whole = [known.plain_numbers(known.with_whole_names(entry, boards)) for entry in entries]
        for at, entry in enumerate(whole):
            if entry.key.text == "rules":
                from ofcscore.rules.loading import in_their_case

                sets = entry.parts[0].words[0]
                part = entry.parts[0]._replace(words=(sets._replace(text=in_their_case(sets.text)),))
                whole[at] = entry._replace(parts=(part,))
        return tuple(whole)

    def skip(self, first: int, last: int, deals: Iterable[Deal]) -> bool:
        """Record deals that are known to be valid; return False if they must be checked.

        They must be checked if one of their consecutive numbers is already taken.
        """
        if not self._deal_names.count_up(first, last):
            return False
        self._previous = None
        for deal in islice(deals, self._repeats.watched):
            self._repeats.add(deal)
        return True

    def finish(self) -> None:
        """End the session and report what is known only at its end."""
        self._voids.finish(self._problems)
        self._known.people.finish()
        self._repeats.warn(self._problems)


def doubts_of(entries: Iterable[Entry]) -> tuple[Problem, ...]:
    """Return the errors that are reported unless results in the log confirm the score."""
    return tuple([one.doubt for one in entries if one.doubt is not None])


def _heads(syntax: DealSyntax) -> frozenset[str]:
    return frozenset(board.name.text for board in syntax.boards if board.name is not None)


def _warn_of_odd_fouls(syntax: DealSyntax, people: People, problems: Problems) -> None:
    """Warn about a new name with only a foul that is not written like those with cards: `red: foul`."""
    fouls = [one for one in syntax.written if isinstance(one, BoardSyntax) and one.status and not one.rows]
    for board in () if people.seats else fouls:
        name, status = board.name, board.status
        if name is None or name.is_quoted or status is None or status.text != "foul":
            continue
        if name.line != status.line or re.search("[,;|\t]", name.line.text):
            # Tables name their columns.
            continue
        others = _names_with_cards(syntax)
        alike = any(_is_written_like(name.text, other) for other in others)
        if others and not (alike or people.is_known(name.text)):
            what = f"{name.text} is a new name with only a foul: is this a player?"
            help = f"if so, list {name.text} in `players:`; if not, put `#` before the line"
            problems.warn("name-unknown", name.place, what, help)


def _names_with_cards(syntax: DealSyntax) -> list[str]:
    boards = syntax.written
    parsed = [one.player for one in boards if isinstance(one, Board) and one.rows]
    return parsed + [
        one.name.text for one in boards if isinstance(one, BoardSyntax) and one.rows and one.name is not None
    ]


def _is_written_like(name: str, other: str) -> bool:
    """Return False for one letter among longer names, and for a lowercase word among capitalized names."""
    is_letter = len(name) == 1 and name.isascii() and len(other) > 1
    return not (is_letter or (name.islower() and not other.islower()))


def _check_boards(
    boards: Sequence[BoardSyntax],
    players: Sequence[str],
    problems: Problems,
    rules: Rules | None,
    *,
    whole: bool = True,
) -> tuple[Board, ...]:
    """Call `check_boards`, which is only imported for boards that need it."""
    from ofcscore.log.check.rows import check_boards

    if rules is None:
        return check_boards(boards, players, problems, MOST_JOKERS, whole=whole)
    return check_boards(boards, players, problems, rules.jokers.number, rules.naturals, whole=whole)


_content: Final = attrgetter("player", "rows", "stated", "aces", "claim", "cards")


def _read_options(overrides: Overrides, problems: Problems) -> tuple[Amount | None, Currency | None]:
    stake = currency = None
    found = Problems()
    if overrides.currency is not None:
        currency = read_unit(option_text("--currency", overrides.currency), found)
    if overrides.stake is not None:
        written = option_text("--stake", overrides.stake)
        stake = parse_amount(written, found, currency, stake=True)
        odd = stake_problem(stake, written) if stake is not None else None
        if odd is not None:
            found.add(odd)
    problems.extend(as_usage(found.kept))
    return stake, currency


def read_stream(
    sources: Iterable[Source],
    problems: Problems,
    overrides: Overrides = NO_OVERRIDES,
    readers: Callable[[Checker], Readers] = lambda checker: {},
    find: Callable[[Source], tuple[Source, Voids]] = find_voids,
) -> Iterator[Header | Deal]:
    """Yield the headers and deals of logs, in order, as one session.

    Each log gives its `Header`, then its deals as they are read; memory does not grow with them. Invalid
    input is skipped and reported to `problems`, as is every warning. `readers` replace the usual readers of
    their formats, and `find` the search for void deals.
    """
    sources = list(sources)
    checker = Checker(problems, overrides, [source.name for source in sources])
    own_readers = readers(checker)
    own = OwnWords(overrides.rules, overrides.rule_files)
    for source in sources:
        source = source._replace(own=own)
        source, voids = find(source)
        reread = rereading(source)
        # An own reader may score deals before the checker sees them.
        for item in read_syntax(source, problems, {} if voids.named else own_readers):
            if isinstance(item, DealSyntax):
                checked: Header | Deal | None = checker.deal(item)
            else:
                checked = checker.header(item, reread, voids)
            if checked is not None:
                yield checked
    checker.finish()


def read_session(
    sources: Iterable[Source], overrides: Overrides = NO_OVERRIDES
) -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    """Return the headers and deals of logs, all at once, and the diagnostics."""
    problems = Problems()
    items = tuple(read_stream(sources, problems, overrides))
    return items, problems.kept


IN_ORDER: Final = (UNLABELLED, ROWS)
_SIZES: Final = [row.size for row in ROWS]
_FIVE: Final = len("A K Q J 9")


def canonical_boards(
    boards: Sequence[BoardSyntax | Board], players: Sequence[str], *, jokers: bool = False
) -> tuple[Board, ...] | None:
    """Return a deal's boards if all of them or none of them have suits, otherwise None.

    The result is valid: every player has one board, and one sum over all cards proves that no card is there
    twice, or the deck has enough cards of each rank. With `jokers`, a jack beside a king without suits may
    be a joker's `JK`.
    """
    if not 2 <= len(players) <= MOST_BOARDS or len({*players}) < len(players):
        return None
    made: list[Board] = []
    used = bare = 0
    for written, player in zip(boards, players, strict=True):
        board = written if isinstance(written, Board) else _plain_board(written, player)
        if board is None or board.sums is None:
            return None
        made.append(board if board.player == player else board._replace(player=player))
        top, middle, bottom = board.sums
        used += top + middle + bottom
        bare += top <= RANK_MASK
    if bare:
        rows = [row for board in made for row in board.rows or ()]
        fits = bare == len(made) and ranks_fit(rows) and not (jokers and any("J K" in row for row in rows))
    else:
        fits = (used & DECK_MASK).bit_count() == BOARD_SIZE * len(made)
    return tuple(made) if fits else None


def ranks_fit(rows: Sequence[str]) -> bool:
    """Return True if one deck surely has these rows, all without suits.

    For example `Q Q 5`, `A 8 6 4 2 flush`. No rank may occur five times, each flush must have no pair and a
    suit of its own, and every other row must not be forced into a flush: it has a pair, or a rank with a card
    left in the deck.
    """
    text = "".join(rows)
    counts = [text.count(rank) for rank in RANKS]
    used_up = {rank for rank, count in zip(RANKS, counts, strict=True) if count == OF_A_RANK}
    flushes = [set(row[:_FIVE:2]) for row in rows if len(row) > _FIVE]
    if max(counts) > OF_A_RANK or len(flushes) > len(SUITS) or any(len(f) < FLUSH_COUNT for f in flushes):
        return False
    others = [set(row[::2]) for row in rows if len(row) == _FIVE] if len(used_up) >= FLUSH_COUNT else []
    return not any(len(ranks) == FLUSH_COUNT and ranks <= used_up for ranks in others)


def _plain_board(board: BoardSyntax, player: str) -> Board | None:
    """Return a board if all its cards have a rank and a suit, otherwise None."""
    if board.labels not in IN_ORDER or board.status is not None or board.marks:
        return None
    texts = [row.text for row in board.rows]
    rows = [row.split(" ") if " " in row else re.findall("..?", row) for row in texts]
    if [len(codes) for codes in rows] != _SIZES:
        return None
    if any(code not in WEIGHTS or len(code) != 2 for codes in rows for code in codes):
        return None
    top, middle, bottom = map(" ".join, rows)
    line = board.at.line
    return Board.of(player, top, middle, bottom, line=line.number, source=line.text)


def in_own_words(boards: Iterable[BoardSyntax | Board], words: Words) -> Iterator[BoardSyntax | Board]:
    """Replace the players' own words for claims and fouls by the program's."""
    for board in boards:
        if isinstance(board, Board):
            yield board
        elif board.claim is not None:
            kind = kind_called(board.claim.text, words)
            yield board if kind is None else board._replace(claim=board.claim._replace(text=kind))
        elif board.status is not None or len(board.rows) != 1:
            yield board
        elif is_called(board.rows[0].text, "foul", words):
            yield board._replace(labels=(), rows=(), status=board.rows[0]._replace(text="foul"))
        else:
            kind = kind_called(board.rows[0].text, words)
            yield board if kind is None else board._replace(rows=(board.rows[0]._replace(text=kind),))
