"""Keys and their values: in a line of text, or where a form holds the two apart (a mapping, cells)."""

import re
from collections.abc import Iterable
from typing import Any, Final

from ofcscore.log.amounts import amount_part, without_point
from ofcscore.log.keys import FREE_KEYS, KEYS, NAMELESS_KEYS, key_form
from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.pieces import sub
from ofcscore.log.syntax import QUOTED, Entry, Part, SyntaxFault, Text, fault, lowered, unquote
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import ASCII_LOWER, listed, meant

_FIRST_WORD: Final = re.compile("[ \t]*([A-Za-z]+)([ \t]*)(.?)")
_KEY: Final = re.compile("[^ \t/]+")
_NAME: Final = f'({QUOTED.pattern}|[^/"]+?)[ \t]*'
_POINTS: Final = r"(?<=[0-9])[ \t]*[Pp](?:oin)?ts?\.?(?=[ \t]*(?:,|$))"
"""What points are called behind their number."""
_PAIR: Final = re.compile(f"[ \t]*{_NAME}(?:/[ \t]*{_NAME})?")


def parse(start: str, source: Text, key: str | None = None) -> Any:
    """What `source` says, by a start symbol of the grammar; `key` is for hints. Raises `SyntaxFault`."""
    # The parser takes time to import, and most logs do without.
    from ofcscore.log.read.builder import parse

    return parse(start, source, key)


def parse_value(start: str, source: Text, key: str | None = None) -> tuple[Part, ...]:
    """The parts of a key's value, read from a start symbol of the grammar. Raises `SyntaxFault`."""
    value = parse(start, source, key)
    if isinstance(value, Part):
        return (value,)
    return (Part(names=(value,)),) if isinstance(value, Text) else tuple(value)


# --- in a line of text


def parse_entry(source: Text) -> Entry | None:
    """A key and its value in a line of text, None where the line begins with no key. Raises `SyntaxFault`."""
    match = _FIRST_WORD.match(source.text)
    if match is None:
        return None
    _, blank, behind = match.groups()
    at = lowered(source.part(*match.span(1)))
    key = KEYS.get(at.text)
    if key is None:
        return None
    if key.bare and (not behind or (blank and behind == "#")):
        return Entry(at)
    if behind != ":" and not (key.of and blank):
        return None
    names, colon, rest = parse("entry", source, at.text)
    if rest is None:
        return Entry(at, names, no_value(at.text, colon.behind()))
    return Entry(at, names, parse_value(key.start(names), _meant(at, rest), at.text))


def _meant(key: Text, value: Text) -> Text:
    """The value of a key as it is surely meant, where the grammar would find something else in it."""
    if key.text == "paid":
        return typed_signs.payments(value)
    if key.text in ("adjust", "expect"):
        return sub(_POINTS, lambda _: "", value)
    if key.text in NAMELESS_KEYS:
        value = plain_text(value.trimmed())
    return without_point(value) if key.text == "stake" else value


def no_value(key: str, at: Text) -> tuple[Part, ...]:
    """The parts of a key behind which nothing stands. Raises `SyntaxFault` where something has to."""
    if KEYS[key].bare:
        return ()
    raise fault("key-empty", at, f"nothing stands behind `{key}:`", f"as in {key_form(key)}")


# --- where key and value are apart


def read_entry(key: Text, value: Text | None, problems: Problems) -> Entry | None:
    """What a key (`stake`, `expect A/B`) and its value say; None and a problem where they say nothing."""
    try:
        word, names = read_key(key)
        if value is None:
            return Entry(word, names, no_value(word.text, key.behind()))
        if word.text in FREE_KEYS:
            return Entry(word, names, (Part(words=(plain_text(value),)),))
        return Entry(word, names, read_value(word, names, value))
    except SyntaxFault as refused:
        problems.add(refused.problem)
        problems.miss(key.text)
        return None


def plain_text(value: Text) -> Text:
    """A text as it is, or what stands between quotes around all of it, which keeps blanks at its ends."""
    return unquote(value) if QUOTED.fullmatch(value.text) else value


def read_key(key: Text, others: Iterable[str] = (), last: str = "and") -> tuple[Text, tuple[Text, ...]]:
    """A key's word in lower case, and the players that it names. Raises `SyntaxFault`.

    `others` are words that may have been meant too, `last` stands before the last of all keys.
    """
    match = _KEY.match(key.text)
    end = match.end() if match else 0
    word = typed.key(key.part(0, end))
    word = word._replace(text=word.text.translate(ASCII_LOWER))
    of = key.text[end:].strip(" \t")
    if word.text not in KEYS or (of and KEYS[word.text].of is None):
        hint = meant(word.text, (*KEYS, *others), f"keys are {listed(KEYS, last)}")
        raise fault("key-unknown", key, f"`{key.text}` is no key", hint)
    return word, read_pair(key.part(end)) if of else ()


def read_pair(text: Text) -> tuple[Text, ...]:
    """One name, or two with a slash between them. Raises `SyntaxFault`."""
    match = _PAIR.fullmatch(text.text)
    if match is None:
        message = "one name or two, with a slash between them, stand here"
        raise fault("key-unreadable", text.trimmed(), message, "as in `stake Hero/Gus: 2`")
    return tuple(one_name(text.part(*match.span(group))) for group in (1, 2) if match.group(group))


def one_name(text: Text) -> Text:
    """A name that stands alone, quotes around it taken off."""
    return typed_signs.seen(plain_text(text.trimmed()))


def read_value(word: Text, names: tuple[Text, ...], text: Text) -> tuple[Part, ...]:
    """The parts of a value that is text. Raises `SyntaxFault`."""
    if not text.text.strip():
        return no_value(word.text, text)
    start = KEYS[word.text].start(names)
    if start == "words":
        return (Part(words=(text,)),)
    if start == "one_name":
        return (Part(names=(one_name(text),)),)
    text = _meant(word, text)
    part = amount_part(text) if start in ("amount", "rounds") else None
    if part is not None:
        return (part,)
    try:
        return parse_value(start, text)
    except SyntaxFault:
        said = typed_signs.value(text)
        if said.text == text.text:
            raise
        return parse_value(start, said)
