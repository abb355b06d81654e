"""Words of the game and settings: their meanings, and rules about them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ofcscore.files.disk import package_text
from ofcscore.game.game_words import fold
from ofcscore.game.naturals import KINDS, kind_words
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.game.spelling import find_kind
from ofcscore.rules.describe import Part, Table, pairs, plain, royalty_table, sentences, settings_help
from ofcscore.rules.files import read_shipped, shipped_names
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Rules
from ofcscore.rules.setting_values import Path, is_inside
from ofcscore.rules.settings import DEFAULTS
from ofcscore.rules.writing import flow


class Word(NamedTuple):
    """A word of the game: its meaning, other names, and topics of a rule set about it.

    `rows` are the categories whose royalties belong to it, `*` for all. `rules` is the rule set that it comes
    from, or empty.
    """

    name: str
    means: str
    topics: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    rules: str = ""


@lru_cache(maxsize=1)
def words() -> Mapping[str, Word]:
    text = package_text("ofcscore.rules", "glossary.toml")
    found: dict[str, Word] = {}
    for name, entry in tomllib.loads(text).items():
        lists = {key: tuple(entry.get(key, ())) for key in ("topics", "also", "rows")}
        word = Word(name, entry["means"], **lists, rules=entry.get("rules", ""))
        found |= dict.fromkeys((name, *word.also), word)
    return found


def find_word(text: str, rules: Rules) -> Word | None:
    """Find a word of the game, a player's own word or a topic; None if there is none."""
    name = " ".join(text.lower().split())
    topics = {sentence.topic for sentence in sentences(rules.settings)}
    found = words().get(name) or (Word(name, "", (name,)) if name in topics else None)
    called = (key for key, names in rules.words.items() if fold(text) in map(fold, names))
    key = next(called, None) or find_kind(text)
    return found if found is not None or key is None else _word_of(key)


def players_word(text: str) -> Word | None:
    for name in shipped_names()[0]:
        rules = load_rules(name)[0]
        word = None if rules is None else find_word(text, rules)
        if word is not None:
            return word._replace(rules=name)
    return None


def _word_of(key: str) -> Word:
    name = {"scoop-all": "scoop"}.get(key, plain(key))
    if key in KINDS:
        return words().get(name) or words()["natural"]._replace(name=kind_words(key))
    return words().get(name) or Word(name, "", (name,), rows=(key,) if key in CATEGORY_BY_KEY else ())


def list_words() -> list[Part]:
    found = dict.fromkeys(words().values())
    return [Table("", ("", ""), tuple((word.name, word.means) for word in sorted(found)))]


def list_settings() -> list[Part]:
    how = "In a rule file write `points: {scoop: 3}`. To try a setting, use `--set points.scoop=3`."
    parts: list[Part] = [how, ""]
    for path, about in settings_help().items():
        default = f" (default: {flow(DEFAULTS[path])})" if path in DEFAULTS else ""
        parts += [path, f"    {about['says']}", f"    {' or '.join(about['values'])}{default}"]
    kinds = pairs(((kind, kind_words(kind)) for kind in KINDS), "Naturals, for naturals.hands")
    return [*parts, "", kinds]


def word_parts(word: Word, rules: Rules) -> list[Part]:
    said = [one for one in sentences(rules.settings) if one.topic in word.topics]
    parts: list[Part] = [word.name, *([f"  {word.means}"] if word.means else [])]
    table = royalty_table(rules.settings)
    keys = {plain(key) for key in word.rows}
    rows = tuple(row for row in table.rows if "*" in word.rows or _category(row[0]) in keys)
    if said or word.rows:
        own = [names[0] for key, names in rules.words.items() if _word_of(key).name == word.name]
        parts += ["", f"In {rules.name}{': ' if own else ''}{', '.join(own)}"]
    if said:
        parts.append(pairs((one.topic, one.text) for one in said))
    if rows:
        parts += [*([""] if said else []), Table("", table.header, rows)]
    elif word.rows:
        parts.append("  no royalties for it")
    options = list(_options([path for one in said for path in one.paths]))
    if options:
        parts += ["", pairs(options, "Options that change it (for details run `ofcscore rules show NAME`)")]
    return parts


def _category(label: str) -> str:
    return max((name for name in map(plain, CATEGORY_BY_KEY) if label.strip().startswith(name)), key=len)


def _options(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for name in shipped_names()[1]:
        found = read_shipped(name)
        if found is None:
            continue
        own = found[0].changed
        if any(
            mine == path or is_inside(mine, path) or is_inside(path, mine) for mine in own for path in paths
        ):
            yield name, found[0].title
