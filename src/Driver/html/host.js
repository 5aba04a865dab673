//===--- The host --------------------------------------------------------===//

const step = (e) => e.what === "launch" ? e.kernel
  : e.what === "touch" ? [e.writes && "write", e.reads && "read"].filter(Boolean).join(", ")
  : [e.what, e.what !== "exchange" && e.memory].filter(Boolean).join(" ");

const names = (e) => e.variable ? [e.variable, e.other].filter(Boolean).join(", ")
  : e.what === "touch" ? [...new Set([...(e.writes || []), ...(e.reads || [])])].join(", ") : "";

const label = (e) => e.what === "touch"
  ? [e.writes && "write " + e.writes.join(", "), e.reads && "read " + e.reads.join(", ")]
    .filter(Boolean).join("; ")
  : [step(e), names(e)].filter(Boolean).join(" ");

const detail = (e) => [e.bytes !== undefined ? bytes(e.bytes) : e.bytes_text,
  e.stream && `on ${e.stream}`, e.note, e.conditional && "sometimes"].filter(Boolean).join(", ");

function fullText(e) {
  return label(e) +
    (e.what === "launch" ? `: reads ${(e.reads || []).join(", ") || "nothing shared"}, ` +
      `writes ${(e.writes || []).join(", ") || "nothing shared"}` : "") +
    (detail(e) ? ` (${detail(e)})` : "") + (e.line ? `, line ${e.line}` : "");
}

function clip(text, width) {
  const most = Math.floor(width / 6.3);
  return text.length > most ? text.slice(0, Math.max(1, most - 1)) + "…" : text;
}

function eventSign(e) {
  if (e.conditional) show("maybe");
  return sign(`on-${e.lane}`, "event", ...(e.conditional ? ["maybe"] : []));
}

/// Steps from left to right in lanes; loops are boxes around theirs.
function timeline(host, events, name) {
  const lanes = ["host", "copy", "kernel"], titles = ["Host", "Copies", "Kernels"];
  const left = 62, wide = 128, lane = 46;
  const depth = Math.max(0, ...events.map((e) => e.loops.length));
  const head = 26 + depth * 17, width = left + events.length * wide + 12;
  const height = head + lanes.length * lane + 10 + depth * 4;
  const parts = [];
  // Loops: from the first to the last of the events inside.
  host.loops.forEach((loop, i) => {
    const inside = events.map((e, at) => (e.loops.includes(i) ? at : -1)).filter((at) => at >= 0);
    if (!inside.length) return;
    const level = events[inside[0]].loops.indexOf(i);
    const from = left + inside[0] * wide - 4 + level * 3;
    const to = left + (inside[inside.length - 1] + 1) * wide - 6 - level * 3;
    parts.push([level, s("g", {}, s("rect", { ...sign("loop"), x: from, y: 20 + level * 17,
      width: to - from, height: height - 22 - level * 21, rx: 5 }),
      s("text", { class: "quiet", x: from + 6, y: 33 + level * 17 },
        clip(loop.line ? `loop, line ${loop.line}` : "loop", to - from)))]);
  });
  const drawing = parts.sort((a, b) => a[0] - b[0]).map(([, part]) => part);
  lanes.forEach((_, i) => drawing.push(
    s("path", { class: "lane-line", d: `M${left} ${head + i * lane + lane / 2 - 2}H${width}` }),
    s("text", { x: 0, y: head + i * lane + lane / 2 + 2 }, titles[i])));
  let current;
  events.forEach((e, at) => {
    const x = left + at * wide, y = head + lanes.indexOf(e.lane) * lane;
    if (e.function !== current) {
      current = e.function;
      drawing.push(s("text", { class: "quiet", x, y: 12 }, `${current || ""}()`));
    }
    drawing.push(s("g", {}, s("title", {}, fullText(e)),
      s("rect", { ...eventSign(e), x, y,
        width: wide - 12, height: lane - 8, rx: 4 }),
      s("text", { x: x + 6, y: y + 16 }, clip(step(e), wide - 20)),
      s("text", { x: x + 6, y: y + 30 },
        clip([names(e), detail(e)].filter(Boolean).join(": "), wide - 20))));
  });
  const rows = events.map((e, i) => h("tr", {}, cell(String(i + 1), "number"),
    cell(e.line ? String(e.line) : "", "number"), cell(titles[lanes.indexOf(e.lane)]),
    cell(label(e), "wide"), cell(e.bytes !== undefined ? bytes(e.bytes) : e.bytes_text || "", "number"),
    cell(e.loops.length ? e.loops.map((l) => host.loops[l].line || "?").join(", ") : "", "number"),
    cell([e.stream, e.note, e.conditional && "sometimes"].filter(Boolean).join(", "))));
  return h("figure", { class: "host" }, h("h4", {}, name),
    h("div", { class: "scroll", tabindex: 0, role: "group",
      "aria-label": `${name}: ${plural(events.length, "step")}, a table follows` },
      s("svg", { class: "timeline", viewBox: `0 0 ${width} ${height}`, width, height,
        role: "img", "aria-label": `${name}: ` + events.map(fullText).join("; ") }, drawing)),
    h("details", { class: "page-of" }, h("summary", {}, `${name} as a table`),
      table("Steps in the order of the text", [["#", "number"], ["Line", "number"], ["Lane"],
        ["Step"], ["Bytes", "number"], ["In loops at lines", "number"], [""]], rows)));
}

function hostPart(file) {
  const { host } = file;
  if (!host || !(host.variables.length + host.before.length))
    return "";
  const variables = host.variables.map((v) => h("tr", {}, cell(h("code", {}, v.name)),
    cell(h("code", {}, v.type)), cell(v.bytes === undefined ? "" : bytes(v.bytes), "number"),
    cell(v.dialect), cell([v.placement || "", v.pinned ? ", page-locked" : ""]),
    cell(v.why || "", "wide")));
  return h("section", { class: "host-side" }, h("h3", {}, "Host timeline"),
    variables.length ? table("What host and device share", [["Name"], ["Type"],
      ["Size", "number"], ["Declared"], ["Placed"], ["Why"]], variables) : "",
    host.before.length ? timeline(host, host.before, "As written") : "",
    host.after && host.after.length ? timeline(host, host.after, "Result") : "");
}
