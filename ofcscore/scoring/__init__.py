"""Score one deal by a rule set.

All points are sums of score lines. Violations of the rule set are returned as problems.
"""
