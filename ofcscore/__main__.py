"""The way in: `python -m ofcscore`, and the console script.

Next to nothing is imported here: until `start` has run its first lines, Ctrl-C is Python's, with a traceback.
"""

import os
import sys


def _leave(number: int, frame: object) -> None:
    """End the program at once: files are written whole or not at all, so nothing is left half done.

    (An exception could come up anywhere, and where Python cannot raise it, it prints and forgets it.)
    """
    output, workers = sys.modules.get("ofcscore.files.written"), sys.modules.get("multiprocessing")
    if workers is not None and hasattr(workers, "active_children"):
        for worker in workers.active_children():
            worker.kill()
    if output is not None and hasattr(output, "leave_nothing"):
        output.leave_nothing()
    os._exit(128 + number)


def start() -> int:
    """Run the command line: an interruption is quiet from the first moment to the last."""
    import signal

    watched = [
        number
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
    ]
    for number in watched:
        signal.signal(number, _leave)
    import gc

    # A short run has fewer objects than this, and looking for cycles would take a twentieth of it.
    gc.set_threshold(200_000)
    from ofcscore.cli.main import main

    status = main()
    # What was to be written is written, and the status stands.
    for number in watched:
        signal.signal(number, signal.SIG_IGN)
    # Without this the interpreter looks for cycles three times as it ends.
    gc.freeze()
    return status


if __name__ == "__main__":
    if not sys.flags.safe_path:
        # A module that lies beside a log is not taken for one of the program's.
        sys.path.append(sys.path.pop(0))
    sys.exit(start())
