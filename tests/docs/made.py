"""What stands on the pages that are made: each is the program's own words, put into Markdown."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import shlex
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import ofcscore
from ofcscore.cli.manual import STATUS
from ofcscore.game.naturals import KINDS, kind_words
from ofcscore.problems.catalogue import codes
from ofcscore.rules.describe import sentences
from ofcscore.rules.dump import flow
from ofcscore.rules.files import RuleFile, read_shipped, shipped_names
from ofcscore.rules.glossary import words
from ofcscore.rules.loading import load_rules
from ofcscore.rules.settings import DEFAULTS, SETTINGS
from ofcscore.rules.values import Value
from tests.command import run
from tests.docs.schemas import schemas_page
from tests.transcripts import EXAMPLES, ROOT, TESTS, parse

DOCS: Final = ROOT / "docs"
MADE: Final = "<!-- made by `python -m tests.docs` -->"
PRESETS, OPTIONS = shipped_names()


def made() -> dict[str, str]:
    """Every page that is made, by its name in `docs/`."""
    return {name: made_page(name) for name in makers()}


def made_page(name: str) -> str:
    """A page that is made."""
    return f"{MADE}\n\n" + "\n".join(makers()[name]()) + "\n"


def makers() -> dict[str, Callable[[], Iterator[str]]]:
    """What makes each page."""
    return {
        "rules/index.md": _rule_sets,
        **{f"rules/{name}.md": partial(_rule_set, name) for name in PRESETS},
        "rules/options.md": _options,
        "settings.md": _settings,
        "messages.md": _messages,
        "commands.md": _commands,
        "words.md": _words,
        "reference.md": _reference,
        "json.md": schemas_page,
    }


def _console(*commands: str) -> Iterator[str]:
    """A block of commands with what a terminal shows of them, in the folder of the examples."""
    yield "```console"
    for command in commands:
        yield f"$ {command}"
        program, *arguments = shlex.split(command)
        if program == "cat":
            yield from Path(ROOT, arguments[0]).read_text(encoding="utf-8").splitlines()
        else:
            with contextlib.chdir(ROOT):
                yield from run(*arguments, together=True).out.splitlines()
    yield "```"


def _table(*rows: tuple[str, ...]) -> Iterator[str]:
    """Cells in rows; the first is the head."""
    head, *rest = ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    yield head
    yield "|" + "---|" * len(rows[0])
    yield from rest


def _file(name: str) -> RuleFile:
    shipped = read_shipped(name)
    assert shipped is not None
    return shipped[0]


# -- rule sets ----------------------------------------------------------------------------------------


RULE_SETS: Final = """\
# Rule sets

A log names one, as in `rules: ofc-pineapple`, or a sum with [options](options.md), as in
`rules: ofc-27 + surrender`. `ofcscore rules list` has the same list. What you play is not there, or not
quite: [house rules](../house-rules.md).
"""


def _rule_sets() -> Iterator[str]:
    yield from RULE_SETS.splitlines()
    yield ""
    titles = ((f"[{name}]({name}.md)", _file(name).title, _file(name).source) for name in PRESETS)
    yield from _table(("rules", "what they are", "source"), *titles)


def _rule_set(name: str) -> Iterator[str]:
    file = _file(name)
    yield f"# {name}"
    yield ""
    yield f"{file.title}. Source: {file.source}."
    yield ""
    yield "## In words"
    yield ""
    yield from _console(f"ofcscore rules show {name}")
    if file.words:
        yield ""
        yield "A log may claim a natural by the words at its end; `--words` prints them."
    yield ""
    yield "## A worked deal"
    yield ""
    example = EXAMPLES / "presets" / f"{name}.ofc"
    path = f"examples/presets/{example.name}"
    yield from _console(f"cat {path}", f"ofcscore score {path} --deals 1", f"ofcscore check {path}")
    yield ""
    yield "## Where it stands"
    yield ""
    yield "The file of the rule set, with what its sources say where it follows them:"
    yield ""
    yield "```yaml"
    yield from Path(ROOT, "ofcscore", "rules", "presets", f"{name}.yaml").read_text("utf-8").splitlines()
    yield "```"


OPTIONS_HEAD: Final = """\
# Options

An option goes on top of a rule set: `rules: chinese-pagat + overall-point + sweep-3`. Each has a log in
`examples/options`; under *it asks for* is what a rule set must have to take it.
"""


def _options() -> Iterator[str]:
    yield from OPTIONS_HEAD.splitlines()
    for name in OPTIONS:
        yield ""
        yield f"## {name}"
        yield ""
        yield from _console(f"ofcscore rules show {name}")


# -- settings -----------------------------------------------------------------------------------------


class About(NamedTuple):
    """What the settings page says of a setting that the program does not say itself."""

    says: str
    values: tuple[str, ...]


@cache
def about_settings() -> Mapping[str, About]:
    """What `settings.toml` has, by path."""
    text = Path(__file__).with_name("settings.toml").read_text(encoding="utf-8")
    return {path: About(a["says"], tuple(a["values"])) for path, a in tomllib.loads(text).items()}


@cache
def _settings_of(name: str) -> Mapping[str, Value]:
    rules, problems = load_rules(name)
    assert rules is not None, problems
    return rules.settings


_LISTED: Final = 8
"""Rule sets that are listed behind a value; of more it is said that they are the others."""


SETTINGS_HEAD: Final = """\
# Settings

Every setting of a rule file, with values that it takes. `ofcscore rules show NAME --yaml` prints all of a
rule set; `--set points.scoop=0` changes one for a run. Where a setting has a default, a file may leave it
out; a file that `extends` another leaves out what stays as it is there. [House rules](house-rules.md)
begins at the beginning.

Of a table that pays by kind, such as `royalties.top`, a file changes what it names and leaves the others;
`others: none` in the table leaves those out: `royalties: {top: {trips: 20, others: none}}`.

Each source stands on the page of [the rule set](rules/index.md).
"""


def _settings() -> Iterator[str]:
    yield from SETTINGS_HEAD.splitlines()
    for path in SETTINGS:
        yield from ("", f"## {path}", "", *_setting(path))
    yield ""
    yield "## Naturals by name"
    yield ""
    yield "The kinds that `naturals.hands` may list, and that `naturals: {NAME: ...}` changes:"
    yield ""
    yield from _table(("name", "what it is"), *((f"`{kind}`", kind_words(kind)) for kind in KINDS))


def _setting(path: str) -> Iterator[str]:
    about = about_settings()[path]
    yield about.says
    yield ""
    values = [f"`{text}`" for text in about.values]
    said = _said(path, about.values)
    if said:
        yield from _table(("value", "in words"), *zip(values, said, strict=True))
    else:
        yield f"Such as {', or '.join(values)}."
    yield ""
    yield f"In a file: `{_in_a_file(path, about.values[-1])}`."
    if path in DEFAULTS:
        yield f"Default: `{flow(DEFAULTS[path])}`."
    yield ""
    yield from _users(path)


def _in_a_file(path: str, value: str) -> str:
    """A setting as a line of a rule file."""
    first, *inner = path.split(".")
    for word in reversed(inner):
        value = f"{{{word}: {value}}}"
    return f"{first}: {value}"


def _users(path: str) -> Iterator[str]:
    """Which rule sets have which value, those that most have last, and which options change it."""
    users: dict[str, list[str]] = {}
    for name in PRESETS:
        value = _settings_of(name).get(path, DEFAULTS.get(path))
        if value is not None:
            users.setdefault(flow(value), []).append(f"[{name}](rules/{name}.md)")
    most = max(users, key=lambda value: len(users[value]), default="")
    for value in sorted(users, key=lambda value: value == most):
        names = users[value]
        others = "all others that have it" if len(users) > 1 else "all that have it"
        all_of_them = "all rule sets" if len(names) == len(PRESETS) else others
        yield f"- `{value}`: {all_of_them if value == most and len(names) > _LISTED else ', '.join(names)}"
    options = [name for name in OPTIONS if _changes(_file(name), path)]
    if options:
        yield f"- changed by: {', '.join(f'[{name}](rules/options.md#{name})' for name in options)}"


def _changes(option: RuleFile, path: str) -> bool:
    given = {*option.given, *(p for when in option.when for p in when.given), *(a.path for a in option.add)}
    return path in given


_SPEAK: Final = (
    *("ofc", "ofc + moon", "ofc + jokers", "ofc + low-middle", "ofc + single-winner", "ofc + pool"),
    *("ofc-kkpoker-joker", "chinese + overall-point", "mau-binh"),
)
"""Rule sets that speak of every setting between them."""


def _said(path: str, values: Sequence[str]) -> list[str]:
    """Values in the program's words; none where no words tell them apart.

    They are those of the rule set that tells most of them apart, and where this says nothing of one, of the
    first that does.
    """
    by_rules = [list(said) for said in zip(*(_spoken(path, text) for text in values), strict=True)]
    by_rules.sort(key=lambda said: len(set(filter(None, said))), reverse=True)
    said = [next(filter(None, of_value), "") for of_value in zip(*by_rules, strict=True)]
    return said if len(set(said)) > 1 or len(values) == 1 else []


def _spoken(path: str, text: str) -> Iterator[str]:
    """What each of those rule sets says of a setting with this value: nothing too, where it refuses it."""
    loaded = [load_rules(name, sets=[f"{path}={text}"])[0] for name in _SPEAK]
    assert any(loaded), f"no rule set takes {path}={text}"
    for rules in loaded:
        said = [] if rules is None else [s for s in sentences(rules.settings) if path in s.paths]
        yield "; ".join(f"{sentence.topic}: {sentence.text}" for sentence in said)


# -- messages -----------------------------------------------------------------------------------------


MESSAGES: Final = """\
# Messages

Each problem and each warning has a name in brackets, such as `error[card-repeated]`.
`ofcscore explain NAME` says the same as this page, and `explain codes` lists them all.
"""


_SHORT: Final = 600
"""Characters of a file that is shown."""


def _seen(text: str) -> str:
    """A text with a picture in place of each character that is not seen, which would make a page bytes."""
    controls = {chr(code): chr(0x2400 + code) for code in range(ord(" "))}
    return "".join(
        sign if sign.isprintable() or sign == "\n" else controls.get(sign, "\N{REPLACEMENT CHARACTER}")
        for sign in text
    )


def _messages() -> Iterator[str]:
    yield from MESSAGES.splitlines()
    for name, code in sorted(codes().items()):
        yield from ("", f"## {name}", "", code.meaning, "", code.remedy, "", *_message(name))


def _message(name: str) -> Iterator[str]:
    """A log that has the problem, and what is said of it: the page of its test; of some there is none."""
    page = TESTS / "errors" / f"{name}.txt"
    if not page.exists():
        return
    case = parse(page.read_text(encoding="utf-8"))[0]
    yield "```text"
    for file, content in case.files.items():
        text = content.decode("utf-8", "replace")
        if len(text) < _SHORT:
            yield from (f"# {file}", *_seen(text).split("\n"))
    yield f"$ {case.line}"
    yield from (case.stdout + case.stderr).splitlines()
    yield "```"


# -- commands -----------------------------------------------------------------------------------------


COMMANDS: Final = """\
# Commands

What `--help` says of each. `ofcscore man | man -l -` is the manual page, and
`ofcscore --install-completion` lets the shell complete commands, options, rule sets and the players of a log.
"""


def _commands() -> Iterator[str]:
    yield from (*COMMANDS.splitlines(), "")
    yield from _table(("exit status", "means"), *((f"`{number}`", said) for number, said in STATUS.items()))
    for words_of in ((), *command_names()):
        name = " ".join(("ofcscore", *words_of))
        yield from ("", f"## {name}", "", *map(_without_brackets, _console(f"{name} --help")))


def _without_brackets(line: str) -> str:
    """A line of help, the same with every version of typer: they differ in how they bracket arguments."""
    if line.startswith("Usage: "):
        return re.sub(r"\{([^{} ]+)\}", r"\1", line)
    return re.sub(r"^  \[([A-Z.]+)\]", r"  \1", line)


def command_names() -> list[tuple[str, ...]]:
    """The words of each command, those of a group before its own."""
    import typer.main

    from ofcscore.cli.app import app

    def names(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
        for name, command in group.commands.items():
            yield (*before, name)
            if hasattr(command, "commands"):
                yield from names(command, (*before, name))

    return list(names(typer.main.get_command(app)))


# -- words and names ----------------------------------------------------------------------------------


WORDS: Final = """\
# Words of the game

`ofcscore explain WORD` says what a word means and what a rule set makes of it; `explain words` lists
them.
"""


def _words() -> Iterator[str]:
    yield from WORDS.splitlines()
    yield ""
    found = {word.name: word for word in words().values()}
    for name in sorted(found):
        word = found[name]
        also = f" Also: {', '.join(word.also)}." if word.also else ""
        yield f"- **{name}**: {word.means}{also}"


REFERENCE: Final = """\
# Public names

What `import ofcscore` gives; [Python](python.md) shows them at work.
"""


def _reference() -> Iterator[str]:
    yield from REFERENCE.splitlines()
    for name in public_names():
        value = getattr(ofcscore, name)
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
        assert isinstance(node, ast.FunctionDef | ast.ClassDef)
        yield from ("", f"## {name}")
        if isinstance(node, ast.FunctionDef):
            yield from ("", "```text", _called(node), "```")
        yield from _prose(node)
        members = list(_members(node)) if isinstance(node, ast.ClassDef) else []
        if members:
            yield from ("", *_table(("name", "type", "what it is"), *members))


def _prose(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """What a docstring says, its examples as a block."""
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        is_example = paragraph.startswith(">>>")
        yield from ("", *(["```python", paragraph, "```"] if is_example else [paragraph]))


def _called(node: ast.FunctionDef) -> str:
    """How a function is called."""
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returned}"


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """The public members of a class: name, type, and of properties and methods the first line they say."""
    for part in node.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id=name)):
                kind, said = ast.unparse(part.annotation), ""
            case ast.Assign(targets=[ast.Name(id=name)]):
                kind, said = "", ""
            case ast.FunctionDef():
                is_property = any("property" in ast.unparse(mark) for mark in part.decorator_list)
                name = part.name if is_property else f"{part.name}()"
                kind = ast.unparse(part.returns) if part.returns else ""
                said = (ast.get_docstring(part) or "").partition("\n")[0]
            case _:
                continue
        if not name.startswith("_"):
            yield f"`{name}`", f"`{kind.strip(QUOTES)}`" if kind else "", said


QUOTES: Final = "'\""
"""Signs around a type that is named before it is made."""


def public_names() -> list[str]:
    """What there is to call, then the types of what comes back."""
    return [*ofcscore.__all__, *sorted(set(ofcscore._HOME_OF) - set(ofcscore.__all__))]
