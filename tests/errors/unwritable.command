convert log/note.yaml --to text
