//===--- Colours, marks and symbols --------------------------------------===//

// All that the page draws and that does not speak for itself: the class of an
// element, how the legend shows it, its short name and what it says. Drawings
// take classes from here by sign(..), which also makes the legend show it.
const signs = {
  "Kernels": {
    "dot-changed": ["dot", "changed", "some launch starts another kernel, or it reads constant memory"],
    "dot-same": ["dot", "not changed", "the kernel stays as it is"],
    "pill-changed": ["pill", "changed", "the kernel, or something of the file, is changed"],
    "pill-same": ["pill", "not changed", "it stays as it is"],
    "fold": ["text", "▸ ▾", "a part that is closed, or open: press it"],
  },
  "Messages": {
    "pill-remark": ["pill", "remark", "what was done"],
    "pill-missed": ["pill", "missed", "what was not done, and why"],
    "pill-analysis": ["pill", "analysis", "a fact"],
    "pill-note": ["pill", "note", "more about the message before it"],
    "pill-warning": ["pill", "warning", "something may be wrong in the program"],
    "pill-error": ["pill", "error", "the file was not translated"],
  },
  "Source and result": {
    "removed": ["line", "removed", "a line of the source that the result does not have like that"],
    "added": ["line", "added", "a line of the result that the source does not have like that"],
    "word-removed": ["swatch", "part removed", "where a line differs from the one that it becomes"],
    "word-added": ["swatch", "part added", "where a line differs from the one that it comes from"],
    "selected": ["line", "selected", "the line that is pointed at, or that the arrow keys reached"],
    "matching": ["line", "matching", "on the other side: the lines that become it, or that it becomes"],
    "wave-remark": ["code", "here", "a message about what was done here: point at it, or reach it by Tab"],
    "wave-missed": ["code", "here", "about what was not done here"],
    "wave-analysis": ["code", "here", "a fact about this place"],
    "wave-warning": ["code", "here", "a warning or an error"],
    "t-k": ["code", "for", "a word of the language, or of CUDA"],
    "t-n": ["code", "42", "a number"],
    "t-s": ["code", "\"text\"", "a text or character"],
    "t-c": ["code", "// text", "a comment"],
    "t-d": ["code", "#include", "a directive"],
  },
  "Estimates": {
    "before": ["swatch", "as it stands", "the user's kernel"],
    "after": ["swatch", "version", "the version that it is compared with"],
    "bound": ["text", "◀ bound", "what takes longest, and so bounds the kernel"],
    "chosen": ["line", "chosen", "the plan that was taken"],
    "pill-chosen": ["pill", "chosen", "the plan that was taken"],
    "sorted": ["text", "↑ ↓", "the table is sorted by this column; press a head to sort"],
  },
  "Arrays": {
    "pill-tile": ["pill", "tile", "blocks have a part of it in shared memory"],
    "pill-register": ["pill", "register", "threads have elements of it in registers"],
    "pill-copy": ["pill", "private copy", "blocks update a copy of their own"],
    "pill-constant": ["pill", "constant", "it is in constant memory"],
    "pill-global": ["pill", "global", "it stays in global memory"],
    "own": ["shape", "own", "elements that a block touches: beside a halo, those that it alone touches"],
    "halo": ["shape", "halo", "elements that neighbouring blocks touch, too"],
    "untouched": ["shape", "not touched", "elements of the box that nobody touches"],
    "edge": ["shape", "box", "the smallest box around what a block touches"],
    "bank": ["swatch", "bank", "cells of shared memory: a colour for each bank"],
    "pad": ["swatch", "padding", "cells that are there to spread rows over banks"],
    "lane": ["shape", "lane", "a cell that the first warp accesses"],
    "clash": ["shape", "conflict", "cells in a bank that is wanted more than once"],
    "count": ["shape", "words", "words of a bank that the warp wants at once"],
    "count-clash": ["shape", "words, several", "they come one after the other"],
    "most": ["text", "≤", "at most so many"],
    "unknown": ["text", "?", "only run time knows"],
    "sides": ["text", "±1, −1 +2", "halo: elements before and behind the own part, by dimension"],
    "apart": ["text", "·", "halo: blocks do not follow one another along this dimension"],
  },
  "Host": {
    "on-host": ["shape", "host", "the host's own work"],
    "on-copy": ["shape", "copy", "a copy between host and device"],
    "on-kernel": ["shape", "kernel", "a launch"],
    "maybe": ["shape", "sometimes", "dashed: on some paths, or if a flag says so"],
    "loop": ["shape", "loop", "steps that a loop repeats"],
  },
};

const entries = new Map(); // of the legend, by sign
for (const [group, own] of Object.entries(signs))
  for (const [key, [shape, name, text]] of Object.entries(own))
    entries.set(key, { group, key, shape, name, text, item: null });

/// Attributes of an element that shows \p key, with more \p classes.
function sign(key, ...classes) {
  show(key);
  return { class: [key, ...classes].join(" "), "data-sign": key };
}
function show(key) {
  const entry = entries.get(key);
  if (!entry) throw new Error(`no sign ${key}`);
  entry.shown = true;
  if (entry.item) entry.item.hidden = entry.item.parentNode.parentNode.hidden = false;
}

/// What \p entry looks like.
function sample(entry) {
  const { key, shape, name } = entry;
  if (shape === "shape")
    return s("svg", { class: "sample", width: 16, height: 12, viewBox: "0 0 16 12" },
      s("rect", { class: key, x: 1, y: 1, width: 14, height: 10 }));
  const kind = { pill: "pill", dot: "dot", line: "sample-line", code: "code",
    swatch: "swatch", text: "code" }[shape];
  return h("span", { class: `sample ${key} ${kind}` },
    shape === "dot" || shape === "swatch" ? "" : shape === "line" ? "a + b" : name);
}

/// The names of some signs, below a drawing.
const keysOf = (...keys) => h("ul", { class: "keys-of" }, keys.map((key) => {
  show(key);
  return h("li", {}, sample(entries.get(key)), entries.get(key).name);
}));

/// All signs that the page shows so far; others come with what shows them.
function legendPart() {
  const groups = Object.keys(signs).map((group) => {
    const own = [...entries.values()].filter((e) => e.group === group);
    const items = own.map((e) => {
      const named = ["pill", "code", "text"].includes(e.shape);
      return e.item = h("li", { hidden: !e.shown, "data-legend": e.key }, sample(e),
        h("span", {}, named ? "" : h("b", {}, e.name), named ? "" : ": ", e.text));
    });
    return h("div", { class: "group", hidden: own.every((e) => !e.shown) },
      h("h3", {}, group), h("ul", {}, items));
  });
  return h("details", { class: "part", id: "legend", open: innerWidth > 900 },
    h("summary", {}, h("h2", {}, "Legend")),
    h("div", { class: "body groups" }, groups));
}
