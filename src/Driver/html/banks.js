//===--- Banks -----------------------------------------------------------===//

/// For each bank the words that lanes want at once, in the worst group.
function clashes(tile, use) {
  const banks = device.banks, wordBytes = 4;
  const perLane = use.width * tile.element_bytes;
  const group = Math.max(1, Math.floor(banks * wordBytes / Math.max(wordBytes, perLane)));
  let worst = null, most = 0;
  for (let from = 0; from < use.lanes.length; from += group) {
    const words = Array.from({ length: banks }, () => new Set());
    for (const lane of use.lanes.slice(from, from + group))
      for (let b = 0; b < perLane; b += Math.min(wordBytes, tile.element_bytes)) {
        const word = Math.floor((lane * tile.element_bytes + b) / wordBytes);
        words[word % banks].add(word);
      }
    const degree = Math.max(...words.map((w) => w.size));
    if (degree > most) [worst, most] = [words, degree];
  }
  return worst;
}

function drawBanks(tile, use) {
  const { rows, row_cells: cells, pitch } = tile.memory;
  const shownRows = Math.min(rows, 32), shownColumns = Math.min(pitch, 72);
  const size = Math.max(6, Math.min(13, Math.floor(430 / shownColumns)));
  const bankOf = (cell) =>
    Math.floor(cell * tile.element_bytes / 4) % device.banks;
  const words = use.lanes.length ? clashes(tile, use) : null;
  const isPadding = (x) => tile.memory.skew
    ? x % (tile.memory.skew + 1) === tile.memory.skew || x >= pitch : x >= cells;
  const hatch = freshId("hatch");
  const parts = [s("defs", {}, s("pattern", { id: hatch, width: 4, height: 4,
    patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("path", { class: "hatch-line", d: "M0 0v4" })))];
  for (let y = 0; y < shownRows; y++)
    for (let x = 0; x < shownColumns; x++) {
      const bank = bankOf(y * pitch + x);
      const rect = s("rect", { x: x * size, y: y * size, width: size - 1,
        height: size - 1, ...sign(isPadding(x) ? "pad" : "bank") }, s("title", {},
        `row ${y}, cell ${x}: ${isPadding(x) ? "padding, " : ""}bank ${bank}`));
      rect.style.fill = isPadding(x) ? `url(#${hatch})`
        : `hsl(${Math.round(bank * 360 / device.banks)} var(--bank-strength) var(--bank-light))`;
      parts.push(rect);
    }
  for (const lane of new Set(use.lanes)) {
    const [y, x] = [Math.floor(lane / pitch), lane % pitch];
    if (y >= shownRows || x >= shownColumns) continue;
    const clash = words && words[bankOf(lane)].size > 1;
    parts.push(s("rect", { ...sign(clash ? "clash" : "lane"), x: x * size + .5,
      y: y * size + .5, width: Math.min(use.width, pitch - x) * size - 2, height: size - 2 }));
  }
  let height = shownRows * size, width = shownColumns * size;
  if (words) {
    const most = Math.max(...words.map((w) => w.size));
    const step = Math.max(8, Math.min(13, Math.floor(width / words.length)));
    const unit = Math.min(10, 60 / most), top = height + 14;
    parts.push(s("text", { class: "quiet", x: 0, y: top + 2 },
      "Words that the first warp wants at once, by bank"));
    words.forEach((w, bank) => parts.push(s("rect", {
      ...sign(w.size > 1 ? "count-clash" : "count"), x: bank * step,
      y: top + 10 + (most - w.size) * unit, width: step - 1,
      height: Math.max(1, w.size * unit) },
      s("title", {}, `bank ${bank}: ${plural(w.size, "word")}`))));
    height = top + 12 + most * unit;
    width = Math.max(width, words.length * step, 270);
  }
  const degree = words ? Math.max(...words.map((w) => w.size)) : 0;
  const says = degree > 1 ? `${degree} words of one bank are wanted at once.`
    : degree ? "No bank is wanted twice at once." : "";
  const alternative = `${tile.name}: ${rows} rows of ${cells} cells, ${pitch} cells apart. ${says}`;
  return [says, s("svg", { class: "banks", viewBox: `0 0 ${width} ${height}`, width, height,
    role: "img", "aria-label": alternative }, s("title", {}, alternative), parts),
    shownRows < rows || shownColumns < pitch ? h("p", { class: "quiet" },
      "Shown: the first " + [shownRows < rows && `${shownRows} of ${rows} rows`,
        shownColumns < pitch && `${shownColumns} of ${pitch} cells of a row`]
        .filter(Boolean).join(", ") + ".") : ""];
}

function tileFigure(tile) {
  const uses = tile.uses.filter((use) => use.lanes.length);
  const extra = (use) => (use.wavefronts || 1) / (use.warps || 1);
  const worst = [...uses].sort((a, b) => extra(b) - extra(a))[0] || { lanes: [], width: 1 };
  const holder = h("div", { class: "scroll" }), keys = h("div");
  const says = h("p");
  const show = (use) => {
    const [firstWarp, ...drawing] = drawBanks(tile, use);
    holder.replaceChildren(...drawing.filter(Boolean));
    keys.replaceChildren(keysOf(...["bank", "lane", "clash", "pad", "count", "count-clash"]
      .filter((key) => holder.querySelector(`[data-sign="${key}"]`))));
    says.textContent = use.wavefronts === undefined ? firstWarp
      : `${plural(use.wavefronts, "pass", "passes")} through shared memory for ` +
        `${plural(use.warps, "warp")}` +
        (use.wavefronts > use.warps ? ": lanes wait for each other." : ": no conflict.");
  };
  const facts = [`${tile.bytes === undefined ? tile.bytes_text + " B" : bytes(tile.bytes)}`,
    `at ${tile.at}`, tile.buffers > 1 && `${tile.buffers} buffers`,
    tile.async && "copied asynchronously", tile.transposed && "transposed",
    tile.vector > 1 && `read ${tile.vector} cells at once`,
    tile.copied_out && (tile.copied_in ? "copied in and back" : "copied back"),
  ].filter(Boolean);
  const figure = h("figure", { class: "of-tile" },
    h("h4", {}, "Tile ", h("span", { class: "code" }, tile.name)),
    h("p", { class: "quiet" }, `${tile.dimensions.map((d) => d.extent).join(" × ")} cells: ` +
      facts.join(", ")));
  if (!tile.memory)
    return fill(figure, {}, [h("p", { class: "quiet" }, "Sizes are known at run time.")]);
  if (uses.length > 1) {
    const id = freshId("use");
    const select = h("select", { id, onchange: () => show(uses[select.value]) },
      uses.map((use, i) => h("option", { value: i, selected: use === worst },
        `line ${use.line || "?"}: [${use.index.join("][")}]` +
        (use.wavefronts > use.warps ? " (conflicts)" : ""))));
    figure.append(h("p", {}, h("label", { for: id, class: "quiet" }, "Access "), select));
  } else if (uses.length)
    figure.append(h("p", { class: "code quiet" }, `[${worst.index.join("][")}]`));
  const m = tile.memory;
  fill(figure, {}, [holder,
    keys,
    h("figcaption", {}, says, h("p", { class: "quiet" },
      `Rows are ${m.pitch} cells of ${tile.element_bytes} B apart` +
      (m.padding ? `, ${m.padding} of them padding` : "") +
      (m.skew ? `, one of padding after every ${m.skew}` : "") + "."))]);
  show(worst);
  return figure;
}
