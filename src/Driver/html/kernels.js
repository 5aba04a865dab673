//===--- Parts of a kernel -----------------------------------------------===//

const chosenOf = (shape) => shape.candidates.findLast((c) => c.verdict === "chosen");

function arrayTable(shape) {
  const rows = shape.arrays.map((a) => {
    const f = a.footprints[0];
    const requests = a.accesses.map((access) => access.requests).filter(Boolean);
    const worst = requests.length
      ? Math.max(...requests.map((r) => r.sectors_per_warp)) : undefined;
    return h("tr", {}, cell(h("code", {}, a.name)), cell(h("code", {}, a.type)),
      cell([a.reads && "read", a.writes && "written", a.atomic && "atomic",
        a.escapes && "escapes"].filter(Boolean).join(", ")),
      cell(f ? count(f.access_count) : "", "number"),
      cell(f ? count(f.element_count) : "", "number"),
      cell(f && f.frequency !== undefined ? number(f.frequency) : "", "number"),
      cell(f ? haloText(f.dimensions) : "", "number"),
      cell(worst === undefined ? "" : number(worst), "number"),
      cell(a.goes.join(", ")));
  });
  return table("One block, at the first place where a tile could be filled. " +
    "Sectors of 32 B: of the worst access.",
    [["Array"], ["Type"], ["Use"], ["Accesses", "number"], ["Elements", "number"],
      ["Frequency", "number"], ["Halo", "number"], ["Sectors / warp", "number"], ["Goes to"]],
    rows, { class: "arrays" });
}

function arrayPart(shape, array) {
  const tiles = (shape.plans[0] || { tiles: [] }).tiles
    .filter((tile) => tile.array === array.name);
  // Where it is staged; else the largest reuse; else the first.
  const staged = array.footprints.find((f) => tiles.some((t) => t.at === f.at));
  const best = staged || [...array.footprints].sort((a, b) =>
    (b.sharing || 0) - (a.sharing || 0))[0];
  const accesses = array.accesses.map((a) => h("tr", {},
    cell(a.line ? `line ${a.line}` : ""), cell(a.kind),
    cell(h("code", {}, a.coordinates ? `(${a.coordinates.join(", ")})` : "not affine"), "wide"),
    cell(a.requests ? number(a.requests.sectors_per_warp) : "", "number"),
    cell(a.requests ? number(a.requests.dense_sectors / a.requests.warps) : "", "number"),
    cell(!a.requests ? "" : a.requests.broadcast ? "broadcast"
      : a.requests.coalesced ? "coalesced" : "scattered")));
  const others = array.footprints.filter((f) => f !== best);
  return h("section", { class: "array" },
    h("h3", {}, h("code", {}, array.name), " ", array.goes.map((g) =>
      [pill(g === "private copy" ? "copy" : g, g), " "])),
    h("div", { class: "cards" }, best ? footprintFigure(array, best) : "",
      tiles.map(tileFigure)),
    h("details", { class: "page-of more" }, h("summary", {},
      `${plural(array.accesses.length, "access", "accesses")}, ` +
      `${plural(array.footprints.length + array.refusals.length, "place", "places")} for a tile`),
      table("Sectors of a warp, and the least that is possible.",
        [["Where"], ["Kind"], ["Element"], ["Sectors", "number"], ["Least", "number"], [""]],
        accesses),
      array.footprints.length + array.refusals.length ? table("Places where a tile could be filled",
        [["At"], ["Box"], ["Accesses", "number"], ["Elements", "number"],
          ["Between threads", "number"], ["Loads of the grid", "number"]],
        [...[best, ...others].filter(Boolean).map((f) => h("tr", {}, cell(f.at), cell(box(f.dimensions)),
          cell(count(f.access_count), "number"), cell(count(f.element_count), "number"),
          cell(f.sharing === undefined ? "" : number(f.sharing), "number"),
          cell(f.grid_loads_before && f.grid_loads_after ? `${count(f.grid_loads_before)} → ${count(f.grid_loads_after)}`
            : "", "number"))),
        ...array.refusals.map((r) => h("tr", {}, cell(r.at),
          h("td", { colspan: 5 }, r.message, " ", h("code", { class: "quiet" },
            `[tessera-${r.id}]`))))]) : ""));
}

/// All candidates; columns sort when their heads are pressed.
function candidates(shape) {
  if (!shape.candidates.length)
    return h("p", { class: "quiet" }, "No other plan was considered.");
  const columns = [ // without those that have no values
    ["#", "number", (c, i) => i + 1, (v) => String(v)],
    ["Plan", "wide", (c) => c.what, (v) => v],
    ["Verdict", "", (c) => c.verdict, (v) => v === "chosen" ? pill("chosen") : v],
    ["Before", "number", (c) => c.estimate && c.estimate.before, number],
    ["After", "number", (c) => c.estimate && c.estimate.after, number],
    ["Unit", "", (c) => c.estimate && c.estimate.unit, (v) => v],
    ["Gain", "number", (c) => c.estimate && c.estimate.after > 0 && c.estimate.before
      ? c.estimate.before / c.estimate.after : undefined, (v) => `${v.toFixed(2)} ×`],
    ["Shared memory", "number", (c) => c.shared_bytes, bytes],
    ["Registers", "number", (c) => c.registers, number],
  ].filter(([, , value]) => shape.candidates.some((c) => value(c, 0) !== undefined));
  show("sorted");
  const rows = shape.candidates.map((c, i) => {
    const values = columns.map(([, , value]) => value(c, i));
    const tr = h("tr", c.verdict === "chosen" ? sign("chosen") : {},
      columns.map(([, kind, , text], j) =>
        cell(values[j] === undefined ? "" : text(values[j]), kind)));
    if (c.obstacle) tr.cells[1].append(h("div", { class: "quiet" }, c.obstacle.message));
    return { tr, values };
  });
  const body = h("tbody", {}, rows.map((r) => r.tr));
  const heads = columns.map(([text, kind], j) => {
    const th = h("th", { scope: "col", class: kind === "number" ? kind : "",
      "aria-sort": j ? "none" : "ascending" });
    th.append(h("button", { type: "button", onclick: () => {
      const up = th.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.setAttribute("aria-sort", "none");
      th.setAttribute("aria-sort", up ? "ascending" : "descending");
      rows.sort(({ values: a }, { values: b }) => {
        if (a[j] === undefined || b[j] === undefined)
          return (a[j] === undefined) - (b[j] === undefined);
        return (a[j] < b[j] ? -1 : a[j] > b[j] ? 1 : 0) * (up ? 1 : -1);
      });
      body.append(...rows.map((r) => r.tr));
    } }, text));
    return th;
  });
  const caption = `${plural(rows.length, "plan")} considered`;
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    h("table", { class: "candidates" }, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads)), body));
}

/// Shapes that differ only in their blocks and launches, together.
function equalShapes(kernel) {
  const all = new Map();
  for (const shape of kernel.shapes) {
    const plans = shape.plans.map((plan) => ({ ...plan, starts: null, block: null }));
    const key = JSON.stringify({ ...shape, block: null, grid: null, plans });
    if (!all.has(key)) all.set(key, []);
    all.get(key).push(shape);
  }
  return [...all.values()];
}

function shapePart(kernel, equal) {
  const [shape] = equal;
  return h("section", { class: "shape" },
    kernel.shapes.length > equal.length ? h("h3", { class: "of-shape" },
      `Blocks of ${equal.map((x) => sizes(x.block)).join(" and ")}`) : "",
    boundsPart(kernel, shape),
    h("h3", {}, "Arrays"), arrayTable(shape),
    shape.arrays.map((array) => arrayPart(shape, array)),
    h("h3", {}, "Candidates"), candidates(shape));
}

/// Launches, those with the same sizes together.
function launchList(kernel) {
  if (!kernel.launches.length) return h("p", { class: "quiet" }, "No launch is seen.");
  const all = new Map();
  for (const l of kernel.launches) {
    const key = JSON.stringify([l.grid, l.block, l.grid_text, l.block_text, l.stream]);
    if (!all.has(key)) all.set(key, { l, lines: [] });
    all.get(key).lines.push(l.line);
  }
  return h("ul", { class: "launches" }, [...all.values()].map(({ l, lines }) => {
    const known = lines.filter(Boolean);
    return h("li", {}, known.length ? `Launch of ${lineNames([...new Set(known)])}: ` : "Launch: ",
      `grid ${sizes(l.grid)}`, l.grid.includes(null) && l.grid_text
        ? [" from ", h("code", {}, l.grid_text)] : "",
      `, blocks of ${sizes(l.block)}`, l.block.includes(null) && l.block_text
        ? [" from ", h("code", {}, l.block_text)] : "",
      l.stream ? [" on ", h("code", {}, l.stream)] : "");
  }));
}

function kernelBody(file, lines, kernel) {
  const messages = kernel.messages.map((i) => file.messages[i]);
  const { titles, part } = kernel.shapes.length ? versionsPart(kernel) : { titles: new Map(), part: "" };
  titles.order ||= () => 0;
  return [
    launchList(kernel),
    messages.length ? messageList(messages) : "",
    part,
    kernel.begin_line ? [h("h3", {}, lines.result ? "Source beside result" : "Source"),
      kernelPanes(lines, kernel, titles)] : "",
    kernel.shapes.length ? equalShapes(kernel).map((equal) => shapePart(kernel, equal))
      : h("section", { class: "bounds" }, h("h3", {}, "What bounds it, estimated"),
        h("p", { class: "not-estimated" }, `Not estimated: ${notEstimated(kernel)}.`))];
}
