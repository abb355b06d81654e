"""Who is who in a session: names, short names, people with several boards, and who is only mentioned."""

from collections.abc import Mapping, Sequence, Set
from typing import Final

from ofcscore.log.check.names import is_name, looks, normal_name, odd_letters
from ofcscore.log.check.newcomers import Newcomers
from ofcscore.log.keys import SEVERAL
from ofcscore.log.syntax import Part, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import letters_apart, listed, near
from ofcscore.scoring.deal import HOUSE

_FEW: Final = 8
"""How many names a hint may have."""


class People:
    """The people of a session, as its logs name them; `of_board` has those of boards called otherwise."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._short: dict[str, str] = {}
        self.of_board: dict[str, str] = {}
        self._stands: dict[str, tuple[str, Text]] = {}
        """Names that stand for somebody else in some log: for whom, and where that is said."""
        self._own: dict[str, Text] = {}
        """Names that are people's own in some log, and where the first one was met."""
        self._listed: frozenset[str] | None = None
        self.seats: tuple[str, ...] = ()
        """Who sits at the table of this log, in order, by its `players` key."""
        self._players: dict[str, str] = {}
        """Names of boards as written -> the name they stand for."""
        self._seen: dict[str, Text] = {}
        self._newcomers = Newcomers()
        self._looks: dict[str, str] = {}
        self._mentioned: dict[str, Text] = {}
        self._house: Text | None = None
        self._bad: set[str] = set()

    def begin_file(self) -> None:
        """A new log: who may play is open until a `players` key says otherwise; short names stay."""
        self._listed = None
        self.seats = ()
        self._players.clear()

    def list_players(self, seats: Sequence[Part]) -> tuple[str, ...]:
        """Takes in a `players` key; the people in the order of their seats."""
        people: dict[str, Text] = {}
        others: dict[str, list[tuple[str, Text]]] = {}
        for seat in seats:
            first, *rest = seat.names
            person = self._valid(first)
            if person is None or not self._once(person, first, people):
                continue
            others[person] = [(other, text) for text in rest if (other := self._valid(text)) is not None]
            if person in self._stands:
                self._taken(person, first, *self._stands[person])
        stands_for = self._standing(others, people)
        # Of one other name it is the short one; of several each has a board of its own.
        boards = {name: person for name, (person, _) in stands_for.items() if len(others[person]) > 1}
        short = {name: person for name, (person, _) in stands_for.items() if name not in boards}
        self._short = {name: of for name, of in self._short.items() if name not in stands_for} | short
        self.of_board = {name: of for name, of in self.of_board.items() if name not in stands_for} | boards
        self._stands.update(stands_for)
        self._own = {**people, **self._own}
        self._listed = frozenset((*people, *stands_for))
        self._players.clear()
        for name, text in (*people.items(), *((n, t) for n, (_, t) in stands_for.items())):
            if name == HOUSE:
                self._check_house(text)
            self._compare_looks(name, text)
        self.seats = tuple(people)
        return self.seats

    def _once(self, name: str, text: Text, people: dict[str, Text]) -> bool:
        """Whether a name is new in a list, which then has it; a problem where it is not."""
        where = people.setdefault(name, text)
        if where is not text:
            already = f"{name} is already in this list ({whence(where, text)})"
            self._problems.refuse("player-repeated", text.place, already, "every player is listed once")
        return where is text

    def _standing(
        self, others: Mapping[str, Sequence[tuple[str, Text]]], people: Mapping[str, Text]
    ) -> dict[str, tuple[str, Text]]:
        """For whom each of the other names of a list stands, and where; a problem where it is taken."""
        stands_for: dict[str, tuple[str, Text]] = {}
        for person, names in others.items():
            for other, text in names:
                owner, where = stands_for.get(other, (person, text))
                if other == person:
                    continue
                if owner != person:
                    self._taken(other, text, owner, where)
                elif other in people:
                    self._taken(other, text, other, people[other])
                else:
                    if other in self._own:
                        self._taken(other, text, other, self._own[other])
                    stands_for[other] = (person, text)
        return stands_for

    def _taken(self, name: str, text: Text, owner: str, where: Text) -> None:
        what = "another player's name" if owner == name else f"already a name of {owner}'s"
        hint = "logs that are one session call everybody the same: write another name in one of them"
        if where.line.file == text.line.file:
            hint = "every short name stands for one player"
        message = f"{name} is {what} ({whence(where, text)})"
        self._problems.refuse("short-name-taken", text.place, message, hint)

    def player(self, name: Text) -> str | None:
        """The player whose board a name heads, None (and a problem, once) where it cannot be one."""
        return self.known(name.text) or self._new_player(name)

    def known(self, name: str) -> str | None:
        """The player whose board this name has headed before in this log."""
        return self._players.get(name)

    def is_known(self, name: str) -> bool:
        """Whether somebody is called so, as far as the session was read."""
        normal = normal_name(name)
        return any(normal in names for names in (self._listed or (), self._seen, self._own, self._stands))

    def _new_player(self, name: Text) -> str | None:
        normal = self._valid(name)
        if normal is None or normal in self._bad:
            return None
        normal = self._as_listed(normal)
        player = self._short.get(normal, normal)
        if self._listed is not None and normal not in self._listed:
            self._bad.add(normal)
            self._problems.add(self._unknown(name, normal, self._listed, "is not in `players:`"))
            return None
        self._players[name.text] = player
        if player not in self._seen and player not in self._own and player not in self._stands:
            self._newcomers.add(player, name)
        self._seen.setdefault(player, name)
        if self.person(player) == normal:
            self._own.setdefault(normal, name)
        if normal == HOUSE:
            self._check_house(name)
        if self._listed is None:
            self._compare_looks(player, name)
        return player

    def play(self, players: Sequence[str]) -> None:
        """A deal with boards of these players."""
        self._newcomers.play(players, self._seen)

    def _as_listed(self, name: str) -> str:
        """A name as `players` has it, where it has one alone that is the same but for capital letters."""
        if self._listed is None or name in self._listed:
            return name
        same = [listed for listed in self._listed if listed.casefold() == name.casefold()]
        return same[0] if len(same) == 1 else name

    def spelled(self, name: str) -> str:
        """A name of a board as `fmt` writes it: with the capital letters that `players` gives it."""
        return self._as_listed(normal_name(name))

    def person(self, board: str) -> str:
        """The person who plays a board."""
        return self.of_board.get(board, board)

    def mention(self, name: Text, *, house: bool = False) -> str | None:
        """Who is meant by a name in a key, None (and a problem) where it can be nobody.

        Without a `players` key, whether there is such a player is known at the end of the session.
        """
        normal = self._valid(name)
        if normal is None:
            return None
        if house and normal == HOUSE:
            return normal
        normal = self._as_listed(normal)
        if self._listed is not None and normal not in self._listed:
            self._problems.add(self._unknown(name, normal, self._listed, "is not in `players:`"))
            return None
        player = self._short.get(normal, normal)
        if self._listed is None and player not in self._seen:
            self._mentioned.setdefault(player, name)
        return player

    def finish(self) -> None:
        """The end of the session: names that never had a board, or may be one player's."""
        self._newcomers.warn(self._seen, self._problems)
        known = {*self._seen, *(self.person(name) for name in self._seen)}
        # What is wrong with the line of somebody's own board is told already.
        told = self._problems.line_heads if self._mentioned else frozenset()
        for normal, name in self._mentioned.items():
            if normal in known or normal in told:
                continue
            problem = self._unknown(name, normal, known, "has no board in any deal")
            # Whose boards a deal had that was left out, nobody knows: then only a near match is told.
            if problem.hint is not None or not self._problems.left_out:
                self._problems.add(problem)

    def _unknown(self, name: Text, normal: str, known: Set[str], why: str) -> Problem:
        if normal.lower() in SEVERAL:
            people = [own for own in self._own if own in known]
            who = f": {listed(people, 'and')}" if 0 < len(people) <= _FEW else ""
            each = f"write each player who is meant by name, with what is his own{who}"
            return Problem("name-unknown", name.place, f"{normal} {why}", each)
        meant = _meant(normal, known)
        hint = f"did you mean {listed(meant)}?" if meant else None
        if not meant and "players" in why:
            hint = "add the name to `players:`"
        return Problem("name-unknown", name.place, f"{normal} {why}", hint)

    def _valid(self, name: Text) -> str | None:
        return normal_name(name.text) if is_name(name, self._problems) else None

    def house_takes_part(self, at: Text) -> None:
        """The house takes a rake, or is one side of an adjustment or a payment."""
        if self._house is None:
            self._house = at
            self._check_house(at)

    def _check_house(self, at: Text) -> None:
        """A problem, once, where the house takes part and somebody who plays is called like it."""
        plays = HOUSE in self._seen or HOUSE in self._own or HOUSE in self._stands
        if not plays or self._house is None or HOUSE in self._bad:
            return
        self._bad.add(HOUSE)
        message = f"{HOUSE} is a player, and the house takes part too: the two would be one person"
        self._problems.refuse("name-house", at.place, message, "give the player another name")

    def _compare_looks(self, name: str, text: Text) -> None:
        """Warns, once, of a name that differs from another in case, or in what is not seen or looks alike."""
        others = [self._looks.setdefault(key.casefold(), name) for key in looks(name)]
        other = next((other for other in others if other != name), name)
        if other == name:
            return
        foreign = [one for one in (name, other) if looks(one) != (one,)]
        if foreign:
            code, why = "name-look-alike", f"look alike and are two players: {odd_letters(foreign[0])}"
        else:
            code, why = "name-case", "differ in capital letters alone and are two players"
        message, hint = f"{name} and {other} {why}", "if they are one player, write the name the same way"
        people = (self.person(name), self.person(other))
        self._problems.add(Problem(code, text.place, message, hint, warning=True, people=people))


def whence(where: Text, here: Text) -> str:
    """Where something stands, as it is told of what stands here."""
    if where.line.file != here.line.file:
        return f"line {where.line.number} of {where.line.file}"
    if where.line.number == here.line.number:
        return f"column {where.column}"
    return f"line {where.line.number}"


def _meant(name: str, known: Set[str]) -> list[str]:
    """The known names of which one may be meant by a name: those one letter off, else the nearest."""
    letters = set(name.lower())
    close = [
        one
        for one in sorted(known)
        if letters.intersection(one.lower()) and letters_apart(name.lower(), one.lower(), 1) is not None
    ]
    nearest = near(name, sorted(known), 0.6)
    return close if 0 < len(close) <= _FEW else [nearest] if nearest is not None else []
