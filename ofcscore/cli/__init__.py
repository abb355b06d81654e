"""The command line: words of a shell come in, reports, messages and an exit status go out."""
