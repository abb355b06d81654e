"""The people of a session, their names and short names, and the players of a deal."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problem, Problems, describe_character, letters_apart, listed, near
from ofcscore.game.cards import BOARD_SIZE, Board
from ofcscore.log.keys import SEVERAL
from ofcscore.log.syntax import BoardSyntax, DealSyntax, Part, Text, in_their_line, located, mended
from ofcscore.scoring.deal import HOUSE

NAME_LIMIT: Final = 64
# Joiners are part of words in several scripts, and of family emoji.
_JOINERS: Final = "\u200c\u200d"

# Invisible characters in names: joiners, variation selectors and fillers.
_UNSEEN: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200c\u200d\U00016fe4").union(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
# Characters that some fonts show as a space, although they are not in a space category.
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
# Letters that are the same letter in another width, type or position.
_SAME_LETTERS: Final = frozenset(
    ("<wide", "<narrow", "<font", "<compat", "<initial", "<medial", "<final", "<isolated")
)

_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХЗаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ", "ABESIJKMHOPCTYX3aeopcyxijshdqwABEZHIKMNOPTYXovu"
)
COMPARED: Final = 500
"""The number of players, first ones first, that a new name is compared with."""
_ONE_LETTER_FROM: Final = 3
_TWO_LETTERS_FROM: Final = 5
"""The least length of two similar names: Al and Ed are too short."""
_ALIKE: Final = 4
"""The length of a common prefix that makes two names similar: Kathi, Katharina."""
_FAR: Final = 3
_SHORTEST: Final = 3
"""The least length of an abbreviation: Al is too short for Alexander."""
_MOST_LISTED: Final = 9
_PLAIN: Final = "[A-Za-z][A-Za-z0-9._]*"
_FEW: Final = 8
"""The most names that a help lists."""
MOST_BOARDS: Final = 52 // BOARD_SIZE
_LONGEST_SHOWN: Final = 60
"""The longest line that a help repeats."""


def normal_name(text: str) -> str:
    """Normalize a name: composed letters, single spaces, none around it."""
    if text.isascii() and "  " not in text and text == text.strip():
        return text
    return " ".join(filter(None, unicodedata.normalize("NFC", text).strip().split(" ")))


def name_key(text: str) -> str:
    """Return the key shared by spellings of one name that differ only in case.

    >>> name_key("Mary  Ann") == name_key("mary ann "), name_key("Tom") == name_key("Tim")
    (True, False)
    """
    return unicodedata.normalize("NFC", normal_name(text).lower())


def looks(name: str) -> tuple[str, ...]:
    """Return the visual skeletons of a name: Latin look-alikes, no unseen characters.

    A filler may look like a space or like nothing, so a name with fillers has two skeletons.
    """
    if name.isascii():
        return (" ".join(name.split()),)
    seen = "".join(c if c in _FILLERS else _seen(c) for c in name)
    ways = ("".join(way if c in _FILLERS else c for c in seen) for way in (" ", ""))
    return tuple(dict.fromkeys(unicodedata.normalize("NFC", " ".join(way.split())) for way in ways))


def _is_forbidden(character: str) -> bool:
    is_odd = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
    return character == "\u034f" or (is_odd and character != " " and character not in _JOINERS)


def _seen(character: str) -> str:
    """Return the letters that a character looks like, "" if it is invisible."""
    if character in _UNSEEN or character in _FILLERS:
        return ""
    if unicodedata.decomposition(character).partition(">")[0] in _SAME_LETTERS:
        character = unicodedata.normalize("NFKC", character)
    return character.translate(_LOOK_ALIKES)


def is_name(name: Text, problems: Problems) -> bool:
    """Return True if a text can be the name of a player or a deal; otherwise report an error."""
    text = name.text
    normal = normal_name(text)
    plain = text.isascii() and text.isprintable()
    odd = None if plain else next((i for i, c in enumerate(text) if _is_forbidden(c)), None)
    code, hint = "name-empty", "write the player's name"
    if not normal:
        message = "this name is empty"
    elif odd is not None:
        code, message = "name-character", f"{describe_character(text[odd])} cannot be part of a name"
        blank = unicodedata.category(text[odd]) == "Zs"
        hint = "write an ordinary space" if blank else "delete this invisible character"
        name = name.part(odd, odd + 1)
    elif not any(looks(normal)):
        message = f"this name has only invisible characters: {odd_letters(normal)}"
    elif len(normal) > NAME_LIMIT:
        code, hint = "name-too-long", "use a shorter name"
        message = f"this name has {len(normal)} characters, but at most {NAME_LIMIT} are allowed"
    else:
        return True
    problems.refuse(code, name.place, message, hint)
    return False


def odd_letters(name: str) -> str:
    """Return the look-alike and invisible letters of a name as a message shows them."""
    letters = dict.fromkeys(c for c in name if _seen(c) != c)
    return ", ".join(map(describe_character, letters))


def _has_mark(name: str, known: Iterable[str]) -> bool:
    """Return True for a name with a mark that may have a meaning: `Ana (x2)`, or Ana's `Ana X`."""
    if name.isalnum():
        return False
    from ofcscore.log.vocabulary import has_mark

    return (name[-2:].lower() in (" f", " x") and name[:-2] in known) or has_mark(name)


class _Doubt(NamedTuple):
    name: Text
    other: str
    where: Text


def _is_short_for(short: str, name: str) -> bool:
    """Return True if one name may be short for the other.

    `Tom`, `Kramer`, `TK` and `Tom K.` are short for Tom Kramer. Both names are in lower case.
    """
    words, said = name.replace(".", " ").split(), short.replace(".", " ").split()
    initials = "".join(word[0] for word in words)
    long_enough = len(short) >= _SHORTEST and not name[len(short) :].isdecimal()
    nearly = len(short) == _SHORTEST - 1 and len(name) <= _SHORTEST + 1 and name.isalpha()
    begins = name.startswith(short) and (long_enough or nearly)
    each = len(said) == len(words) > 1 and all(map(str.startswith, words, said))
    return short != name and (begins or each or short in words or (len(words) > 1 and short == initials))


def _are_forms(one: str, other: str) -> bool:
    """Return True if both are forms of one name (`Mike`, `Michael`) or share a prefix."""
    alike = one[:_ALIKE] == other[:_ALIKE] and min(len(one), len(other)) >= _ALIKE
    return alike or any(one in forms and other in forms for forms in _forms())


@cache
def _forms() -> tuple[frozenset[str], ...]:
    from ofcscore.log.words import tables

    return tuple(frozenset((name, *others)) for name, others in tables()["people"]["forms"].items())


def are_near(one: str, other: str) -> bool:
    """Return True if two names may be one player's: a letter or two apart, or short."""
    return 0 < _apart(one, other) < _FAR


def _may_be_meant(new: str, other: str) -> bool:
    """Return True if a new name may mean another player of the same deal.

    A misspelling keeps the initial: Ban and Lan are two players.
    """
    one, two = new.lower(), other.lower()
    initials = {_SIGNS.sub("", name)[:1] for name in (one, two)}
    related = len(initials) == 1 or _is_short_for(*sorted((one, two), key=len)) or _are_forms(one, two)
    return new != other and related and are_near(one, two)


_SIGNS: Final = re.compile(r"[\W_]+")
_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ß": "ss"})


def _apart(one: str, other: str) -> int:
    """Return the edit distance of two names; `_FAR` if they surely differ."""
    is_same = one.lower() == other.lower()
    one, other = (name.lower().rstrip(".").translate(_TWO_LETTERS) for name in (one, other))
    # An initial can abbreviate the name.
    initial = min(len(one), len(other)) == 1 and one[:1] == other[:1] and one.isalpha() and other.isalpha()
    short, long = sorted((_SIGNS.sub("", one), _SIGNS.sub("", other)), key=len)
    # Beside `Ben`, `(Ben)` and `Ben2` may be the same player.
    alike = one == other or (short and short in (long, long.rstrip("0123456789")))
    related = _is_short_for(*sorted((one, other), key=len)) or (one != other and _are_forms(one, other))
    if (alike and not is_same) or initial or related:
        return 1
    if re.findall("[0-9]+", one) != re.findall("[0-9]+", other):
        return _FAR
    most = (max(len(one), len(other)) >= _ONE_LETTER_FROM) + (min(len(one), len(other)) >= _TWO_LETTERS_FROM)
    apart = letters_apart(one, other, most)
    return _FAR if apart is None else apart


class People:
    """The people of a session as its logs name them.

    `of_board` has the people whose boards have other names.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._short: dict[str, str] = {}
        self.of_board: dict[str, str] = {}
        self._stands: dict[str, tuple[str, Text]] = {}
        """Each alias -> the person it means and the position where that is stated."""
        self._own: dict[str, Text] = {}
        """Each main name and the position where it first occurs."""
        self._spelling: dict[str, str] = {}
        """The first spelling of each name, by `name_key`."""
        self._apart: dict[str, frozenset[str]] = {}
        """Spellings that a `players` key lists as different players, by `name_key`."""
        self._seen: dict[str, Text] = {}
        self._new: dict[str, Text] = {}
        """Players with a board in this deal whom no earlier board or `players` key names."""
        self._doubts: dict[str, _Doubt] = {}
        """New names similar to another that never had a board in the same deal."""
        self._looks: dict[str, str] = {}
        self._mentioned: dict[str, Text] = {}
        self._house: Text | None = None
        self._bad: set[str] = set()
        self.begin_file()

    @property
    def names(self) -> frozenset[str]:
        """All names so far in lower case."""
        met = (*(self._listed or ()), *self._seen, *self._own, *self._stands)
        return frozenset(name.lower() for name in met)

    def begin_file(self) -> None:
        """Begin a log: anybody may play until a `players` key; short names stay."""
        self._listed: frozenset[str] | None = None
        self._line: tuple[tuple[str, ...], ...] = ()
        """The names per seat in the `players` key of this log, as written."""
        self.seats: tuple[str, ...] = ()
        """The people at the table of this log, in seat order, by its `players` key."""
        self._players: dict[str, str] = {}
        """Names of boards as written -> the person they mean."""

    def list_players(self, seats: Sequence[Part]) -> tuple[str, ...]:
        """Read a `players` key and return the people in seat order."""
        self._line = tuple([tuple([normal_name(name.text) for name in seat.names]) for seat in seats])
        spelled: dict[str, set[str]] = {}
        for name in (name for names in self._line for name in names):
            spelled.setdefault(name_key(name), set()).add(name)
        self._apart.update((key, frozenset(names)) for key, names in spelled.items() if len(names) > 1)
        people: dict[str, Text] = {}
        others: dict[str, list[tuple[str, Text]]] = {}
        for seat in seats:
            first, *rest = seat.names
            person = self._valid(first)
            if person is None:
                continue
            where = people.setdefault(person, first)
            if where is not first:
                already = f"{person} is already in this list ({whence(where, first)})"
                self._refuse("player-repeated", first, already, "list every player once")
                continue
            others[person] = [(other, text) for text in rest if (other := self._valid(text)) is not None]
            if person in self._stands:
                self._taken(person, first, *self._stands[person])
        stands_for = self._standing(others, people)
        # With one other name, that is an alias; with several, each has a board of its own.
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

    def _standing(
        self, others: Mapping[str, Sequence[tuple[str, Text]]], people: Mapping[str, Text]
    ) -> dict[str, tuple[str, Text]]:
        stands_for: dict[str, tuple[str, Text]] = {}
        for person, other, text in ((person, *name) for person, names in others.items() for name in names):
            owner, where = stands_for.get(other, (person, text))
            if other == person:
                continue
            taken = people.get(other) or self._own.get(other)
            if owner != person:
                self._taken(other, text, owner, where)
            elif taken is not None:
                self._taken(other, text, other, taken)
            if owner == person and other not in people:
                stands_for[other] = (person, text)
        return stands_for

    def _taken(self, name: str, text: Text, owner: str, where: Text) -> None:
        what = "already another player's name" if owner == name else f"already {owner}'s short name"
        hint = "the logs of one session share all names: use another name in one of them"
        if where.line.file == text.line.file:
            hint = "use each short name for one player only"
        self._refuse("short-name-taken", text, f"{name} is {what} ({whence(where, text)})", hint)

    def _refuse(self, code: str, at: Text, message: str, hint: str | None) -> None:
        self._problems.refuse(code, at.place, message, hint)

    def player(self, name: Text) -> str | None:
        """Return the player of a board's name; if invalid, report it once, return None."""
        known = self.known(name.text)
        if known is not None:
            return known
        normal = self._valid(name)
        if normal is None or normal in self._bad:
            return None
        if not self._may_be(normal, name):
            self._bad.add(normal)
            return None
        player = self._players[name.text] = self._short.get(normal, normal)
        if player not in self._seen and player not in self._own and player not in self._stands:
            self._new[player] = name
        self._seen.setdefault(player, name)
        if self.person(player) == normal:
            self._own.setdefault(normal, name)
        if normal == HOUSE:
            self._check_house(name)
        if self._listed is None:
            self._compare_looks(player, name)
        return player

    def known(self, name: str) -> str | None:
        """Return the player whose earlier board in this log has this name."""
        return self._players.get(name)

    def is_known(self, name: str) -> bool:
        """Return True if a person has this name in the session so far."""
        normal = self.spelled(name)
        return any(normal in names for names in (self._listed or (), self._seen, self._own, self._stands))

    def is_new(self, player: str) -> bool:
        """Return True if the first board of a player is in the open deal."""
        return player in self._new

    def ask_if_another(self, name: Text, player: str, others: Iterable[str]) -> None:
        """Report the status of a new player who may be one of `others`: `T: foul`, `Tom`."""
        other = next((other for other in others if _may_be_meant(player, other)), None)
        if other is None or self._listed is not None:
            return
        what = f"is {player} one more player, or {other}, who has a board in this deal?"
        hint = f"if the board of {other} is meant, put the mark after its cards, for example `(foul)`; "
        hint += f"if {player} plays too, name all players in `players:`"
        self._refuse("name-unknown", name, what, hint)

    def play(self, players: Sequence[str]) -> None:
        """Record a deal with boards of these players."""
        if not self._new and not self._doubts:
            return
        for player in [p for p, doubt in self._doubts.items() if p in players and doubt.other in players]:
            del self._doubts[player]
        for player, name in self._new.items():
            missing = [other for other in islice(self._seen, COMPARED) if other not in players]
            numbered = [other for other in missing if re.fullmatch(re.escape(player) + "[0-9]+", other)]
            missing = [other for other in missing if len(numbered) < 2 or other not in numbered]
            # Names that differ only in case have an error of their own.
            apart, other = min(((_apart(player, other), other) for other in missing), default=(_FAR, ""))
            if 0 < apart < _FAR:
                self._doubts[player] = _Doubt(name, other, self._seen[other])
        self._new.clear()

    def _may_be(self, normal: str, name: Text) -> bool:
        """Return True if a name is listed or may be new; otherwise report an error."""
        listed = self._listed if self._listed is not None else self._apart.get(name_key(normal))
        if listed is None and _has_mark(normal, self._seen):
            what = f"is {normal} a name, or does it say more than who plays?"
            hint = "write a mark such as `(foul)` after the cards or in a column of its own; "
            hint += "if it is a name, list it in `players:`"
            self._refuse("name-unknown", name, what, hint)
            return False
        if listed is None or normal in listed:
            return True
        self._problems.add(self._unknown(name, normal, listed, "is not in `players:`"))
        return False

    def spelled(self, name: str) -> str:
        """Return the first spelling of a name unless `players` lists several spellings."""
        normal = normal_name(name)
        key = name_key(normal)
        return normal if key in self._apart else self._spelling.setdefault(key, normal)

    def person(self, board: str) -> str:
        """Return the person who plays a board."""
        return self.of_board.get(board, board)

    def mention(self, name: Text, *, house: bool = False) -> str | None:
        """Return the player that a key names; if impossible, report it and return None.

        Without a `players` key, a missing player is only known at the end of the session.
        """
        normal = self._valid(name)
        if normal is None or (house and normal == HOUSE):
            return normal
        if not self._may_be(normal, name):
            return None
        player = self._short.get(normal, normal)
        if self._listed is None and player not in self._seen:
            self._mentioned.setdefault(player, name)
        return player

    def finish(self) -> None:
        """Report names that never had a board and warn about similar names."""
        self._warn_of_near_names()
        known = {*self._seen, *(self.person(name) for name in self._seen)}
        # Invalid names of own boards are reported already.
        told = {self.spelled(name) for name in self._problems.unread} if self._mentioned else set()
        for normal, name in self._mentioned.items():
            if normal in known or normal in told:
                continue
            problem = self._unknown(name, normal, known, "has no board in any deal")
            # A skipped deal may have had the board, so only a similar name is reported.
            if problem.hint is not None or not self._problems.left_out:
                self._problems.add(problem)

    def _warn_of_near_names(self) -> None:
        seen = self._seen
        is_short = len(seen) <= _MOST_LISTED and all(re.fullmatch(_PLAIN, one) for one in seen)
        two = f"write `players: {', '.join(seen)}` above the deals" if is_short else "list both in `players:`"
        short = {doubt.other: player for player, doubt in self._doubts.items() if len(player) == 1}
        for player, (name, other, where) in self._doubts.items():
            # Boards side by side have their names elsewhere.
            is_there = "\t" not in name.line.text and name.line.text.startswith(name.text, name.column - 1)
            one = mended(name, other) if is_there else other
            there = f"{other} ({whence(where, name)})"
            message = f"{player} is new, and {there} is missing from this deal: are they one player?"
            if short.get(other) == player and other[:1].lower() == player.lower():
                hint = f"write `{self.players_line(short)}` above the deals"
                self._refuse(
                    "name-unknown", name, message, f"if they are one, {hint}; if they are two, {two}"
                )
                continue
            hint = f"if they are one, write `{one}`; if they are two, {two}"
            self._warn("name-near", name, message, hint, (player, other))

    def _warn(self, code: str, at: Text, message: str, hint: str, people: tuple[str, str]) -> None:
        self._problems.add(Problem(code, at.place, message, hint, warning=True, people=people))

    def _unknown(self, name: Text, normal: str, known: Set[str], why: str) -> Problem:
        meant = _meant(normal, known)
        hint = f"did you mean {listed(meant)}?" if meant else None
        short = self._short_for(normal) if known is self._listed else []
        if normal.lower() in SEVERAL:
            people = [own for own in self._own if own in known]
            who = f": {listed(people, 'and')}" if 0 < len(people) <= _FEW else ""
            hint = f"write each player by name with that player's share{who}"
        elif short or (known is self._listed and not meant):
            fixes = [f"`{self.players_line({person: normal})}` if {normal} is {person}" for person in short]
            fixes.append(f"`{self.players_line({normal: ''})}` if {normal} is one more player")
            hint = f"write {listed(fixes)}"
        return Problem("name-unknown", name.place, f"{normal} {why}", hint)

    def _short_for(self, name: str) -> list[str]:
        """Return the listed players that a new name may abbreviate: `M` for `Mia`."""
        short, found = name_key(name), []
        for person in (names[0] for names in self._line if len(names) == 1):
            key = name_key(person)
            initials = "".join(word[0] for word in key.split())
            if short != key and (key.startswith(short) or (len(short) > 1 and short == initials)):
                found.append(person)
        return found if len(found) <= _FEW else []

    def players_line(self, added: Mapping[str, str]) -> str:
        """Return the `players` line with added short names and new players at its end."""
        there = self._line or tuple((name,) for name in self._seen if name not in added.values())
        new = [(name,) for name in added if name not in {names[0] for names in there}]
        seats = [(*names, *filter(None, (added.get(names[0]),))) for names in (*there, *new)]
        names = ((_in_list(first), " + ".join(map(_in_list, others))) for first, *others in seats)
        return f"players: {', '.join(' = '.join(filter(None, pair)) for pair in names)}"

    def _valid(self, name: Text) -> str | None:
        return self.spelled(name.text) if is_name(name, self._problems) else None

    def house_takes_part(self, at: Text) -> None:
        """Record that the house takes a rake or is part of an adjustment or payment."""
        if self._house is None:
            self._house = at
            self._check_house(at)

    def _check_house(self, at: Text) -> None:
        """Report once if a player has the name of the house and the house takes part."""
        plays = HOUSE in self._seen or HOUSE in self._own or HOUSE in self._stands
        if plays and self._house is not None and HOUSE not in self._bad:
            self._bad.add(HOUSE)
            message = f"no player can be called {HOUSE}, because the house itself takes part"
            self._refuse("name-house", at, message, "give the player another name")

    def _compare_looks(self, name: str, text: Text) -> None:
        """Warn once about a name that looks like another but is spelled differently."""
        others = [self._looks.setdefault(key.casefold(), name) for key in looks(name)]
        other = next((other for other in others if other != name), name)
        foreign = [one for one in (name, other) if looks(one) != (one,)]
        # If neither is foreign, `players:` lists both.
        if other != name and foreign:
            which = "first" if foreign[0] == name else "second"
            odd = f"the {which} name has {odd_letters(foreign[0])}"
            message = f"{name} and {other} look alike but count as two players: {odd}"
            hint = "if they are one player, write the name the same way both times"
            self._warn("name-look-alike", text, message, hint, (self.person(name), self.person(other)))


def _in_list(name: str) -> str:
    """Return a name for a list, in quotes unless it is one plain word."""
    return name if re.fullmatch(r"[^\W\d][\w.]*", name) else '"' + name.replace('"', '""') + '"'


def whence(where: Text, here: Text) -> str:
    """Return the position of `where` relative to `here`: line and file, line or column."""
    if where.line.file != here.line.file:
        return f"line {where.line.number} of {where.line.file}"
    if where.line.number == here.line.number:
        return f"column {where.column}"
    return f"line {where.line.number}"


def _meant(name: str, known: Set[str]) -> list[str]:
    """Return known names one letter away from a name, otherwise the nearest one."""
    small = name.lower()
    alike = [one for one in sorted(known) if {*small}.intersection(one.lower())]
    close = [one for one in alike if letters_apart(small, one.lower(), 1) is not None]
    nearest = near(name, sorted(known), 0.6)
    return close if 0 < len(close) <= _FEW else [nearest] if nearest is not None else []


def read_players(
    boards: Sequence[BoardSyntax | Board], file: str, people: People, problems: Problems
) -> list[str]:
    """Return the player of each board of a deal, "" for an invalid name.

    If no board has a name, the seats give the players in order.
    """
    players: list[str] = []
    nameless: list[int] = []
    for index, board in enumerate(boards):
        if isinstance(board, Board):
            players.append(people.known(board.player) or people.player(located(board, file).at) or "")
        elif board.name is not None:
            players.append(people.player(board.name) or "")
        else:
            nameless.append(index)
            players.append("")
    if nameless:
        seats = people.seats or tuple(f"Player {seat}" for seat in range(1, len(boards) + 1))
        named = not people.seats and any(not name.startswith("player ") for name in people.names)
        if len(nameless) == len(boards) == len(seats) and not named:
            players = [*seats]
        else:
            others = "others in this log do" if named else f"`players:` names {len(seats)}"
            others = "others in the deal do" if len(nameless) < len(boards) else others
            for index in nameless:
                above = located(boards[index - 1], file) if index else None
                _ask_whose(located(boards[index], file), above, others, problems)
    for board, player in zip(boards, players, strict=True):
        if not board.rows and people.is_new(player):
            syntax = located(board, file)
            if _plays(syntax) and not syntax.marks:
                with_cards = [other for one, other in zip(boards, players, strict=True) if one.rows]
                people.ask_if_another(syntax.at, player, with_cards)
    people.play(players)
    return players


def _ask_whose(board: BoardSyntax, above: BoardSyntax | None, others: str, problems: Problems) -> None:
    """Report a board without a name; `others` says which other boards have names."""
    if board.spoiled:
        return
    line = _line_without_name(board)
    hint = "add the player's name to this board; in a text log, write `NAME: TOP / MIDDLE / BOTTOM`"
    if line is not None:
        hint = f"put the player's name first: `NAME: {line}`"
    marked = _with_mark(above, board.marks[0].text) if above and board.marks and not board.rows else None
    if marked is not None:
        hint = f"if it means the board above, remove this line and write `{marked}`"
    what = f"this board has no player's name, but {others}"
    problems.refuse("name-missing", board.at.place, what, hint)


def _line_without_name(board: BoardSyntax) -> str | None:
    """Return the line of a board, None if the line is not only that board."""
    whole = in_their_line(board.rows, "") if board.rows else None
    text = board.rows[0].line.text.strip() if whole is not None else ""
    # Only the label of a row may be before the first card.
    before = board.rows[0].line.text[: board.rows[0].column - 1] if text else ""
    is_plain = re.fullmatch(r"[ \t]*(?:[^\W\d_]+[ \t]*:[ \t]*)?", before) is not None
    return text if is_plain and 0 < len(text) <= _LONGEST_SHOWN else None


def _with_mark(board: BoardSyntax, mark: str) -> str | None:
    """Return a board's last line with a mark added, None if that does not parse."""
    # The parser takes time to import, and most logs have no such board.
    from ofcscore.log.text.chat_stamps import message_of
    from ofcscore.log.text.normalize import normalize
    from ofcscore.log.text.syntax_builder import parse
    from ofcscore.log.vocabulary import ENGLISH

    if not board.rows:
        return None
    row = board.rows[-1]
    marked = mark in (known.text for known in board.marks)
    line = mended(row, row.text if marked else f"{row.text} ({mark})")
    marked_line = row.line._replace(text=line)
    sent = message_of(marked_line)
    read = parse(normalize(marked_line, sent.start if sent is not None else 0), ENGLISH)
    return line if read.sound and isinstance(read.value, BoardSyntax) else None


def check_players(
    syntax: DealSyntax, players: Sequence[str], name: str, problems: Problems, people: People | None = None
) -> list[str]:
    """Return the players of a deal and report repeated ones as ""."""
    first: dict[str, BoardSyntax] = {}
    once: list[str] = []
    playing = 0
    for index, (board, player) in enumerate(zip(syntax.boards, players, strict=True)):
        before = first.setdefault(player, board) if player else board
        playing += _plays(board)
        once.append(player if before is board and playing <= MOST_BOARDS else "")
        code, again, others = "player-repeated", False, len(players) - index - 1
        plain = _without_correction(player) or ""
        if before is board:
            if plain not in first:
                continue
            message = f"{plain} already has a board in this deal (line {first[plain].at.line.number})"
            hint = f"if this one is right, remove the other and write `{plain}:`"
        else:
            # The first player again after others: another deal has begun.
            again = index > 1 and players[0] in players[index:]
            names = [normal_name(one.name.text) for one in (before, board) if one.name is not None]
            message = f"{player} already has a board in this deal (line {before.at.line.number})"
            hint = "correct the name of one of the two boards"
            is_foul = board.status is not None and board.status.text == "foul" and not board.rows
            is_foul = is_foul and not board.marks and not (again and others)
            if len({*names}) > 1 and len({*map(name_key, names)}) == 1:
                one = f"{listed(names, 'and')} are one player, who already has a board in this deal"
                code, again, message = "name-case", False, f"{one} (line {before.at.line.number})"
                line = people.players_line(dict.fromkeys(names, "")) if people is not None else "players:"
                hint = f"if they are two players, write `{line}`"
            elif is_foul and (marked := _with_mark(before, "foul")) is not None:
                hint = f"if it was a foul, remove this line and write `{marked}`"
            elif again:
                hint = "is a `deal` line missing before it?"
        problems.refuse(code, board.at.place, message, hint)
        if again:
            return [*once, *[""] * others]
    _check_count(syntax, players, name, problems)
    return once


def _without_correction(player: str) -> str | None:
    """Return the name before a word of correction: `Ben` of `Ben new`; otherwise None."""
    name, _, word = player.rpartition(" ")
    if not name:
        return None
    from ofcscore.log.words import tables

    return name.rstrip(" ,-(") if word.strip("()").lower() in tables()["people"]["corrects"] else None


def _plays(board: BoardSyntax) -> bool:
    return board.status is None or board.status.text != "absent"


def _check_count(syntax: DealSyntax, players: Sequence[str], name: str, problems: Problems) -> None:
    there = [board for board in syntax.boards if _plays(board)]
    if len(there) > MOST_BOARDS:
        cards = f"{len(there)} boards of {BOARD_SIZE} cards, but a deck is enough for {MOST_BOARDS}"
        at = there[MOST_BOARDS].at.place
        problems.refuse("deal-players", at, f"deal {name} has {cards}", "is a `deal` line missing?")
    if len(there) >= 2:
        return
    behind = syntax.boards[-1].at if syntax.boards else syntax.at
    hint = "write a board for each player, or remove the deal"
    if not syntax.boards:
        message = f"deal {name} has no boards"
        if any(entry.key.text == "adjust" for entry in syntax.entries):
            hint = "write `points:` in place of `adjust:` if these are the points of the deal"
    elif not there:
        message = f"nobody plays in deal {name}"
    else:
        only = players[syntax.boards.index(there[0])] or "one player"
        message = f"deal {name} has only one player, {only}, but needs at least two"
        hint = "add the other boards; to rank a single board, use `ofcscore explain`"
    problems.refuse("deal-players", behind.place, message, hint)
