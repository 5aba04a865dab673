"""Writes a manual page.

    page.py PROGRAM TEMPLATE VERSION OUTPUT

In the template, @OPTIONS@ stands for a list of the program's options, made from
its --help, and @VERSION@ for the version.
"""

import pathlib
import sys
import textwrap

import program_options


def escaped(text):
    """Text as troff prints it, in lines that are not too long."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    lines = textwrap.wrap(
        text, 76, break_long_words=False, break_on_hyphens=False
    )
    # These would be commands.
    return "\n".join("\\&" + x if x[0] in ".'" else x for x in lines)


def tag(option):
    result = f"\\fB{escaped(option.name)}\\fR"
    if not option.value:
        return result
    what = option.value if option.value != "value" else option.name.strip("-")
    value = f"\\fI{escaped(what)}\\fR"
    if not option.joined:
        return f"{result} {value}"
    return f"{result}[={value}]" if option.optional else f"{result}={value}"


def listed(option):
    lines = [".TP", tag(option), escaped(option.text)]
    if option.values:
        lines.append(".RS")
        for value, meaning in option.values:
            lines += [".TP", f"\\fB{escaped(value)}\\fR", escaped(meaning)]
        lines.append(".RE")
    return "\n".join(lines)


def main():
    program, template, version, output = sys.argv[1:]
    text = pathlib.Path(template).read_text(encoding="utf-8")
    text = text.replace("@VERSION@", version)
    if "@OPTIONS@" in text:
        options = program_options.read_options(program_options.help_of(program))
        text = text.replace("@OPTIONS@", "\n".join(map(listed, options)))
    pathlib.Path(output).write_text(text, encoding="utf-8")


main()
