"""Parse lines with the Lark grammar. No other module imports lark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any, ClassVar, Final

from lark import Lark
from lark import Token as Token
from lark import Transformer as Transformer
from lark import __version__ as version
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, VisitError
from lark.lexer import Lexer

from ofcscore.files.reading import BrokenInstallation, grammar_data
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, compiled

SAVED: Final = "reader.saved"
GRAMMAR: Final = "reader.lark"
"""The file names of the parser saved by `grammars/build.py`, and of its grammar."""


_SIGNS: Final = " \t<>-–—=,;|/*_"
"""Signs that may stand before the first word of a terminal."""


class NotParsedError(Exception):
    """Raised if a line does not parse, with the position and the valid tokens there."""

    def __init__(self, at: int, expected: Iterable[str]) -> None:
        self.at, self.expected = at, frozenset(expected)


def parse_text(text: str, start: str, vocabulary: Vocabulary, builder: Transformer[Any, Any]) -> Any:
    """Parse a text and return what the builder makes of it. Raises NotParsedError."""
    ContextualLexer.vocabulary = vocabulary
    try:
        return builder.transform(parser().parse(text, start))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = error.pos_in_stream if token is None or token.type == "$END" else token.start_pos
        at = len(text) if at is None or (token is not None and token.type == "$END") else at
        expected = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        raise NotParsedError(at, expected) from None
    except VisitError as error:
        raise error.orig_exc from None


class ContextualLexer(Lexer):
    """A lexer that compiles each terminal when it is first needed.

    Lark's own lexer compiles all terminals of each parser state into one pattern, which would take most of
    the time for a short log. Here terminals are tried one by one: by priority, then in grammar order.
    """

    __future_interface__ = 1
    vocabulary: ClassVar[Vocabulary] = ENGLISH
    """The vocabulary of the lines that are parsed next."""

    def __init__(self, conf: Any) -> None:
        self.patterns = {
            terminal.name: terminal.pattern.to_regexp()
            for terminal in sorted(conf.terminals, key=lambda terminal: -terminal.priority)
        }
        self.ignored = frozenset(conf.ignore)
        self.at_state: dict[int, list[str]] = {}

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Yield the tokens of a line. Raises UnexpectedCharacters if no token matches."""
        text, at = lexer_state.text, 0
        text = text if isinstance(text, str) else text.text
        matches, words = _matches(self.vocabulary), self.vocabulary.first_words
        while at < len(text):
            names = self._names(parser_state)
            rest = text[at:].lower().lstrip(_SIGNS)
            for name in names:
                if name not in matches:
                    if name in words and not rest.startswith(words[name]):
                        continue
                    matches[name] = compiled(_filled(self.patterns[name], self.vocabulary)).match
                if found := matches[name](text, at):
                    break
            else:
                allowed = set(names) - self.ignored
                raise UnexpectedCharacters(text, at, 1, at + 1, allowed=allowed)  # type: ignore[no-untyped-call]
            if name not in self.ignored:
                yield Token(name, found[0], at, 1, at + 1, 1, found.end() + 1, found.end())
            at = found.end()

    def _names(self, parser_state: Any) -> list[str]:
        position = parser_state.position
        if position not in self.at_state:
            accepted = parser_state.parse_conf.states[position].keys() | self.ignored
            self.at_state[position] = [name for name in self.patterns if name in accepted]
        return self.at_state[position]


@lru_cache(maxsize=8)
def _matches(vocabulary: Vocabulary) -> dict[str, Callable[[str, int], re.Match[str] | None]]:
    """Return the cache of a vocabulary's compiled terminals, filled by the lexer."""
    return {}


def _filled(pattern: str, vocabulary: Vocabulary) -> str:
    """Replace placeholders such as `@LABELS@` in a terminal by the vocabulary's words."""
    return re.sub("@([A-Z_]+)@", lambda named: vocabulary.patterns[named[1]], pattern)


@lru_cache(maxsize=1)
def parser() -> Lark:
    """Return the saved parser, or build one if the saved one does not fit the grammar."""
    grammar = _grammar()
    return _saved(grammar) or _built(grammar)


def _grammar() -> str:
    data = grammar_data(GRAMMAR)
    if data is None:
        raise BrokenInstallation(f"the grammar file {GRAMMAR} is missing")
    return data.decode("utf-8")


def _built(grammar: str) -> Lark:
    starts = ["line", "keyless", "board"]
    return Lark(grammar, parser="lalr", lexer=ContextualLexer, start=starts, maybe_placeholders=False)


def _saved(grammar: str) -> Lark | None:
    """Return the saved parser, None if it is for another grammar or lark version."""
    data = grammar_data(SAVED)
    stamp = _stamp(grammar)
    return Lark.load(BytesIO(data[len(stamp) :])) if data is not None and data.startswith(stamp) else None


def _stamp(grammar: str) -> bytes:
    return f"{__name__}, lark {version}\n{grammar}\n".encode()


def save_parser() -> bytes:
    """Return the parser as bytes to save; loading takes a tenth of the building time."""
    grammar, file = _grammar(), BytesIO()
    _built(grammar).save(file)
    return _stamp(grammar) + file.getvalue()
