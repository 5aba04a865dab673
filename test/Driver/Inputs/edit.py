"""edit.py FILE (OLD NEW)..: replaces the only OLD in the file by NEW; in both,
a backslash and n are a line break."""

import pathlib
import sys

path = pathlib.Path(sys.argv[1])
text = path.read_bytes().decode()
words = [word.replace("\\n", "\n") for word in sys.argv[2:]]
for old, new in zip(words[::2], words[1::2]):
    if text.count(old) != 1:
        sys.exit(f"edit.py: {text.count(old)} times '{old}' in {path}")
    text = text.replace(old, new)
path.write_bytes(text.encode())
