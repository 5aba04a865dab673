"""A compiler that shows what it gets: its arguments, and the sources.

Writes the dependency file of -MD and -MF, and the result of -o.
"""

import pathlib
import sys

words = sys.argv[1:]
print("arguments:", " ".join(words))
source = next((word for word in words if word.endswith(".cu")), None)
if source and "-E" not in words:
    print(pathlib.Path(source).read_text("utf-8"), end="")
if "-MD" in words:
    file = words[words.index("-MF") + 1]
    pathlib.Path(file).write_text(f"out.o : {source} \\\n  other.h\n", "utf-8")
if "-o" in words:
    pathlib.Path(words[words.index("-o") + 1]).write_text("made\n", "utf-8")
sys.exit(3 if "-fail" in words else 0)
