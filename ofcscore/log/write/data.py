"""Located syntax as plain data, the keys and texts that YAML and JSON share."""

from collections.abc import Iterable

from ofcscore.diagnostics.problem import Problems
from ofcscore.files.yaml_nodes import LONGEST_SCALAR
from ofcscore.log.keys import FREE_KEYS, KEYS
from ofcscore.log.syntax import QUOTED, SHORT_LABELS, BoardSyntax, DealSyntax, Entry, HeaderSyntax
from ofcscore.log.write.notation import (
    board_text,
    cards_text,
    is_void,
    key_text,
    quoted,
    row_order,
    sayings,
    split_entries,
    value_text,
)

YES = True
Value = str | bool | list[str]
Fields = dict[str, Value]
Board = str | dict[str, str | bool]
Boards = dict[str, Board] | list[Board]


def header_data(header: HeaderSyntax, problems: Problems) -> Fields:
    """Return the keys of a header and their texts; a list where a key is there more than once."""
    return _entries_data(sayings(header.entries), problems)


def deal_data(deal: DealSyntax, problems: Problems) -> tuple[Fields, Boards, Fields]:
    """Return a deal: its name, date and the keys above its boards; the boards; the keys below them."""
    above, below = split_entries(deal)
    start: Fields = {}
    if deal.name is not None:
        start["deal"] = deal.name.text
    if deal.date is not None:
        start["date"] = deal.date.text
    boards = _boards_data(deal.boards, problems)
    return start | _entries_data(above, problems), boards, _entries_data(below, problems)


def _entries_data(entries: Iterable[Entry], problems: Problems) -> Fields:
    gathered: dict[str, list[Entry]] = {}
    for entry in _notes_in_order(list(entries)):
        gathered.setdefault(key_text(entry), []).append(entry)
    return {key: _values_data(same, problems) for key, same in gathered.items()}


def _notes_in_order(entries: list[Entry]) -> list[Entry]:
    """Return the entries; why a deal is void, if it stands between notes, as the note that it is too.

    Notes are drawn together here, and their order stays.
    """
    kinds = [entry.key.text for entry in entries]
    place = kinds.index("void") if "void" in kinds else 0
    void = entries[place] if entries else None
    if void is None or "note" not in kinds[:place] or "note" not in kinds[place:] or is_void(void):
        return entries
    why = void._replace(key=void.key._replace(text="note"))
    return [*entries[:place], why, *entries[place + 1 :], void]


def _values_data(entries: list[Entry], problems: Problems) -> Value:
    """Return the value of a key.

    Where it is there more than once, all in one text if they are of one kind.
    """
    first = entries[0]
    if len(entries) == 1:
        return _value_data(first, problems)
    parts = tuple(part for entry in entries for part in entry.parts)
    key = first.key.text
    if first.names or (KEYS[key].listed == "parts" and all(part.names for part in parts)):
        whole = value_text(first._replace(parts=parts))
        if len(whole) <= LONGEST_SCALAR:
            return whole
    return [str(_value_data(entry, problems)) for entry in entries]


def _value_data(entry: Entry, problems: Problems) -> str | bool:
    if entry.key.text == "void" and is_void(entry):
        return YES
    text = _plain_value(entry)
    if len(text) > LONGEST_SCALAR:
        what = f"this `{entry.key.text}` is longer than the {LONGEST_SCALAR:,} characters of the other form"
        problems.refuse("unwritable", entry.key.place, what, "shorten it")
    return text


def _plain_value(entry: Entry) -> str:
    key = entry.key.text
    if key in FREE_KEYS:
        said = entry.parts[0].words[0].text
        return quoted(said) if QUOTED.fullmatch(said) else said
    if KEYS[key].value == "one_name":
        name = entry.parts[0].names[0].text
        return _plain_name(name)
    return value_text(entry)


def _plain_name(name: str) -> str:
    """Return a name that stands alone, in quotes where its own ones would be taken for such."""
    return quoted(name) if name[:1] == name[-1:] == '"' else name


def _boards_data(boards: Iterable[BoardSyntax], problems: Problems) -> Boards:
    """Return boards by player, or a list where they are anonymous."""
    named: dict[str, Board] = {}
    anonymous: list[Board] = []
    for board in boards:
        if board.name is None:
            anonymous.append(_board_data(board))
        elif _plain_name(board.name.text) in named:
            two = f"{board.name.text} has two boards in this deal, and the other form has one for each name"
            problems.refuse("unwritable", board.name.place, two, "take one of them out")
        else:
            named[_plain_name(board.name.text)] = _board_data(board)
        if anonymous and named:
            both = "this deal has boards with a name and boards without, which the other form cannot say"
            problems.refuse("unwritable", board.at.place, both, "give every board a name")
    return named or anonymous


def _board_data(board: BoardSyntax) -> Board:
    """Return a mapping of its rows (and marks), or the text that would follow the colon."""
    rows = row_order(board)
    marks = [mark.text.split() for mark in board.marks]
    plain = board.claim is not None or (board.status is None and None not in dict(rows))
    flags = {word: number[0] if number else YES for word, *number in marks}
    said = len(flags) == len(marks) and not flags.keys() - {"foul", "fantasyland"}
    if not plain or not said or not rows or len({row for row, _ in rows}) != len(rows):
        return board_text(board)
    data: dict[str, str | bool] = {}
    if board.claim is not None:
        data["claim"] = board.claim.text
    for row, cards in rows:
        data["cards" if row is None else SHORT_LABELS[row]] = cards_text(cards.text)
    return data | flags
