"""One deal and a rule set come in; its score lines, and nothing but their sums, go out."""
