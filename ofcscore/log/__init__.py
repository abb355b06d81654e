"""Text, YAML, JSON, JSON Lines or CSV comes in: `read` makes located syntax of it, `check` headers and deals.

The syntax goes out again as any of these forms (`write`).
"""
