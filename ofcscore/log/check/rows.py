"""Check boards row by row: sizes, suits, marks and the cards of the whole deal."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Fix, Place, Problem, Problems, listed, meant, near
from ofcscore.game.cards import BOARD_SIZE, JOKER, OF_A_RANK, RANKS, ROWS, SUITS, Board, Row, Stated, weigh
from ofcscore.game.naturals import KINDS, Naturals, best_natural
from ofcscore.game.ranks import rank_word
from ofcscore.game.spelling import (
    LEGAL_RANKS,
    CardAt,
    RowText,
    ask_about_jokers,
    find_kind,
    read_cards,
    refuse_jokers,
)
from ofcscore.log.check.people import whence
from ofcscore.log.syntax import ROW_LABELS, WORDS_FOR_BOARDS, BoardSyntax, Line, Text, fix_rows, in_their_line
from ofcscore.log.vocabulary import ENGLISH

_Ranks = frozenset[str]


class RowRead(NamedTuple):
    """One row as read.

    `player` is the owner; `row` is None for the thirteen cards of a claim.
    """

    player: str
    row: Row | None
    text: Text
    cards: RowText

    @property
    def whose(self) -> str:
        """The row's owner and name: `Hero's top row`."""
        return f"{self.player}'s {self.row.label} row" if self.row is not None else f"{self.player}'s claim"

    def at(self, card: CardAt) -> Text:
        return self.text.part(card.start, card.end)

    def in_word(self, card: CardAt) -> bool:
        """Return True if a card is part of a word that is not cards: the `As` of `Ash`."""
        before = re.split(r"[ \t,]", self.text.text[: card.start])[-1]
        start, word = card.start - len(before), re.split(r"[ \t,]", before + self.text.text[card.start :])[0]
        return any(start <= fault.start < start + len(word) for fault in self.cards.faults)

    @property
    def plain(self) -> bool:
        """True for a five-card row without suits and without a word such as `flush`."""
        of_five = self.row is not None and self.row.size == 5
        return of_five and self.cards.word is None and not any(card.suit for card in self.cards.cards)

    @property
    def ranks(self) -> _Ranks:
        return frozenset(card.rank for card in self.cards.real)

    @property
    def distinct(self) -> bool:
        """True if no two cards have the same rank; only then can a row be of one suit."""
        return len(self.ranks) == len(self.cards.real)


_Stated = tuple[str, RowRead, CardAt]
"""A card's code, its row and its position there."""


def rows_of(board: Board) -> Iterator[RowRead]:
    """Yield the rows of a board; claimed cards without rows are one row."""
    rows = [*zip(ROWS, board.rows, strict=True)] if board.rows is not None else [(None, board.cards or "")]
    for row, text in rows:
        yield RowRead(board.player, row, Text(text, Line("", 0, ""), 1, len(text)), read_cards(text))


def check_deck(
    rows: Sequence[RowRead], hidden_aces: int = 0, jokers: int = 0, *, whole: bool = True
) -> list[Problem]:
    """Return the errors of rows that one deck cannot have.

    A card may not occur twice, a rank five times, a joker too often, and each flush needs a suit.

    `hidden_aces` are the aces of boards whose cards were not shown, and `jokers` is the number of jokers in
    the deck. One mistake gives one error. A deal that is not `whole` is only searched for repeated cards.
    """
    problems = _repeated(rows, jokers)
    if problems or not whole or any(row.cards.faults for row in rows):
        return problems
    return _too_many(rows, hidden_aces) or _too_many_jokers(rows, jokers) or _impossible(rows)


def _too_many_jokers(rows: Sequence[RowRead], jokers: int) -> list[Problem]:
    found = [row.at(card) for row in rows for card in row.cards.cards if card.code == JOKER]
    if len(found) <= jokers:
        return []
    what = f"this deal has {len(found)} jokers, but these rules play with {jokers}"
    hint = "to play with two, add `--set jokers=2`" if jokers == 1 else "correct one of them"
    return [Problem("deck-impossible", found[jokers].place, what, hint)]


def _repeated(rows: Sequence[RowRead], jokers: int) -> list[Problem]:
    first: dict[str, _Stated] = {}
    repeats: dict[tuple[int, int], list[tuple[_Stated, _Stated]]] = {}
    boards: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for code, card in zip(row.cards.codes, row.cards.cards, strict=True):
            if row.in_word(card):
                continue
            typed = row.at(card).text
            here = (typed if code == JOKER else code, row, card)
            # The two jokers differ at most in their numbers.
            numbered = code == JOKER and typed[-1:] in ("1", "2")
            same = JOKER + typed[-1] if numbered else code
            before = first.setdefault(same, here) if len(same) == 2 else here
            if before is not here:
                repeats.setdefault((id(row), id(before[1])), []).append((here, before))
                boards[row.player, before[1].player] += 1
    copies = {copy: of for (copy, of), count in reversed(boards.items()) if count >= 10}
    problems = []
    told = set()
    for group in repeats.values():
        (_, row, card), (_, other, earlier) = group[0]
        at, copy = row.at(card), row.player
        of = copies.get(copy, copy)
        if copy in told:
            continue
        if of == copy:
            codes = list(dict.fromkeys(code for (code, _, _), _ in group))
            verb = "is" if len(codes) == 1 else "are"
            where = whence(other.at(earlier), at)
            message = f"{listed(codes, 'and')} {verb} already in {other.whose} ({where})"
            one = f"one {codes[0]}: correct one of the two" if len(codes) == 1 else "each of them once"
            hint = f"one deck has {one}" + (f"; write a joker as `{JOKER}`" if jokers else "")
        else:
            told.add(copy)
            message = f"{copy}'s board has the same cards as {of}'s board (line {other.text.line.number})"
            hint = "if a board was written down twice, remove one"
        problems.append(Problem("card-repeated", at.place, message, hint))
    return problems


def _too_many(rows: Sequence[RowRead], hidden_aces: int) -> list[Problem]:
    counts: Counter[str] = Counter({"A": hidden_aces})
    totals = counts + Counter(card.rank for row in rows for card in row.cards.real)
    problems = []
    for row, card in ((one, card) for one in rows for card in one.cards.real):
        counts[card.rank] += 1
        if counts[card.rank] == OF_A_RANK + 1:
            hidden = hidden_aces if card.rank == "A" else 0
            named = f" ({hidden} of them in boards without cards)" if hidden else ""
            word = rank_word(RANKS.index(card.rank) + 2)
            several = word + ("es" if word.endswith("x") else "s")
            message = f"this deal has {totals[card.rank]} {several}{named}, but a deck has four"
            problems.append(Problem("deck-impossible", row.at(card).place, message, "correct one of them"))
    return problems


def _impossible(rows: Sequence[RowRead]) -> list[Problem]:
    """Return an error for the first row without suits that the deck cannot have."""
    flushes = [row for row in rows if row.cards.some_flush and row.distinct]
    plain = [row for row in rows if row.plain and row.distinct]
    stated = [code for row in rows for code in row.cards.codes if len(code) == 2]
    if not (flushes or plain) or _fits(flushes, plain, stated):
        return []
    for count, row in enumerate(flushes, 1):
        if not _fits(flushes[:count], [], stated):
            message = f"{row.whose} cannot be a flush: no suit has all of its ranks left in this deal"
            hint = "write the suits or correct a card"
            return [Problem("deck-impossible", row.text.place, message, hint)]
    # All flushes fit, so one of the other rows does not.
    row = next(row for n, row in enumerate(plain, 1) if not _fits(flushes, plain[:n], stated))
    message = f"{row.whose} must be a flush: the deck has no other suits left for its cards"
    hint = "write `flush` after it or write the suits"
    return [Problem("deck-impossible", row.text.place, message, hint)]


def _fits(flushes: Sequence[RowRead], plain: Sequence[RowRead], stated: Sequence[str]) -> bool:
    """Return True if each of `flushes` can have one suit while none of `plain` has to.

    No rank may occur more than four times. Then each card without a suit gets a suit of its own, whatever the
    others take, and only these rows matter.
    """
    held = Counter(code[0] for code in stated) + Counter(rank for row in flushes for rank in row.ranks)
    left = {rank: OF_A_RANK - held[rank] for rank in RANKS}
    taken = tuple(frozenset(code[0] for code in stated if code[1] == suit) for suit in SUITS)
    return _suits_found([row.ranks for row in flushes], _knots([row.ranks for row in plain], left), taken)


def _knots(plain: Sequence[_Ranks], left: Mapping[str, int]) -> list[_Ranks]:
    """Return the ranks of each group of `plain` rows that may be forced into one suit.

    `left` maps each rank to the number of its cards that neither have a suit nor are in a flush. Rows that
    share a rank form a group. Whichever suits the flushes have, one of three cases applies:

    - If the deck has more cards of some rank than the group needs, each row gets two suits. The rows of
      that rank choose last, from two cards, and so do the rows that share another rank with them.
    - Otherwise the group uses all remaining cards of its ranks. If one suit is left in all of them, and
      they are more than four per row (fewer with jokers), some row gets only cards of that suit.
    - In every other case each row gets two suits. Proof: remove rows one at a time so that the others stay
      connected. Each removed row can take two suits, one of which is the suit the others must avoid.
    """
    groups: list[tuple[int, _Ranks]] = []
    for row in plain:
        near = [group for group in groups if group[1] & row]
        groups = [group for group in groups if group not in near]
        most = len(row) - 1 + sum(most for most, _ in near)
        groups.append((most, row.union(*(ranks for _, ranks in near))))
    holders = Counter(rank for row in plain for rank in row)
    return [
        ranks
        for most, ranks in groups
        if len(ranks) > most and all(holders[rank] == left[rank] for rank in ranks)
    ]


def _suits_found(flushes: Sequence[_Ranks], knots: Sequence[_Ranks], taken: Sequence[_Ranks]) -> bool:
    """Return True if each flush finds a suit and no suit is left in all ranks of a knot."""
    if not flushes:
        return all(suit & ranks for ranks in knots for suit in taken)
    row, rest = flushes[0], flushes[1:]
    return any(
        _suits_found(rest, knots, (*taken[:at], suit | row, *taken[at + 1 :]))
        for at, suit in enumerate(taken)
        # Two suits with the same cards taken are equivalent for the rest of the search.
        if not suit & row and suit not in taken[:at]
    )


_CARDS_OF: Final = {"dragon": " ".join(RANKS)}
"""The cards of kinds that always have the same ones; a help shows `CARDS` for others."""
MOST_FAULTS: Final = 3
_DECK_SIZE: Final = len(RANKS) * len(SUITS)
_NONE: Final = Naturals()
_FEW: Final = 2
"""The most repeated cards in a deal that is surely one deal."""
_TALK: Final = 4
"""The least number of letters of words that are not read as cards."""
_EACH_ROW: Final = "put a slash between the rows, and each suit word at the end of its row"


def _named(syntax: BoardSyntax, player: str, naturals: Naturals) -> Problem | None:
    """Return the error for a board that begins with a natural: `six pairs AAKK...`."""
    first, *others = syntax.rows
    kinds = {hand.kind for hand in naturals.hands}
    words = first.text.split()
    counts = range(len(words), 0, -1)
    count = next((n for n in counts if find_kind(" ".join(words[:n]), naturals.own) in kinds), None)
    if count is None:
        return None
    name = " ".join(words[:count])
    cards = [" ".join(words[count:]), *(row.text for row in others)]
    shown = " / ".join(filter(None, cards)) or _CARDS_OF.get(find_kind(name, naturals.own) or "", "CARDS")
    line = _in_line(syntax.rows, f"claim {name}: {shown}")
    if any(cards):
        return Problem("claim-unreadable", first.place, "a natural needs the word `claim`", f"write `{line}`")
    hint = f"to claim a natural, write its cards: `{line}`; otherwise write `foul` or `absent`"
    return Problem("board-empty", first.place, f"{player}'s board has no cards", hint)


def _run_together(syntax: BoardSyntax, player: str, naturals: Naturals) -> Problem | None:
    """Return the error for thirteen cards without rows that may be a declared natural."""
    first, *others = syntax.rows
    read = read_cards(first.text)
    if others or not naturals.declared or read.faults or len(read.cards) != BOARD_SIZE:
        return None
    natural = best_natural(Board(player, None, None, cards=" ".join(read.codes)), naturals)
    if natural is None:
        return None
    claim = _in_line(syntax.rows, f"claim {natural.kind}: {first.text.strip()}")
    message = f"{player}'s board has no middle and bottom rows: {BOARD_SIZE} cards are written together"
    hint = f"to claim {natural.name}, write `{claim}`; otherwise put slashes between the rows"
    return Problem("row-missing", first.place, message, hint)


def _in_line(rows: tuple[Text, ...], text: str) -> str:
    return in_their_line(rows, text) or text


def check_boards(
    boards: Sequence[BoardSyntax],
    players: Sequence[str],
    problems: Problems,
    jokers: int,
    naturals: Naturals = _NONE,
    *,
    whole: bool = True,
) -> tuple[Board, ...]:
    """Return the valid boards of a deal and report the errors of the others.

    The deck has `jokers`, and `naturals` are what may be claimed. A deal with lines that could not be read is
    not `whole`: it may be two deals, so its ranks are not counted and several repeated cards not reported.
    """
    made: list[Board] = []
    rows: list[RowRead] = []
    hidden_aces = 0
    for syntax, player in zip(boards, players, strict=True):
        said = syntax.rows[0].text.strip() if len(syntax.rows) == 1 and syntax.status is None else ""
        if said != player and said in players:
            # `Winner: Ana` is no board.
            message = f"`{player}` is not a key, and no board comes after it"
            line = syntax.at.line.text.strip()
            hint = f"if it is a remark, write `# {line}`" if line else "remove it"
            problems.refuse("key-unknown", syntax.at.place, message, hint)
            continue
        problem = _struck_out(syntax)
        may_claim = naturals.hands and syntax.rows and syntax.status is None and not any(syntax.labels)
        if problem is None and may_claim:
            problem = _named(syntax, player, naturals) or _run_together(syntax, player, naturals)
        if problem is not None:
            problems.add(problem)
            continue
        board, read = _board(syntax, player, problems, jokers, naturals)
        rows += read
        if board is not None:
            made.append(board)
            hidden_aces += board.aces or 0
    repeated = check_deck(rows, hidden_aces, jokers, whole=whole)
    problems.extend(repeated if whole or len(repeated) <= _FEW else ())
    return tuple(made)


def _struck_out(syntax: BoardSyntax) -> Problem | None:
    """Return the error for a board with a part that is struck out, None for any other."""
    # In Markdown, a struck-out name is no player.
    name = syntax.name if syntax.name is not None and "|" in syntax.name.line.text else None
    name = None if name is None or name.is_quoted else name
    others = (part for part in (name, syntax.status) if part is not None)
    for part in (*others, *syntax.rows, *syntax.marks):
        struck = part.line.struck_out
        if any(start < part.column <= end for start, end in struck):
            hint = "delete it if it does not count, otherwise remove the tildes"
            return Problem("line-unreadable", part.place, "this part of a board is struck out", hint)
    return None


def _board(
    syntax: BoardSyntax, player: str, problems: Problems, jokers: int, naturals: Naturals
) -> tuple[Board | None, list[RowRead]]:
    line = syntax.at.line
    empty = Board(player, None, None, line=line.number, source=line.text)
    empty, foul = _with_marks(empty, syntax, problems)
    if syntax.status is None and _is_blank(syntax):
        problems.refuse("board-empty", syntax.rows[0].place, f"{player}'s board has no cards", _ask(syntax))
        return None, []
    status = syntax.status.text if syntax.status is not None else None
    if status == "claim":
        return _claim(syntax, empty._replace(aces=None), problems, jokers, naturals)
    if status is not None or (foul and not syntax.rows):
        if syntax.rows:
            what = f"{player} has both `{status}` and cards"
            hint = f"write `({status})` after the cards" if status == "foul" else "remove one of them"
            problems.refuse("mark-misplaced", syntax.rows[0].place, what, hint)
            return None, []
        return empty._replace(stated=Stated(status or "foul")), []
    rows, whole = _rows(syntax, player, problems, jokers)
    made = empty._replace(stated=Stated.FOUL if foul else Stated.CARDS, aces=None)
    return _with_rows(made, rows) if whole else None, rows


def _is_blank(syntax: BoardSyntax) -> bool:
    """Return True if signs such as `-` and `?`, or words, replace a board's cards."""
    rows = [row.text for row in syntax.rows]
    words = rows[0].strip(" \t.!?").split() if len(rows) == 1 else []
    if any(len(word) > 1 for word in words) and all(map(str.isalpha, words)):
        return not read_cards(rows[0]).cards or _is_talk(words)
    return bool(rows) and all(row.strip() and not any(map(str.isalnum, row)) for row in rows)


def _is_talk(words: Sequence[str]) -> bool:
    """Return True for words such as `dead`, not cards: at most half the letters are ranks."""
    letters = "".join(words)
    ranks = sum(letter.upper() in RANKS for letter in letters)
    small = all(word[1:].islower() for word in words if len(word) > 1)
    return small and len(letters) >= _TALK and 2 * ranks <= len(letters) and bool(read_cards(letters).faults)


def _ask(syntax: BoardSyntax) -> str:
    """Return the help for a board of signs or words: a line per possible meaning."""
    slip = near(syntax.rows[0].text.strip(), WORDS_FOR_BOARDS) if len(syntax.rows) == 1 else None
    if slip is not None:
        return f"did you mean `{_in_line(syntax.rows, slip)}`?"
    asked = "write `foul` or `absent` for the board, or `void` for the deal"
    if not any(syntax.labels):
        foul, absent = _in_line(syntax.rows, "foul"), _in_line(syntax.rows, "absent")
        asked = f"write `{foul}`, `{absent}`, or `void` in the deal"
    name, line = syntax.name, syntax.at.line.text.strip()
    if name is not None and line and any(map(str.isalpha, syntax.rows[0].text)):
        return f"if `{name.text}` is not a player, write `# {line}`; otherwise {asked}"
    return asked


def _with_rows(board: Board, rows: Sequence[RowRead]) -> Board:
    top, middle, bottom = (row.cards.text for row in rows)
    return board._replace(rows=(top, middle, bottom), sums=(weigh(top), weigh(middle), weigh(bottom)))


def _with_marks(board: Board, syntax: BoardSyntax, problems: Problems) -> tuple[Board, bool]:
    """Return a board with its marks, and True if it is marked as a foul.

    Report marks that contradict the rest of the board.
    """
    player, foul = board.player, False
    status = syntax.status.text if syntax.status is not None else None
    for mark in syntax.marks:
        word, *number = mark.text.split()
        wrong, hint = "", "remove the mark"
        if word == "fantasyland":
            board = board._replace(fantasyland=True, dealt=int(number[0][:9]) if number else 0)
            if number and not BOARD_SIZE <= board.dealt <= _DECK_SIZE:
                count, most = f"{player} cannot get {number[0]} cards in fantasyland", _DECK_SIZE
                problems.refuse("mark-unknown", mark.place, count, f"write {BOARD_SIZE} to {most}")
            if status == "absent":
                wrong = f"{player} is absent, so not in fantasyland in this deal"
        elif word == "foul":
            foul = True
            if status is not None and status != "foul":
                wrong, hint = f"{player} has both `{status}` and a foul", "remove one of them"
        else:
            aces = int(mark.text.split("ace")[0][:9])
            board = board._replace(aces=aces)
            alone = len(syntax.marks) == 1 or status is not None or syntax.rows
            if aces > 4:
                wrong, hint = f"{player} cannot have {aces} aces: a deck has four", "write at most `(4 aces)`"
            elif syntax.rows or status not in ("foul", "surrender", None) or (status is None and not foul):
                wrong = "the number of aces is for a foul or a surrender without cards" if alone else ""
                hint = "remove it: the aces are counted from the cards"
        if wrong:
            problems.refuse("mark-misplaced", mark.place, wrong, hint)
    return board, foul


def _claim(
    syntax: BoardSyntax, empty: Board, problems: Problems, jokers: int, naturals: Naturals
) -> tuple[Board | None, list[RowRead]]:
    assert syntax.claim is not None
    kind = natural_kind(syntax.claim.text, syntax.claim.place, problems, naturals)
    claim = empty._replace(stated=Stated.CLAIM, claim=kind)
    if len(syntax.rows) == 1 and syntax.labels[0] is None:
        # Thirteen cards without rows.
        read = RowRead(empty.player, None, syntax.rows[0], _cards(syntax.rows[0], jokers))
        wrong = _fault_problems(read)
        if not wrong and len(read.cards.cards) != BOARD_SIZE:
            wrong = [_size(read, BOARD_SIZE, None)]
        problems.extend(wrong)
        rows, whole = [read], not wrong
    else:
        rows, whole = _rows(syntax, empty.player, problems, jokers)
        claim = _with_rows(claim, rows) if whole else claim
    if not whole or kind is None:
        return None, rows
    return claim._replace(cards=" ".join(code for row in rows for code in row.cards.codes)), rows


def _cards(text: Text, jokers: int) -> RowText:
    row = read_cards(text.text)
    return ask_about_jokers(row) if jokers else refuse_jokers(row, text.text)


def natural_kind(name: str, place: Place, problems: Problems, naturals: Naturals | None = None) -> str | None:
    """Return the kind of natural with a name; if unknown, report it and return None.

    A rule set may define naturals of its own.
    """
    own = () if naturals is None else naturals.own
    kind = find_kind(name, own)
    if kind is None:
        kinds = (*KINDS, *own)
        hint = meant(name, kinds, f"write {listed(kinds)}")
        problems.refuse("claim-unknown", place, f"`{name}` is not a natural", hint)
    return kind


def _rows(syntax: BoardSyntax, player: str, problems: Problems, jokers: int) -> tuple[list[RowRead], bool]:
    """Return the rows of a board in order, and True if all three are valid."""
    placed: dict[Row, RowRead] = {}
    before = problems.errors
    for label, text in zip(syntax.labels, syntax.rows, strict=True):
        # A row of only no-break spaces has no words.
        word = (text.text.split(maxsplit=1) or ("",))[0] if label is None else ""
        if word.lower() in ROW_LABELS:
            colon = text.part(0, len(word)).behind().place
            hint = f"write `{word}:` before its cards"
            problems.refuse("colon-missing", colon, f"`{word}` needs a colon", hint)
            return [], False
    for label, text in zip(syntax.labels, syntax.rows, strict=True):
        row = label if label is not None else next((r for r in ROWS if r not in placed), None)
        if row is None:
            what = f"{player}'s board has a fourth row"
            hint = "a board has three rows: top, middle and bottom"
            problems.refuse("row-repeated", text.place, what, hint)
            continue
        cards = _cards(text, jokers)
        if len(cards.cards) > Row.BOTTOM.size:
            # Several rows are written together, so the row of a suit word is unclear.
            cards = cards._replace(word=None)
        read = RowRead(player, row, text, cards)
        other = placed.setdefault(row, read)
        if other is not read:
            what = f"{read.whose} is already there ({whence(other.text, text)})"
            problems.refuse("row-repeated", text.place, what, "remove one of the two")
    ordered = [placed[row] for row in ROWS if row in placed]
    if not syntax.spoiled and problems.errors == before:
        faulty = _check_sizes(ordered, syntax, player, problems)
        for read in ordered:
            if read.row not in faulty:
                problems.extend(_fault_problems(read) or _suit_problems(read, syntax.status is not None))
    return ordered, len(ordered) == len(ROWS) and problems.errors == before and not syntax.spoiled


def _fault_problems(read: RowRead) -> list[Problem]:
    """Return the errors of a row's invalid words, only one if it is hardly cards."""
    faults = read.cards.faults
    if not faults:
        return []
    said = read.text.trimmed()
    if said.text.rstrip(".!").lower() in ENGLISH.ranks:
        message = f"`{said.text}` describes {read.whose}, but its cards are missing"
        return [Problem("card-unreadable", said.place, message, "write its cards")]
    if len(faults) > MOST_FAULTS:
        place = read.text.part(faults[0].start, faults[-1].end).place
        legal = f"ranks are {LEGAL_RANKS}; suits are s h d c or ♠ ♥ ♦ ♣, or omitted"
        return [Problem("card-unreadable", place, f"{read.whose} cannot be read as cards", legal)]
    last = max((fault.start for fault in faults if fault.code == "card-unreadable"), default=-1)
    several = read.row is not None and len(read.cards.cards) > read.row.size
    problems = []
    for fault in faults:
        is_suit = fault.code == "suit-word"
        # The words after this one are talk, not cards.
        if not is_suit or fault.start >= last:
            place = read.text.part(fault.start, fault.end).place
            hint = _EACH_ROW if several and is_suit else fault.hint
            problems.append(Problem(fault.code, place, fault.message, hint))
    return problems


def _check_sizes(
    rows: Sequence[RowRead], syntax: BoardSyntax, player: str, problems: Problems
) -> frozenset[Row | None]:
    """Report rows of a wrong size or missing; return the rows with an error."""
    if not rows:
        place = (syntax.claim or syntax.at).behind().place
        hint = "write its rows, or `foul`, `surrender` or `absent`"
        if player.isdecimal():
            hint = f"if a deal begins here, write `deal {player}`; otherwise {hint}"
        problems.refuse("board-empty", place, f"{player}'s board has no cards", hint)
        return frozenset()
    faulty = frozenset(read.row for read in rows if read.cards.faults)
    missing = [row for row in ROWS if all(read.row is not row for read in rows)]
    if missing:
        if not faulty:
            problem, fixes = _missing(rows, missing, player), _set_out(syntax)
            if fixes:
                problem = problem._replace(hint=listed(fix.title for fix in fixes), fixes=fixes)
            problems.add(problem)
        return frozenset(read.row for read in rows if read.row not in faulty)
    sizes = {read.row: len(read.cards.cards) for read in rows}
    wrong = [read for read in rows if read.row not in faulty and sizes[read.row] != _size_of(read)]
    if len(wrong) > 1 and not faulty:
        if sizes[Row.TOP] == 5 and 3 in sizes.values():
            fixes = _set_out(syntax)
            ways = listed(fix.title.removeprefix("write ") for fix in fixes)
            hint = f"if the rows are swapped, write {ways or 'the top row with 3 cards first'}"
            problems.add(_size(rows[0], 3, hint)._replace(fixes=fixes))
            return frozenset(ROWS)
        if sum(sizes.values()) == BOARD_SIZE:
            problems.add(_size(wrong[0], _size_of(wrong[0]), "check whether a slash is in the wrong place"))
            return frozenset(ROWS)
    problems.extend(_size(read, _size_of(read), None) for read in wrong)
    return frozenset(read.row for read in wrong)


def _set_out(syntax: BoardSyntax) -> tuple[Fix, ...]:
    """Return the fixes that split a board's thirteen cards into rows of 3, 5 and 5."""
    from ofcscore.log.text.repairs import three_rows

    if any(syntax.labels):
        return ()
    rows = [row.text for row in syntax.rows]
    boards = three_rows(" / ".join(rows)) or three_rows(" ".join(rows))
    return tuple(fix for board in boards if (fix := fix_rows(syntax.rows, board)) is not None)


def _size_of(read: RowRead) -> int:
    return read.row.size if read.row is not None else BOARD_SIZE


def _missing(rows: Sequence[RowRead], missing: Sequence[Row], player: str) -> Problem:
    names = listed([row.label for row in missing], "and")
    what = f"{player}'s board has no {names} {'row' if len(missing) == 1 else 'rows'}"
    for read in rows:
        count = len(read.cards.cards)
        for sizes in ((3, 5, 5), (3, 5), (5, 5)):
            if count == sum(sizes) and len(sizes) == len(missing) + 1:
                what += f": {count} cards are written together"
                fix = None if read_cards(read.text.text).word else _cut(read, sizes)
                hint, fixes = (_EACH_ROW, ()) if fix is None else (fix.title, (fix,))
                return Problem("row-missing", read.text.place, what, hint, fixes=fixes)
    hint = "write three rows of 3, 5 and 5 cards with slashes between them"
    return Problem("row-missing", rows[-1].text.behind().place, what, hint)


def _cut(read: RowRead, sizes: Sequence[int]) -> Fix | None:
    cards, rows = list(read.cards.cards), []
    for size in sizes:
        rows.append(read.text.text[cards[0].start : cards[size - 1].end])
        del cards[:size]
    return fix_rows((read.text,), " / ".join(rows))


def _size(read: RowRead, needed: int, hint: str | None) -> Problem:
    count = len(read.cards.cards)
    cards = "card" if count == 1 else "cards"
    if count > needed:
        extra = read.cards.cards[needed:]
        place = read.text.part(extra[0].start, extra[-1].end if len(extra) < 4 else extra[0].end).place
        hint = hint or _extra_hint(read, needed)
    else:
        place = read.text.behind().place
        hint = hint or f"{needed - count} card{'s' if needed - count > 1 else ''} missing"
    return Problem("row-size", place, f"{read.whose} has {count} {cards} but needs {needed}", hint)


def _extra_hint(read: RowRead, needed: int) -> str | None:
    """Return the help for a row with too many cards, None if the excess is unclear."""
    codes = read.cards.codes
    if len(codes) != needed + 1:
        return "check whether a slash is missing between two rows" if len(codes) >= needed + 3 else None
    bare = [card for card in read.cards.real if not card.suit]
    if len(bare) == 2 and len(codes) > len(bare) and bare[0].end == bare[1].start:
        # A `2j` among cards with suits.
        slip = read.text.text[bare[1].start : bare[1].end]
        return f"{slip} is not a suit: write the suit of the {bare[0].code}"
    return f"if the last {codes[-1]} was typed twice, remove it" if codes[-1] == codes[-2] else "remove one"


def _suit_problems(read: RowRead, claim: bool) -> list[Problem]:
    cards = read.cards
    top = read.row is Row.TOP
    place = read.text.part(*cards.word_at).place
    suits = {card.suit for card in cards.real if card.suit}
    bare = [card for card in cards.real if not card.suit]
    ranks = [card.rank for card in cards.real] if cards.word is not None else []
    twice = next((at for at, rank in enumerate(ranks) if rank in ranks[:at]), None)
    if top and cards.word == "flush" and not claim:
        code, hint = "flush-on-top", "remove the word"
        what = "cannot be a flush: three cards cannot make one"
    elif cards.word is not None and (len(suits) > 1 or (cards.word != "flush" and suits - {cards.word})):
        code, hint = "flush-contradicted", "remove the word or correct the suits"
        what = "is marked as one suit, but its cards have another"
        if cards.word == "flush":
            what = "is called a flush, but its cards have different suits"
    elif not top and suits and bare and cards.word in (None, "flush"):
        code, hint = "suits-partial", "write all suits, or none (and `flush` after the row if it is one)"
        stated = len(cards.real) - len(bare)
        what = f"has suits for only {stated} of its {len(cards.real)} cards"
        place = read.at(bare[0]).place
    elif twice is not None:
        code, hint = "flush-impossible", "remove the word or correct the card"
        what = "cannot be of one suit: it has two cards of one rank"
        place = read.at(cards.real[twice]).place
    else:
        return []
    return [Problem(code, place, f"{read.whose} {what}", hint)]
