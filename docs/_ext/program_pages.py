"""Generate pages of the site from the output of commands, in `docs/program` (not in git).

Each page has headings with output such as that of `rules show ofc` or `explain card-repeated`.
"""

from __future__ import annotations

import contextlib
import io
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import typer.main

import ofcscore
from ofcscore.cli.app import app
from ofcscore.cli.main import main
from ofcscore.diagnostics.problem import codes
from ofcscore.report.data import outputs
from ofcscore.rules.describe import words
from ofcscore.rules.files import shipped_names

ROOT = Path(__file__).parents[2]
PROGRAM = typer.main.get_command(app)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page."""
    presets, options = shipped_names()
    yield (
        "rule-sets",
        _page(
            "Rule sets",
            {n: [f"rules show {n}", f"score examples/presets/{n}.ofc --deals 1"] for n in presets},
        ),
    )
    yield "options", _page("Options", {name: [f"rules show {name}"] for name in options})
    yield "settings", _page("Settings", {"Every setting of a rule file": ["explain settings"]})
    yield "messages", _page("Messages", {code: [f"explain {code}"] for code in sorted(codes())})
    names = sorted({word.name for word in words().values()})
    yield "words", _page("Words of the game", {name: [f"explain '{name}'"] for name in names})
    commands = [f"{name} --help".strip() for name in _command_names(PROGRAM)]
    yield "commands", _page("Commands", {f"ofcscore {line}": [line] for line in commands})
    yield "json", _page("JSON", {name: [f"schema {name}"] for name in outputs()})
    public = "\n".join(f".. autofunction:: ofcscore.{name}" for name in ofcscore.__all__)
    types = [name for name in dir(ofcscore) if isinstance(getattr(ofcscore, name), type)]
    public += "\n" + "\n".join(f".. autoclass:: ofcscore.{name}\n   :members:" for name in types)
    yield "names", f"# Public names\n\n```{{eval-rst}}\n{public}\n```\n"


def _page(title: str, sections: dict[str, list[str]]) -> str:
    blocks = (f"## {name}\n\n{''.join(map(_console, lines))}" for name, lines in sections.items())
    return f"# {title}\n\n" + "".join(blocks)


def _console(line: str) -> str:
    """Return a console block with a command and its output, run in the root folder."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = main(shlex.split(line))
    output = printed.buffer.getvalue().decode()  # type: ignore[attr-defined]
    if status:
        raise RuntimeError(f"ofcscore {line}: {output}")
    return f"````console\n$ ofcscore {line}\n{output}````\n\n"


def _command_names(group: Any, before: str = "") -> Iterator[str]:
    yield before
    for name, command in getattr(group, "commands", {}).items():
        yield from _command_names(command, f"{before} {name}".strip())


def _write_pages(sphinx: Any) -> None:
    folder = Path(sphinx.srcdir, "program")
    folder.mkdir(exist_ok=True)
    with mock.patch.object(typer.main, "get_command", cache(typer.main.get_command)):
        for name, text in pages():
            (folder / f"{name}.md").write_text(text, encoding="utf-8")


def setup(sphinx: Any) -> dict[str, bool]:
    sphinx.connect("builder-inited", _write_pages)
    return {"parallel_read_safe": True}
