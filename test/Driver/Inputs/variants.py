"""variants.py FILE FOLDER: the file with other line breaks, with a byte order
mark, and indented by tabs."""

import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_bytes()
folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
(folder / "crlf.cu").write_bytes(text.replace(b"\n", b"\r\n"))
(folder / "bom.cu").write_bytes(b"\xef\xbb\xbf" + text)
(folder / "tabs.cu").write_bytes(
    re.sub(rb"(?m)^(?:  )+", lambda m: b"\t" * (len(m[0]) // 2), text)
)
