"""Any form of a log comes in; its located syntax goes out, item by item, and what cannot be read."""
