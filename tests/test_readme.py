"""Whatever a reader can copy from the README and the pages of `docs/` runs, and shows what they say it shows.

`UPDATE=1` writes what the commands of console blocks show; read the change before keeping it.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import tomllib
from pathlib import Path

import pytest

from ofcscore import __version__, load_rules
from ofcscore.bulk.layouts import schema
from ofcscore.log.keys import KEYS
from ofcscore.log.read.sources import FORMS, RECORDS
from ofcscore.report import FORMATS
from ofcscore.report.data import COLUMNS
from tests.loops import each
from tests.transcripts import ROOT, Block, blocks, folder, shown

README = ROOT / "README.md"
DOCS = ROOT / "docs"
WRITTEN = [README, *sorted(DOCS.glob("*.md"))]
BLOCKS = {path: blocks(path.read_text(encoding="utf-8")) for path in WRITTEN}


def _fresh(page: Path) -> list[str]:
    """The commands of a page for a fresh machine."""
    return [command for block in BLOCKS[page] if block.is_fresh for command, _ in block.commands()]


FRESH = _fresh(README)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _with_language(language: str) -> list[Path]:
    return [path for path in WRITTEN if any(_runs(block, language) for block in BLOCKS[path])]


def _runs(block: Block, language: str) -> bool:
    return block.language == language and not block.is_fresh and block.file is None


def _write_files(page: Path, path: Path) -> None:
    for block in BLOCKS[page]:
        if block.file is not None:
            assert Path(block.file).name == block.file, f"{_name(page)}: a file of the page has no folder"
            (path / block.file).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [
        page if page == README else pytest.param(page, marks=pytest.mark.long)
        for page in _with_language("console")
    ],
    ids=_name,
)
def test_console_blocks_show_what_the_commands_print(page: Path, tmp_path: Path) -> None:
    """In order and in one folder: a later block may use what an earlier one wrote."""
    _write_files(page, folder(tmp_path))
    text = page.read_text(encoding="utf-8")
    found = text
    for block in BLOCKS[page]:
        if not _runs(block, "console"):
            continue
        commands = [command for command, _ in block.commands()]
        assert commands, f"line {block.line} of {_name(page)}: a console block without a command"
        lines = ((command.replace("\n", "\n> "), shown(command, tmp_path)) for command in commands)
        ran = "".join(f"$ {command}\n{output}" for command, output in lines)
        found = found.replace(f"```console\n{block.text}```", f"```console\n{ran}```", 1)
    if os.environ.get("UPDATE"):
        page.write_text(found, encoding="utf-8")
    else:
        assert found == text


@pytest.mark.parametrize("page", _with_language("python"), ids=_name)
def test_python_blocks_run(page: Path, tmp_path: Path) -> None:
    """One after the other, with the names of those before; blocks with `>>>` are checked as doctests."""
    _write_files(page, folder(tmp_path))
    names: dict[str, object] = {"__name__": "page"}
    failed = 0
    with contextlib.chdir(tmp_path), open(os.devnull, "w") as nowhere:
        for block in BLOCKS[page]:
            if not _runs(block, "python"):
                continue
            if ">>>" not in block.text:
                with contextlib.redirect_stdout(nowhere):
                    exec(compile(block.text, f"{_name(page)} line {block.line}", "exec"), names)
                continue
            test = doctest.DocTestParser().get_doctest(block.text, names, _name(page), str(page), block.line)
            failed += doctest.DocTestRunner(verbose=False).run(test, clear_globs=False).failed
            names.update(test.globs)
    assert failed == 0


def test_every_block_has_a_language_that_is_run_or_is_a_file() -> None:
    """A block of another kind says so by its language, so that none is left out by a slip."""
    known = {"console", "python", "live", "text"}
    wrong = [
        f"line {block.line} of {_name(page)}: {block.language or 'no language'}"
        for page, listed in BLOCKS.items()
        for block in listed
        if block.file is None and block.language not in known
    ]
    assert wrong == []


ABOUT = {
    "README.md": {"card-repeated"},
    "docs/five-minutes.md": {"card-repeated"},
    "docs/million.md": {"row-size"},
    "docs/our-notes.md": {"card-unreadable", "expect-failed", "line-unreadable", "number-thousands"},
    "docs/sessions.md": {"expect-failed"},
}
"""The problems that pages are about; any other that they show is a slip in the page's own log."""


def test_a_page_shows_no_problem_but_those_that_it_is_about() -> None:
    found = {_name(page): {*re.findall(r"error\[([a-z-]+)\]:", page.read_text("utf-8"))} for page in WRITTEN}
    assert {name: codes for name, codes in found.items() if codes} == ABOUT


@pytest.mark.skipif(not FRESH, reason="the README makes no environment yet")
def test_the_commands_for_a_fresh_machine_are_one_line_each_and_run_elsewhere() -> None:
    """The one that runs the tests ends `.ci/run`; the packaging test runs all others in a new folder."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert all("\n" not in command for command in FRESH)
    tests = [command for command in FRESH if "pytest" in command]
    assert tests == [ci[-1]]
    assert [command for command in FRESH if "ofcscore" in command and "pytest" not in command]
    assert {command for page in WRITTEN for command in _fresh(page)} == set(FRESH)


# -- links --------------------------------------------------------------------------------------------


def _anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as sites that show Markdown write them."""
    text = _without_blocks(path)
    titles = [title.strip().lower() for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def _without_blocks(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    for block in blocks(text):
        text = text.replace(block.text, "")
    return text


@each("page", WRITTEN)
def test_links_lead_somewhere(page: Path) -> None:
    """To files of the tree and to headings of pages."""
    wrong = []
    for target in re.findall(r"\]\(([^)\s]+)\)", _without_blocks(page)):
        file, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        path = (page.parent / file).resolve() if file else page
        if not path.exists() or (anchor and anchor not in _anchors(path)):
            wrong.append(target)
    assert wrong == []


def test_every_page_is_reached_from_the_first() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        targets = re.findall(r"\]\(([^)\s#:]+\.md)", _without_blocks(page))
        waiting += [(page.parent / target).resolve() for target in targets]
    assert sorted(set(DOCS.glob("*.md")) - reached) == []


# -- what has a name is on its page -------------------------------------------------------------------


def _headings(name: str) -> set[str]:
    return set(re.findall(r"^#+ (.+)$", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE))


def test_every_key_and_every_format_has_a_heading() -> None:
    assert set(KEYS) - _headings("notation.md") == set()
    assert set(FORMATS) - _headings("reports.md") == set()


def test_every_form_is_on_its_page() -> None:
    formats, records = ((DOCS / name).read_text(encoding="utf-8") for name in ("formats.md", "records.md"))
    assert [form for form in FORMS if f"`{form}`" not in formats] == []
    assert [form for form in RECORDS if f"- `{form}`: " not in records] == []


@pytest.mark.parametrize(
    ("page", "section", "columns"),
    [
        ("reports.md", "csv", COLUMNS),
        ("million.md", "What comes out", tuple(schema(load_rules("ofc")).names)),
    ],
)
def test_every_column_is_on_its_page(page: str, section: str, columns: tuple[str, ...]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    cells = "".join(re.findall(r"^\| (`[^|]+)", text, re.MULTILINE))
    assert set(re.findall("`(.+?)`", cells)) == set(columns)


# -- the version ---------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__


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
