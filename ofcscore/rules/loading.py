"""Rule sets from their names: a sum of names and files is taken apart, its files are found, merged and built.

`load_rules("ofc + moon + ./house.yaml")` is the way in. No rule set is known here by name: all of them are
files.
"""

import os
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.problem import Exit, Place, Problem, show
from ofcscore.diagnostics.words import listed
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
from ofcscore.rules.settings import called, read_settings
from ofcscore.rules.values import Reading

MOST_FILES: Final = 32


class _Search:
    """The search for the files of a sum: problems, how many files were read, and whether any may be."""

    def __init__(self, *, rule_files: bool = True) -> None:
        self.problems: list[Problem] = []
        self.files = 0
        self.rule_files = rule_files

    def say(self, term: Term, code: str, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(code, term.place, message, hint, status=term.status))

    def merged(self, steps: Sequence[Step]) -> tuple[Loaded | None, list[Problem]]:
        """Return the rule set that layers are, unless errors were found in the search for them."""
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
    """Return the rule set that a sum of names and files stands for, None if it cannot be had; its problems.

    `text` is like `ofc`, `chinese + moon` or `ofc + ./house.yaml`; paths are relative to `base` (a folder;
    None is the current one). `place` is where the text stands in a log, None for an option: faults of
    naming are then the log's (exit status 1), else, like all faults inside rule files, 2. `sets` are
    settings such as `points.scoop=0`, applied last. Without `rule_files` shipped names alone are known, and
    the disk is not looked at. Warnings come along with the rules.

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
    """As `load_rules`, with what each layer changed and which one gave each setting."""
    text = in_their_case(text)
    if not sets:
        kept = _load_shipped(text)
        # What is wrong with the names is said again where they stand.
        if kept is not None and (place is None or not kept[1]):
            return kept[0], list(kept[1])
    folder = os.fsdecode(base) if base is not None else ""
    search = _Search(rule_files=rule_files)
    status = Exit.USAGE if place is None else Exit.INPUT
    steps = _steps(_terms(text, place or Place(""), status, search), folder, (), search)
    steps += [step for setting in sets if (step := _set_step(setting, search))]
    return search.merged(steps)


def check_file(path: str) -> tuple[Loaded | None, list[Problem]]:
    """Check one rule file; return its rule set, unless it is an option, and its problems."""
    text, fault = read_text(path)
    if text is None:
        shipped = is_shipped_name(path) and read_shipped(path) is not None
        hint = f"{path} comes with the program: `ofcscore rules show {path}`" if shipped else None
        return None, [Problem("rules-file", Place(path), f"{show(path)} {fault}", hint, status=Exit.FILES)]
    search = _Search()
    name = f"./{path}" if is_shipped_name(path) else path
    steps = _steps([Term(name, Place(path), Exit.USAGE)], "", (), search)
    return search.merged(steps) if is_whole(steps) else (None, search.problems)


def find_option(text: str) -> RuleFile | None:
    """Return the file of an option that is named alone, None for anything else."""
    search = _Search()
    terms = _terms(text, Place(""), Exit.USAGE, search)
    steps = _steps(terms, "", (), search) if len(terms) == 1 else []
    return steps[0].file if len(steps) == 1 and not search.problems and not is_whole(steps) else None


@lru_cache(maxsize=256)
def _load_shipped(text: str) -> tuple[Loaded | None, tuple[Problem, ...]] | None:
    """Return a sum of shipped names alone, kept for the next log; None where a file takes part."""
    parts = [part.strip() for part in text.split("+")]
    if not all(part and is_shipped_name(part) and read_shipped(part) for part in parts):
        return None
    search = _Search()
    loaded, problems = search.merged(_steps(_terms(text, Place(""), Exit.USAGE, search), "", (), search))
    return loaded, tuple(problems)


def in_their_case(text: str) -> str:
    """Return a sum with its rule sets called by their names: `Pineapple + Surrender`.

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
    """Return the names of a sum, each with its own place where the text stands in a log's line."""
    start = place.column - 1
    inside = place.text is not None and in_their_case(place.text[start : start + len(text)]) == text
    terms: list[Term] = []
    for match in _TERM.finditer(text):  # pragma: no branch - the last term has no + behind it
        name, plus = match.groups()
        there = place._replace(column=place.column + match.start(1), width=max(len(name), 1))
        term = Term(name.strip('"'), there if inside else place, status)
        if term.text:
            terms.append(term)
        elif plus or terms:
            side = "before" if plus else "behind"
            hint = f"as in `rules: {default_name()} + ./house.yaml`"
            search.say(term, "rules-sum", f"there is a + with no rule set {side} it", hint)
        else:
            search.say(term, "rules-sum", "no rule set is named", f"the usual one is `{default_name()}`")
        if not plus:
            break
    return terms


def _steps(
    terms: Sequence[Term], folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> list[Step]:
    """Return the layers of a sum, lowest first; `chain` has identity and name of the files above."""
    steps: list[Step] = []
    seen: set[str] = set()
    for number, term in enumerate(terms):
        found = _find(term, folder, chain, search)
        if found is None:
            continue
        file, identity, inner = found
        if identity in seen:
            whole = show(" + ".join(each.text for each in terms))
            search.say(term, "rules-twice", f"{show(term.text)} is named twice in {whole}", "leave one out")
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
            message = f"{show(term.text)} states every setting, so nothing of {show(before)} would be left"
            search.say(term, "rules-whole", message, "name one of the two" if is_whole(steps) else hint)
        steps += own
    return steps


def _find(
    term: Term, folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> tuple[RuleFile, str, str] | None:
    """Return the file of a term, its identity, and the folder that its own paths are relative to."""
    name = term.text
    # Where another file extends this one: ` (a.yaml -> b.yaml -> name)`.
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
        # No file system has a name with a NUL or half a letter in it, and asking raises.
        with suppress(ValueError):
            identity = os.path.realpath(path)
    if identity in {known for known, _ in chain}:
        hint = "leave the `extends:` out of one"
        search.say(term, "rules-cycle", f"{show(name)} extends itself{via}", hint)
        return None
    if found is None:
        search.files += 1
        text, fault = read_text(path) if search.files <= MOST_FILES else (None, "is one file too many")
        if text is None:
            search.say(term, "rules-file", f"{show(name)} {fault}{via}")
            return None
        found = read_own(text, path, name)
    file, problems = found
    search.problems += problems
    return file, identity, inner


def _refused(term: Term, folder: str, search: _Search) -> tuple[str, str, str] | None:
    """Why no rule set is had by this name, as code, message and hint; None where it is there or on disk."""
    name = term.text
    if "://" in name:
        message = f"{show(name)} is an address, and rule sets are read from files alone"
        return "rules-unknown", message, "save it beside the log; as in `rules: ./house.yaml`"
    if is_shipped_name(name):
        if read_shipped(name) is not None:
            return None
        hint = _name_hint(term, folder if search.rule_files else None)
        return "rules-unknown", f"there is no rule set `{show(name)}`", hint
    if not search.rule_files:
        hint = f"name rule sets that come with the program, such as `{default_name()}`"
        return "rules-file", f"{show(name)} is a file, and no rule files are read here", hint
    if not has_file_name(name):
        message = f"{show(name)} is not read: the name of a rule file ends in .yaml or .yml"
        return "rules-file", message, "such as `./house.yaml`; what comes with the program has no slash"
    return None


def _name_hint(term: Term, folder: str | None) -> str:
    """Return a hint for a name that no shipped rule set has; `folder` is None if terms cannot be files."""
    name = term.text
    for suffix in (".yaml", ".yml"):
        if folder is not None and len(name) < 200 and os.path.isfile(os.path.join(folder, name + suffix)):
            return f"a file is named with a slash: `./{show(name)}{suffix}`"
    presets, options = shipped_names()
    line = term.place.text or ""
    known = presets if line and "+" not in line else (*presets, *options)
    if "+" in line[: term.place.column - 1]:
        known = options
    settings = suggest_settings(name)
    if settings:
        return f"leave it out here, and say {_on_command_line(settings)}"
    bare = re.sub("[ \t]*[–—-]+[ \t]*", "-", re.sub(_BEHIND_NAME, "", name)).lower()
    several = None if bare in known else _several(term, presets, options, known)
    if several is not None:
        return several
    found = (bare,) if bare in known else suggest(name, known)
    if not found:
        return "`rules list` prints all of them; a file has a slash: `./house.yaml`"
    ways = [(term.replaced(name), name) for name in found]
    said = [f"`{way}`{f' ({title_of(name)})' if way != name else ''}" for way, name in ways]
    return f"did you mean {listed(said)}?"


_BETWEEN_SETS: Final = r"[ \t]*[,;&/][ \t]*|[ \t]+(?:and|with|plus)[ \t]+|[ \t]+"
_BETWEEN_KEYS: Final = r"[ \t]*[,;][ \t]*|[ \t]+(?=[A-Za-z]+[ \t]*:)"
_BEHIND_NAME: Final = r"[ \t]*\([^()]*\)|[ \t.!?,;]+$"
"""The brackets, blanks and marks behind a name that are no part of it."""


def _several(
    term: Term, presets: Collection[str], options: Collection[str], known: Collection[str]
) -> str | None:
    """Return the hint for several names, or one with a key behind it; `known` are allowed here."""
    whole = suggest_sum(term.text, presets, options) if known is not options else ()
    if whole:
        line = term.replaced(" + ".join(whole))
        is_said = re.split(_BETWEEN_SETS, term.text.lower()) == [*whole]
        return f"write `{line}`" if is_said else f"did you mean `{line}`?"
    first, *rest = re.split(_BETWEEN_KEYS, term.text, maxsplit=1)
    meant = suggest(first, known) if rest and re.search("[:0-9]", rest[0]) else ()
    if not meant:
        return None
    line = term.replaced(meant[0])
    settings = suggest_settings(rest[0])
    if settings:
        return f"name the rules alone, `{line}`, and say {_on_command_line(settings)}"
    return f"this line says the rules alone: `{line}`; write `{rest[0]}` on a line of its own"


def _on_command_line(settings: Sequence[str]) -> str:
    """Return a hint that says where settings are given, of which one is meant."""
    said = listed(f"`--set {setting}`" for setting in settings)
    return f"{said} on the command line; a rule file may say it too"


def _set_step(setting: str, search: _Search) -> Step | None:
    """Return a `--set KEY=VALUE` as a layer of its own."""
    file = f"--set {show(setting)}"
    term = Term(setting, Place(file), Exit.USAGE)
    key, equals, value = setting.partition("=")
    words = key.strip().split(".")
    if not equals or not all(words):
        search.say(term, "rules-set", "a setting is written KEY=VALUE", "such as `--set points.scoop=0`")
        return None
    root, faults = read_document(value, file, Exit.USAGE)
    reading = Reading(file, [p._replace(place=Place(file)) for p in faults], deep=True)
    node = root if root is not None else Node("text")
    for word in reversed(words[1:]):
        node = Node("mapping", entries=((Node("text", word), node),))
    given = read_settings([(Node("text", words[0]), node)], reading)
    search.problems += reading.problems
    return Step(RuleFile(show(setting.replace(" ", "")), file, False, given=given), term)


# -- suggestions ---------------------------------------------------------------------------------------

_LONGEST: Final = 64
_LIKE: Final = 0.75
_AS_LIKE: Final = 0.05
"""A second rule set is suggested if it is like the text by so much less than the first one."""
_SETTING: Final = re.compile("([a-z_]+(?:[ .-][a-z_]+)*)[ \t]*[:=]?[ \t]*(-?[0-9]{1,9})")


def suggest(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the one or two of these rule sets whose name, title or alias is most like a text.

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
    """Return a preset and the options that are named behind it without a `+`; none if some word is left.

    >>> suggest_sum("pineapple, no fantasyland", ["ofc-pineapple"], ["moon", "no-fantasyland"])
    ('ofc-pineapple', 'no-fantasyland')
    """
    found = _names_in(re.split(_BETWEEN_SETS, _plain(text)), _called(presets), _called(options))
    return found if len(found) > 1 else ()


def _names_in(words: list[str], known: dict[str, str], others: dict[str, str]) -> tuple[str, ...]:
    """Return a known name and the other names that words are, one behind the other; none if one is left."""
    for end in range(len(words), 0, -1):
        name, rest = known.get(" ".join(words[:end])), words[end:]
        behind = _names_in(rest, others, others) if name is not None else ()
        if name is not None and (behind or not rest):
            return (name, *behind)
    return ()


def suggest_settings(text: str) -> tuple[str, ...]:
    """Return the settings that a word and a number may be, as `--set` takes them: `scoop 4`.

    >>> suggest_settings("foul pays 6"), suggest_settings("points.row=2"), suggest_settings("stake 2")
    (('foul.pays=6',), ('points.row=2',), ())
    """
    match = _SETTING.fullmatch(text.strip().lower())
    if match is None:
        return ()
    return tuple(f"{known}={match[2]}" for known in called(re.sub("[ \t]+", ".", match[1])))


def _plain(text: str) -> str:
    return " ".join(re.sub("[-_]", " ", text[:_LONGEST]).casefold().split())


def _figures(text: str) -> str:
    """Return the digits of a text: `2-4` is never like `2-7`."""
    return "".join(sorted(filter(str.isdecimal, text)))


def _called(names: Iterable[str]) -> dict[str, str]:
    names = [*names]
    aliases = {_plain(word): name for word, name in rule_set_names().items() if name in names}
    titles = {_plain(title_of(name)): name for name in names}
    short = {title.partition(",")[0]: name for title, name in titles.items()}
    return {**short, **titles, **aliases, **{_plain(name): name for name in names}}
