"""The catalogue as a file of the package: found in a zip too, and not read for a deal."""

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.transcripts import ROOT

DEAL = "Ann: 663 / KK943 / 88844\nBob: JJ5 / AA762 / 9TJQK\n"


def _run(program: str, cwd: Path) -> str:
    """What a program says that finds its modules in `cwd` before all others."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=cwd, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_catalogue_is_found_in_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "it.zip", "w") as archive:
        for path in (ROOT / "ofcscore").rglob("*"):
            if path.suffix in (".py", ".toml"):
                archive.write(path, path.relative_to(ROOT))
    program = (
        "import sys; sys.path.insert(0, 'it.zip'); from ofcscore.diagnostics import problem;"
        "print('it.zip' in problem.__file__, problem.codes()['row-size'].meaning)"
    )
    assert _run(program, tmp_path).startswith("True A row has too many cards")


def test_a_deal_is_scored_without_the_catalogue(tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(DEAL, encoding="utf-8")
    program = (
        "import sys; sys.argv = ['ofcscore', 'score', 'night.ofc']\n"
        "from ofcscore.__main__ import start\n"
        "print(start(), 'tomllib' in sys.modules)"
    )
    said = _run(program, tmp_path)
    assert "Ann" in said
    assert said.endswith("0 False")
