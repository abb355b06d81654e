"""`python -m tests.fuzz READER --minutes 10`: see `fuzz_readers`."""

from tests.fuzz.fuzz_readers import main

main()
