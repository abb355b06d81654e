"""What is told to people: problems, as values with a place, come in; words with a hint go out."""
