"""The keys of a header or of a deal in YAML: the values of each in all the shapes that they may have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ofcscore.files.yaml_nodes import Node
from ofcscore.log.amounts import amount_part
from ofcscore.log.keys import one_name, read_pair, read_value
from ofcscore.log.read.from_text import parse
from ofcscore.log.read.yaml_texts import NO, YES, Shape, Texts, problem_at
from ofcscore.log.syntax import DEAL_WORDS, KEYS, Entry, Part, SyntaxFault, Text, key_form, parts_of
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import listed, near

_LISTS: Final = frozenset(("adjust", "paid", "note", "expect"))
"""Keys that may be there several times in text, and so may be lists."""
_NAMED_AMOUNTS: Final = frozenset(("adjust", "chips"))


class YamlKeys:
    """Reads keys and their values; what cannot be read goes to `problems`."""

    def __init__(self, texts: Texts, problems: Problems) -> None:
        self.texts = texts
        self.problems = problems

    def entries(self, pairs: Iterable[tuple[Node, Node]]) -> list[Entry]:
        entries: list[Entry] = []
        for key, value in pairs:
            try:
                entries += self._entry(key, value)
            except (SyntaxFault, Shape) as fault:
                self.problems.add(fault.problem)
        return entries

    def _entry(self, key: Node, value: Node) -> list[Entry]:
        """What a key and its value say: one entry, or one for each item of a list."""
        at = self.texts.text(key)
        match = re.match("[^ \t/]+", at.text)
        word = match.group().lower() if match else ""
        if word not in KEYS:
            raise Shape(self._unknown(at, word))
        of = at.text[match.end() :] if match else ""
        name = at.part(0, len(word))._replace(text=word)
        names: tuple[Text, ...] = ()
        if of.strip():
            if word not in ("stake", "expect"):
                raise Shape(self._unknown(at, word))
            names = read_pair(at.part(len(word), len(at.text)))
        if value.kind == "text":
            return [Entry(name, names, read_value(name, names, self.texts.text(value)))]
        if value.kind == "list":
            return self._from_list(name, names, value)
        return self._from_mapping(name, names, value)

    def _unknown(self, at: Text, word: str) -> Problem:
        meant = near(word, (*KEYS, *DEAL_WORDS, "deals", "boards", "date"))
        return problem_at(
            "key-unknown",
            at,
            f"`{at.text}` is no key",
            f"did you mean `{meant}`?" if meant else f"keys are {listed(KEYS)}",
        )

    def _from_list(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        if key.text == "players":
            return [Entry(key, (), tuple(part for item in value.items for part in self._seats(item)))]
        if key.text == "rules":
            texts = [self._item(key, item) for item in value.items]
            if not texts:
                raise Shape(
                    problem_at(
                        "key-empty", key, "nothing stands behind `rules:`", f"write {key_form('rules')}"
                    )
                )
            return [
                Entry(key, (), (Part(words=(texts[0]._replace(text=" + ".join(t.text for t in texts)),)),))
            ]
        if key.text == "chips":
            parts = [
                part for item in value.items for entry in self._each(key, names, item) for part in entry.parts
            ]
            return [Entry(key, names, tuple(parts))]
        if key.text in _LISTS or (key.text == "stake" and not names):
            if key.text == "expect" and names:
                parts = [
                    part for item in value.items for part in read_value(key, names, self._item(key, item))
                ]
                return [Entry(key, names, tuple(parts))]
            if key.text == "paid":
                return [
                    Entry(
                        key,
                        (),
                        tuple(
                            p for item in value.items for e in self._each(key, names, item) for p in e.parts
                        ),
                    )
                ]
            return [entry for item in value.items for entry in self._each(key, names, item)]
        raise Shape(
            problem_at(
                "yaml-shape", key, f"`{key.text}` is one value, not a list", f"write {key_form(key.text)}"
            )
        )

    def _each(self, key: Text, names: tuple[Text, ...], item: Node) -> list[Entry]:
        if item.kind == "text":
            return [Entry(key, names, read_value(key, names, self.texts.text(item)))]
        if item.kind == "mapping":
            return self._from_mapping(key, names, item)
        raise Shape(
            problem_at("yaml-shape", self.texts.text(item), "a list in a list has no meaning here", None)
        )

    def _item(self, key: Text, item: Node) -> Text:
        if item.kind != "text":
            raise Shape(
                problem_at("yaml-shape", self.texts.text(item), f"an item of `{key.text}` is text", None)
            )
        return self.texts.text(item)

    def _seats(self, item: Node) -> tuple[Part, ...]:
        """A seat of a list of players: a name, `Phil = P`, or a mapping of a name to its others."""
        if item.kind == "text":
            text = self.texts.text(item)
            value: Any = parse("seat", text) if "=" in text.text else Part(names=(one_name(text),))
            return (value,)
        if item.kind == "mapping":
            return tuple(self._seat(name, others) for name, others in item.entries)
        raise Shape(problem_at("yaml-shape", self.texts.text(item), "a player is a name, not a list", None))

    def _seat(self, name: Node, others: Node) -> Part:
        if others.kind == "list":
            found = [self._item(self.texts.text(name), other) for other in others.items]
        elif others.kind == "text":
            found = [self.texts.text(others)] if others.text.strip() else []
        else:
            raise Shape(
                problem_at(
                    "yaml-shape", self.texts.text(others), "behind a player stand short names or boards", None
                )
            )
        return Part(names=(self.texts.text(name), *found))

    def _from_mapping(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        if key.text == "players":
            return [Entry(key, (), tuple(self._seat(name, others) for name, others in value.entries))]
        if key.text == "stake" and not names:
            return [
                Entry(
                    key,
                    read_pair(self.texts.text(who)),
                    read_value(key, names, self.texts.scalar(who, amount)),
                )
                for who, amount in value.entries
            ]
        if key.text in _NAMED_AMOUNTS:
            return [Entry(key, (), tuple(self._named(who, amount) for who, amount in value.entries))]
        if key.text == "paid":
            return [Entry(key, (), (self._payment(value),))]
        if key.text == "expect":
            return self._expected(key, names, value)
        raise Shape(
            problem_at(
                "yaml-shape", key, f"`{key.text}` is one value, not a mapping", f"write {key_form(key.text)}"
            )
        )

    def _named(self, who: Node, amount: Node) -> Part:
        text = self.texts.scalar(who, amount)
        part = amount_part(text)
        if part is None:
            (part,) = parts_of(parse("amount", text))
        return part._replace(names=(self.texts.text(who),))

    def _payment(self, value: Node) -> Part:
        said = {key.text.lower(): (key, node) for key, node in value.entries}
        if set(said) != {"from", "to", "amount"}:
            raise Shape(
                problem_at(
                    "yaml-shape",
                    self.texts.text(value),
                    "a payment has `from`, `to` and `amount`",
                    f"or write {key_form('paid')}",
                )
            )
        part = self._named(*said["amount"])
        return part._replace(names=(self.texts.scalar(*said["from"]), self.texts.scalar(*said["to"])))

    def _expected(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        """Expectations as a mapping: of a pair or a board where the key names them, else of anybody."""
        if names:
            return [Entry(key, names, tuple(self._expected_part(what, how) for what, how in value.entries))]
        entries: list[Entry] = []
        totals: list[Part] = []
        for who, what in value.entries:
            at = self.texts.text(who)
            of = read_pair(at) if "/" in at.text else (at,)
            if what.kind == "mapping":
                entries += self._expected(key, of, what)
            elif what.kind == "list":
                entries += self._from_list(key, of, what)
            elif len(of) == 1 and amount_part(self.texts.text(what)) is not None:
                totals.append(self._named(who, what))
            else:
                entries.append(Entry(key, of, read_value(key, of, self.texts.text(what))))
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
