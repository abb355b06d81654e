"""What a line that cannot be read was meant to be: its problem in words for players, and a hint."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from ofcscore.game.spelling import read_cards
from ofcscore.log.amounts import not_a_number, without_commas
from ofcscore.log.keys import KEYS, key_form
from ofcscore.log.syntax import (
    DEAL_WORDS,
    ROW_LABELS,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    LineSyntax,
    SyntaxFault,
    Text,
    Unread,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import describe_character, near

# How far back a message looks for what a slip belongs to, so that a long line takes no longer than it should.
_NEARBY: Final = 80
_FIRST_WORD: Final = re.compile('[^ \t:/"]+')
_TYPOGRAPHIC: Final = "“”„«»"


def _head_word(text: str) -> str:
    match = _FIRST_WORD.match(text.lstrip(" \t"))
    return match.group() if match else ""


def named_like_a_key(source: Text) -> Problem | None:
    """The problem of a board whose player has the name of a key, None for any other line."""
    head, colon, behind = source.text.partition(":")
    rows = behind.split("/")
    word = head.strip(" \t")
    if not colon or len(rows) != len(UNLABELLED) or word.lower() not in KEYS or word.lower() == "note":
        return None
    if any(read.faults or not read.cards for read in map(read_cards, rows)):
        return None
    start = head.index(word)
    return Problem(
        "name-quotes",
        source.part(start, start + len(word)).place,
        f"`{word}:` begins a line of its own kind, and a board stands behind it",
        f'a player of that name is written `"{word}": ...`',
    )


def unread_line(fault: SyntaxFault, source: Text, problems: Problems) -> LineSyntax:
    """The problem of a line that no production reads, and what the line surely was."""
    text = source.text
    word = _head_word(text)
    start = len(text) - len(text.lstrip(" \t"))
    at = source.part(start, start + max(len(word), 1))
    lowered = word.lower()
    behind = text[start + len(word) :].lstrip(" \t")
    if lowered in DEAL_WORDS and behind[:1] != ":":
        number = re.match("#([0-9]+)", behind)
        hint = f"write `{lowered} {number.group(1) if number else 1}`"
        unnamed = Problem("deal-line", at.behind().place, "this deal has no name: `#` begins a comment", hint)
        problems.add(unnamed if behind[:1] == "#" else fault.problem)
        return DealLine(at, None, spoiled=True)
    if lowered in KEYS or fault.problem.code in ("quote-unclosed", "comment"):
        problems.add(fault.problem)
        return Unread(at, key=lowered in KEYS)
    meant = near(word, KEYS) if ":" in text and "/" not in text else None
    if meant is not None:
        problems.add(_key_unknown(at, meant))
        return Unread(at, key=True)
    problems.add(fault.problem)
    return Unread(at)


def _key_unknown(at: Text, meant: str, rest: str = "1") -> Problem:
    colon = "" if meant in DEAL_WORDS else ":"
    example = f"`{meant} {rest}`" if meant in DEAL_WORDS else key_form(meant)
    return Problem(
        "key-unknown",
        at.place,
        f"`{at.text}` is no key and no player with a board",
        f"did you mean `{meant}{colon}`? Write {example}",
    )


def vet(board: BoardSyntax, problems: Problems) -> LineSyntax:
    """The board, or what its line was surely meant to be when its cards cannot be read."""
    if board.status is not None or len(board.rows) == 0 or board.labels[0] is not None:
        return board
    if board.name is not None and len(board.rows) > 1:
        return board
    cards = board.rows[0]
    read = read_cards(cards.text)
    if not read.faults and (len(board.rows) > 1 or len(read.cards) > 2):
        return board
    if board.name is None:
        return _vet_unnamed(board, cards, problems)
    word = board.name.text
    if word.lower() in DEAL_WORDS:
        problems.add(
            Problem(
                "deal-line",
                board.name.behind().place,
                f"`{word}` takes no colon",
                f"write `{word.lower()} {cards.text}`",
            )
        )
        return DealLine(board.name, None, spoiled=True)
    meant = near(word, KEYS)
    if meant is not None:
        problems.add(_key_unknown(board.name, meant))
        return Unread(board.name, key=True)
    return board


def _vet_unnamed(board: BoardSyntax, cards: Text, problems: Problems) -> LineSyntax:
    words = cards.text.split() or [cards.text]
    word, rest = words[0], cards.text[len(words[0]) :].strip()
    at = cards.part(0, len(word))
    lowered = word.lower()
    single = len(board.rows) == 1
    if single and lowered in DEAL_WORDS:
        message = f"`{word}` is written `{lowered}`" if rest else "this deal has no name"
        problems.add(Problem("deal-line", at.behind().place, message, f"write `{lowered} {rest or 1}`"))
        return DealLine(at, None, spoiled=True)
    glued = re.fullmatch("([Dd]eal|[Hh]and)([0-9]+)", word)
    if single and glued:
        hint = f"write `{glued.group(1)} {glued.group(2)}`"
        problems.add(Problem("deal-line", at.place, f"a blank is missing in `{word}`", hint))
        return DealLine(at, None, spoiled=True)
    if lowered in ROW_LABELS or lowered in KEYS:
        key = lowered in KEYS
        example = key_form(lowered) if key else f"`{word}: {rest or 'QQ5'}`"
        problems.add(_colon_missing(at, f"`{word}` needs a colon", f"write {example}"))
        return Unread(at, key=key)
    if single and rest:
        meant = near(word, (*DEAL_WORDS, *KEYS))
        if meant is not None:
            problems.add(_key_unknown(at, meant, rest))
            return DealLine(at, None, spoiled=True) if meant in DEAL_WORDS else Unread(at, key=True)
    if rest and not read_cards(rest).faults and not read_cards(word).cards:
        problems.add(
            _colon_missing(
                at, f"there is no colon between {word} and the cards", f"write `{word}: {rest} ...`"
            )
        )
        return Unread(at)
    readable = sum(not read_cards(other).faults for other in words)
    if not any(read_cards(row.text).cards for row in board.rows) or (single and 2 * readable < len(words)):
        problems.add(
            Problem(
                "line-unreadable",
                at.place,
                "this line is no board, no key and no `deal` line",
                "a board is `Hero: QQ5 / AA762 / 9TJQK`; a remark begins with `#`",
            )
        )
        return Unread(at)
    return board


def _colon_missing(at: Text, message: str, hint: str) -> Problem:
    return Problem("colon-missing", at.behind().place, message, hint)


def explain(start: str, key: str | None, source: Text, at: int, ended: bool, expected: set[str]) -> Problem:
    """What is wrong at a character where no production of a start symbol goes on, in words for players.

    `key` is whose value is read, where a line of text says so, `ended` that nothing stands at the character,
    `expected` which terminals of the grammar might.
    """
    text = source.text
    if ended:
        at = len(text.rstrip(" \t")) if at == 0 else at
    character = "" if ended else text[at : at + 1]
    place = source.part(at, at + 1).place if not ended else _behind(source, at)
    if text.count('"') % 2 and character == '"':
        return Problem("quote-unclosed", place, "this quote is not closed", 'a name in quotes is `"Phil H."`')
    if character == "#":
        return Problem(
            "comment", place, "`#` stands in the middle of a word", "a comment begins after a blank"
        )
    if start == "line":
        word = _head_word(text)
        behind = text.lstrip(" \t")[len(word) :].lstrip(" \t")
        lowered = word.lower()
        if lowered in KEYS and (behind[:1] == ":" or KEYS[lowered].of is not None):
            return _explain_value(lowered, text, at, ended, expected, source)
        if lowered in DEAL_WORDS and behind[:1] != ":":
            return _explain_deal(lowered, character, place)
    if start in ("line", "board"):
        return _explain_board(text, at, ended, character, source)
    return _explain_value(key, text, at, ended, expected, source)


def _behind(source: Text, at: int) -> Any:
    """The place right behind what stands before `at`, which is never nothing."""
    return source.part(max(at - 1, 0), at).behind().place


def _explain_deal(word: str, character: str, place: Any) -> Problem:
    if character == ":":
        return Problem("deal-line", place, f"a `{word}` line takes no colon", f"write `{word} 1`")
    return Problem(
        "deal-line",
        place,
        f"a `{word}` line has a name, and perhaps a date, and nothing else",
        f'write `{word} 1`, `{word} 1 2026-11-20` or `{word} "last one"`',
    )


_NAME_END: Final = re.compile("[^ \t,]*")


def _explain_value(
    key: str | None, text: str, at: int, ended: bool, expected: set[str], source: Text
) -> Problem:
    hint = f"write {key_form(key)}" if key else None
    place = _behind(source, at) if ended else source.part(at, _word_end(text, at)).place
    if ended and key and text[:at].rstrip().endswith(":"):
        return Problem("key-empty", place, f"nothing stands behind `{key}:`", hint)
    if not ended and re.search("[0-9],$", text[: at + 1]) and re.match("[0-9]", text[at + 1 : at + 2]):
        return _decimal_comma(text, at, source)
    if (
        not ended
        and re.search("[0-9],[ \t]*$", text[max(at - _NEARBY, 0) : at])
        and re.match("[0-9]", text[at:])
    ):
        return _decimal_comma(text, text.rindex(",", 0, at), source)
    if "AMOUNT" in expected or "FIGURE" in expected or "COUNT" in expected:
        if ended or text[at] == ",":
            glued = re.search("([^ \t,]*?)-([0-9][0-9.]*)$", text[max(at - _NEARBY, 0) : at])
            if glued and glued.group(1):
                hint = f"a sign follows a blank: `{glued.group(1)} -{glued.group(2)}`"
            word = re.search("[^ \t,:]*$", text[max(at - _NEARBY, 0) : at].rstrip(" \t"))
            if word and _meant_as_number(word.group()):
                end = len(text[:at].rstrip(" \t"))
                return not_a_number(source.part(end - len(word.group()), end))
            return Problem("number-missing", place, "a number is missing here", hint)
        return Problem("key-unreadable", place, "this is not what is expected here, a number", hint)
    if "LIST_NAME" in expected or "NAME" in expected:
        if not ended and re.match("[0-9+-]", text[at:]):
            name = text[at : _word_end(text, at)]
            return Problem(
                "name-quotes",
                place,
                "a name in a list does not begin with a digit or a sign, unless it is in quotes",
                f'write "{name}"' if name[0] in "0123456789" else hint,
            )
        return Problem("key-unreadable", place, "a name is missing here", hint)
    if key == "expect" and "COLON" in expected:
        return Problem("colon-missing", place, "a colon is missing here", hint)
    about = f"`{key}`" if key else "this"
    return Problem("key-unreadable", place, f"{about} cannot be read here", hint)


def _word_end(text: str, at: int) -> int:
    match = _NAME_END.match(text, at)
    return max(match.end() if match else at, at + 1)


_NOT_NUMBERS: Final = frozenset(("nan", "snan", "inf", "infinity"))


def _meant_as_number(word: str) -> bool:
    """Whether a word without one digit of ASCII stands for a number to some program or in some script."""
    return word.lower() in _NOT_NUMBERS or any(c.isdigit() and not c.isascii() for c in word)


def _decimal_comma(text: str, comma: int, source: Text) -> Problem:
    from_ = max(comma - _NEARBY, 0)
    number = re.search(r"[+-]?[0-9][0-9.,]*$", text[from_:comma])
    after = re.match("[ \t]*[0-9]([0-9.,]*[0-9])?", text[comma + 1 : comma + _NEARBY])
    start = from_ + number.start() if number else comma
    end = comma + 1 + (after.end() if after else 0)
    return Problem(
        "number-unreadable",
        source.part(start, end).place,
        f"{text[start:end]} is not a number that can be read",
        without_commas("".join(text[start:end].split())) or "write a point and no comma",
    )


_BRACKET: Final = re.compile(r"\(([^()]*)\)?")


def _explain_board(text: str, at: int, ended: bool, character: str, source: Text) -> Problem:
    before = text[:at].rstrip(" \t")
    place = _behind(source, at) if ended else source.part(at, at + 1).place
    opened = text.rfind("(", 0, at + 1)
    if opened >= 0 and ")" not in text[opened:at]:
        return _explain_mark(text, opened, source)
    if any(quote in text for quote in _TYPOGRAPHIC):
        index = min(text.find(quote) for quote in _TYPOGRAPHIC if quote in text)
        return Problem(
            "name-quotes",
            source.part(index, index + 1).place,
            f"{text[index]} does not begin a name in quotes",
            'write straight quotes: "Phil H."',
        )
    if character == ":":
        return _explain_colon(text, at, source)
    if character == "/" or (ended and before.endswith("/")):
        side = "after the last slash" if ended else "before this slash"
        return Problem(
            "row-empty", place, f"there is no row {side}", "a board is `Hero: QQ5 / AA762 / 9TJQK`"
        )
    if re.search("[Cc]laim[ \t]*[^:]*$", before) and not re.search("[Cc]laim[ \t]+[^:]+:.", before):
        return Problem(
            "claim-unreadable",
            place,
            "a claim names its kind and shows its cards",
            "write `claim dragon: A 2 3 4 5 6 7 8 9 T J Q K`, or its three rows",
        )
    status = re.search("([Ff]oul|[Ss]urrender|[Aa]bsent)$", before)
    if status and not ended:
        return Problem(
            "line-unreadable",
            place,
            f"nothing follows `{status.group(1)}` but marks in brackets",
            "cards and a foul are `Hero: QQ5 / AA762 / 9TJQK (foul)`",
        )
    if ended and re.search("(^|[:/])[^:/]*:$", before[-_NEARBY:]):
        label = re.search("([^ \t:/]+)[ \t]*:$", before[-_NEARBY:])
        named = label.group(1) if label else "this row"
        return Problem("row-empty", place, f"nothing stands behind `{named}:`", "write the cards of the row")
    if character == '"':
        return Problem(
            "line-unreadable", place, "a quoted name stands only before a colon", 'write `"Phil H.": ...`'
        )
    if character == ")":
        return Problem("mark-unknown", place, "no bracket is open here", "marks are `(foul)`")
    return Problem(
        "line-unreadable",
        place,
        "the board cannot be read on from here" if not ended else "the board is not finished",
        "a board is `Hero: QQ5 / AA762 / 9TJQK`",
    )


def _explain_mark(text: str, opened: int, source: Text) -> Problem:
    match = _BRACKET.match(text, opened)
    inside = match.group(1).strip() if match else ""
    end = match.end() if match else opened + 1
    place = source.part(opened, end).place
    marks = "marks are `(fantasyland)`, `(foul)` and, without cards, `(2 aces)`"
    if not text[opened:end].endswith(")"):
        return Problem("mark-unknown", place, "this bracket is not closed", marks)
    meant = near(inside, ("fantasyland", "foul"), 0.6)
    hint = f"did you mean `({meant})`?" if meant else marks
    return Problem("mark-unknown", place, f"({inside}) is no mark of a board", hint)


def _explain_colon(text: str, at: int, source: Text) -> Problem:
    place = source.part(at, at + 1).place
    before = text[:at].rstrip(" \t")
    match = re.search("[^ \t:/,]*$", before[-_NEARBY:])
    word = match.group() if match else ""
    if before.endswith(":") or not word:
        hint = "one colon is enough" if before else "write the player's name before it, or leave it out"
        return Problem("colon-twice", place, "this colon has nothing before it", hint)
    start = len(before) - len(word)
    if ":" not in before and "/" not in before:
        name = before.strip(" \t")
        return Problem(
            "name-quotes",
            source.part(len(text) - len(text.lstrip(" \t")), at).place,
            f"{name} is not one word, and so no name without quotes",
            f'write `"{name}": ...`',
        )
    meant = near(word, ROW_LABELS)
    if meant is not None:
        return Problem(
            "label-unknown", source.part(start, at).place, f"`{word}` is no row", f"did you mean `{meant}:`?"
        )
    return Problem(
        "label-unknown",
        source.part(start, at).place,
        f"`{word}` is no row",
        "rows are `top:`, `mid:` and `bot:`",
    )


def check_unquoted(name: Text) -> None:
    """Raises where an unquoted name has a sign that is no letter and no digit of any script."""
    for index, character in enumerate(name.text):
        if character.isalnum() or character in ".-_" or unicodedata.category(character)[0] in "MC":
            continue
        shown = describe_character(character)
        hint = f'write "{name.text}"'
        if character in "“”„«»":
            hint = 'write straight quotes: "Phil H."'
        raise SyntaxFault(
            Problem(
                "name-quotes",
                name.part(index, index + 1).place,
                f"{shown} may stand only in a name in quotes",
                hint,
            )
        )
