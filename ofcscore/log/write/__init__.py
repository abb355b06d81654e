"""Located syntax comes in; any form of a log goes out, a piece at a time.

Everything that a log says survives; only remarks are no part of the syntax and so are left out. `problems`
gets what a form has no way to say.
"""
