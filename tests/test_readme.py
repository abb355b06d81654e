"""Whatever a reader can copy from the README runs, and shows what the README says it shows."""

from __future__ import annotations

import contextlib
import doctest
import os
from pathlib import Path

import pytest

from ofcscore.log.keys import KEYS
from ofcscore.report import FORMATS
from tests.transcripts import ROOT, Block, blocks, folder, shown

README = ROOT / "README.md"
BLOCKS = blocks(README.read_text(encoding="utf-8"))
CONSOLE = [block for block in BLOCKS if block.language == "console" and not block.is_fresh]
PYTHON = [block for block in BLOCKS if block.language == "python"]
FRESH = [command for block in BLOCKS if block.is_fresh for command, _ in block.commands()]


def _write_files(path: Path) -> None:
    for block in BLOCKS:
        if block.file is not None:
            assert Path(block.file).name == block.file, "a file of the README has no folder"
            (path / block.file).write_text(block.text, encoding="utf-8")


@pytest.mark.skipif(not CONSOLE, reason="no console block in the README")
def test_console_blocks_show_what_the_commands_print(tmp_path: Path) -> None:
    """In order and in one folder: a later block may use what an earlier one wrote."""
    _write_files(folder(tmp_path))
    said, found = [], []
    for block in CONSOLE:
        commands = list(block.commands())
        assert commands, f"README line {block.line}: a console block without a command"
        for command, output in commands:
            heading = f"README, block at line {block.line}\n$ {command}\n"
            said.append(heading + output)
            found.append(heading + shown(command, tmp_path))
    assert "\n".join(found) == "\n".join(said)


def test_every_format_is_in_the_table_of_commands() -> None:
    (row,) = (
        line for line in README.read_text("utf-8").splitlines() if line.startswith("| `ofcscore score ")
    )
    assert f"`--format` {', '.join(FORMATS)};" in row


def test_every_key_is_named() -> None:
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert f"of one deal: {', '.join(f'`{key}`' for key in KEYS)}." in text


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: f"line {block.line}")
def test_python_blocks_run(block: Block, tmp_path: Path) -> None:
    """Blocks with `>>>` are checked as doctests, others only run."""
    _write_files(folder(tmp_path))
    with contextlib.chdir(tmp_path), open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        if ">>>" not in block.text:
            exec(compile(block.text, f"README line {block.line}", "exec"), {"__name__": "readme"})
            return
        test = doctest.DocTestParser().get_doctest(block.text, {}, "README", str(README), block.line)
        result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0


@pytest.mark.skipif(not FRESH, reason="the README makes no environment yet")
def test_the_commands_for_a_fresh_machine_are_one_line_each_and_run_elsewhere() -> None:
    """The one that runs the tests ends `.ci/run`; the packaging test runs all others in a new folder."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert all("\n" not in command for command in FRESH)
    tests = [command for command in FRESH if "pytest" in command]
    assert tests == [ci[-1]]
    assert [command for command in FRESH if "ofcscore" in command and "pytest" not in command]


def test_shown_links_exist() -> None:
    """Links of the README to files of the tree lead somewhere."""
    text = README.read_text(encoding="utf-8")
    for block in BLOCKS:
        text = text.replace(block.text, "")
    targets = [part.partition(")")[0] for part in text.split("](")[1:]]
    local = [t.partition("#")[0] for t in targets if "://" not in t and not t.startswith(("#", "mailto:"))]
    assert [t for t in local if not (ROOT / t).exists()] == []


def test_blocks_of_a_page() -> None:
    page = (
        "# A page\n\n```console\n$ ofcscore --version\nofcscore 1\n$ cat > x <<EOF\n> a\n> EOF\n```\n"
        "text\n<!-- file night.ofc -->\n```\nAnn: foul\n```\n\n"
        "<!-- fresh -->\n```console\n$ python3 -m venv x\n```\n"
    )
    console, file, fresh = blocks(page)
    assert (console.language, console.line, console.file, console.is_fresh) == ("console", 3, None, False)
    assert list(console.commands()) == [("ofcscore --version", "ofcscore 1\n"), ("cat > x <<EOF\na\nEOF", "")]
    assert (file.file, file.text) == ("night.ofc", "Ann: foul\n")
    assert fresh.is_fresh
    assert list(fresh.commands()) == [("python3 -m venv x", "")]
