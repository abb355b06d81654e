"""Read files, parse YAML to nodes with places, and write files atomically.

This package does not depend on what the files contain.
"""
