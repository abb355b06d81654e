"""Names of rule sets come in (`ofc + moon`, files); one checked `Rules` goes out, or what is wrong with them.

Each set is a file of settings; how the files are merged and what a set says in words goes out too.
"""
