"""`python -m ofcscore`."""

import sys


def start() -> int:
    """Runs the command line, and like the console script takes no module from the current folder first."""
    if not sys.flags.safe_path:
        sys.path.append(sys.path.pop(0))
    from ofcscore.cli import main

    return main()


sys.exit(start())
