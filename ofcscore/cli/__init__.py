"""The words of a shell come in; reports on standard output, messages beside them, and an exit status go out.

No command does a sum: it calls what the other rooms have.
"""
