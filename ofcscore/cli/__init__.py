"""The command line: options and files are checked, the library is called, results are printed."""
