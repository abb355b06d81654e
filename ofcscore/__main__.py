"""The way in: `python -m ofcscore`, and the console script."""

import os
import signal
import sys
from types import FrameType


def _leave(number: int, frame: FrameType | None) -> None:
    """Ends the program at once, while nothing has been begun that could be left half done."""
    os._exit(128 + number)


def start() -> int:
    """Runs the command line: an interruption is quiet from the first moment to the last."""
    watched = [
        (number, handler)
        for number in (signal.SIGINT, signal.SIGTERM)
        if (handler := signal.getsignal(number)) in (signal.default_int_handler, signal.SIG_DFL)
    ]
    for number, _ in watched:
        signal.signal(number, _leave)
    from ofcscore.cli import main

    for number, handler in watched:
        signal.signal(number, handler)
    status = main()
    # What was to be written is written, and the status stands.
    for number, _ in watched:
        signal.signal(number, signal.SIG_IGN)
    return status


if __name__ == "__main__":
    if not sys.flags.safe_path:
        # A module that lies beside a log is not taken for one of the program's.
        sys.path.append(sys.path.pop(0))
    sys.exit(start())
