"""Writes a page with one mistake of each kind that look_at_page.py tells of.

    spoil_page.py PAGE WRONG
"""

import pathlib
import sys

MISTAKES = (
    # Keys do nothing; a message; a request; a part is missing.
    ("keyboard();\nthemes();",
     "themes(); console.warn(42); new Image().src = 'http://127.0.0.1:9/a.png';"
     "document.querySelector('.arrays').closest('section')"
     ".querySelector('section.array').remove();"),
    # What bounds the kernel, the names of versions, the lines that match.
    ("isBound = e.bound === unit;", "isBound = unit === 'double';"),
    ('h("code", {}, v.plan.kernel), h(', '"?", h('),
    ("this.origins[line] ? [this.origins[line]] : []", "[this.origins[line] + 1]"),
    # The legend lacks something, and has something that is not there.
    ("entry.shown = true;",
     'entry.shown = key !== "pill-remark"; if (!entry.shown) return;'),
    ("const groups = Object.keys(signs)", 'show("wave-warning");\n  const groups = Object.keys(signs)'),
    # What is seen.
    ("</style>",
     ":focus-visible { outline: none !important; } .tiles dd { color: #7a1fa2; }"
     " h2 { color: #888; } .tiles dt { margin-top: -2rem; width: 500px; }"
     " .tiles dt::after { content: ''; } </style>"),
)

page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
for right, wrong in MISTAKES:
    if right not in page:
        sys.exit(f"the page has no '{right}'")
    page = page.replace(right, wrong, 1)
pathlib.Path(sys.argv[2]).write_text(page, encoding="utf-8")
