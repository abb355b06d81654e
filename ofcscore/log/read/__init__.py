"""Read logs in any format: yield their located syntax item by item, and diagnostics."""
