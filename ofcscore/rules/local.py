"""The words of the players: what rows, fouls, scoops and naturals are called in their language.

A rule file has them under `words`: a word of the program, and one name or several, of which the first is
written and all are read.
"""

import unicodedata
from typing import Final

from ofcscore.files.yaml_nodes import Node
from ofcscore.game.board import ROWS
from ofcscore.game.naturals import KINDS
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.game.speech import fold
from ofcscore.problems.problem import show
from ofcscore.rules.values import Reading, normal, say_unknown_key, shown

LONGEST: Final = 40
KEYS: Final = (
    *(row.label for row in ROWS),
    *("row", "point", "foul", "scoop", "scoop-all", "natural", "double"),
    *CATEGORY_BY_KEY,
    *KINDS,
)


def read_words(node: Node, reading: Reading) -> dict[str, tuple[str, ...]]:
    """The words that a rule file gives; what cannot be read is said."""
    if node.kind != "mapping":
        reading.say(node, f"words is a mapping such as {{foul: binh lủng}}, not {shown(node)}")
        return {}
    found: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for name, value in node.entries:
        key = normal(name.text)
        if key not in KEYS:
            say_unknown_key(name, KEYS, "words", reading)
            continue
        texts = tuple(text for item in _items(value) if (text := _text(item, key, reading)))
        for text in texts:
            other = names.setdefault(fold(text), key)
            if other != key and key in KINDS and other in KINDS:
                reading.say(value, f"{text} is the word for {other} too")
        if texts:
            found[key] = texts
    return found


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if node.kind == "list" else (node,)


def _text(node: Node, key: str, reading: Reading) -> str | None:
    text = " ".join(unicodedata.normalize("NFC", node.text).split()) if node.kind == "text" else ""
    if 0 < len(text) <= LONGEST and show(text) == text and not set(text) & set(':"#/()'):
        return text
    reading.say(node, f"words.{key} is a word or a few, of at most {LONGEST} characters, not {shown(node)}")
    return None
