"""One deal and a rule set come in; its score lines, and nothing but their sums, go out.

What the rule set does not allow in a deal goes out as problems.
"""
