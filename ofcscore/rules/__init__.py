"""Load, merge, check and describe rule sets, from names and files.

Each rule set is a file of settings. The result is a checked `Rules`, or a list of problems.
"""
