"""Parse keys and values from separate fields: YAML and JSON mappings, and table cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ofcscore.diagnostics.problem import Problems, meant, near
from ofcscore.log.keys import FREE_KEYS, KEYS, key_form
from ofcscore.log.syntax import QUOTED, Entry, Part, SyntaxFault, Text, fault, unquote
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, folded

_NAME: Final = f'({QUOTED.pattern}|[^/"]+?)[ \t]*'
_PAIR: Final = f"[ \t]*{_NAME}(?:/[ \t]*{_NAME})?"


def read_entry(key: Text, value: Text | None, problems: Problems, vocabulary: Vocabulary) -> Entry | None:
    """Parse a key and its value; if they are invalid, report why and return None."""
    try:
        word, names = read_key(key, (), vocabulary)
        if value is None:
            return Entry(word, names, no_value(word.text, key.behind()))
        return Entry(word, names, read_value(word, names, value, vocabulary))
    except SyntaxFault as refused:
        problems.add(refused.problem)
        problems.miss(near(key.text, KEYS) or key.text)
        return None


def read_key(key: Text, others: Iterable[str], vocabulary: Vocabulary) -> tuple[Text, tuple[Text, ...]]:
    """Return a key and the players that it names. Raises `SyntaxFault`.

    `others` are more words to suggest for an unknown key.
    """
    text = key.text.strip(" \t")
    whole = vocabulary.keys.get(folded(text))
    if whole is not None:
        return key.with_text(whole), ()
    head, _, of = text.partition(" ")
    word = vocabulary.keys.get(folded(head))
    if word is None or (of.strip() and KEYS[word].of is None):
        otherwise = "correct the key or remove it; common keys are `stake`, `rules`, `players` and `date`"
        hint = meant(head, (*KEYS, *others), otherwise)
        raise fault("key-unknown", key, f"unknown key `{key.text}`", hint)
    start = key.text.index(head) + len(head)
    return key.with_text(word), read_pair(key.part(start)) if of.strip() else ()


def read_pair(text: Text) -> tuple[Text, ...]:
    """Return one name, or two with a slash between them. Raises `SyntaxFault`."""
    match = re.fullmatch(_PAIR, text.text)
    if match is None:
        message = "expected one name, or two with a slash between them"
        raise fault("key-unreadable", text.trimmed(), message, "write, for example, `stake Hero/Gus: 2`")
    return tuple(one_name(text.part(*match.span(group))) for group in (1, 2) if match.group(group))


def one_name(text: Text) -> Text:
    """Return a name without quotes and invisible characters."""
    plain = plain_text(text.trimmed())
    if plain.text.isascii():
        return plain
    from ofcscore.log.text.normalize import EVERY_LINE, Normalized

    line, columns = plain.line._replace(text=plain.text), tuple(range(len(plain.text) + 1))
    source = Normalized(plain.text, columns, line, plain)
    for rule in EVERY_LINE:
        source = rule.of(source)
    return source.whole if source.text != plain.text and source.text else plain


def plain_text(value: Text) -> Text:
    """Return a text without quotes around all of it, which protect spaces at its ends."""
    return unquote(value) if QUOTED.fullmatch(value.text) else value


def no_value(key: str, at: Text) -> tuple[Part, ...]:
    """Return the parts of a key without a value. Raises `SyntaxFault` if it needs one."""
    if KEYS[key].bare:
        return ()
    raise fault("key-empty", at, f"`{key}:` has no value", f"write, for example, {key_form(key)}")


def read_value(word: Text, names: tuple[Text, ...], text: Text, vocabulary: Vocabulary) -> tuple[Part, ...]:
    """Parse a value that is text. Raises `SyntaxFault`."""
    if not text.text.strip():
        return no_value(word.text, text)
    if word.text in FREE_KEYS:
        return (Part(words=(plain_text(text),)),)
    if KEYS[word.text].start(names) == "one_name":
        return (Part(names=(one_name(text),)),)
    return parse_value(word.text, text, of=bool(names), vocabulary=vocabulary)


def parse_value(
    key: str, text: Text, *, of: bool = False, vocabulary: Vocabulary = ENGLISH
) -> tuple[Part, ...]:
    """Parse a value with the grammar. Raises `SyntaxFault`.

    If `of`, the key names players.
    """
    # Import here: loading the grammar is slow, and most values do not need it.
    from ofcscore.log.text.normalize import Normalized, normalize_value
    from ofcscore.log.text.syntax_builder import parse

    head = f"{key} A/B: " if of else f"{key}: "
    value = normalize_value(text, vocabulary)
    first = value.columns[0] if value.columns else 0
    source = Normalized(head + value.text, (first,) * len(head) + value.columns, value.line, value.origin)
    parsed = parse(source, vocabulary)
    if isinstance(parsed.value, Entry):
        parts = parsed.value.parts
        if parsed.sound or (len(parts) == 1 and parts[0].number is not None):
            # The reader of the number reports why it is invalid.
            return parts
    at = source.at(max(parsed.at[0], len(head)), len(source.text)) if parsed.at != (0, 0) else text
    hint = f"write, for example, {key_form(key)}"
    if parsed.expected & {"MONEY", "FIGURES", "FIGURE"} and not parsed.expected & {"LIST_NAME", "SHARE_NAME"}:
        raise fault("number-missing", at, "a number is missing here", hint)
    raise fault("key-unreadable", at, f"the value of `{key}` cannot be read from here on", hint)
