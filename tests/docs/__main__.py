"""Writes the pages of `docs/` that are made of what the program says itself."""

from tests.docs.made import DOCS, made

for name, text in made().items():
    path = DOCS / name
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
