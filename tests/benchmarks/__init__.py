"""How fast the program is and how much memory it takes, as ratios to anchors measured in the same run."""
