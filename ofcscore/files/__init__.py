"""Files and streams come in as bytes, YAML as located nodes; files go out, written whole or not at all.

Nothing here knows what is in them.
"""
