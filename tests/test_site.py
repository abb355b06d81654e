"""The pages as a site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import codes
from tests.transcripts import ROOT


@pytest.mark.long
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    for name in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(name)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not (tmp_path / "site" / page.with_suffix(".html")).exists()} == set()
    messages = (tmp_path / "site" / "program" / "messages.html").read_text(encoding="utf-8")
    assert [code for code in codes() if f"ofcscore explain {code}" not in messages] == []
