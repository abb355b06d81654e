"""The keys of a header or of a deal in YAML: the values of each in all the shapes that they may have."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import near
from ofcscore.files.yaml_nodes import Node
from ofcscore.log.amounts import amount_part
from ofcscore.log.keys import KEYS, NO, YES, key_form
from ofcscore.log.read.yaml_shapes import BOARD_ROLES, Shapes, Texts, field, is_null
from ofcscore.log.syntax import DEAL_WORDS, BoardSyntax, Entry, Part, SyntaxFault, Text, entry, fault
from ofcscore.log.text.values import no_value, one_name, parse_value, read_key, read_pair, read_value

_OTHERS: Final = (*DEAL_WORDS, "deals", "boards")
"""Words that stand where keys do."""
_AMOUNT: Final = {
    **dict.fromkeys(("amount", "value", "per point"), "number"),
    **dict.fromkeys(("currency", "unit"), "unit"),
}
"""The fields of an amount of money."""
_POINTS: Final = re.compile("[+-]?[0-9]{1,5}(?:[.][0-9]{1,2})?")


class YamlKeys:
    """Reads keys and their values; what cannot be read goes to `problems`."""

    def __init__(self, shapes: Shapes, problems: Problems) -> None:
        self.shapes = shapes
        self.vocabulary = shapes.vocabulary
        self.texts: Texts = shapes.texts
        self.problems = problems

    def entries(self, pairs: Iterable[tuple[Node, Node]], boards: Sequence[BoardSyntax] = ()) -> list[Entry]:
        """Return what keys say; `boards` are those of their deal, in whose order points may stand."""
        entries: list[Entry] = []
        for key, value in pairs:
            try:
                word, names = self._key(key)
                if word.text not in ("note", "title", "void") and is_null(value):
                    continue
                if word.text == "void":
                    value = _without_numbers(key, value)
                entries += self._in_order(word, value, boards) or self._said(word, names, value)
            except SyntaxFault as refused:
                self.problems.add(refused.problem)
                self.problems.miss(near(key.text, KEYS) or key.text)
        return entries

    def points_of_players(self, pairs: list[tuple[Node, Node]]) -> list[Entry]:
        """Take the points of a deal without boards out of its keys: `Ann: 5`, `Ben: -5`; they cancel out."""
        named = [
            (key, value)
            for key, value in pairs
            if _POINTS.fullmatch(value.text) and self.vocabulary.keys.get(field(key.text)) is None
        ]
        if len(named) < 2 or sum((Fraction(value.text) for _, value in named), Fraction(0)):
            return []
        pairs[:] = [pair for pair in pairs if pair not in named]
        word = self.texts.text(named[0][0])._replace(text="expect", cells=None)
        parts = [Part(names=(self._name(key),), number=self.texts.text(value)) for key, value in named]
        return [Entry(word, (), tuple(parts))]

    def _key(self, key: Node) -> tuple[Text, tuple[Text, ...]]:
        """Return a key's own word and the players that it names. Raises `SyntaxFault`."""
        text = self.texts.text(key)
        word = self.vocabulary.keys.get(field(key.text))
        if word in KEYS and word is not None:
            return text._replace(text=word, cells=None), ()
        return read_key(text, _OTHERS, "or", self.vocabulary)

    def royalties(self, key: Node, value: Node, boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the royalties that a deal says its players had. Raises `SyntaxFault`."""
        word = self.texts.text(key)._replace(text="royalties", cells=None)
        parts = [
            Part(names=(self._name(who),), number=self.texts.scalar(who, how)) for who, how in value.entries
        ]
        if value.kind != "mapping":
            found = self._in_order(word, value, boards)
            if not found:
                raise self.texts.fault(word, f"`{key.text}` is a number for each player")
            parts = [*found[0].parts]
        return [entry("expect", Part(words=(word,), number=part.number), names=part.names) for part in parts]

    def _in_order(self, key: Text, value: Node, boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the points of a list that has a number, or a name and points, for each board."""
        if key.text not in ("expect", "running", "royalties") or value.kind != "list" or not value.items:
            return []
        named = [self._points(item) for item in value.items]
        if all(part is not None for part in named):
            return [Entry(key, (), tuple(part for part in named if part is not None))]
        names = [board.name for board in boards if board.name is not None]
        are_numbers = all(re.fullmatch("[+-]?[0-9]+(?:/[0-9]+)?", item.text) for item in value.items)
        if not are_numbers or not len(names) == len(boards) == len(value.items):
            return []
        numbers = map(self.texts.text, value.items)
        parts = [Part(names=(name,), number=number) for name, number in zip(names, numbers, strict=True)]
        return [Entry(key, (), tuple(parts))]

    def _points(self, item: Node) -> Part | None:
        """Return what `{player: Ana, score: 6}` says, None for another item."""
        said = {BOARD_ROLES.get(field(key.text)): self.texts.text(value) for key, value in item.entries}
        if said.keys() == {"name", "points"}:
            return Part(names=(one_name(said["name"]),), number=said["points"])
        return None

    def _said(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        """Return the entries that a key and its value make: one, or several for a list or a mapping."""
        if value.kind == "text" and value.style and not value.text.strip() and KEYS[key.text].bare:
            what = f"`{key.text}` is yes or no, or says why: this is nothing"
            raise fault("key-empty", self.texts.text(value), what, "leave the key out where it is no")
        if value.kind == "text":
            return [self._entry(key, names, self.texts.text(value))]
        if value.kind == "list":
            return self._from_list(key, names, value)
        return self._from_mapping(key, names, value)

    def _entry(self, key: Text, names: tuple[Text, ...], value: Text) -> Entry:
        return Entry(key, names, read_value(key, names, value, self.vocabulary))

    def _from_list(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        row = KEYS[key.text]
        if row.listed is None or (names and row.of != "parts"):
            raise _one_value(key, "a list")
        if row.value == "seats":
            return [Entry(key, (), tuple(part for item in value.items for part in self._seats(item)))]
        if row.listed == "sum":
            texts = [self._item(key, item) for item in value.items]
            if not texts:
                return [Entry(key, (), no_value(key.text, key))]
            named = texts[0]._replace(text=" + ".join(text.text for text in texts))
            return [Entry(key, (), (Part(words=(named,)),))]
        entries = []
        for item in value.items:
            if names:
                entries.append(self._entry(key, names, self._item(key, item)))
            elif item.kind != "list":
                entries += self._said(key, (), item)
            else:
                raise self.texts.fault(item, "a list in a list has no meaning here")
        if names or row.listed == "parts":
            return [Entry(key, names, tuple(part for entry in entries for part in entry.parts))]
        return entries

    def _item(self, key: Text, item: Node) -> Text:
        if item.kind != "text":
            raise self.texts.fault(item, f"an item of `{key.text}` is text")
        return self.texts.text(item)

    def _seats(self, item: Node) -> tuple[Part, ...]:
        """Return a seat of a list of players: a name, `Phil = P`, or a mapping of a name to its others."""
        if item.kind == "text":
            text = self.texts.text(item)
            return parse_value("players", text) if "=" in text.text else (Part(names=(one_name(text),)),)
        roles = {BOARD_ROLES.get(field(key.text)): value for key, value in item.entries}
        if "name" in roles and roles.keys() <= {"name", "id"}:
            return (Part(names=(self._name(roles["name"]),)),)
        if item.kind == "mapping":
            return tuple(self._seat(name, others) for name, others in item.entries)
        raise self.texts.fault(item, "a player is a name, not a list")

    def _seat(self, name: Node, others: Node) -> Part:
        if others.kind == "list":
            found = [self._item(self.texts.text(name), other) for other in others.items]
        elif others.kind == "text":
            found = [self.texts.text(others)] if others.text.strip() else []
        else:
            raise self.texts.fault(others, "behind a player stand short names or boards")
        return Part(names=(self._name(name), *map(one_name, found)))

    def _from_mapping(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        row = KEYS[key.text]
        if row.of == "parts":
            return self._expected(key, names, value)
        money = {_AMOUNT.get(field(word.text)): self.texts.text(said) for word, said in value.entries}
        if row.value == "amount" and not names and money.keys() <= {"number", "unit"} and "number" in money:
            return [Entry(key, (), (Part(number=money["number"], unit=money.get("unit")),))]
        if row.of is not None and not names:
            return [
                self._entry(key, read_pair(self.texts.text(who)), self.texts.scalar(who, amount))
                for who, amount in value.entries
            ]
        if row.value == "seats":
            return [Entry(key, (), tuple(self._seat(name, others) for name, others in value.entries))]
        if row.value in ("shares", "chips"):
            return [Entry(key, (), tuple(self._named(who, amount) for who, amount in value.entries))]
        if row.value == "words" and row.listed == "parts":
            texts = ((self.texts.scalar(*item), f"{item[0].text} {item[1].text}") for item in value.entries)
            return [Entry(key, (), (Part(words=(at._replace(text=text),)),)) for at, text in texts]
        if row.value == "payments":
            return [Entry(key, (), (self._payment(value),))]
        raise _one_value(key, "a mapping")

    def _named(self, who: Node, amount: Node) -> Part:
        text = self.texts.scalar(who, amount)
        part = amount_part(text) or parse_value("rake", text, vocabulary=self.vocabulary)[0]
        return part._replace(names=(self._name(who),))

    def _name(self, node: Node) -> Text:
        """Return a name, with plain blanks and nothing unseen, as before a board."""
        return one_name(self.texts.text(node))

    def _payment(self, value: Node) -> Part:
        said = {key.text.lower(): (key, node) for key, node in value.entries}
        if set(said) != {"from", "to", "amount"}:
            message, hint = "a payment has `from`, `to` and `amount`", f"or as in {key_form('paid')}"
            raise self.texts.fault(value, message, hint)
        part = self._named(*said["amount"])
        both = (one_name(self.texts.scalar(*said[word])) for word in ("from", "to"))
        return part._replace(names=tuple(both))

    def _expected(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        """Read expectations as a mapping: of a pair or a board where the key names them, else of anybody."""
        if names:
            return [Entry(key, names, tuple(self._expected_part(what, how) for what, how in value.entries))]
        entries: list[Entry] = []
        totals: list[Part] = []
        for who, what in value.entries:
            at = self._name(who)
            of = read_pair(at) if "/" in at.text else (at,)
            if what.kind == "mapping":
                entries += self._expected(key, of, what)
            elif what.kind == "list":
                entries += self._from_list(key, of, what)
            elif len(of) == 1 and amount_part(self.texts.text(what)) is not None:
                totals.append(self._named(who, what))
            else:
                entries.append(self._entry(key, of, self.texts.text(what)))
        if totals:
            entries.insert(0, Entry(key, (), tuple(totals)))
        return entries

    def _expected_part(self, what: Node, how: Node) -> Part:
        word = self.texts.text(what)
        word = word._replace(text=word.text.lower())
        said = self.texts.scalar(what, how)
        if re.match("[+-]?[0-9]", said.text):
            return Part(words=(word,), number=said)
        if said.text.lower() in YES:
            return Part(words=(word,))
        if said.text.lower() in NO:
            return Part(words=(word._replace(text="no"), word))
        return Part(words=(word, said._replace(text="-".join(said.text.lower().split()))))


def _without_numbers(key: Node, value: Node) -> Node:
    """Return the value of `void` with a number as yes or no: a program writes 0, and 1 in JSON."""
    word = {"0": "no", "1": "yes" if key.style else ""}.get("" if value.style else value.text)
    return value._replace(text=word) if word else value


def _one_value(key: Text, kind: str) -> SyntaxFault:
    message, hint = f"`{key.text}` is one value, not {kind}", f"as in {key_form(key.text)}"
    return fault("yaml-shape", key, message, hint)
