"""What a line that cannot be read was meant to be: its problem in words for players, and a hint."""

import re
from collections.abc import Sequence
from typing import Final

from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import COLUMN_NAMES, KEYS, key_form
from ofcscore.log.mending import (
    for_option,
    for_payment,
    for_points,
    mended_rows,
    payment_in_order,
    points_list,
    value_in_order,
    void_deal,
    void_line,
    with_label_colons,
)
from ofcscore.log.read.other_words import key_called, plain_amount
from ofcscore.log.read.stops import head_word, status_before_names
from ofcscore.log.read.typed import is_word_for_board
from ofcscore.log.syntax import (
    ALSO_DEALS,
    BOARD_FORM,
    DEAL_WORDS,
    INITIALS,
    ROW_LABELS,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    LineSyntax,
    Text,
    Unread,
    mended,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import ASCII_LOWER, letters_apart, listed, near
from ofcscore.rules.files import shipped_names
from ofcscore.rules.suggest import suggest


def named_like_a_key(source: Text) -> Problem | None:
    """The problem of a board whose player has the name of a key, None for any other line."""
    head, colon, behind = source.text.partition(":")
    rows = behind.split("/")
    word = head.strip(" \t")
    if not colon or len(rows) != len(UNLABELLED) or word.lower() not in KEYS or word.lower() == "note":
        return None
    if any(read.faults or not read.cards for read in map(read_cards, rows)):
        return None
    at = source.part(0, len(head)).trimmed()
    message = f"`{word}:` begins a line of its own kind, and a board stands behind it"
    line = mended(at, f'"{word}"')
    return Problem("name-quotes", at.place, message, f"if that is a player, write `{line}`")


_DEAL_LIKE: Final = re.compile(
    r"[ \t(\[]*(?:([^\W0-9_]+[ \t]+)?(?:(?:(?ai:nr|no|num)|số)[.]?[ \t]*|[#№])?[ \t]*([0-9]{1,4})"
    r"[ \t]*[)\].:]?"
    r"|第[ \t]*([0-9]{1,4})[ \t]*[^\W0-9_]{1,2}:?)[ \t]*((?:(?<=[ \t).:])|[(\[,;–—-]).*)?"
)
"""What begins a deal in words of other languages, or as the items of a list: `Spiel 2`, `第2局`, `(2)`."""
NUMBER_ALONE: Final = re.compile(r"[ \t]*[0-9]{1,2}[ \t]*")
"""What is too few cards for a row, and may be the number of a deal."""


def meant_deal(source: Text, problems: Problems) -> DealLine | None:
    """The deal that a line no board stands on may begin; None, and no problem, for any other line."""
    match = _DEAL_LIKE.fullmatch(source.text)
    if match is None:
        return None
    word, name = (match[1] or "").strip().lower(), match[2] or match[3]
    hint = void_deal("deal", name, match[4]) if match[4] else f"write `deal {name}`"
    is_row = word in INITIALS and len(read_cards(name).cards) == INITIALS[word].size
    named = is_row or word in ROW_LABELS or (word and near(word, (*DEAL_WORDS, *KEYS), 0.75) is not None)
    if hint is None or (named and word not in ALSO_DEALS):
        return None
    at = source.trimmed()
    hint = f"if a deal begins here, {hint}; a remark begins with `#`"
    problems.refuse(
        "deal-line", at.place, f"can't read `{at.text}`: not a board, a setting or a deal heading", hint
    )
    return DealLine(at, None, spoiled=True)


def unread_line(problem: Problem, source: Text, problems: Problems) -> LineSyntax:
    """What a line surely was that no production reads; its problem is told."""
    text = source.text
    word = head_word(text)
    start = len(text) - len(text.lstrip(" \t"))
    at = source.part(start, start + max(len(word), 1))
    lowered = word.lower()
    behind = text[start + len(word) :].lstrip(" \t")
    if lowered in DEAL_WORDS and behind[:1] != ":":
        if behind[:1] == "#":
            number = re.match("#([0-9]+)", behind)
            hint = f"write `{lowered} {number.group(1) if number else 1}`"
            message = "this deal has no name: `#` begins a comment"
            problem = Problem("deal-line", at.behind().place, message, hint)
        problems.add(problem)
        return DealLine(at, None, spoiled=True)
    known = lowered in KEYS
    if not known and problem.code not in ("quote-unclosed", "comment") and ":" in text and "/" not in text:
        meant = _near_key(word)
        if meant is not None and not (KEYS[meant].of is None and _is_somebody(source)):
            return _meant_key(at, meant, problems)
    problems.add(problem)
    return Unread(key=known)


def _is_somebody(source: Text) -> bool:
    """Return True if several words before a colon are a name: `Player 1:`, `Max K: foul`."""
    head, _, behind = source.text.partition(":")
    at = source.part(len(source.text) - len(behind)).trimmed()
    words = head.split()
    return len(words) > 1 and (is_word_for_board(at) or words[-1].isdecimal())


def _near_key(word: str) -> str | None:
    """The key that a word is another word for, or is like.

    A short one that lacks two letters of it is a name (`Chi`, no `chips`).
    """
    if void_line(word) is not None:
        return "void"
    called = key_called(word)
    if called is not None:
        return called
    meant = near(word, KEYS)
    short = len(word) <= 3 and meant is not None and letters_apart(word.lower(), meant, 1) is None
    return None if short else meant


def _meant_key(at: Text, meant: str, problems: Problems, rest: str = "1") -> Unread | DealLine:
    """What a line is whose first word is no key; `meant` is the key, or the word that begins a deal."""
    of_deal = meant in DEAL_WORDS
    start, end = at.column - 1, at.column - 1 + at.width
    if at.line.text[start - 1 : start] == '"' == at.line.text[end : end + 1]:
        at = at._replace(column=start, width=at.width + 2)
    hint = f"`{meant}`? Write `{meant} {rest}`" if of_deal else f"`{meant}:`? Write {_with_key(at, meant)}"
    message = f"`{at.text}` is no key and no player with a board"
    problems.refuse("key-unknown", at.place, message, f"did you mean {hint}")
    return DealLine(at, None, spoiled=True) if of_deal else Unread(key=True)


def _with_key(at: Text, key: str) -> str:
    """The line that a word begins, with a key and its colon in place of the word."""
    behind = at.line.text[at.column - 1 + at.width :].strip(" \t")
    said = re.sub(_BEFORE_VALUE, "", behind)
    if not said:
        return key_form(key)
    ordered = value_in_order(key.lower(), said)
    if ordered is not None:
        return f"`{key.lower()}: {ordered}`"
    if key_called(at.text) is not None:
        return f"`{key}: {plain_amount(said) if key == 'stake' else said}`"
    if behind[0] in _DASHES and said != behind:
        return f"`{key}: {said}`"
    colon = "" if ":" in behind else ":"
    return f"`{mended(at, f'{key}{colon}')}`"


_DASHES: Final = "-–—="
_BEFORE_VALUE: Final = f"^[:：= \t]*(?:[{_DASHES}]+>?[ \t]+)?"
_NOTHING: Final = "can't read this line: not a board, a setting or a deal heading"
_DAY: Final = re.compile(
    r"[ \t]*(?:[A-Za-z]+,?[ \t]+)?[0-9]{1,2}([/.])[0-9]{1,2}\1(?:20)?[0-9]{2}(?![0-9/.])"
)
"""A day with its year last, by which a line begins: its slashes part no rows."""


def vet(board: BoardSyntax, source: Text, problems: Problems) -> LineSyntax:
    """The board of a line, or what that was surely meant to be when its cards cannot be read."""
    if board.status is not None or len(board.rows) == 0 or board.labels[0] is not None:
        return board
    if board.name is not None and len(board.rows) > 1 and key_called(board.name.text) is None:
        return board
    if board.name is None and _DAY.match(board.at.line.text):
        hint = "a day is written `date: 2026-11-20`, or behind a deal's name; a remark begins with `#`"
        problems.refuse("line-unreadable", board.at.place, _NOTHING, hint)
        return Unread()
    cards = board.rows[0]
    read = read_cards(cards.text)
    if not read.faults and len(read.cards) > (0 if len(board.rows) > 1 else 2):
        return board
    if board.name is None:
        return _vet_unnamed(board, cards, source.text, problems)
    problem = status_before_names(board.name, cards)
    if problem is not None:
        problems.add(problem)
        return Unread()
    word = board.name.text
    if word.lower() in DEAL_WORDS or (word.lower() in ALSO_DEALS and cards.text.isdecimal()):
        begins = word.lower() if word.lower() in DEAL_WORDS else DEAL_WORDS[0]
        hint = f"write `{begins} {cards.text}`"
        problems.refuse("deal-line", board.name.behind().place, f"`{word}` takes no colon", hint)
        return DealLine(board.name, None, spoiled=True)
    if re.fullmatch("[ \t]*[+-][0-9]{1,4}[ \t]*", cards.text):
        message = f"points stand where {word}'s board belongs"
        hint = f"what a deal came to is checked by a line `expect: {word} {cards.text.strip()}`"
        problems.refuse("card-unreadable", cards.place, message, hint)
        return Unread()
    meant = _near_key(word)
    points = points_list(cards.line.text.partition(":")[2])
    if points is not None and meant is None:
        message = f"`{word}` is no key, and no board stands behind it"
        problems.refuse("key-unknown", board.name.place, message, for_points(points))
        return Unread(key=True)
    return board if meant is None else _meant_key(board.name, meant, problems)


def _vet_unnamed(board: BoardSyntax, cards: Text, line: str, problems: Problems) -> LineSyntax:
    words = cards.text.split() or [cards.text]
    word, rest = words[0], cards.text[len(words[0]) :].strip()
    at = cards.part(0, len(word))
    lowered = word.lower()
    single = len(board.rows) == 1
    heads = re.findall("[^ \t|]+", line)
    if len(heads) > 2 and COLUMN_NAMES.keys() >= {head.lower() for head in heads}:
        hint = "leave these heads of columns out, where rows stand from top to bottom"
        problems.refuse("line-unreadable", at.place, _NOTHING, hint)
        return Unread()
    if single and lowered in DEAL_WORDS:
        message = f"`{word}` is written `{lowered}`" if rest else "this deal has no name"
        problems.refuse("deal-line", at.behind().place, message, f"write `{lowered} {rest or 1}`")
        return DealLine(at, None, spoiled=True)
    glued = re.fullmatch("([Dd]eal|[Hh]and)([0-9]+)", word)
    if single and glued:
        hint = f"write `{glued.group(1)} {glued.group(2)}`"
        problems.refuse("deal-line", at.place, f"a blank is missing in `{word}`", hint)
        return DealLine(at, None, spoiled=True)
    # What a bar follows is a cell of a table.
    in_table = rest[:1] == "|"
    if not in_table and (lowered in ROW_LABELS or lowered in KEYS):
        example = _with_key(at, word) if lowered in KEYS or rest else f"`{word}:` and its cards"
        example = example if lowered in KEYS else with_label_colons(example)
        problems.refuse("colon-missing", at.behind().place, f"`{word}` needs a colon", f"write {example}")
        return Unread(key=lowered in KEYS)
    if single and rest and not in_table:
        meant = (
            DEAL_WORDS[0] if lowered in ALSO_DEALS else key_called(word) or near(word, (*DEAL_WORDS, *KEYS))
        )
        if meant is not None:
            return _meant_key(at, meant, problems, rest)
    paid = payment_in_order(line) if single else None
    if paid is not None:
        hint = f"{for_payment(paid)}; a remark begins with `#`"
        problems.refuse("line-unreadable", at.place, _NOTHING, hint)
        return Unread()
    said = rest if is_word_for_board(cards.part(len(word)).trimmed()) else "the cards"
    first = read_cards(word)
    loose = mended_rows(rest) if single and word.isalpha() else None
    no_cards = not first.cards or (word.isalpha() and bool(first.faults) and said == rest)
    if loose or (rest and no_cards and (said == rest or not read_cards(rest).faults)):
        message = f"there is no colon between {word} and {said}"
        hint = f"write `{f'{word}: {loose}' if loose else mended(at, f'{word}:')}`"
        problems.refuse("colon-missing", at.behind().place, message, hint)
        return Unread()
    readable = sum(not read_cards(other).faults for other in words)
    if not any(read_cards(row.text).cards for row in board.rows) or (single and 2 * readable < len(words)):
        hint = _meant_alone(line) or BOARD_FORM
        problems.refuse("line-unreadable", at.place, _NOTHING, f"{hint}; a remark begins with `#`")
        return Unread()
    return board


_AMOUNT_WORDS: Final = 2
"""Of how many words an amount is at most: `50 cents`."""
_A_POINT: Final = re.compile(
    r"(.*[0-9].*?)[ \t]*(?:\b(?:a|per)[ \t]+|/[ \t]*)(?:points?|pts?|units?)(?:[ \t].*)?"
)


def worth_of_a_point(text: str) -> str | None:
    """The amount in a text that says what a point is worth, and nothing else; None for any other.

    >>> worth_of_a_point("50c a point"), worth_of_a_point("1€/point ok?")
    ('50c', '1€')
    """
    stake = _A_POINT.fullmatch(text.translate(ASCII_LOWER)) if len(text) <= _LONGEST else None
    return text[: stake.end(1)] if stake is not None and len(stake[1].split()) <= _AMOUNT_WORDS else None


_SIDE_BY_SIDE: Final = re.compile(r"[|\s]*[^\W0-9_]+(?:(?:[ ]{2,}|\t|[ ]*\|[ ]*)[^\W0-9_]+)+[|\s]*")
"""The heads of columns, with a player in each."""
_LONGEST: Final = 200
"""What may be meant by a line is looked for in no more characters."""


def _meant_alone(line: str) -> str | None:
    """What may be meant by a line that is a name or the worth of a point, None for any other."""
    text = line.strip()
    if len(text) > _LONGEST:
        return None
    if _SIDE_BY_SIDE.fullmatch(text):
        return f"if these are players side by side, write each one's board on a line of its own; {BOARD_FORM}"
    void = void_line(text)
    if void is not None:
        return f"if this deal does not count, write `{void}`"
    points = points_list(text)
    if points is not None:
        return for_points(points)
    day = re.search("(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9-])", text)
    if day is not None:
        return f"if it was played on that day, write `date: {day[0]}`"
    one = re.fullmatch(r"([^\W0-9_](?:(?![+-][0-9])[^\s,:;=/])*)[ \t]*[,;=]?[ \t]*([+-][0-9]{1,4})", text)
    if one is not None:
        return f"what a deal came to is checked by a line `expect: {one[1]} {one[2]}`"
    worth = worth_of_a_point(text)
    if worth is not None:
        return f"if that is what a point is worth, write `stake: {worth}`"
    paid = payment_in_order(text)
    if paid is not None:
        return for_payment(paid)
    rules = _rules_named(text)
    if rules:
        return f"if these are the rules, write {listed(f'`rules: {name}`' for name in rules)}"
    option = "-".join(text.lower().split())
    hints = [for_option(option)] if option in shipped_names()[1] else []
    if text.isalpha() and not text[0].islower():
        hints.append(f"if it is a player whose rows follow, write `{text}:`")
    return "; ".join(hints) or None


def _rules_named(text: str) -> Sequence[str]:
    """The one or two rule sets that a text of words from their names may mean; none for any other text."""
    presets, _ = shipped_names()
    words = re.findall("[a-z0-9]+", text.lower().replace("2-7", "27"))
    known = {word for name in presets for word in name.split("-")}
    return suggest(text, presets) if words and known.issuperset(words) else ()
