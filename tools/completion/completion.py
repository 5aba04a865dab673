"""Writes the completions of programs for bash and zsh.

    completion.py bash|zsh OUTPUT PROGRAM...

Options and their values are read from --help of each program.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "man"))
import program_options  # noqa: E402

FOLDERS = ("DIR", "FOLDER")
FILES = ("FILE",)


def devices_of(path):
    """What --gpu knows."""
    texts = [
        profile.read_text(encoding="utf-8")
        for profile in sorted((path.parent / "../lib/tessera/devices").iterdir())
    ]
    return re.findall(
        r"^(?:name|architecture): *([\w-]+)", "\n".join(texts), re.M
    )


def identities_of(path):
    """What --explain knows."""
    pages = (path.parent / "../lib/tessera/manual").glob("*.md")
    return sorted(page.stem for page in pages)


def options_of(path):
    options = program_options.read_options(program_options.help_of(path))
    for option in options:
        known = []
        if option.name == "--gpu":
            known = devices_of(path)
        elif option.value == "ID":
            known = ["list", *identities_of(path)]
        option.values += [(name, "") for name in known]
    return options


def choices(option):
    """The values that an option has, in one string; empty if it has any."""
    listed = list(dict.fromkeys(value for value, _ in option.values))
    if "|" in option.value and option.value.replace("|", "").islower():
        listed = option.value.split("|")
    return " ".join(listed)


def action(option):
    if choices(option):
        return "words"
    if option.value in FOLDERS:
        return "folders"
    return "files" if option.value in FILES else "nothing"


# bash

BASH = """\
# Completion of {names} for bash.
_tessera_reply()
{{
    mapfile -t COMPREPLY < <(compgen "$@")
}}
_tessera()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=
    COMPREPLY=()
    ((COMP_CWORD)) && before=${{COMP_WORDS[COMP_CWORD - 1]}}
    # bash cuts words at =.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    elif [[ $word == --*=* ]]; then
        before=${{word%%=*}} word=${{word#*=}}
    fi
    local i
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if [[ ${{COMP_WORDS[i]}} == -- ]]; then # what follows is not ours
            compopt -o default 2> /dev/null
            return
        fi
    done
    local options= equal=
    case ${{COMP_WORDS[0]##*/}} in
{programs}
    esac
    if [[ $word == -* ]]; then
        _tessera_reply -W "$options $equal" -- "$word"
        [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *= ]] &&
            compopt -o nospace 2> /dev/null
        return
    fi
    compopt -o filenames 2> /dev/null
    _tessera_reply -o plusdirs -f -X '!*.cu' -- "$word"
}}
complete -F _tessera {names}
"""

BASH_ACTIONS = {
    "words": '_tessera_reply -W "{}" -- "$word"',
    "folders": 'compopt -o filenames 2> /dev/null; '
    '_tessera_reply -d -- "$word"',
    "files": 'compopt -o filenames 2> /dev/null; _tessera_reply -f -- "$word"',
    "nothing": ":",
}


def bash_program(name, options):
    plain = [o.name for o in options if not o.joined or o.optional]
    equal = [o.name + "=" for o in options if o.joined]
    lines = [
        f"    {name})",
        f'        options="{" ".join(plain)}"',
        f'        equal="{" ".join(equal)}"',
        "        case $before in",
    ]
    for option in options:
        if option.value:
            act = BASH_ACTIONS[action(option)].format(choices(option))
            lines.append(f"        {option.name}) {act}; return ;;")
    return "\n".join(lines + ["        esac", "        ;;"])


def bash(programs):
    return BASH.format(
        names=" ".join(programs),
        programs="\n".join(bash_program(*item) for item in programs.items()),
    )


# zsh

ZSH_ACTIONS = {
    "words": "({})",
    "folders": "_files -/",
    "files": "_files",
    "nothing": " ",
}


def zsh_quoted(text):
    for old, new in (("\\", "\\\\"), ("'", "'\\''"), ("[", "\\["), ("]", "\\]"),
                     (":", "\\:")):
        text = text.replace(old, new)
    return text


def zsh_option(option):
    name = option.name
    text = zsh_quoted(option.text.rstrip(":"))
    if not option.value:
        return f"'{name}[{text}]'"
    sign = "=-" if option.joined else "+"
    colons = "::" if option.optional else ":"
    what = zsh_quoted(option.value)
    act = ZSH_ACTIONS[action(option)].format(choices(option))
    return f"'{name}{sign}[{text}]{colons}{what}:{act}'"


def zsh(programs):
    lines = [f"#compdef {' '.join(programs)}", "", "local -a options",
             "case $service in"]
    for name, options in programs.items():
        lines.append(f"{name})")
        lines.append("  options=(")
        lines += [f"    {zsh_option(option)}" for option in options]
        lines += ["  )", "  ;;"]
    lines += ["esac", "",
              "# What follows -- are flags or arguments of others.",
              "_arguments -S $options '*:source:_files -g \"*.cu\"'", ""]
    return "\n".join(lines)


def main():
    shell, output, *paths = sys.argv[1:]
    programs = {
        path.name: options_of(path) for path in map(pathlib.Path, paths)
    }
    text = bash(programs) if shell == "bash" else zsh(programs)
    pathlib.Path(output).write_text(text, encoding="utf-8")


main()
