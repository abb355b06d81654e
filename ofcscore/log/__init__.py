"""Any form of a log comes in, as checked headers and deals; any form goes out."""
