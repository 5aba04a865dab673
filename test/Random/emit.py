"""Writes a program tree as CUDA text; see program.py."""

import re

from host_text import HostText
from kernel_text import KernelText
from shapes import Shapes, launches
from spelling import declare_record


def emit(program, comment=""):
    """The text of a program."""
    shapes = Shapes(program)
    used = {launch.kernel for launch in launches(program)}
    texts = {}
    for kernel in program.kernels:
        if kernel.name in used:
            texts[kernel.name] = KernelText(program, shapes, kernel)
            texts[kernel.name].write()
    overload(list(texts.values()))
    parts = once([text.text() for text in texts.values()])
    host = HostText(program, shapes, texts)
    main = host.write()
    head = ["#include <stdio.h>", "#include <stdlib.h>"]
    if host.special:
        head.append("#include <math.h>")
    head += sorted(set(host.macros))
    random = ("static unsigned state = 1;\n"
              "static unsigned random_bits() {\n"
              "  state = state * 1664525u + 1013904223u;\n"
              "  return state >> 16;\n}\n")
    if host.special:
        random += SPECIAL_NUMBERS
    fill = list(host.functions.values())
    rest = parts + [random] + fill + [main]
    if program.order == "main first":
        rest = ([t.prototype() for t in texts.values()] + [random] + fill
                + [main] + parts)
    aliases = sorted(set().union(*[t.aliases for t in texts.values()]))
    text = "\n".join([f"// {comment}"] * bool(comment) + head + [""]
                     + [declare_record(r) for r in program.records] + [""]
                     + aliases + host.head + [""]
                     + [t.struct for t in texts.values() if t.struct] + rest)
    return typed(program, text)


def typed(program, text):
    """The text with the program's kind of white space."""
    if program.tabs:
        text = re.sub("^(  )+", lambda found: "\t" * (len(found[0]) // 2),
                      text, flags=re.M)
    return text.replace("\n", "\r\n") if program.crlf else text


def overload(texts):
    """Calls the second kernel as the first, if calls still tell them apart."""
    if len(texts) < 2:
        return
    first, second = texts[:2]
    counts = [len(t.pointers()) + len(t.parameters()) for t in texts[:2]]
    if (counts[0] != counts[1]
            and all(t.linkage() == "overloaded" and t.template() == "no"
                    and not t.kernel.defaults for t in texts[:2])):
        second.name = first.name


SPECIAL_NUMBERS = """\
static double special_number(double other) {
  switch (random_bits() % 16) {
  case 0: return NAN;
  case 1: return INFINITY;
  case 2: return -INFINITY;
  case 3: return -0.0;
  case 4: return 1e-40;
  case 5: return 3e38;
  default: return other;
  }
}
"""


def once(parts):
    """Removes definitions that an earlier kernel already has."""
    seen = set()
    result = []
    for part in parts:
        lines = []
        skip = 0
        for line in part.split("\n"):
            if skip:
                skip -= 1
                continue
            if line.startswith(("#define", "__device__ int id_")):
                if line in seen:
                    skip = 0 if line.startswith("#") else 3
                    continue
                seen.add(line)
            lines.append(line)
        result.append("\n".join(lines))
    return result
