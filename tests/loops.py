"""One test that loops over many cases: as `pytest.mark.parametrize`, without the cost of an item for each."""

from __future__ import annotations

import functools
import inspect
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet

from tests.daily import some
from tests.transcripts import TESTS

Test = Callable[..., None]
_TABLES: Final = tomllib.loads((TESTS / "cases" / "tables.toml").read_text(encoding="utf-8"))
_OWN: Final = {"tmp_path", "monkeypatch"}
"""Fixtures that each case gets anew."""


def each(
    names: str | Sequence[str], cases: Iterable[Any], *, few: int | None = None
) -> Callable[[Test], Test]:
    """Run a test once for each case; every case that fails is told, with its values.

    Of cases of one kind a `few` are tried by day, as by `some`. Those that are long are a second test, with
    the marks `long` and `rows`.
    """
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    daily: list[Sequence[Any]] = []
    long: list[Sequence[Any]] = []
    for case in some(few, [*cases]) if few else cases:
        marked = isinstance(case, ParameterSet) and bool(case.marks)
        (long if marked else daily).append(_values(case, len(split)))
    which = f"cases_of_{split[0]}"

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def loop(*arguments: Any, **fixtures: Any) -> None:
            chosen = long if fixtures.pop(which, "daily") == "long" else daily
            assert chosen, "there are no cases"
            failures: list[Exception] = []
            for count, case in enumerate(chosen, 1):
                values = dict(zip(split, case, strict=True))
                with pytest.MonkeyPatch.context() as patch:
                    try:
                        test(*arguments, **{**fixtures, **_own(fixtures, count, patch), **values})
                    except BaseException as error:
                        error.add_note(f"case {count}: {values!r}")
                        if not isinstance(error, Exception):
                            raise
                        failures.append(error)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(chosen)} cases", failures)

        kept = [parameter for name, parameter in signature.parameters.items() if name not in split]
        if long:
            kept.append(inspect.Parameter(which, inspect.Parameter.KEYWORD_ONLY))
        loop.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        if not long:
            return loop
        groups = ["daily", pytest.param("long", marks=[pytest.mark.long, pytest.mark.rows])]
        made: Test = pytest.mark.parametrize(which, groups)(loop)
        return made

    return decorate


def table(name: str) -> list[Any]:
    """Return the cases of a table of `cases/tables.toml`, which is named as its test."""
    cases: list[Any] = _TABLES[name]
    return cases


def _values(case: Any, count: int) -> Sequence[Any]:
    """Return the values of one case, which may be a `pytest.param`, or what `some` made of several values."""
    if not isinstance(case, ParameterSet):
        return (case,) if count == 1 else case
    if len(case.values) == 1 and (count > 1 or isinstance(case.values[0], ParameterSet)):
        return _values(case.values[0], count)
    return case.values


def _own(fixtures: dict[str, Any], count: int, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the fixtures of one case: a folder and a monkeypatch of its own."""
    found: dict[str, Any] = {}
    for name in _OWN & fixtures.keys():
        if name == "monkeypatch":
            found[name] = patch
        else:
            found[name] = fixtures[name] / f"case-{count}"
            found[name].mkdir()
    return found
