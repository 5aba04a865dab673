"""Results as one page of HTML that needs nothing else."""

import html

import coverage
import improved
import table

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto;
       max-width: 76em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .7em; border-bottom: 1px solid #8886; text-align: right;
         vertical-align: top; }
th:first-child, td:first-child { text-align: left; }
tr.all td { font-weight: 600; }
#files td { text-align: left; overflow-wrap: anywhere; }
.bad { color: #c33; }
input { font: inherit; padding: .3em .6em; width: 24em; max-width: 100%; }
"""
SCRIPT = """
const words = document.getElementById('filter');
words.addEventListener('input', () => {
  const wanted = words.value.toLowerCase().split(/\\s+/);
  for (const row of document.querySelectorAll('#files tbody tr'))
    row.hidden = !wanted.every(w => row.textContent.toLowerCase().includes(w));
});
"""


def cell(value, kind="td"):
    return f"<{kind}>{html.escape(str(value))}</{kind}>"


def numbers(heading, lines):
    if not lines:
        return ""
    head = "".join(cell(h, "th") for h in heading)
    body = ""
    for line in lines:
        mark = ' class="all"' if line[0] == table.ALL else ""
        body += f"<tr{mark}>" + "".join(map(cell, line)) + "</tr>\n"
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


def file_rows(rows):
    bad = {name for name, _ in table.problems(rows)}
    body = ""
    for row in rows:
        checks = "; ".join(f"{c}: {said}"
                           for c, said in row.get("checks", {}).items())
        said = ", ".join(f"{i} {n}" for i, n in
                         sorted(row.get("identities", {}).items()))
        mark = ' class="bad"' if row["name"] in bad else ""
        body += f"<tr{mark}>" + "".join(map(cell, [
            row["name"], row["outcome"], f"{row['cpu']:.2f}", row["memory"],
            row.get("message", ""), checks, said])) + "</tr>\n"
    return body


def page(run):
    rows = run["rows"]
    heading = ["file", "outcome", "CPU s", "MiB", "message", "checks",
               "identities"]
    return f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>tessera on {len(rows)} files</title>
<style>{STYLE}</style>
<h1>tessera on {len(rows)} files</h1>
<p>{html.escape(run["version"])}</p>
<h2>Translation</h2>
{numbers(*table.outcome_rows(rows))}
<h2>Checks</h2>
{numbers(*table.check_rows(rows)) or "<p>None were asked for.</p>"}
<h2>Kernels</h2>
<p>Improved: the estimate falls by 5 % at least, and a run that was verified
started the version.</p>
{numbers(*table.improved_rows(rows)) or "<p>There are none.</p>"}
{numbers(*improved.reasons(rows))}
{numbers(*improved.worse(rows))}
<h2>Candidates</h2>
<p>Kernels that tiles or registers are for.</p>
{numbers(*table.coverage_rows(rows)) or "<p>There are none.</p>"}
{numbers(*coverage.causes(rows))}
<h2>Identities</h2>
<p>{html.escape(table.kernel_line(rows))}</p>
{numbers(*table.identity_rows(rows))}
<h2>Files</h2>
<p><input id="filter" placeholder="words of a row" aria-label="filter"></p>
<table id="files"><thead><tr>{"".join(cell(h, "th") for h in heading)}</tr>
</thead>
<tbody>{file_rows(rows)}</tbody></table>
<script>{SCRIPT}</script>
</html>
"""
