"""Commands on logs that a test makes: the `trial` fixture.

What such commands print to the letter stands on the pages of `bad_inputs/`; here is what no page can say.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.command import Ran, run
from tests.transcripts import contents

HERO: Final = "Hero: JJ5 / AA762 / 9TJQK\n"
GUS: Final = "Gus: 663 / KK943 / 88844\n"
BOTH: Final = HERO + GUS
DEAL: Final = "deal 1\n" + BOTH
YAML: Final = "boards:\n  Hero: JJ5 / AA762 / 9TJQK\n  Gus: 663 / KK943 / 88844\n"
"""A deal that is all right and leaves nobody due in fantasyland, in text and in YAML."""
Content = str | bytes


class Trial:
    """Runs commands on logs that are written to fresh folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    def refused(
        self,
        content: Content | None,
        *arguments: str,
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
        status: int = 1,
    ) -> Ran:
        """The run of a command on a log (None for none); it must say why, print no result, write nothing."""
        ran = self.ran(content, arguments, name, command)
        assert ran.status == status, ran.err
        assert ran.out == ""
        assert ran.err
        return ran

    def accepted(
        self,
        content: Content | None,
        *arguments: str,
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
    ) -> Ran:
        """The run of a command on a log that has nothing wrong."""
        ran = self.ran(content, arguments, name, command)
        assert ran.status == 0, ran.err
        return ran

    def ran(
        self,
        content: Content | None,
        arguments: Sequence[str] = (),
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
    ) -> Ran:
        """The run of a command on a log; the files it is given are as before it, and nothing is added."""
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        if content is not None:
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        before = contents(folder)
        line = [*command, *([name] if content is not None else []), *arguments]
        with contextlib.chdir(folder):
            ran = run(*line)
        assert contents(folder) == before, "files were changed"
        assert "Traceback" not in ran.err
        assert "this is a bug in ofcscore" not in ran.err, ran.err
        assert str(self.folder) not in ran.err
        return ran


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """Runs commands on logs that are written to fresh folders."""
    return Trial(tmp_path)
