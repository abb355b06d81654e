"""Check parsed logs: turn located syntax into headers and deals to score, and diagnostics."""
