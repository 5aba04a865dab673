"""What /proc knows of processes."""
import pathlib


def stat(process):
    """The fields behind the name: the state, the parent, .."""
    text = pathlib.Path(f"/proc/{process}/stat").read_text()
    return text.rpartition(")")[2].split()


def is_running(process):
    try:
        return stat(process)[0] != "Z"
    except OSError:
        return False


def children(parent):
    """The processes that `parent` started."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, its_parent = stat(entry.name)[:2]
        except OSError:
            continue
        if int(its_parent) == parent and state != "Z":
            found.append(int(entry.name))
    return sorted(found)
