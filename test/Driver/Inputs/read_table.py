"""Checks the table of analysis.test as a program reads it."""
import csv
import sys

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
assert rows[0]["file"] == 'tree/o,dd "<b>/bad.cu', rows[0]
assert rows[0]["error"].endswith("[tessera-syntax]"), rows[0]
tile = next(row for row in rows if row["array"] == "A")
assert tile["tile bytes"] == "4160" and tile["done"] == "staged", tile
assert all(None not in row and None not in row.values() for row in rows)
assert len(rows) == 7, rows
