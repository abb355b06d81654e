"""Located syntax to any form of a log, to canonical notation, and to a log with its errors fixed."""
