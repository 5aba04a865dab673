"""odd_bytes.py FILE RESULT: a program of the same meaning whose changed lines
end in spaces, backslashes, a trigraph or a dollar, hold the ends of comments, a
carriage return, and letters of two bytes; without a line break at the end."""

import pathlib
import sys

text = pathlib.Path(sys.argv[1]).read_bytes()
launch = b"matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>();"
assert launch in text
text = text.replace(
    launch,
    b"\\\n  matmul<<<dim3(N / 16, \\\n    N / 16), dim3(16, 16)>>>(); /* $0D */\t \n"
    b"  // */ /* $ ??/\n  // caf\xc3\xa9 $\n  /* \r */ // $$20",
)
text = text.replace(
    b"sum += A[i][k] * B[k][j];",
    b"sum += A[i][k] * \\\n      B[k][j]; // */ $41 \xc3\xa9 ",
)
pathlib.Path(sys.argv[2]).write_bytes(text.rstrip(b"\n"))
