"""The game itself, without rules and files: cards, ranks, naturals and boards, as values."""
