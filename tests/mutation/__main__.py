"""Mutation testing of the modules that money depends on: every changed copy of them must fail a test.

    python -m tests.mutation                       # evaluate, scoring, settlement: some twenty minutes
    python -m tests.mutation scoring               # one of them
    python -m tests.mutation scoring --lines 100-200

needs mutmut (`pip install 'mutmut>=3.8,<4'`), whose mutators make the changes. mutmut's own runner leaves out
what has a decorator (every property) and what stands outside functions (every table); this one does not.
A changed module is never written down: each is loaded in a process of its own, which has all other
packages already and runs the tests of `TESTS` until one fails. What survives is printed, and the exit
status is 1, unless `equivalent.py` explains why no test can tell it from the original. An explanation
is no pass: what it explains runs too, and where a test finds that, or no change is the one explained,
the explanation is printed as wrong, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.abc
import importlib.util
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from itertools import accumulate, islice
from pathlib import Path
from types import ModuleType
from typing import ClassVar, Final, NamedTuple

import pytest
from hypothesis import is_hypothesis_test

from tests.mutation.equivalent import EQUIVALENT

ROOT: Final = Path(__file__).resolve().parents[2]
# The first line of tests fails most mutants; the others are for what it leaves.
TESTS: Final = {
    "game/ranks": (("game/test_ranks",),),
    **{
        f"scoring/{module}": (
            ("scoring/test_score",),
            ("scoring/test_cases", "scoring/test_independent"),
            ("session/test_session", "game/test_naturals"),
        )
        for module in ("boards", "score")
    },
    "session/settlement": (("session/test_settlement",),),
    "session/money": (("session/test_settlement",),),
}
LONGEST: Final = "all_2_598_960_rows"
"""A test that takes as long as all others, and finds nothing that they do not."""
SECONDS: Final = 10
"""A mutant that takes so many seconds of the processor hangs, and so is found."""


class Mutant(NamedTuple):
    """A changed module: the line of the change, that line before and after, and the whole source."""

    line: int
    before: str
    after: str
    source: str


def mutants(module: str) -> Iterator[Mutant]:
    """Every change that mutmut's operators make to a module, annotations and documentation left out."""
    import libcst
    from libcst.metadata import MetadataWrapper, PositionProvider
    from mutmut.mutation.mutators import mutation_operators

    text = (ROOT / "ofcscore" / f"{module}.py").read_text(encoding="utf-8")
    wrapper = MetadataWrapper(libcst.parse_module(text))
    places = wrapper.resolve(PositionProvider)

    left_out = (libcst.Annotation, libcst.Decorator, libcst.Import, libcst.ImportFrom)

    def skipped(node: libcst.CSTNode) -> bool:
        documents = isinstance(node, libcst.Expr) and isinstance(node.value, libcst.SimpleString)
        return documents or isinstance(node, left_out)

    def walk(node: libcst.CSTNode) -> Iterator[tuple[libcst.CSTNode, libcst.CSTNode]]:
        if skipped(node):
            return
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                # Of a text, one change is enough: a test that knows its letters knows their case.
                yield from (
                    (node, new) for new in islice(operator(node), 1 if kind is libcst.BaseString else None)
                )
        for child in node.children:
            yield from walk(child)

    starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    for node, new in walk(wrapper.module):
        place = places[node]
        begin = starts[place.start.line - 1] + place.start.column
        end = starts[place.end.line - 1] + place.end.column
        if wrapper.module.code_for_node(node).strip() == text[begin:end]:
            source = text[:begin] + wrapper.module.code_for_node(new).strip() + text[end:]
        else:
            source = wrapper.module.deep_replace(node, new).code
        with contextlib.suppress(SyntaxError):
            compile(source, module, "exec")
            before, after = text.splitlines(), source.splitlines()
            at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None)
            if at is not None:
                yield Mutant(at + 1, before[at].strip(), after[at].strip(), source)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads one module from a changed source."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def get_source(self, fullname: str) -> str:
        return self.source


class _Lately:
    """A pytest plugin that runs the tests which found the latest mutants first: most find their neighbours.

    Tables follow in turn, one row of each after another, then laws. What fails is written to a pipe.
    """

    found: ClassVar[list[str]] = []

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rows: Counter[str] = Counter()

        def turn(item: pytest.Item) -> tuple[int, bool, int]:
            name = item.nodeid.partition("[")[0]
            rows[name] += 1
            lately = -self.found.index(item.nodeid) - 1 if item.nodeid in self.found else 0
            return (lately, is_hypothesis_test(getattr(item, "obj", None)), rows[name])

        items.sort(key=turn)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self.pipe, report.nodeid.encode())


def survives(module: str, source: str) -> bool:
    """Whether every test passes with a changed module."""
    told, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        os._exit(_tests_pass(module, source, _Lately(pipe)))
    os.close(pipe)
    with open(told, encoding="utf-8") as written:
        name = written.read()
    _, status = os.waitpid(child, 0)
    if name:
        _Lately.found = [*(n for n in _Lately.found if n != name), name]
    return status == 0


def _tests_pass(module: str, source: str, lately: _Lately) -> int:
    """0 where all tests pass; runs in a process of its own, which it spoils."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.meta_path.insert(0, _Changed(f"ofcscore.{module}", source))
    # Without the options of the project, which ask for a plugin that shares tests out to processes.
    alone = ["-o", "addopts=", "-m", "not long and not fuzz and not browser"]
    quick = [*alone, "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-k", f"not {LONGEST}"]
    try:
        for names in TESTS[module]:
            files = [str(ROOT / "tests" / f"{name}.py") for name in names]
            if pytest.main([*quick, *files], [lately]) != 0:
                return 1
    except BaseException:
        return 1
    return 0


def main(arguments: Sequence[str]) -> int:
    """The command of the module's text."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", choices=[[], *TESTS], default=list(TESTS), metavar="MODULE")
    parser.add_argument("--lines", metavar="FIRST-LAST", default="1-9999")
    given = parser.parse_args(arguments)
    first, _, last = given.lines.partition("-")
    os.chdir(ROOT)
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_PROFILE": "repeatable"}
    for name in ("hypothesis.strategies", "lark", "yaml", "tabulate", "unicodedata"):
        importlib.import_module(name)
    left = 0
    for module in given.modules:
        found = explained = 0
        left_before = left
        unused = {key for key in EQUIVALENT if key[0] == module}
        if not survives(module, (ROOT / "ofcscore" / f"{module}.py").read_text(encoding="utf-8")):
            sys.exit(f"{module}: the tests fail without any change")
        for mutant in mutants(module):
            key = (module, mutant.before, mutant.after)
            unused.discard(key)
            if not int(first) <= mutant.line <= int(last or first):
                continue
            survived = survives(module, mutant.source)
            if survived != (key in EQUIVALENT):
                left += 1
                verdict = "survived" if survived else "explained, but a test finds it"
                place = f"ofcscore/{module}.py:{mutant.line}: {verdict}"
                print(f"{place}\n  - {mutant.before}\n  + {mutant.after}", flush=True)
            elif survived:
                explained += 1
            else:
                found += 1
        for _, before, after in sorted(unused):
            left += 1
            print(f"ofcscore/{module}.py: explained, but no mutant\n  - {before}\n  + {after}", flush=True)
        print(f"{module}: {found} found, {explained} explained, {left - left_before} left", flush=True)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
