"""The entry point of `python -m ofcscore` and of the console script.

This module imports as little as possible. Until `start` sets its signal handlers, Ctrl-C prints a traceback.
"""

import os
import sys


def _leave(number: int, frame: object) -> None:
    """Handle a signal: end the program at once.

    Files are written atomically, so none is left unfinished. An exception is no alternative: at some places
    Python prints and ignores it.
    """
    disk, workers = sys.modules.get("ofcscore.files.disk"), sys.modules.get("multiprocessing")
    if workers is not None and hasattr(workers, "active_children"):
        for worker in workers.active_children():
            worker.kill()
    if disk is not None and hasattr(disk, "delete_unfinished"):
        disk.delete_unfinished()
    os._exit(128 + number)


def start() -> int:
    """Run the command line, and exit without a traceback on Ctrl-C."""
    import signal

    watched = [
        number
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
    ]
    for number in watched:
        signal.signal(number, _leave)
    import gc

    # A short run creates fewer objects than this. Garbage collection would take 5% of its time.
    gc.set_threshold(200_000)
    from ofcscore.cli.main import main

    status = main()
    # All output is written, so a signal must not change the exit status any more.
    for number in watched:
        signal.signal(number, signal.SIG_IGN)
    # Without this the interpreter collects garbage three times as it exits.
    gc.freeze()
    return status


if __name__ == "__main__":
    if not sys.flags.safe_path:
        # Do not import modules from the current folder instead of those of the program.
        sys.path.append(sys.path.pop(0))
    sys.exit(start())
