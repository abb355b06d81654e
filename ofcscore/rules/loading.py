"""Load rule sets by name: parse a sum of names and files, read and merge them.

The entry point is `load_rules("ofc + moon + ./house.yaml")`. All rule sets are files; none is hard-coded.
"""

import os
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.problem import Exit, Place, Problem, listed, show
from ofcscore.files.yaml_nodes import Node, read_document
from ofcscore.rules.files import (
    RuleFile,
    default_name,
    has_file_name,
    is_preset,
    is_shipped_name,
    read_own,
    read_shipped,
    read_text,
    rule_set_names,
    shipped_names,
    title_of,
)
from ofcscore.rules.merging import Loaded, Step, Term, is_whole, merge
from ofcscore.rules.model import Rules
from ofcscore.rules.setting_values import Reading
from ofcscore.rules.settings import called, read_settings

MOST_FILES: Final = 32


class _Search:
    """The search for the files of a sum: its problems, and the number of files read.

    If `rule_files` is False, only the built-in rule sets are allowed.
    """

    def __init__(self, *, rule_files: bool = True) -> None:
        self.problems: list[Problem] = []
        self.files = 0
        self.rule_files = rule_files

    def say(self, term: Term, code: str, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(code, term.place, message, hint, status=term.status))

    def steps(self, text: str, place: Place | None = None, folder: str = "") -> list[Step]:
        """Return the layers of a sum, lowest first; `place` is its place in a log."""
        status = Exit.USAGE if place is None else Exit.INPUT
        return _steps(_terms(text, place or Place(""), status, self), folder, (), self)

    def merged(self, steps: Sequence[Step]) -> tuple[Loaded | None, list[Problem]]:
        if any(not p.warning for p in self.problems):
            return None, self.problems
        return merge(steps, self.problems)


def load_rules(
    text: str,
    *,
    base: str | os.PathLike[str] | None = None,
    place: Place | None = None,
    sets: Sequence[str] = (),
    rule_files: bool = True,
) -> tuple[Rules | None, list[Problem]]:
    """Load a sum of names and files; return the rule set (or None) and the problems.

    `text` is for example `ofc`, `chinese + moon` or `ofc + ./house.yaml`. Paths are relative to the folder
    `base` (None: the current folder). `place` is the place of the text in a log, or None for an option of the
    command line. Errors in names have exit status 1 in a log, otherwise 2. Errors inside rule files have 2.
    `sets` are settings such as `points.scoop=0`, applied last. Unless `rule_files`, only shipped rule sets
    are allowed, and nothing else is read from disk. A rule set may have warnings.

    >>> load_rules("ofc")[0].name
    'ofc'
    """
    loaded, problems = load_layers(text, base=base, place=place, sets=sets, rule_files=rule_files)
    return loaded.rules if loaded else None, problems


def load_layers(
    text: str,
    *,
    base: str | os.PathLike[str] | None = None,
    place: Place | None = None,
    sets: Sequence[str] = (),
    rule_files: bool = True,
) -> tuple[Loaded | None, list[Problem]]:
    """Like `load_rules`, with the changes of each layer and the origin of settings."""
    text = in_their_case(text)
    if not sets:
        kept = _load_shipped(text)
        # Problems with names need their place in the log, so they are not taken from the cache.
        if kept is not None and (place is None or not kept[1]):
            return kept[0], list(kept[1])
    folder = os.fsdecode(base) if base is not None else ""
    search = _Search(rule_files=rule_files)
    steps = search.steps(text, place, folder)
    steps += [step for setting in sets if (step := _set_step(setting, search))]
    return search.merged(steps)


def with_option(rules: Rules, option: str) -> str:
    """Return a hint to add an option: a whole line if the rule set has only shipped names."""
    line = f"{rules.name} + {option}"
    found = _load_shipped(line)
    return f"write `rules: {line}`" if found and found[0] else f"add `+ {option}` to the rules"


def check_file(path: str) -> tuple[Loaded | None, list[Problem]]:
    """Check a rule file; return its rule set (None for an option) and its problems."""
    text, fault = read_text(path)
    if text is None:
        shipped = is_shipped_name(path) and read_shipped(path) is not None
        hint = f"{path} comes with the program; run `ofcscore rules show {path}`" if shipped else None
        return None, [Problem("rules-file", Place(path), f"{show(path)} {fault}", hint, status=Exit.FILES)]
    search = _Search()
    name = f"./{path}" if is_shipped_name(path) else path
    steps = _steps([Term(name, Place(path), Exit.USAGE)], "", (), search)
    return search.merged(steps) if is_whole(steps) else (None, search.problems)


def find_option(text: str) -> RuleFile | None:
    """Return the file of a single option; None for any other text."""
    search = _Search()
    steps = search.steps(text)
    return steps[0].file if len(steps) == 1 and not search.problems and not is_whole(steps) else None


@lru_cache(maxsize=256)
def _load_shipped(text: str) -> tuple[Loaded | None, tuple[Problem, ...]] | None:
    """Return the cached rule set of a sum of shipped names; None for other names."""
    parts = [part.strip() for part in text.split("+")]
    if not all(part and is_shipped_name(part) and read_shipped(part) for part in parts):
        return None
    search = _Search()
    loaded, problems = search.merged(search.steps(text))
    return loaded, tuple(problems)


def in_their_case(text: str) -> str:
    """Replace aliases and capitals in a sum by the names of rule sets.

    >>> in_their_case("OFC + Surrender + ./House.yaml"), in_their_case('ofc + "./a + Moon + b.yaml"')
    ('ofc + surrender + ./House.yaml', 'ofc + "./a + Moon + b.yaml"')
    """
    if is_preset(text):
        return text
    _, options = shipped_names()
    first, *others = re.split('("[^"]*"|[ \t]*[+][ \t]*)', text)
    name = rule_set_names().get(" ".join(first.lower().split()))
    if name is None:
        return text
    named = (("-".join(term.lower().split()), term) for term in others)
    return name + "".join(option if option in options else term for option, term in named)


_TERM: Final = re.compile(r'[ \t]*("[^"]*"|[^+]*?)[ \t]*(\+|\Z)')


def _terms(text: str, place: Place, status: Exit, search: _Search) -> list[Term]:
    start = place.column - 1
    inside = place.text is not None and in_their_case(place.text[start : start + len(text)]) == text
    terms: list[Term] = []
    for match in _TERM.finditer(text):  # pragma: no branch - the last term has no + after it
        name, plus = match.groups()
        there = place._replace(column=place.column + match.start(1), width=max(len(name), 1))
        term = Term(name.strip('"'), there if inside else place, status)
        if term.text:
            terms.append(term)
        elif plus or terms:
            side = "before" if plus else "after"
            hint = f"write for example `rules: {default_name()} + ./house.yaml`"
            search.say(term, "rules-sum", f"there is no rule set {side} this +", hint)
        else:
            search.say(term, "rules-sum", "no rule set is named", f"the default is `{default_name()}`")
        if not plus:
            break
    return terms


def _steps(
    terms: Sequence[Term], folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> list[Step]:
    """Return the layers of a sum, lowest first; `chain` are files that extend it."""
    steps: list[Step] = []
    seen: set[str] = set()
    for number, term in enumerate(terms):
        found = _find(term, folder, chain, search)
        if found is None:
            continue
        file, identity, inner = found
        if identity in seen:
            twice = (
                f"`{show(term.text)}` is listed twice in `{show(' + '.join(each.text for each in terms))}`"
            )
            search.say(term, "rules-twice", twice, "remove one of the two")
            continue
        seen.add(identity)
        own = [Step(file, term, named=not chain)]
        if file.extends is not None:
            lower = _terms(file.extends.text, file.extends.place(file.file), Exit.USAGE, search)
            own = _steps(lower, inner, (*chain, (identity, term.text)), search) + own
        if steps and is_whole(own):
            before = " + ".join(t.text for t in terms[:number])
            rest = "".join(f" + {t.text}" for t in (*terms[:number], *terms[number + 1 :]))
            hint = f"write it first: `{show(term.text + rest)}`"
            message = f"`{show(term.text)}` defines every setting, so it would replace `{show(before)}`"
            search.say(term, "rules-whole", message, "name only one of the two" if is_whole(steps) else hint)
        steps += own
    return steps


def _find(
    term: Term, folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> tuple[RuleFile, str, str] | None:
    name = term.text
    # The files that extend this one: ` (a.yaml -> b.yaml -> name)`.
    via = f" ({show(' -> '.join([*(known for _, known in chain), name]))})" if chain else ""
    refused = _refused(term, folder, search)
    if refused is not None:
        code, message, hint = refused
        search.say(term, code, f"{message}{via}", hint)
        return None
    found = read_shipped(name) if is_shipped_name(name) else None
    if found is not None:
        identity, inner = f"shipped {name}", folder
    else:
        home = os.path.expanduser(name) if name.startswith("~/") else name
        path = os.path.normpath(os.path.join(folder, home))
        identity, inner = path, os.path.dirname(path)
        # Names with a NUL or a lone surrogate raise ValueError.
        with suppress(ValueError):
            identity = os.path.realpath(path)
    if identity in {known for known, _ in chain}:
        hint = "remove one of the `extends:` lines"
        search.say(term, "rules-cycle", f"{show(name)} extends itself{via}", hint)
        return None
    if found is None:
        search.files += 1
        too_many = f"exceeds the limit of {MOST_FILES} rule files"
        text, fault = read_text(path) if search.files <= MOST_FILES else (None, too_many)
        if text is None:
            search.say(term, "rules-file", f"{show(name)} {fault}{via}")
            return None
        found = read_own(text, path, name)
    file, problems = found
    search.problems += problems
    return file, identity, inner


def _refused(term: Term, folder: str, search: _Search) -> tuple[str, str, str] | None:
    name = term.text
    if "://" in name:
        message = f"{show(name)} is a web address, but rule sets are read only from files"
        hint = "save it next to the log, and write for example `rules: ./house.yaml`"
        return "rules-unknown", message, hint
    if is_shipped_name(name):
        if read_shipped(name) is not None:
            return None
        hint = _name_hint(term, folder if search.rule_files else None)
        return "rules-unknown", f"there is no rule set `{show(name)}`", hint
    if not search.rule_files:
        hint = f"use a rule set that comes with the program, for example `{default_name()}`"
        return "rules-file", f"{show(name)} is a rule file, but rule files cannot be used here", hint
    if not has_file_name(name):
        message = f"{show(name)} is not a rule file, because its name does not end in .yaml or .yml"
        hint = "write for example `./house.yaml`; rule sets that come with the program have no slash"
        return "rules-file", message, hint
    return None


def _name_hint(term: Term, folder: str | None) -> str:
    name = term.text
    for suffix in (".yaml", ".yml"):
        if folder is not None and len(name) < 200 and os.path.isfile(os.path.join(folder, name + suffix)):
            return f"write a rule file with a slash: `./{show(name)}{suffix}`"
    presets, options = shipped_names()
    line = term.place.text or ""
    known = presets if line and "+" not in line else (*presets, *options)
    if "+" in line[: term.place.column - 1]:
        known = options
    settings = suggest_settings(name)
    if settings:
        return f"remove it here, and {_on_command_line(settings)}"
    bare = re.sub("[ \t]*[–—-]+[ \t]*", "-", re.sub(_BEHIND_NAME, "", name)).lower()
    several = None if bare in known else _several(term, presets, options, known)
    if several is not None:
        return several
    found = (bare,) if bare in known else suggest(name, known)
    if not found:
        return "`ofcscore rules list` shows all names; a rule file needs a slash: `./house.yaml`"
    ways = [(term.replaced(name), name) for name in found]
    quoted = [f"`{way}`{f' ({title_of(name)})' if way != name else ''}" for way, name in ways]
    return f"did you mean {listed(quoted)}?"


_BETWEEN_SETS: Final = r"[ \t]*[,;&/][ \t]*|[ \t]+(?:and|with|plus)[ \t]+|[ \t]+"
_BETWEEN_KEYS: Final = r"[ \t]*[,;][ \t]*|[ \t]+(?=[A-Za-z]+[ \t]*:)"
_BEHIND_NAME: Final = r"[ \t]*\([^()]*\)|[ \t.!?,;]+$"
"""Brackets, spaces and punctuation after a name, which are not part of it."""


def _several(
    term: Term, presets: Collection[str], options: Collection[str], known: Collection[str]
) -> str | None:
    whole = suggest_sum(term.text, options if known is options else presets, options)
    if whole:
        line = term.replaced(" + ".join(whole))
        is_exact = re.split(_BETWEEN_SETS, term.text.lower()) == [*whole]
        return f"write `{line}`" if is_exact else f"did you mean `{line}`?"
    first, *rest = re.split(_BETWEEN_KEYS, term.text, maxsplit=1)
    similar = suggest(first, known) if rest and re.search("[:0-9]", rest[0]) else ()
    if not similar:
        return None
    line = term.replaced(similar[0])
    settings = suggest_settings(rest[0])
    if settings:
        return f"write only the rule set, `{line}`, and {_on_command_line(settings)}"
    return f"write only the rule set here: `{line}`; write `{rest[0]}` on its own line"


def _on_command_line(settings: Sequence[str]) -> str:
    options = listed(f"`--set {setting}`" for setting in settings)
    return f"use {options} on the command line, or put the setting in a rule file"


def _set_step(setting: str, search: _Search) -> Step | None:
    file = f"--set {show(setting)}"
    term = Term(setting, Place(file), Exit.USAGE)
    key, equals, value = setting.partition("=")
    words = key.strip().split(".")
    if not equals or not all(words):
        hint = "write for example `--set points.scoop=0`"
        search.say(term, "rules-set", "a setting has the format KEY=VALUE", hint)
        return None
    root, faults = read_document(value, file, Exit.USAGE)
    reading = Reading(file, [p._replace(place=Place(file)) for p in faults], deep=True)
    node = root if root is not None else Node("text")
    for word in reversed(words[1:]):
        node = Node("mapping", entries=((Node("text", word), node),))
    given = read_settings([(Node("text", words[0]), node)], reading)
    search.problems += reading.problems
    return Step(RuleFile(show(setting.replace(" ", "")), file, False, given=given), term)


_LONGEST: Final = 64
_LIKE: Final = 0.75
_AS_LIKE: Final = 0.05
"""The largest gap in similarity between the best suggestion and a second one."""
_SETTING: Final = "([a-z_]+(?:[ .-][a-z_]+)*)[ \t]*[:=]?[ \t]*(-?[0-9]{1,9})"


def suggest(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return up to two rule sets whose name, title or alias is similar to a text.

    >>> suggest("ofc pinapple", ["ofc", "ofc-pineapple"]), suggest("canasta", ["ofc", "ofc-pineapple"])
    (('ofc-pineapple',), ())
    """
    from difflib import SequenceMatcher

    text = _plain(text)
    known = _called(names)
    if text in known:
        return (known[text],)
    matcher = SequenceMatcher(b=text, autojunk=False)
    likeness: dict[str, float] = {}
    for word, name in known.items():
        matcher.set_seq1(word)
        if _figures(word) == _figures(text) and matcher.quick_ratio() >= _LIKE:
            likeness[name] = max(likeness.get(name, 0), matcher.ratio())
    best = max(likeness.values(), default=0)
    found = [name for name, like in likeness.items() if like >= max(best - _AS_LIKE, _LIKE)]
    return tuple(sorted(found, key=likeness.__getitem__, reverse=True)[:2])


def suggest_sum(text: str, presets: Collection[str], options: Collection[str]) -> tuple[str, ...]:
    """Return one of `presets` and options written without `+`; empty if a word is unknown.

    >>> suggest_sum("pineapple, no fantasyland", ["ofc-pineapple"], ["moon", "no-fantasyland"])
    ('ofc-pineapple', 'no-fantasyland')
    """
    others = _called(options)

    def names_in(words: list[str], known: dict[str, str]) -> tuple[str, ...]:
        for end in range(len(words), 0, -1):
            name, rest = known.get(" ".join(words[:end])), words[end:]
            more = names_in(rest, others) if name is not None else ()
            if name is not None and (more or not rest):
                return (name, *more)
        return ()

    found = names_in(re.split(_BETWEEN_SETS, _plain(text)), _called(presets))
    return found if len(found) > 1 else ()


def suggest_settings(text: str) -> tuple[str, ...]:
    """Return the settings that a word and a number (`scoop 4`) may mean, for `--set`.

    >>> suggest_settings("foul pays 6"), suggest_settings("points.row=2"), suggest_settings("stake 2")
    (('foul.pays=6',), ('points.row=2',), ())
    """
    match = re.fullmatch(_SETTING, text.strip().lower())
    if match is None:
        return ()
    return tuple(f"{path}={match[2]}" for path in called(".".join(match[1].split())))


def _plain(text: str) -> str:
    return " ".join(re.sub("[-_]", " ", text[:_LONGEST]).casefold().split())


def _figures(text: str) -> str:
    """Return the digits of a text, sorted, because `2-4` is never similar to `2-7`."""
    return "".join(sorted(filter(str.isdecimal, text)))


def _called(names: Iterable[str]) -> dict[str, str]:
    names = [*names]
    aliases = {_plain(word): name for word, name in rule_set_names().items() if name in names}
    titles = {_plain(title_of(name)): name for name in names}
    short = {title.partition(",")[0]: name for title, name in titles.items()}
    return short | titles | aliases | {_plain(name): name for name in names}
