"""The program as people get it: wheel, zipped wheel, editable install, bare checkout; in new environments.

Grammar, rule sets and templates must be found in each, from another folder; so the log below is one
that only the grammar reads, and the same deal stands in YAML.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.transcripts import ROOT, blocks, environment

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packaging")]

LOG = """\
# The front is QQ5, however it is written.
stake: 0.50 EUR
players: Hero, "Gus H."
deal 1 2026-11-20
Hero:
  back: 10♠ ♥Q jd, kh 9C
  front: q Q 5
  MIDDLE: A A 7 6 2
"Gus H.": 663 / KK943 / JJJ44
"""
YAML = """\
stake: 0.50 EUR
players: [Hero, Gus H.]
deals:
  - deal: 1
    boards:
      Hero: {top: QQ5, mid: AA762, bot: 9TJQK}
      Gus H.: 663 / KK943 / JJJ44
"""
# Top +1 and royalties 7 to 1, middle +1, bottom -1 and royalties 2 to 6.
TOTALS = {"Hero": 3, "Gus H.": -3}
NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", "*cache*", "*.egg-info", "dist", "build", "__pycache__", ".hypothesis", ".coverage*"
)


def _run(
    command: Sequence[str | Path], cwd: Path, extra: Mapping[str, str] | None = None, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """A command that has ended with `status`."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env = kept | environment() | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | dict(extra or {})
    env.pop("PYTHONWARNINGS", None)
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


@dataclass(frozen=True, slots=True)
class Installed:
    """One way to have the program: how it is called, and with what in the environment."""

    command: tuple[str, ...]
    extra: Mapping[str, str] = field(default_factory=dict)

    def run(self, cwd: Path, *args: str) -> str:
        """Standard output of the program."""
        return self.fail(cwd, *args, status=0).stdout

    def fail(self, cwd: Path, *args: str, status: int) -> subprocess.CompletedProcess[str]:
        """The program having ended with `status`."""
        return _run((*self.command, *args), cwd, self.extra, status)


def _new_environment(path: Path, *requirements: str) -> Path:
    """A new virtual environment with these installed by pip; its folder of programs."""
    venv.create(path, with_pip=True)
    programs = path / ("Scripts" if sys.platform == "win32" else "bin")
    _run((programs / "python", "-m", "pip", "install", "-q", *requirements), path)
    return programs


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, as a clone has it."""
    path = tmp_path_factory.mktemp("source") / "clone"
    shutil.copytree(ROOT, path, ignore=NOT_SOURCE)
    return path


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive, which so is proved whole."""
    path = tmp_path_factory.mktemp("dist")
    _run((sys.executable, "-m", "build", "--no-isolation", "-o", str(path), str(source)), path)
    (found,) = path.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def from_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of a new environment with the wheel installed."""
    return _new_environment(tmp_path_factory.mktemp("wheel") / "new", str(wheel))


@pytest.fixture(scope="module")
def without(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of a new environment that has what the program needs, and not the program."""
    programs = _new_environment(tmp_path_factory.mktemp("without") / "new", str(wheel))
    _run((programs / "python", "-m", "pip", "uninstall", "-q", "-y", "ofcscore"), programs)
    return programs


WAYS = ["console script", "python -m", "zipped wheel", "editable install", "bare checkout"]


@pytest.fixture(params=WAYS, scope="module")
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Each way to have the program."""
    way = request.param
    if way in ("console script", "python -m"):
        programs: Path = request.getfixturevalue("from_wheel")
        if way == "console script":
            return Installed((str(programs / "ofcscore"),))
        return Installed((str(programs / "python"), "-m", "ofcscore"))
    source: Path = request.getfixturevalue("source")
    if way == "editable install":
        path = tmp_path_factory.mktemp("editable") / "new"
        return Installed((str(_new_environment(path, "-e", str(source)) / "ofcscore"),))
    programs = request.getfixturevalue("without")
    there = source if way == "bare checkout" else request.getfixturevalue("wheel")
    return Installed((str(programs / "python"), "-m", "ofcscore"), {"PYTHONPATH": str(there)})


def test_a_deal_is_scored_from_another_folder(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(LOG, encoding="utf-8")
    (tmp_path / "night.yaml").write_text(YAML, encoding="utf-8")
    for name in ("night.ofc", "night.yaml"):
        result = json.loads(installed.run(tmp_path, "score", name, "--format", "json"))
        assert result["totals"] == TOTALS
        assert result["money"] == {"Hero": "1.50", "Gus H.": "-1.50"}
    table = installed.run(tmp_path, "score", "night.ofc")
    assert "Hero" in table
    assert "queens" in table


def test_every_rule_set_and_command_is_there(installed: Installed, tmp_path: Path) -> None:
    listed = installed.run(tmp_path, "rules", "list")
    for preset in (ROOT / "ofcscore" / "rules" / "presets").glob("*.yaml"):
        assert preset.stem in listed
    assert installed.run(tmp_path, "rules", "show", "ofc-27")
    assert installed.run(tmp_path, "explain", "row-size").startswith("row-size\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] in installed.run(tmp_path, "--version")


def test_a_wrong_card_is_told_and_ends_with_1(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(LOG.replace("q Q 5", "q Q Z"), encoding="utf-8")
    done = installed.fail(tmp_path, "score", "night.ofc", status=1)
    assert done.stdout == ""
    assert done.stderr.startswith("night.ofc:7:14: error[")


def test_what_lies_in_the_folder_is_never_run(from_wheel: Path, tmp_path: Path) -> None:
    """Planted modules, a planted grammar and planted tables are not read."""
    (tmp_path / "night.ofc").write_text(LOG, encoding="utf-8")
    for name in ("ofcscore.py", "yaml.py", "lark.py", "typer.py", "tabulate.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('planted')\n", encoding="utf-8")
    (tmp_path / "grammars").mkdir()
    for name in ("reader.lark", "reader.saved"):
        (tmp_path / "grammars" / name).write_text("planted", encoding="utf-8")
    program = Installed((str(from_wheel / "ofcscore"),))
    assert json.loads(program.run(tmp_path, "score", "night.ofc", "--format", "json"))["totals"] == TOTALS


def test_what_the_wheel_holds(source: Path, wheel: Path) -> None:
    """All of the package, the grammars and their tables, and nothing beside them."""
    names = set(zipfile.ZipFile(wheel).namelist())
    data = {
        path.relative_to(source).as_posix()
        for path in (source / "ofcscore").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert data - names == set()
    assert {name for name in names if "grammars" in name} == {
        "ofcscore/grammars/reader.lark",
        "ofcscore/grammars/reader.saved",
    }
    assert {"ofcscore/py.typed", "ofcscore/rules/shipped.saved"} <= names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"ofcscore"}


def test_the_commands_of_the_readme_for_a_fresh_machine(source: Path, tmp_path: Path) -> None:
    """Those that make an environment and score; the one that runs the tests ends `.ci/run`."""
    clone = tmp_path / "clone"
    shutil.copytree(source, clone)
    page = (clone / "README.md").read_text(encoding="utf-8")
    commands = [
        c for block in blocks(page) if block.is_fresh for c in block.commands() if "pytest" not in c[0]
    ]
    for command, output in commands:
        printed = _run(("bash", "-c", command), clone).stdout
        if output:
            assert printed == output
