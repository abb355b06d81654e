"""Group lines into boards and boards into deals."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from ofcscore.diagnostics.problem import Problem, Problems, letters_apart, near
from ofcscore.game.cards import ROWS, Board, Row
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import (
    INITIALS,
    ROW_LABELS,
    BoardSyntax,
    Correction,
    DealLine,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    Line,
    LineSyntax,
    Text,
    Unread,
    entry,
    expected,
    located,
)

MOST_OF_A_DEAL: Final = 1000
"""The most boards and keys per deal, and keys per header, that are kept."""
_LEFT_OUT: Final = "is a `deal` line missing?"


class GatheredHeader:
    """The header being built; `endless` is True if it was too long and was cut."""

    def __init__(self, file: str, base: str) -> None:
        self.file = file
        self.base = base
        self.entries: list[Entry] = []
        self.spoiled = False
        self.endless = False

    def take(self, entry: Entry, problems: Problems) -> None:
        if len(self.entries) < MOST_OF_A_DEAL:
            self.entries.append(entry)
        elif not self.endless:
            self.endless = self.spoiled = True
            problems.add(endless(entry.key, "this header", "is this a log?"))

    def syntax(self) -> HeaderSyntax:
        return HeaderSyntax(self.file, self.base, tuple(self.entries), self.spoiled)


class GatheredDeal:
    """The deal being built; `endless` is True if it was too long and was cut."""

    def __init__(self, at: Text, name: Text | None, date: Text | None, *, spoiled: bool = False) -> None:
        self.at = at
        self.name = name
        self.date = date
        self.boards: list[BoardSyntax | Board] = []
        self.entries: list[Entry] = []
        self.spoiled = spoiled
        self.endless = False

    @property
    def too_long(self) -> bool:
        """True if the deal has more boards and keys than are kept in memory."""
        return len(self.boards) + len(self.entries) > MOST_OF_A_DEAL

    def let_go(self, at: Text, hint: str, problems: Problems) -> None:
        """Report a deal that is too long and drop its contents."""
        problems.add(endless(at, "this deal", hint))
        self.endless = self.spoiled = True

    def syntax(self) -> DealSyntax:
        if self.endless:
            return DealSyntax(self.at, self.name, self.date, (), (), spoiled=True)
        boards, told = _told_fouls(self.boards)
        entries, date = (*self.entries, *told), self.date
        if date is None and entries:
            date = next((one.parts[0].words[0] for one in entries if one.key.text == "date"), None)
        return DealSyntax(self.at, self.name, date, boards, entries, self.spoiled)


def _told_fouls(
    boards: Sequence[BoardSyntax | Board],
) -> tuple[tuple[BoardSyntax | Board, ...], list[Entry]]:
    """Take the fouls of players with a board out of a deal, as expectations: `Ben fouled`.

    Such a line is directly below the player's board, where it needs no name, or below all boards.
    """
    kept, told = [*boards], list[Entry]()
    for at in reversed(range(1, len(boards))):
        board = boards[at]
        said = () if isinstance(board, Board) or board.rows else (board.status, *board.marks)
        word = next((one for one in said if one is not None), None)
        if word is None or word.text != "foul" or len(said) - said.count(None) > 1:
            continue
        above = [_name_of(one) if one.rows else "" for one in boards[:at]]
        name = _name_of(board) or above[-1]
        same = [one.casefold() == name.casefold() for one in above]
        if name and (same[-1] or (any(same) and not kept[at + 1 :])):
            told.insert(0, expected(word.with_text(name), word))
            del kept[at]
    return tuple(kept), told


def _name_of(board: BoardSyntax | Board) -> str:
    if isinstance(board, Board):
        return board.player
    return board.name.text if board.name is not None else ""


class _Lines(GatheredDeal):
    """The deal being read.

    `implicit` is True if it has no `deal` line; `open` is True while its last board may get more rows.
    """

    implicit = False
    open = False

    @property
    def _last(self) -> BoardSyntax | None:
        """The last board, None if there is none or it is complete."""
        last = self.boards[-1] if self.boards else None
        return None if isinstance(last, Board) else last

    def spoil_last(self) -> None:
        """Mark the last board as spoiled, because an unread line may be one of its rows."""
        if self.open and self._last is not None:
            self.boards[-1] = self._last._replace(spoiled=True)

    def take(self, board: BoardSyntax, problems: Problems) -> None:
        """Add a board, or rows that belong to the last board."""
        last = self._last
        rows_alone = board.name is None and board.status is None and board.rows
        open_board = last if self.open else None
        is_alone = board.name is None and open_board is not None and open_board.name is not None
        if last is not None and rows_alone and (self.open or _goes_on(last, board)):
            self._join(last.joined(board))
        elif rows_alone:
            self.boards.append(board)
            self.open = len(board.rows) < len(ROWS)
        elif open_board is not None and is_alone and not open_board.rows and open_board.status is None:
            # A status or marks on their own line belong to the player above.
            self._join(open_board.joined(board))
            self.open = board.status is not None and board.status.text == "claim" and not board.rows
        elif open_board is not None and (row := _row_by_initial(board, open_board)) is not None:
            self._join(open_board.joined(board._replace(labels=(row,))))
        elif open_board is not None and board.name and (meant := _label_meant(board, open_board)) is not None:
            is_sure = letters_apart(board.name.text.lower(), meant, 1) is not None
            self._join(open_board.joined(board._replace(labels=(ROW_LABELS[meant],), spoiled=not is_sure)))
            if not is_sure:
                message = f"`{board.name.text}` is neither a row nor a player with a board"
                problems.refuse("label-unknown", board.name.place, message, f"did you mean `{meant}:`?")
                self.spoiled = True
        else:
            self.boards.append(board)
            self.open = not board.rows and (board.status is None or board.status.text == "claim")

    def correct(self, correction: Correction) -> bool:
        """Add a flush word to a row of a player's board; return False if impossible."""
        from ofcscore.game.spelling import read_cards

        named = correction.name.text.strip('"').casefold()
        for at, written in enumerate(self.boards):
            board = located(written, self.at.line.file)
            if board.name is None or board.name.text.casefold() != named:
                continue
            for number, (label, row) in enumerate(zip(board.labels, board.rows, strict=True)):
                read = read_cards(row.text)
                plain = len({card.code for card in read.cards if len(card.code) == 1}) == correction.row.size
                is_meant = (Row(number) if label is None else label) == correction.row
                if is_meant and plain and not read.word:
                    flush = row.with_text(f"{row.text} {correction.word.text}")
                    rows = (*board.rows[:number], flush, *board.rows[number + 1 :])
                    self.boards[at] = board._replace(rows=rows)
                    return correction.row is not Row.TOP
        return False

    def misplaced(self) -> Iterator[Problem]:
        """Report keys between or below the boards of a deal that must be above them.

        Keys that only a header may have are reported by the validation.
        """
        if self.implicit or not self.boards or not self.entries:
            return
        heads = [located(board, self.at.line.file).at.line.number for board in self.boards]
        for at in (one.key for one in self.entries):
            key, form = at.text, KEYS[at.text]
            is_free = form.where == "header" or form.closing or form.anywhere
            if is_free or at.line.number < heads[0] or at.line.number in heads:
                continue
            self.spoiled = True
            name = self.name.text if self.name is not None else "1"
            what = f"this `{key}` comes after a board of deal {name} (line {self.at.line.number})"
            hint = f"for deal {name}, write `{at.line.text.strip()}` above its boards; for the next deal, "
            hint += "below its `deal` line; for all deals, above the first one"
            yield Problem("key-apart", at.place, what, hint)

    def _join(self, board: BoardSyntax) -> None:
        self.boards[-1] = board
        self.open = len(board.rows) < len(ROWS)


def joined(pieces: Sequence[Text], sign: str) -> Text:
    """Join pieces with a sign between them, keeping each character's position."""
    if len(pieces) == 1:
        return pieces[0]
    text = sign.join(piece.text for piece in pieces)
    cells: list[tuple[Line, int]] = []
    for piece in pieces:
        last = max(piece.width - 1, 0)
        cells += piece.cells or [(piece.line, piece.column + min(i, last)) for i in range(len(piece.text))]
        cells += [piece.behind()[1:3]] * len(sign)
    first, behind = pieces[0], pieces[-1].behind()
    width = behind.column - first.column if behind.line == first.line else first.width
    return Text(text, first.line, first.column, max(width, 1), tuple(cells[: len(text)]))


def endless(at: Text, what: str, hint: str) -> Problem:
    """Return the error for a deal or a header that is too long."""
    return Problem("deal-endless", at.place, f"{what} has more than {MOST_OF_A_DEAL} boards and keys", hint)


def _goes_on(last: BoardSyntax, board: BoardSyntax) -> bool:
    """Return True if rows on their own line belong to the named board above.

    They are its next rows, or a row whose label repeats one of the complete board above.
    """
    if last.name is None or not last.rows:
        return False
    is_block = last.rows[-1].line.number > last.name.line.number
    again = len(last.rows) == len(ROWS) and len(board.rows) == 1
    return len(last.rows) + len(board.rows) <= len(ROWS) or (again and is_block and board.labels != (None,))


def _row_by_initial(board: BoardSyntax, last: BoardSyntax) -> Row | None:
    """Return the row if the "player" is a row initial: `F: 864` below `Cid:`.

    The row must be missing in the board above and have the right number of cards.
    """
    row = INITIALS.get(board.name.text.lower()) if board.name is not None else None
    if row is None or last.name is None or board.status is not None or board.labels != (None,):
        return None
    from ofcscore.game.spelling import read_cards

    fits = len(read_cards(board.rows[0].text).cards) == row.size
    return row if fits and row not in last.labels and None not in last.labels else None


def _label_meant(board: BoardSyntax, last: BoardSyntax) -> str | None:
    """Return the label meant by a misspelled one that reads as a player: `botom: 9TJQK`."""
    if board.name is None or board.status is not None or len(board.rows) != 1:
        return None
    meant = near(board.name.text, ROW_LABELS)
    return None if meant is None or ROW_LABELS[meant] in last.labels else meant


def _with_deal_lines(lines: Iterable[LineSyntax], file: str, problems: Problems) -> Iterator[LineSyntax]:
    """Return the lines of a log, with a `deal` line between board groups.

    A blank line begins a deal only if the log has no `deal` line so far, and both groups have two or more
    boards of exactly the same players.
    """
    rest = _without_narrow_gaps(lines, file)
    held: list[LineSyntax] = []
    one: list[str] = []
    other: list[str] = []
    """The board names of the first two groups, in order and lower case."""
    second: Text | None = None
    """The first name in the second group."""
    parted = False
    for item in rest:
        if isinstance(item, DealLine):
            return chain(held, (item,), rest)
        if item is None and (_same_players(one, other) or _are_two_tables(one, other)):
            break
        parted = parted or (item is None and bool(one))
        if isinstance(item, Board | BoardSyntax):
            name = located(item, file).name
            if name is not None:
                second = second or (name if parted else None)
                (other if parted else one).append(name.text.casefold())
        held.append(item)
        if len(held) > 2 * MOST_OF_A_DEAL or (other and _differ(one, other)):
            break
    if second is not None and _are_two_tables(one, other):
        what = "is this one deal or two deals of different players?"
        hint = "write `deal 1` and `deal 2` above their boards, or remove the blank line"
        problems.refuse("deal-line", second.place, what, hint)
    if _same_players(one, other):
        return _numbered(chain(held, (None,), rest), file, problems)
    return chain(held, rest)


def _without_narrow_gaps(lines: Iterable[LineSyntax], file: str) -> Iterator[LineSyntax]:
    """Drop single blank lines between boards if wider gaps separate the deals."""
    rest = iter(lines)
    held: list[LineSyntax] = []
    for item in rest:
        held.append(item)
        if isinstance(item, DealLine) or len(held) > 2 * MOST_OF_A_DEAL:
            return chain(held, rest)
    gaps = [(blank, [*run]) for blank, run in groupby(held, lambda item: item is None)]
    widths = {len(run) for blank, run in gaps[1:-1] if blank}
    boards = [
        sum(isinstance(one, Board | BoardSyntax) and located(one, file).name is not None for one in run)
        for blank, run in gaps
        if not blank
    ]
    drops = len(widths) > 1 and 1 in widths and {*boards} <= {0, 1}
    return (one for blank, run in gaps for one in run if not (drops and blank and len(run) == 1))


def _same_players(one: list[str], other: list[str]) -> bool:
    return sorted(one) == sorted(other) and len(one) == len({*one}) > 1


def _are_two_tables(one: list[str], other: list[str]) -> bool:
    """Return True for two groups of two or more boards without a common player."""
    return len({*one}) > 1 and len({*other}) > 1 and {*one}.isdisjoint(other)


def _differ(one: list[str], other: list[str]) -> bool:
    """Return True if the second group repeats a player or mixes old and new players."""
    return len({*other}) < len(other) or 0 < len({*one} & {*other}) < len(other)


def _sums_up(name: Text) -> bool:
    """Return True for a deal name that is an unquoted word for sums: `Deal total`."""
    if not name.text.isalpha() or name.line.text[name.column - 2 : name.column - 1] == '"':
        return False
    from ofcscore.log.words import tables

    return name.text.lower() in tables()["ledger"]["sum"]


def _numbered(lines: Iterable[LineSyntax], file: str, problems: Problems) -> Iterator[LineSyntax]:
    """Yield lines, with a `deal` line above the first board after each blank line.

    Report a `void` between two deals, and one that stands apart: it may be about a deal without boards.
    """
    number = 0
    parted = True
    void: Text | None = None
    bare = False
    for item in lines:
        # `group_lines` asks about a bare `void` above a board.
        above_board = isinstance(item, Board | BoardSyntax) and not bare
        if void is not None and number and (item is None or above_board):
            _ask_which_is_void(void, problems)
        void = None
        if isinstance(item, Entry) and parted and item.key.text == "void":
            names_deal = any(re.search("[0-9]", part.words[0].text) for part in item.parts)
            void, bare = None if names_deal else item.key, not item.parts
        if isinstance(item, Board | BoardSyntax) and parted:
            board = located(item, file)
            if board.name is not None:
                number += 1
                yield DealLine(board.at, board.at.with_text(str(number)))
                parted = False
        elif item is None:
            parted = True
        yield item
    if void is not None and number:
        _ask_which_is_void(void, problems)


def _ask_which_is_void(void: Text, problems: Problems) -> None:
    what = "is the deal above void, or one without boards or below?"
    hint = "for the deal above, write `void` just below its boards; for one without boards, remove the line"
    problems.refuse("void-unclear", void.place, what, hint)


def group_lines(lines: Iterable[LineSyntax], file: str, base: str, problems: Problems) -> Iterator[Item]:
    """Yield the header of one file and then its deals, one at a time.

    Without a `deal` line, the file is one deal.
    """
    header = GatheredHeader(file, base)
    deal: _Lines | None = None
    unread_board = False
    before: LineSyntax = Unread()
    above, item = before, before
    for line in _with_deal_lines(lines, file, problems):
        before, above, item = above, item, line
        if item is None:
            continue
        if isinstance(item, Board) or isinstance(item, BoardSyntax):  # noqa: SIM101 - most are of the first
            if deal is None:
                yield header.syntax()
                deal = _Lines(located(item, file).at, None, None, spoiled=unread_board)
                deal.implicit = True
            if not deal.endless:
                if isinstance(item, Board):
                    deal.boards.append(item)
                else:
                    deal.take(item, problems)
                if deal.too_long:
                    deal.let_go(located(item, file).at, _LEFT_OUT, problems)
        elif isinstance(item, DealLine):
            is_apart = deal is not None and before is None
            if is_apart and isinstance(above, Entry) and above.key.text == "void" and not above.parts:
                _ask_which_is_void(above.key, problems)
            said = item.name.text if item.name is not None else None
            named = deal.name.text if deal is not None and deal.name is not None and not deal.boards else None
            if named is not None and named == said and item.at.line.text.startswith("#"):
                # A comment only repeats the `deal` line above it.
                continue
            if deal is not None and item.name is not None and _sums_up(item.name):
                what = f"is this a deal called `{said}` or the totals of the deals above?"
                hint = f'write totals like `expect: Ana +5, Ben -5`, or a deal as `deal "{said}"`'
                problems.refuse("deal-line", item.at.place, what, hint)
            if deal is None:
                yield header.syntax()
            elif deal.implicit and not (len(deal.boards) > 1 and said == "2"):
                problems.extend(_before_deal(deal, item.at.line.number))
            else:
                # Two boards or more above `deal 2` are those of deal 1.
                deal.implicit = False
                problems.extend(deal.misplaced())
                yield deal.syntax()
            deal = _Lines(item.at, item.name, item.date, spoiled=item.spoiled)
            if item.void is not None:
                deal.entries.append(item.void)
        elif isinstance(item, Correction):
            if deal is None or not deal.correct(item):
                message = f"{item.name.text} has no such row of five cards without suits in the deal above"
                hint = "write the row again with its cards"
                problems.refuse("line-unreadable", item.name.place, message, hint)
        elif isinstance(item, Unread):
            (deal or header).spoiled = True
            if deal is None:
                unread_board = unread_board or not item.key
            else:
                deal.spoil_last()
        elif deal is None:
            header.take(item, problems)
        elif not deal.endless:
            deal.entries.append(item)
            # Points may come after a name, above its rows, and words behind a row.
            deal.open = deal.open and (bool(item.names) or item.doubt is not None)
            if deal.too_long:
                deal.let_go(item.key, _LEFT_OUT, problems)
    if deal is not None:
        problems.extend(deal.misplaced())
        problems.extend(_stated_late(header, deal))
    yield (deal or header).syntax()


def _stated_late(header: GatheredHeader, deal: _Lines) -> Iterator[Problem]:
    """Check the keys below the boards of a log without `deal` lines against those of its header.

    Without its key, a rule set or a second stake may be about another game.
    """
    from ofcscore.rules.files import default_name

    stated = {one.key.text: one for one in header.entries}
    for late in deal.entries if deal.implicit else ():
        key, before = late.key, stated.get(late.key.text)
        asks = key.text == "rules" or (key.text == "stake" and before is not None)
        if asks and late == entry(key.text, *late.parts):
            if _meant(late) != ((default_name(),) if before is None else _meant(before)):
                what = "does this line change the game? It comes after a board"
                hint = (
                    f"if it does, write it above the boards, behind `{key.text}:`; if not, put `#` before it"
                )
                yield Problem("key-apart", key.place, what, hint)
        elif before is not None and KEYS[key.text].once and not KEYS[key.text].closing:
            what = f"this `{key.text}` counts, not the one above the boards (line {before.key.line.number})"
            hint = "remove one of the two; for a later deal, write it below its `deal` line"
            yield Problem("key-apart", key.place, what, hint, warning=True)


def _meant(entry: Entry) -> tuple[str | None, ...]:
    """Return the rule set that an entry names, or the number and the currency of its stake."""
    from ofcscore.log.amounts import CODES, plain_number
    from ofcscore.rules.files import rule_set_names

    part = entry.parts[0]
    if part.words or part.number is None:
        name = " ".join(word.text.casefold() for word in part.words)
        return (rule_set_names().get(name, name),)
    unit = part.unit.text if part.unit is not None else None
    return plain_number(part.number.text), unit and CODES.get(unit, unit)


def _before_deal(deal: _Lines, line: int) -> Iterator[Problem]:
    """Yield errors for lines above the first `deal` line: non-boards, the first board."""
    from ofcscore.game.spelling import read_cards

    at = None if deal.boards else deal.at
    for board in (located(board, deal.at.line.file) for board in deal.boards):
        rows = board.rows if board.status is None and board.labels == (None,) else ()
        if board.name is not None and rows and read_cards(rows[0].text).faults:
            # A name without cards: `place: Ana's kitchen`.
            message = f"`{board.name.text}` is not a key, and no board comes after it"
            hint = f"if it is a remark, write `# {board.at.line.text.strip()}`"
            yield Problem("key-unknown", board.name.place, message, hint)
        else:
            at = at or board.at
    if at is not None:
        message = f"this board comes before the first `deal` line (line {line})"
        yield Problem("board-before-deal", at.place, message, "put a `deal` line before it")
