"""Measure time and memory of the program as ratios to anchors of the same run."""
