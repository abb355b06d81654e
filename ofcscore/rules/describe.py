"""Describe rule sets: list them, show one with the origins of its parts, compare, explain words.

The results are lines of text and small tables.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Problem, listed
from ofcscore.diagnostics.terminal import USUAL, left, text_width, wrap
from ofcscore.files.disk import package_text
from ofcscore.game.cards import RANKS, SUIT_NAMES, Row
from ofcscore.game.game_words import ENGLISH, Speech, fold
from ofcscore.game.naturals import KINDS, kind_words
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.game.spelling import find_kind
from ofcscore.rules.files import (
    Condition,
    RuleFile,
    cases,
    default_name,
    look_up,
    most_played,
    presets_by_family,
    read_shipped,
    shipped_names,
    title_of,
)
from ofcscore.rules.loading import load_layers, load_rules
from ofcscore.rules.merging import Change, Loaded
from ofcscore.rules.model import Rules, nested
from ofcscore.rules.setting_values import NONE, Given, Path, Value, entries_of, is_inside, normal
from ofcscore.rules.settings import DEFAULTS, ROW_TABLES, called_natural, ordered


def flow(value: Value | None) -> str:
    """Return a value as one line of YAML; `none` for a missing value."""
    if value in (None, {}):
        return NONE
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return str(value)


def dump_rules(loaded: Loaded) -> str:
    import json

    rules = loaded.rules
    # A rule file may not have the name of a shipped rule set.
    name = "" if read_shipped(rules.name) else rules.name
    head = {"name": name, "title": rules.title, "source": rules.source}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value]
    _dump(nested({path: rules.settings[path] for path in ordered(rules.settings)}), "", lines)
    if loaded.intended:
        lines.append(f"doubts: {flow(dict.fromkeys(loaded.intended, 'intended'))}")
    if rules.words:
        lines.append("words:")
        lines += [f"  {word}: {json.dumps(names, ensure_ascii=False)}" for word, names in rules.words.items()]
    return "\n".join(lines) + "\n"


def _dump(mapping: Mapping[str, Value], indent: str, lines: list[str]) -> None:
    for key, value in mapping.items():
        line = f"{indent}{key}: {flow(value)}"
        if len(line) <= 110 or not value:
            lines.append(line)
            continue
        lines.append(f"{indent}{key}:")
        if isinstance(value, dict):
            _dump(value, indent + "  ", lines)
        else:
            lines += [f"{indent}  - {flow(inner)}" for inner in value]


class Question(NamedTuple):
    """A question about one setting.

    `words` map answers to values of a rule file. The question is asked only if the setting `group` exists.
    An answer is a value, the lowest entry of a table (`lowest`), or a table's numbers (`span`).
    """

    path: Path
    asks: str
    words: Mapping[str, str] = MappingProxyType({})
    group: Path = ""
    answer: Literal["value", "lowest", "span"] = "value"


QUESTIONS: Final = tuple(
    Question(**entry)
    for entry in tomllib.loads(package_text("ofcscore.rules", "questions.toml"))["questions"]
)
"""The settings in which tables differ most, in the order in which they are asked."""


def _from_pair(answer: str, there: Value | None) -> str:
    """Return the pairs from a lowest one up; pairs that enter already stay as is."""
    lowest = normal(answer).removeprefix("a-pair-of-").rstrip("s").upper().replace("10", "T")[:1]
    if lowest not in RANKS or not lowest:
        return answer
    pairs = there if isinstance(there, Mapping) else {}
    return flow({rank: pairs.get(rank, 0) for rank in RANKS[RANKS.index(lowest) :]})


def asked(loaded: Loaded) -> list[Question]:
    return [one for one in QUESTIONS if not one.group or one.group in loaded.rules.settings]


def answer_of(question: Question, loaded: Loaded) -> str:
    there = look_up(loaded.rules.settings, question.path)
    if isinstance(there, Mapping) and there and question.answer == "lowest":
        return str(min(there, key=RANKS.index)) * 2
    if isinstance(there, Mapping) and question.answer == "span":
        return f"{min(there.values())} to {max(there.values())}"
    text = flow(there)
    return next((word.replace("-", " ") for word, value in question.words.items() if value == text), text)


def setting_of(question: Question, answer: str, loaded: Loaded) -> str:
    if question.answer == "lowest":
        return _from_pair(answer, look_up(loaded.rules.settings, question.path))
    return question.words.get(normal(answer), answer.strip())


def changed(
    text: str, question: Question, loaded: Loaded, base: str, answers: Mapping[Path, str]
) -> tuple[str, list[Problem]]:
    """Return the setting for an answer, and its problems with the other answers.

    The setting is "" if the rule set already has it.
    """
    if text.strip() == answer_of(question, loaded):
        return "", []
    value = setting_of(question, text, loaded)
    sets = [f"{path}={one}" for path, one in {**answers, question.path: value}.items()]
    return value, load_layers(base, sets=sets)[1]


def written(name: str, title: str, base: str, answers: Mapping[Path, str]) -> str:
    groups = nested({path: value or NONE for path, value in answers.items()})
    lines = [f"name: {name}", f"title: {title}", "source: agreed at the table", f"extends: {base}"]
    return "\n".join([*lines, *(f"{key}: {flow(value)}" for key, value in groups.items())]) + "\n"


class Table(NamedTuple):
    """A small table: a title (empty for none), column headings, and rows of cells."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self, width: int = USUAL) -> list[str]:
        """Return the lines of the table, at most `width` wide.

        Wide columns are wrapped. If that is not enough, the cells of each row are stacked.
        """
        grid = [row for row in (self.header, *self.rows) if any(row)]
        columns = range(len(self.header))
        widths = [max((text_width(row[i]) for row in grid), default=0) for i in columns]
        # A column is at least as wide as its longest word, so that keys and names are not split.
        least = [max((len(word) for row in grid for word in row[i].split()), default=0) for i in columns]
        while sum(widths) + 2 * (len(widths) - 1) > width:
            shrinks = [i for i in columns if widths[i] > max(least[i] + INDENT, LEAST_COLUMN)]
            if not shrinks:
                return self._stacked(width)
            widths[max(shrinks, key=widths.__getitem__)] -= 1
        lines = [self.title] if self.title else []
        for row in grid:
            cells = [wrap(cell, w, _indent(cell)) for cell, w in zip(row, widths, strict=True)]
            parts = zip_longest(*cells, fillvalue="")
            lines += ["  ".join(map(left, part, widths)).rstrip() for part in parts]
        return lines

    def _stacked(self, width: int) -> list[str]:
        lines = [self.title] if self.title else []
        for first, *others in self.rows:
            lines += wrap(first, width, _indent(first))
            indent = _indent(first) + " " * INDENT
            for name, cell in zip(self.header[1:], others, strict=True):
                text = f"{name}: {cell}" if name else cell
                lines += wrap(indent + text, width, indent + " " * INDENT) if cell else ()
        return lines


def pairs(rows: Iterable[tuple[str, ...]], title: str = "") -> Table:
    """Return a table without column headings: indented names with their descriptions."""
    indented = tuple((f"  {name}", *cells) for name, *cells in rows)
    return Table(title, ("", ""), indented)


INDENT: Final = 2
LEAST_COLUMN: Final = 18


def _indent(cell: str) -> str:
    return cell[: len(cell) - len(cell.lstrip())]


Part = str | Table


def as_lines(parts: Sequence[Part], width: int = USUAL) -> list[str]:
    lines = []
    for part in parts:
        lines += part.lines(width) if isinstance(part, Table) else wrap(part, width, "    ")
    return lines


def first_rules() -> list[Part]:
    """List the most played rule sets with their differences, and all by family."""
    played, families = most_played(), presets_by_family().items()
    first, second = (rules.name for rules in played[:2])
    most = pairs(((rules.name, rules.differs) for rules in played), "Most people play one of these:")
    every = ((family, ", ".join(rules.name for rules in members)) for family, members in families)
    ways = (
        (f"rules: {first}", "choose a rule set in a log"),
        (f"ofcscore rules show {first}", "show all rules of a rule set"),
        (f"ofcscore rules diff {first} {second}", "compare two rule sets"),
        ("ofcscore rules list", "list all titles and options"),
    )
    return [most, "", pairs(every, "All rule sets by family:"), "", pairs(ways, "Next steps:")]


def list_rules() -> list[Part]:
    (presets, options), usual = shipped_names(), default_name()
    sets = pairs(((name, title_of(name)) for name in presets), f"Rule sets (`{usual}` is the default):")
    on_top = f"Options, which can be added to a rule set (`{usual} + {options[0]}`):"
    return [sets, "", pairs(((name, title_of(name)) for name in options), on_top), "", *_own_files(usual)]


def _own_files(name: str) -> list[str]:
    return [
        "You can write a rule file of your own. Begin it with",
        f"  extends: {name}",
        "then write the settings that differ. Use it by its path: `rules: ./house.yaml`.",
    ]


Settings = Mapping[Path, Value]


class Sentence(NamedTuple):
    """A sentence about one topic of a rule set, and the settings that it describes."""

    topic: str
    text: str
    paths: tuple[Path, ...]


def sentences(settings: Settings) -> list[Sentence]:
    s = {**DEFAULTS, **settings}
    found: dict[str, Sentence] = {}
    for case in cases("sentences"):
        if case.topic not in found and case.is_of(s):
            text = case.text(s, lambda path, how: _TELLERS[how](s, path))
            found[case.topic] = Sentence(case.topic, text, case.of)
    return list(found.values())


_NOT_PLAYED: Final = "not played"


@lru_cache(maxsize=1)
def settings_help() -> Mapping[str, Mapping[str, Any]]:
    """Return the purpose (`says`) and sample values of each setting."""
    return tomllib.loads(package_text("ofcscore.rules", "settings.toml"))


def _words(s: Settings, path: Path) -> str:
    values = settings_help()[path]["values"]
    return str(values[s[path]] if isinstance(values, dict) else s[path])


def _range(s: Settings, path: Path) -> str:
    return _span(str(s[f"{path}.min"]), str(s[f"{path}.max"]))


_CARDS: Final = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def _high(rank: Value) -> str:
    return f"{_CARDS.get(rank, rank)}-high"


def _bonus(value: Value) -> str:
    if value == NONE:
        return "pays nothing extra"
    if isinstance(value, dict) and "factor" in value:
        times = "the number of players" if value["factor"] == "players" else value["factor"]
        what = "the points of rows and royalties" if "of" in value else "the rows' points"
        return f"multiplies {what} by {times}"
    return f"pays {value['points'] if isinstance(value, dict) else value} extra"


def _price(s: Settings, path: Path) -> str:
    pays = s[path]
    if pays == "nothing":
        return "neither wins nor loses anything"
    price = "costs as much as three lost rows" if pays == "lost-rows" else f"pays {pays}"
    if isinstance(pays, dict):
        times = {1: "", 2: " twice"}.get(pays["factor"], f" {pays['factor']} times")
        price = f"pays three lost rows{times}, without a scoop,"
    # With winner-replaces royalties replace the price of a row, but a fixed price has no rows.
    none = isinstance(pays, int) and s["royalties.count"] == "winner-replaces"
    whose = "the other's" if s["foul.royalties"] == "paid" and not none else "no"
    return f"{price} and {whose} royalties; two fouls pay nothing"


def _natural(hand: Mapping[str, Value]) -> str:
    name = plain(called_natural(hand))
    rows = [f"{plain(hand[row.label])} {row.where}" for row in Row if row.label in hand]
    if rows:
        name += f" ({listed(rows, 'and')})"
    elif "to" in hand:
        name += f" 2-{hand['to']}"
    return f"{name} {hand['points']}"


def _row_texts(s: Settings, group: Path) -> str:
    tables = {row.label: s[f"{group}.{row.label}"] for row in Row}
    return "; ".join(f"{row} {table_text(table)}" for row, table in tables.items() if table) or "nobody"


def _telling(tell: Callable[[Value], str]) -> Callable[[Settings, Path], str]:
    return lambda s, path: tell(look_up(s, path))


_TELLERS: Final[Mapping[str, Callable[[Settings, Path], str]]] = {
    "": _words,
    "range": _range,
    "high": _telling(_high),
    "suits": _telling(lambda suits: ", ".join(SUIT_NAMES[suit] for suit in suits)),
    "bonus": _telling(_bonus),
    "many": _telling(
        lambda many: ", ".join(f"of {count} opponents {_bonus(many[count])}" for count in sorted(many))
    ),
    "price": _price,
    "naturals": _telling(lambda hands: ", ".join(map(_natural, hands))),
    "aces": _telling(lambda bet: listed(map(str, bet), "and")),
    "rows": _row_texts,
    "then": _telling(", then ".join),
}
"""The styles in which `sentences.toml` quotes settings, by name."""


def plain(word: str) -> str:
    return word.replace("-", " ")


def table_text(table: Mapping[str, Value]) -> str:
    """Return a table of extra cards in one line; `(+0)` is omitted."""
    parts = []
    for (word, ranks), number in cells(table, rising=False).items():
        name = f"{plain(word)} {ranks}".rstrip()
        parts.append(name if number == "0" else f"{name} (+{number})")
    return ", ".join(parts)


def cells(
    table: Mapping[str, Value], *, rising: bool = True, falling: bool = False
) -> dict[tuple[str, str], str]:
    """Return the texts of a row table's numbers by category and ranks.

    Ranks in sequence are joined if their numbers are equal or, with `rising`, increase by 1. With `falling`,
    ranks are in order from high to low.
    """
    found = {}
    for word, entries in groupby(entries_of(table), key=itemgetter(0)):
        ranked = [(ranks, number) for _, ranks, number in entries]
        if falling:
            ranked.sort(key=lambda item: [-RANKS.index(rank) for rank in item[0]])
        found.update({(word, ranks): text for ranks, text in _runs(ranked, rising)})
    return found


def _runs(numbers: Sequence[tuple[str, int]], rising: bool) -> list[tuple[str, str]]:
    if any(len(ranks) > 1 for ranks, _ in numbers):
        return [("-".join(ranks), str(n)) for ranks, n in numbers]
    runs: list[list[tuple[str, int]]] = []
    steps: set[int] = set()
    for rank, n in numbers:
        before, last = runs[-1][-1] if runs else (rank, n)
        if RANKS.find(rank) == RANKS.find(before) + 1 and n - last in steps:
            # All steps of a run are equal.
            steps = {n - last}
            runs[-1].append((rank, n))
        else:
            steps = {0, 1} if rising else {0}
            runs.append([(rank, n)])
    return [(_span(run[0][0], run[-1][0]), _span(str(run[0][1]), str(run[-1][1]))) for run in runs]


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def royalty_table(settings: Settings, speech: Speech = ENGLISH) -> Table:
    # In a low middle, lower ranks are better.
    low = settings["middle"] != "high"
    columns = [cells(settings[f"royalties.{row.label}"], falling=low and row is Row.MIDDLE) for row in Row]
    keys = dict.fromkeys(key for column in columns for key in column)
    # The sort is stable, so that the ranks within a category keep their order.
    rows = tuple(
        (
            f"  {speech.say(word, plain(word))} {ranks}".rstrip(),
            *(column.get((word, ranks), "") for column in columns),
        )
        for word, ranks in sorted(keys, key=lambda key: CATEGORY_BY_KEY[key[0]])
    )
    return Table("", ("  royalties", *map(speech.row, Row)), rows)


def show_rules(
    loaded: Loaded, in_bulk: str | None = None, speech: Speech = ENGLISH, *, everything: bool = False
) -> list[Part]:
    """Describe a rule set: settings, royalties, source, changes of each layer.

    Features that are not played are omitted, unless a layer turned them off or with `everything`. `in_bulk`
    is the line about scoring many deals at once, or None. `speech` has the names of rows, ranks and naturals.
    """
    rules = loaded.rules
    parts: list[Part] = [rules.name, f"  {rules.title}"]
    several = len(loaded.layers) > 1
    for source in dict.fromkeys(layer.source for layer in loaded.layers if layer.source):
        names = ", ".join(layer.name for layer in loaded.layers if layer.source == source)
        parts.append(f"  source of {names}: {source}" if several else f"  source: {source}")
    rows = []
    for sentence in sentences(rules.settings):
        given = {loaded.origins[path] for path in sentence.paths if path in loaded.origins}
        givers = [layer.name for layer in loaded.layers if layer.name in given]
        if everything or sentence.text != _NOT_PLAYED or givers != [loaded.layers[0].name]:
            rows.append((f"  {sentence.topic}", speech.sentence(sentence.text), ", ".join(givers)))
    if in_bulk is not None:
        rows.append(("  in bulk", in_bulk, ""))
    columns = 3 if several else 2
    settings = Table("", ("", "", "from")[:columns], tuple(row[:columns] for row in rows))
    parts += [f"  digest: {rules.digest}", "", settings]
    royalties = royalty_table(rules.settings, speech)
    if royalties.rows:
        parts += ["", royalties]
    if rules.words:
        own = tuple((f"  {plain(word)}", ", ".join(names)) for word, names in rules.words.items())
        parts += ["", Table("", ("  words", ""), own)]
    for layer in loaded.layers[1:]:
        heading = f"{layer.name}: {layer.title}" if layer.title else layer.name
        changes = [part for change in layer.changes for part in _parts_of(change)]
        parts += ["", pairs(changes, heading)] if changes else ["", heading, "  changes nothing here"]
    return [*parts, "", *_own_files(rules.layers[0])]


def _parts_of(change: Change) -> Iterator[tuple[Path, str]]:
    path, before, after = change
    if path not in ROW_TABLES:
        yield path, f"{flow(before)} -> {flow(after)}"
        return
    for word in CATEGORY_BY_KEY:
        old, new = (before or {}).get(word), (after or {}).get(word)
        if old != new:
            yield f"{path}.{word}", f"{flow(old)} -> {flow(new)}"


def diff_rules(a: Loaded, b: Loaded) -> list[Part]:
    """Return the differences between two rule sets side by side, or one line if equal."""
    if a.rules.digest == b.rules.digest:
        return [f"{a.rules.name} and {b.rules.name} have the same settings (digest {a.rules.digest})"]
    left, right = ({s.topic: s.text for s in sentences(x.rules.settings)} for x in (a, b))
    rows = [
        (topic, left.get(topic, "-"), right.get(topic, "-"))
        for topic in dict.fromkeys((*left, *right))
        if left.get(topic) != right.get(topic)
    ]
    for row in Row:
        path = f"royalties.{row.label}"
        mine, theirs = a.rules.settings[path], b.rules.settings[path]
        rows += [
            (f"{row.label} {plain(word)}", _category_text(mine, word), _category_text(theirs, word))
            for word in CATEGORY_BY_KEY
            if mine.get(word) != theirs.get(word)
        ]
    if not rows:
        # Settings that no sentence describes, because they have no effect.
        one, other = ({**DEFAULTS, **x.rules.settings} for x in (a, b))
        paths = [path for path in one if path in other and one[path] != other[path]]
        rows = [(path, flow(one[path]), flow(other[path])) for path in paths]
    return [Table("", ("", a.rules.name, b.rules.name), tuple(rows))]


def _category_text(table: Mapping[str, Value], word: str) -> str:
    found = cells({word: table[word]} if word in table else {})
    return ", ".join(f"{ranks} {number}".strip() for (_, ranks), number in found.items()) or "-"


def show_option(file: RuleFile, name: str) -> list[Part]:
    """Describe an option; `name` is its name in a sum of rule sets."""
    on = {preset: load_layers(f"{preset} + {name}") for preset in (default_name(), *shipped_names()[0])}
    base = next((preset for preset, (loaded, _) in on.items() if loaded and loaded.layers[-1].changes), None)
    example = f"{base or default_name()} + {name}"
    parts: list[Part] = [file.name]
    parts += [f"  {text}" for text in (file.title, file.source and f"source: {file.source}") if text]
    parts += [f"  an option: add it to a rule set, for example `{example}`"]
    added = [
        (".".join(filter(None, (one.path, one.category))), f"{one.amount:+} to each number")
        for one in file.add
    ]
    if file.given or added:
        parts += ["", "It sets", _given(file.given), pairs(added)]
    for when in file.when:
        where = listed(map(_condition, when.conditions), "and")
        parts += ["", f"If {where}, it sets", _given(when.given)]
    parts += ["", "Requirements"]
    parts += [f"  {_condition(asked)} (otherwise: {asked.because})" for asked in file.requires]
    parts += [f"  {sentence}" for sentence in _bases(on)]
    merged, alone = load_layers(example)[0], load_layers(base or default_name())[0]
    return [*parts, "", *diff_rules(alone, merged)] if merged is not None and alone is not None else parts


def _bases(on: Mapping[str, tuple[Loaded | None, list[Problem]]]) -> Iterator[str]:
    goes = [preset for preset, (loaded, _) in on.items() if loaded is not None]
    refused = sorted(on.keys() - goes)
    if not refused:
        yield "none: it can be added to every rule set"
    elif not goes:
        problem = on[refused[0]][1][0]
        yield f"further settings: {problem.message}" + (f" ({problem.hint})" if problem.hint else "")
    elif len(refused) * 2 <= len(on):
        yield f"a rule set other than {listed(refused)}"
    else:
        yield f"one of {listed(sorted(goes))}"


def _given(given: Mapping[Path, Given]) -> Table:
    return pairs((path, flow(one.value)) for path, one in given.items())


def _condition(condition: Condition) -> str:
    words = ["set" if word == "any" else word for word in condition.words]
    return f"{condition.path} is {listed(words)}"


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
