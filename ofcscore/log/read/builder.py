"""What the grammar finds in a line, as located syntax; imported when the first line needs it, as is lark."""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import Any, Final

from lark import Lark, Token, Transformer
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ofcscore.game.board import Row
from ofcscore.log.keys import KEYS
from ofcscore.log.read.grammar import load_grammar, load_tables
from ofcscore.log.read.stops import check_unquoted, explain
from ofcscore.log.syntax import (
    ROW_LABELS,
    BoardSyntax,
    DealLine,
    LineSyntax,
    Part,
    SyntaxFault,
    Text,
    fault,
    lowered,
    unquote,
)

STARTS: Final = (
    "line",
    "entry",
    "board",
    "seat",
    *dict.fromkeys(start for key in KEYS.values() for start in (key.value, key.of) if start is not None),
)
"""The start symbols of the grammar: lines, and what stands behind each colon."""


def parse(start: str, source: Text, key: str | None = None) -> Any:
    """What `source` says, by a start symbol of the grammar; `key` is for hints. Raises `SyntaxFault`."""
    parser, builder = _parser()
    builder.source = source
    try:
        return parser.parse(source.text, start)
    except UnexpectedToken as error:
        ended = error.token.type == "$END"
        at = (error.token.end_pos if ended else error.token.start_pos) or 0
        expected = set(error.expected)
    except UnexpectedInput as error:
        ended = False
        at = error.pos_in_stream or 0
        expected = set(getattr(error, "allowed", ()) or ())
    raise SyntaxFault(explain(start, key, source, at, ended, expected))


@lru_cache(maxsize=1)
def _parser() -> tuple[Lark, Builder]:
    """The parser and the builder that it calls, made once."""
    builder = Builder()
    grammar = load_grammar()
    tables = load_tables(grammar, lark_version)
    if tables is None:
        return build_parser(grammar, builder), builder
    # What lark's own standalone parsers do; it has no public name. Not its `cache`, which runs what it finds.
    return Lark._load_from_dict(*tables, transformer=builder), builder  # type: ignore[no-untyped-call]


def build_parser(grammar: str, builder: Transformer[Any, Any] | None = None) -> Lark:
    """The parser of a grammar, made of its text; it gives trees where nothing builds syntax values."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        transformer=builder,
        start=list(STARTS),
        maybe_placeholders=False,
    )


class Builder(Transformer[Any, Any]):
    """Makes syntax values of productions; `source` is the piece that is being parsed."""

    source: Text

    def _at(self, token: Token, last: Token | None = None) -> Text:
        """The piece that a token is, or those from the first one to the last."""
        start, end = token.start_pos, (last or token).end_pos
        assert start is not None
        assert end is not None
        if token.type in ("HEAD", "LABEL"):
            # A colon ends it.
            end = start + len(token.rstrip(": \t"))
        return self.source.part(start, end)

    def _name(self, token: Token) -> Text:
        if token.type == "QUOTED":
            return unquote(self._at(token))
        text = self._at(token)
        if not text.text.isascii():
            check_unquoted(text)
        return text

    def line(self, children: list[Any]) -> LineSyntax:
        return None if not children or hasattr(children[0], "type") else children[0]

    def named_board(self, children: list[Any]) -> BoardSyntax:
        name = self._name(children[0])
        if len(children) == 1:
            return BoardSyntax(name, name)
        board: BoardSyntax = children[1]
        return board._replace(at=name, name=name)

    def unnamed_board(self, children: list[BoardSyntax]) -> BoardSyntax:
        return children[0]

    def deal(self, children: list[Any]) -> DealLine:
        word, name, *others = (self._at(token) for token in children)
        if children[1].type == "QUOTED":
            name = unquote(name)
        return DealLine(word.trimmed(), name, others[0] if others else None)

    def name(self, children: list[Any]) -> Text:
        return self._name(children[0])

    payer = of_name = one_name = name

    def board(self, children: list[BoardSyntax]) -> BoardSyntax:
        return reduce(BoardSyntax.joined, children)

    def rows(self, children: list[Any]) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        at = [self._at(token) for token in children]
        label = None
        for token, text in zip(children, at, strict=True):
            if token.type == "LABEL":
                label = ROW_LABELS[text.text.lower()]
            else:
                rows.append(text)
                labels.append(label)
                label = None
        return BoardSyntax(at[0], None, tuple(labels), tuple(rows))

    def status(self, children: list[Any]) -> BoardSyntax:
        at = self._at(children[0])
        return BoardSyntax(at, None, status=lowered(at))

    def claim(self, children: list[Any]) -> BoardSyntax:
        at = self._at(children[0]).part(0, len("claim"))
        words = [child for child in children[1:] if isinstance(child, Token)]
        kind = self._at(words[0], words[-1])._replace(text="-".join(word.value.lower() for word in words))
        claim = BoardSyntax(at, None, status=lowered(at), claim=kind)
        return claim.joined(children[-1]) if isinstance(children[-1], BoardSyntax) else claim

    def mark(self, children: list[Text]) -> BoardSyntax:
        return BoardSyntax(children[0], None, marks=tuple(children))

    def mark_item(self, children: list[Any]) -> Text:
        return lowered(self._at(children[0]))

    def entry(self, children: list[Any]) -> tuple[tuple[Text, ...], Text, Text | None]:
        """The names between key and colon, the colon, and what stands behind it (None: nothing)."""
        names = next((child for child in children if isinstance(child, tuple)), ())
        at = {child.type: self._at(child) for child in children if isinstance(child, Token)}
        return names, at["COLON"], at.get("REST")

    def pair(self, children: list[Text]) -> tuple[Text, ...]:
        return tuple(children)

    def words(self, children: list[Any]) -> Part:
        if len(children) == 1 and children[0].type == "QUOTED":
            return Part(words=(self._name(children[0]),))
        return Part(words=(self._at(children[0], children[-1]),))

    def amount(self, children: list[Any]) -> Part:
        number = unit = None
        for token in children:
            if token.type == "UNIT":
                if unit is not None:
                    raise fault("currency", self._at(token), "the currency is stated twice")
                unit = self._at(token)
            else:
                number = self._at(token)
        return Part(number=number, unit=unit)

    def currency(self, children: list[Any]) -> Part:
        return Part(unit=self._at(children[0]))

    def seats(self, children: list[Part]) -> list[Part]:
        return children

    shares = payments = parts = seats

    def seat(self, children: list[Text]) -> Part:
        return Part(names=tuple(children))

    def chips(self, children: list[Any]) -> Any:
        return children[0] if isinstance(children[0], list) else self.amount(children)

    def rounds(self, children: list[Any]) -> Part:
        text = self._at(children[0])
        return Part(number=text) if children[0].type == "AMOUNT" else Part(words=(lowered(text),))

    def share(self, children: list[Any]) -> Part:
        part: Part = children[1]
        return part._replace(names=(children[0],))

    def payment(self, children: list[Any]) -> Part:
        names = tuple(child for child in children[:-1] if isinstance(child, Text))
        part: Part = children[-1]
        return part._replace(names=names)

    def part(self, children: list[Any]) -> Part:
        words = tuple(lowered(self._at(child)) for child in children if child.type == "TERM")
        figure = children[-1]
        return Part(words=words, number=self._at(figure) if figure.type == "FIGURE" else None)
