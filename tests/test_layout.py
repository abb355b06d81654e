"""Check the whole tree: imports in one direction, one importer per package, data in its place.

Modules are found, not listed: a new one must lie in a room of `LAYERS` before it passes.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.loops import each

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ofcscore"

# The rooms in the order in which a deal travels. A module imports from its own room and from those before it.
LAYERS = (
    "diagnostics",
    "files",
    "game",
    "rules",
    "scoring",
    "log",
    "session",
    "bulk",
    "report",
    "live",
    "host",
    "cli",
)
# Inside `log`: what a log says, then any form in, checked, any form out.
LOG = (
    "log.syntax log.keys log.amounts log.dates log.vocabulary log.canonical",
    "log.text",
    "log.read",
    "log.check",
    "log.write",
)
# The way in, which may import everything.
WAY_IN = ("__init__", "__main__", "api")

# Third-party package -> the one module that imports it, or one of those named.
IMPORTER = {
    "lark": "log.text.grammar",
    "yaml": "files.yaml_nodes",
    "tabulate": "report.*",
    "wcwidth": "diagnostics.terminal",
    "jinja2": "report.*",
    "markupsafe": "report.*",
    "resvg_py": "report.chart",
    "typer": "cli.app",
    "prompt_toolkit": "live live.*",
    "numpy": "bulk.*",
    "pyarrow": "bulk.*",
    "distributed": "bulk.dask_cluster",
    "starlette": "host.server",
    "uvicorn": "host.server",
    "segno": "host.server",
    "openpyxl": "files.archives",
}
# What arrays are made of: every part of `bulk` speaks in it, and nothing else knows it.
SHARED = {"numpy", "pyarrow"}
# Those that only some commands need are imported inside what needs them.
LAZY = IMPORTER.keys() - {"typer"}
# Packages that are imported by another name than they are installed by.
INSTALLED_AS = {"yaml": "pyyaml"}


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES = {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def every_module(check: Callable[[str], None]) -> Callable[[], None]:
    """One test of all modules, which says of which one a thing does not hold."""

    def test() -> None:
        for module in MODULES:
            check(module)

    test.__doc__ = check.__doc__
    return test


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def _nodes(module: str) -> Sequence[ast.AST]:
    return [*ast.walk(_tree(module))]


@cache
def _imports(module: str) -> frozenset[tuple[str, bool]]:
    """Every module imported anywhere in a module, with whether the import runs at start."""
    found: set[tuple[str, bool]] = set()

    def visit(node: ast.AST, at_start: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                # No import stands in an expression.
                continue
            if isinstance(child, ast.Import):
                found.update((alias.name, at_start) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{module}: a relative import"
                origin = child.module or ""
                for alias in child.names:
                    whole = f"{origin}.{alias.name}"
                    own = whole.removeprefix("ofcscore.") if whole.startswith("ofcscore.") else ""
                    found.add((whole if own in MODULES else origin, at_start))
            else:
                typing_only = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                visit(child, at_start and not inside and not typing_only)

    visit(_tree(module), True)
    return frozenset(found)


def _own_imports(module: str) -> set[str]:
    """The package's own modules that a module imports."""
    found = set()
    for name, _ in _imports(module):
        if name == "ofcscore":
            found.add("__init__")
        elif name.startswith("ofcscore."):
            found.add(name.removeprefix("ofcscore."))
    return found


def _fits(name: str, patterns: str) -> bool:
    listed = patterns.split()
    refused = any(p.startswith("!") and fnmatchcase(name, p[1:]) for p in listed)
    return not refused and any(fnmatchcase(name, p) for p in listed)


# -- imports ------------------------------------------------------------------------------------------


def _floors(module: str) -> tuple[int, int]:
    """Return the position of a module: its package, and inside `log` its place there."""
    room = module.partition(".")[0]
    if module in WAY_IN:
        return len(LAYERS), 0
    assert room in LAYERS, f"{module} lies in no room of LAYERS"
    begins = [tuple(f"{name}." for name in names.split()) for names in LOG]
    places = [at for at, names in enumerate(begins) if f"{module}.".startswith(names)]
    return LAYERS.index(room), places[0] if places else 0


@every_module
def test_imports_point_one_way(module: str) -> None:
    """A module imports from its own room, and from those before it. (The version is asked of the package.)"""
    own = _own_imports(module) - {"__init__"}
    wrong = {(module, name) for name in own if _floors(name) > _floors(module)}
    assert sorted(wrong) == []


def test_imports_go_in_no_circle() -> None:
    done: set[str] = set()

    def walk(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, f"a circle of imports: {' -> '.join((*above, module))}"
        if module not in done:
            for name in sorted(_own_imports(module) & MODULES.keys()):
                walk(name, (*above, module))
            done.add(module)

    for module in MODULES:
        walk(module, ())


def _third_party(module: str) -> Iterator[tuple[str, bool]]:
    for name, at_start in _imports(module):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names and package != "ofcscore":
            yield package, at_start


@every_module
def test_third_party_packages_have_one_importer(module: str) -> None:
    for package, at_start in _third_party(module):
        assert package in IMPORTER, f"{module} imports {package}, which the project does not use"
        assert _fits(module, IMPORTER[package]), f"{module} imports {package}"
        others = [m for m in MODULES if m != module and package in {name for name, _ in _third_party(m)}]
        assert package in SHARED or not others, f"{package} is imported by {module} and {', '.join(others)}"
        lazy = package in LAZY - SHARED and module not in _lazy_modules()
        assert not (at_start and lazy), f"{module} imports {package} before it is needed"


def test_what_is_imported_is_what_is_declared() -> None:
    """Every package that a module imports stands in pyproject.toml, and none stands there for nothing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {
        name: lines
        for name, lines in project["optional-dependencies"].items()
        if name not in ("test", "deep", "docs")
    }
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    declared = {re.split("[^A-Za-z0-9_.-]", line)[0].lower().replace("_", "-") for line in lines}
    imported = {
        INSTALLED_AS.get(name, name).lower().replace("_", "-") for m in MODULES for name, _ in _third_party(m)
    }
    assert sorted(imported - declared) == [], "imported, and not declared"
    assert sorted(declared - imported) == [], "declared, and not imported"


@cache
def _lazy_modules() -> set[str]:
    """Those that are imported only where they are needed, and so may import at their start."""
    eager: set[str] = set()
    left = [*WAY_IN, "cli.app"]
    while left:
        module = left.pop()
        if module in MODULES and module not in eager:
            eager.add(module)
            left += [name.removeprefix("ofcscore.") for name, at_start in _imports(module) if at_start]
    return MODULES.keys() - eager


def test_arrays_are_for_bulk_alone() -> None:
    """Nothing else imports it but where it is called, and nothing of it on the way to one deal."""
    inside = ("bulk.", "cli.parquet.")
    outside = [module for module in MODULES if not f"{module}.".startswith(inside)]
    early = {
        (module, name)
        for module in outside
        for name, at_start in _imports(module)
        if at_start and name.startswith("ofcscore.bulk")
    }
    assert not early
    assert not SHARED & {package for package, _ in _third_party("bulk.supported")}


@pytest.mark.skipif("cli.main" not in MODULES, reason="no command line yet")
def test_start_up_imports_nothing_heavy() -> None:
    """The start of the program waits for no package that the command may not need."""
    heavy = sorted(LAZY | {"rich", "pydantic", "pygments", "unittest", "asyncio", "multiprocessing"})
    program = f"import sys, ofcscore.cli.app; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == []


# -- what stands in the source ------------------------------------------------------------------------


def _docstrings(module: str) -> set[int]:
    """The ids of constants that are docstrings (or texts that stand alone, which document too)."""
    return {
        id(node.value)
        for node in _nodes(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@cache
def _strings(module: str) -> list[tuple[int, str]]:
    """Line and text of every string of a module that is no docstring."""
    documentation = _docstrings(module)
    return [
        (node.lineno, node.value)
        for node in _nodes(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]


PRESETS = {path.stem for path in (PACKAGE / "rules" / "presets").glob("*.yaml")}
OPTIONS = {path.stem for path in (PACKAGE / "rules" / "options").glob("*.yaml")}
DEFAULT = "ofc"
# Options that are called what the setting, the natural or the column they switch on is called.
ALSO_SETTINGS = {
    "bank",
    "pool",
    "single-winner",
    "surrender",
    "moon",
    "jokers",
    "aces-bet",
    "no-pictures",
    "table-stakes",
}


@every_module
def test_no_module_mentions_a_rule_set(module: str) -> None:
    """Rule sets are data: `if preset == ...` has no place, nor has a list of them.

    Documentation may mention them: docstrings, and the catalogue, which is data too.
    """
    names = "|".join(
        map(re.escape, sorted(PRESETS - {DEFAULT} | OPTIONS - ALSO_SETTINGS, key=len, reverse=True))
    )
    if not names:
        pytest.skip("no rule sets yet")
    mention = re.compile(f"(?<![a-z0-9_./-])(?:{names})(?![a-z0-9_./-])")
    found = [(line, text) for line, text in _strings(module) if mention.search(text)]
    assert not found, f"{module} mentions a rule set"


def test_the_default_rule_set_is_named_once() -> None:
    found = [(module, line) for module in MODULES for line, text in _strings(module) if text == DEFAULT]
    assert len(found) <= 1, f"the default rule set is named in {found}"


@each("module", [m for m in MODULES if m.startswith("scoring.")])
def test_numbers_of_the_game_are_not_in_python(module: str) -> None:
    """Scoring knows 0 and 1 (and so -1), the places of rows, and that two make a pair.

    Every other number comes from a rule set.
    """
    places = {
        id(node.slice)
        for node in _nodes(module)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    }
    places |= {
        id(argument)
        for node in _nodes(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "combinations"
        for argument in node.args
    }
    found = [
        (node.lineno, node.value)
        for node in _nodes(module)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in (0, 1)
        if id(node) not in places
    ]
    assert not found, f"numbers in {module} (line, number)"


@every_module
def test_only_the_command_line_prints(module: str) -> None:
    calls = [
        node.lineno
        for node in _nodes(module)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "input")
    ]
    assert module in ("cli.console", "cli.app", "live") or not calls, f"{module} prints in lines {calls}"


@every_module
def test_examples_of_docstrings_hold(module: str) -> None:
    name = "ofcscore" if module == "__init__" else f"ofcscore.{module}"
    if ">>>" in MODULES[module].read_text(encoding="utf-8"):
        assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_problem_code_is_in_the_catalogue_and_every_entry_is_used() -> None:
    codes = tomllib.loads((PACKAGE / "diagnostics" / "catalogue.toml").read_text(encoding="utf-8"))
    code = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
    made_by = re.compile("problem|fault|warn", re.IGNORECASE)
    used: dict[str, str] = {}
    said = set()
    for module in MODULES:
        said |= {text for _, text in _strings(module)}
        for node in _nodes(module):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = [k.value for k in node.keywords if k.arg == "code"]
            if made_by.search(called):
                given += node.args[:1]
            for value in given:
                if (
                    isinstance(value, ast.Constant)
                    and isinstance(value.value, str)
                    and code.fullmatch(value.value)
                ):
                    used[value.value] = f"{module}, line {node.lineno}"
    assert {c: where for c, where in used.items() if c not in codes} == {}
    assert sorted(set(codes) - said) == [], "in the catalogue, and nothing says them"


# -- the grammar --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "grammars").glob("*.lark")), ids=lambda path: path.name)
def test_the_grammar_matches_ascii_alone_where_it_says_so(path: Path) -> None:
    """Digits and words of other scripts are no part of it; that no choice is left, the build checks."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.partition("//")[0]
        assert not re.search(r"\\[dDw](?![^\[]*\])|/[a-z]*i[a-z]*$", code), (
            f"{path.name}:{number} matches more than ASCII"
        )


# -- dependencies --------------------------------------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEPENDENCIES = sorted(
    {
        *PROJECT["dependencies"],
        *(text for extra in PROJECT["optional-dependencies"].values() for text in extra),
    }
)


@pytest.mark.skipif(not (ROOT / ".ci").exists(), reason="CI's own files are not here")
@pytest.mark.parametrize("name", ["constraints.txt", "oldest.txt"])
def test_each_dependency_has_its_version_for_ci(name: str) -> None:
    """One that is allowed, and among the oldest the very bound."""
    pinned = {}
    for line in (ROOT / ".ci" / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            package, _, version = line.partition("==")
            pinned[canonicalize_name(package)] = version
    for text in DEPENDENCIES:
        wanted = Requirement(text)
        version = pinned.get(canonicalize_name(wanted.name), "")
        assert version, f"{wanted.name} is not in .ci/{name}"
        assert version in wanted.specifier, text
        if name == "oldest.txt":
            (lowest,) = [one.version for one in wanted.specifier if one.operator == ">="]
            assert Version(version) == Version(lowest), text
