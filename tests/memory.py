"""Measure the memory of a run of the command line in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

_RUN: Final = """
import re, sys
from ofcscore.__main__ import start
status = start()
most = re.search("VmHWM: *([0-9]+) kB", open("/proc/self/status").read().replace("\\t", " "))
print(f"{int(status)} {most[1]}", file=sys.stderr)
"""


def most_memory(*arguments: str | Path, status: int = 0) -> int:
    """Return the peak memory in bytes of a run that ends with this status."""
    ran = subprocess.run(
        [sys.executable, "-c", _RUN, *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    *_, ended, kilobytes = ran.stderr.split()
    assert int(ended) == status, ran.stderr
    return 1024 * int(kilobytes)
