"""Write parsed logs in any format, in canonical notation, or with errors fixed."""
