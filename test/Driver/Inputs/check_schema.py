"""Checks reports against the schema, and that this describes all there is.

    check_schema.py SCHEMA REPORT...
"""

import json
import sys

import jsonschema


def undescribed(node, path="#"):
    """The properties without a description."""
    if isinstance(node, dict):
        for name, member in node.get("properties", {}).items():
            if not member.get("description"):
                yield f"{path}/properties/{name}"
        for name, member in node.items():
            yield from undescribed(member, f"{path}/{name}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    problems = [f"{path} has no description" for path in undescribed(schema)]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            report = json.load(file)
        for error in validator.iter_errors(report):
            problems.append(f"{name}: {error.json_path}: {error.message[:200]}")
    print("\n".join(problems) or f"{len(sys.argv) - 2} reports are valid")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
