"""`python -m ofcscore`."""

import sys

from ofcscore.cli import main

sys.exit(main())
