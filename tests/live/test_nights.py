"""Whole sessions on the screen: prompts, typed lines and output are compared exactly.

A page of `nights/` begins with its subject and the width of its screen. A line with `$ ` has a prompt and the
typed line. At `# killed` the program is killed and started again. `UPDATE=1 pytest tests/live/test_nights.py`
writes the actual output to the pages instead.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ofcscore.diagnostics.terminal import text_width
from ofcscore.live.open_log import OpenLog
from ofcscore.live.prompt import prompt
from ofcscore.live.terminal import wrapped_lines
from ofcscore.report.wording import Style
from tests.live.test_live import TODAY
from tests.transcripts import ROOT

PAGES = sorted((Path(__file__).parent / "nights").glob("*.txt"))
KILLED = "# killed"
_ASKED = re.compile(r"(players|rules \[|stake \[|deal [0-9]|keep it\?).*?[>\]] ")
_TYPED = re.compile(r"\$ (?:.*?[>\]] )?(.*)")


def played(page: str) -> str:
    """Return the page with the actual output of its typed lines, in a log of the current folder."""
    about, *lines = page.splitlines()
    columns = re.search("([0-9]+) columns", about)
    assert columns is not None
    width = int(columns[1])
    out = [about]
    log = None
    for line in (KILLED, *lines):
        typed = _TYPED.fullmatch(line)
        if line == KILLED:
            out += [line] if log is not None else []
            if log is not None:
                log.close()
            log = OpenLog("night.ofc", lambda: TODAY)
            said = log.begin(Style(width=width))
        elif typed is not None and log is not None:
            assert log.leave is None, line
            out.append(f"$ {prompt(log.state)[0]}{typed[1]}".rstrip())
            said = log.type(typed[1], width)
        else:
            continue
        screen = wrapped_lines(said, width)
        assert all(text_width(text) <= width for text in screen)
        out += screen
    assert log is not None
    log.close()
    files = sorted(path.name for path in Path().iterdir())
    return "\n".join(
        [*out, "", f"In the folder: {', '.join(files)}", "", Path("night.ofc").read_text("utf-8")]
    )


def test_the_night_of_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = ROOT / "docs" / "live.md"
    before, _, rest = path.read_text(encoding="utf-8").partition("```live\n")
    wanted, _, behind = rest.partition("```")
    typed = "\n".join(f"$ {line}" if _ASKED.match(line) else line for line in wanted.splitlines())
    page = played(f"# 80 columns\n{typed}").partition("\n\nIn the folder")[0].splitlines()[1:]
    found = "".join(f"{line.removeprefix('$ ')}\n" for line in page)
    if os.environ.get("UPDATE"):
        path.write_text(f"{before}```live\n{found}```{behind}", encoding="utf-8")
    else:
        assert found == wanted


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_night(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = path.read_text(encoding="utf-8")
    found = played(wanted)
    if os.environ.get("UPDATE"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == wanted
