"""Bytes come in and go out, whole or not at all; YAML comes in as located nodes."""
