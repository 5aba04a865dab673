//===--- Footprints ------------------------------------------------------===//

const box = (dimensions) => dimensions.map((d) => d.extent).join(" × ");

function haloText(dimensions) {
  const sides = dimensions.map((d) => d.halo).filter((halo) => halo);
  if (!sides.length) return "";
  if (sides.some(([a, b]) => a + b)) {
    show("sides");
    if (sides.length < dimensions.length) show("apart");
  }
  return sides.every(([a, b]) => a + b === 0) ? "none"
    : dimensions.map((d) => !d.halo ? "·" : d.halo[0] === d.halo[1]
      ? `±${d.halo[0]}` : `−${d.halo[0]} +${d.halo[1]}`).join(", ");
}

/// The box of a footprint, drawn cell by cell where it is small.
function drawFootprint(f) {
  const dims = f.dimensions;
  const known = dims.every((d) => d.cells !== undefined && d.cells > 0);
  if (!known) return null;
  const columns = dims[dims.length - 1].cells;
  const rows = dims.length > 1 ? dims[dims.length - 2].cells : 1;
  const slices = dims.slice(0, -2).reduce((n, d) => n * d.cells, 1);
  const shown = Math.min(slices, 4);
  const cell = Math.max(1, Math.min(14, Math.floor(Math.min(340 / columns, 300 / rows))));
  const scaled = columns * cell > 420 || rows * cell > 340;
  const dx = scaled ? Math.min(cell, 340 / columns) : cell;
  const dy = scaled ? Math.min(cell, 300 / rows) : Math.max(cell, rows === 1 ? 10 : 1);
  const inHalo = (d, i) => d.halo && (i < d.halo[0] || i >= d.cells - d.halo[1]);
  const kindAt = (slice, y, x) => {
    if (f.cells && f.cells[slice * rows + y][x] !== "#") return "untouched";
    let rest = slice, halo = inHalo(dims[dims.length - 1], x) ||
      (dims.length > 1 && inHalo(dims[dims.length - 2], y));
    for (let d = dims.length - 3; d >= 0; d--) {
      halo = halo || inHalo(dims[d], rest % dims[d].cells);
      rest = Math.floor(rest / dims[d].cells);
    }
    return halo ? "halo" : "own";
  };
  const width = columns * dx, height = rows * dy, gap = 18;
  const parts = [];
  for (let slice = 0; slice < shown; slice++) {
    const group = s("g", { transform: `translate(${slice * (width + gap) + 1} 1)` });
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; ) {
        const kind = kindAt(slice, y, x);
        let end = x + 1;
        while (end < columns && kindAt(slice, y, end) === kind) end++;
        group.append(s("rect", { ...sign(kind), x: x * dx, y: y * dy,
          width: (end - x) * dx, height: dy }));
        x = end;
      }
    if (dx >= 5 && dy >= 5) {
      let lines = "";
      for (let x = 1; x < columns; x++) lines += `M${x * dx} 0v${height}`;
      for (let y = 1; y < rows; y++) lines += `M0 ${y * dy}h${width}`;
      group.append(s("path", { class: "grid", d: lines }));
    }
    group.append(s("rect", { ...sign("edge"), width, height }));
    parts.push(group);
  }
  const total = shown * (width + gap) - gap + 2;
  const halo = haloText(dims);
  const alternative = `A block touches ${count(f.element_count)} elements in a box of ` +
    `${box(dims)}${halo ? `; halo ${halo}` : ""}.`;
  return [
    s("svg", { class: "footprint", viewBox: `0 0 ${total} ${height + 2}`, width: total,
      height: height + 2, role: "img", "aria-label": alternative },
      s("title", {}, alternative), parts),
    slices > shown ? h("p", { class: "quiet" }, `${shown} of ${slices} slices`) : "",
  ];
}

function footprintFigure(array, f) {
  const drawing = drawFootprint(f);
  const dims = f.dimensions;
  const hasHalo = dims.some((d) => d.halo && d.halo[0] + d.halo[1] > 0);
  const where = dims.map((d) => `${d.origin}${d.stride === 1 ? "" : ` step ${d.stride}`}`);
  return h("figure", { class: "of-footprint" },
    h("h4", {}, "Footprint of a block, ", h("span", { class: "quiet" }, `at ${f.at}`)),
    drawing || h("p", { class: "quiet" }, `Box of ${box(dims)}: sizes are known at run time.`),
    drawing && keysOf("own", ...(hasHalo ? ["halo"] : []),
      ...((f.cells || []).some((row) => row.includes(".")) ? ["untouched"] : [])),
    h("figcaption", {},
      h("p", {}, `${count(f.access_count)} accesses to ${count(f.element_count)} elements` +
        (f.frequency !== undefined ? `: ${number(f.frequency)} per element` : "") +
        (f.sharing !== undefined && f.sharing !== f.frequency
          ? `, ${number(f.sharing)} between threads` : "") + "."),
      h("p", { class: "quiet" }, `Box ${box(dims)} from `,
        h("span", { class: "code" }, `[${where.join("][")}]`),
        f.may ? "; some accesses may be skipped" : "")));
}
