"""Command line: check options and files, call the library, print the results."""
