"""The pictures of a report, as SVG that needs nothing else.

Colours follow the reader's light or dark mode. Each version has a colour and a
shape, the same in all pictures, and each mark says in its <title> what it is.
"""

import math
from xml.sax.saxutils import escape

# Versions whose colour and shape do not depend on the others.
FIRST = ["naive", "tessera", "by_hand", "vendor"]
# Of text, ground, lines, failures; then of the versions: light, dark.
COLOURS = {
    "text": ("#24292f", "#e6edf3"), "quiet": ("#57606a", "#9198a1"),
    "ground": ("#ffffff", "#0d1117"), "band": ("#f3f5f7", "#151b23"),
    "grid": ("#d0d7de", "#30363d"), "axis": ("#57606a", "#9198a1"),
    "bad": ("#cf222e", "#ff7b72"),
    "v0": ("#8c959f", "#7d8590"), "v1": ("#0969da", "#58a6ff"),
    "v2": ("#d4760a", "#f0a04b"), "v3": ("#1a7f37", "#56d364"),
    "v4": ("#a0439c", "#d2a8ff"), "v5": ("#0e8a8a", "#39c5cf"),
    "v6": ("#9a6700", "#e3b341"), "v7": ("#82071e", "#ff9bce"),
}
LINES = ("grid", "axis")
SHAPES = ["circle", "diamond", "square", "up", "down", "slash", "bar", "dash"]


def style():
    def rules(mode):
        for name, colours in COLOURS.items():
            kind = "stroke" if name in LINES else "fill"
            yield f".{name}{{{kind}:{colours[mode]}}}"
    return ("text{font:12px system-ui,'DejaVu Sans',sans-serif}"
            ".small{font-size:10px}.head{font-size:16px;font-weight:600}"
            ".leader{stroke-width:.8;stroke-opacity:.45}"
            + "".join(rules(0)) + "@media (prefers-color-scheme:dark){"
            + "".join(rules(1)) + "}")


def place(version, versions):
    """Of a version's colour and shape."""
    if version in FIRST:
        return FIRST.index(version)
    others = [v for v in versions if v not in FIRST]
    return len(FIRST) + others.index(version) % (len(SHAPES) - len(FIRST))


def n(value):
    """A coordinate."""
    return f"{value:.1f}".removesuffix(".0")


def figures(value, digits=3):
    """With so many figures, without an exponent."""
    rounded = abs(float(f"{value:.{digits}g}"))
    places = digits - 1 - math.floor(math.log10(rounded))
    return f"{value:.{max(0, places)}f}"


def percent(share):
    return f"{share * 100:.0f} %" if share >= 0.1 else \
        f"{figures(share * 100, 2)} %"


class Picture:
    def __init__(self, width, height, title, description):
        self.width, self.height = width, height
        self.title, self.description = title, description
        self.parts = []

    def text(self, x, y, text, kind="text", anchor="start", turn=None):
        turned = f' transform="rotate({turn} {n(x)} {n(y)})"' if turn else ""
        self.parts.append(f'<text x="{n(x)}" y="{n(y)}" class="{kind}" '
                          f'text-anchor="{anchor}"{turned}>{escape(text)}'
                          "</text>")

    def line(self, points, kind):
        path = "L".join(f"{n(x)} {n(y)}" for x, y in points)
        self.parts.append(f'<path class="{kind}" fill="none" d="M{path}"/>')

    def box(self, x, y, width, height, kind, says=""):
        says = f"<title>{escape(says)}</title>" if says else ""
        self.parts.append(
            f'<rect x="{n(x)}" y="{n(y)}" width="{n(max(width, 0.5))}" '
            f'height="{n(height)}" class="{kind}">{says}</rect>')

    def mark(self, x, y, index, says="", r=4.5):
        """Of a version."""
        shape = SHAPES[index]
        says = f"<title>{escape(says)}</title>" if says else ""
        if shape == "circle":
            self.parts.append(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" '
                              f'class="v{index}">{says}</circle>')
            return
        corners = {
            "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
            "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            "up": [(0, -1.2), (1.2, 1), (-1.2, 1)],
            "down": [(0, 1.2), (1.2, -1), (-1.2, -1)],
            "bar": [(-0.4, -1.3), (0.4, -1.3), (0.4, 1.3), (-0.4, 1.3)],
            "slash": [(-1.2, -0.7), (-0.7, -1.2), (1.2, 0.7), (0.7, 1.2)],
            "dash": [(-1.3, -0.4), (1.3, -0.4), (1.3, 0.4), (-1.3, 0.4)],
        }[shape]
        path = "L".join(f"{n(x + a * r)} {n(y + b * r)}" for a, b in corners)
        self.parts.append(f'<path class="v{index}" d="M{path}Z">{says}</path>')

    def legend(self, x, y, versions, all_versions, bars=False):
        for version in versions:
            index = place(version, all_versions)
            if bars:
                self.box(x, y - 9, 10, 10, f"v{index}")
            else:
                self.mark(x + 5, y - 4, index)
            self.text(x + 15, y, version)
            x += 35 + 7.5 * len(version)

    def finish(self):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '
            f'{n(self.width)} {n(self.height)}" width="{n(self.width)}" '
            f'height="{n(self.height)}" role="img" aria-labelledby="t d">\n'
            f'<title id="t">{escape(self.title)}</title>\n'
            f'<desc id="d">{escape(self.description)}</desc>\n'
            f"<style>{style()}</style>\n"
            f'<rect width="100%" height="100%" class="ground"/>\n'
            + "\n".join(self.parts) + "\n</svg>\n")


def ticks(low, high):
    """Of a logarithmic axis: 1, 2, 5, or powers of ten where it is long."""
    steps = [1, 2, 5] if math.log10(high / low) <= 4 else [1]
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [m * 10.0 ** p for p in powers for m in steps
            if low * 0.999 <= m * 10.0 ** p <= high * 1.001]


def logarithmic(low, high, start, end):
    """The map from values to coordinates."""
    scale = (end - start) / math.log(high / low)
    return lambda v: start + math.log(v / low) * scale


def plain(value):
    return f"{value:.10f}".rstrip("0").rstrip(".")


def spread(wanted, gap, low, high):
    """Places near the wanted ones, which are sorted, at least gap apart."""
    blocks = []  # first place wanted, on average, and how many
    for x in wanted:
        blocks.append((x, 1))
        while len(blocks) > 1 and (blocks[-2][0] + blocks[-2][1] * gap
                                   > blocks[-1][0]):
            (b, m), (a, k) = blocks.pop(), blocks.pop()
            blocks.append(((a * k + (b - k * gap) * m) / (k + m), k + m))
    places = [a + i * gap for a, k in blocks for i in range(k)]
    for i in range(len(places)):
        places[i] = max(places[i], low + i * gap)
    for i in range(len(places)):
        places[-1 - i] = min(places[-1 - i], high - i * gap)
    return places


def subtitle(results):
    """Devices and commits, each once."""
    devices = dict.fromkeys(r.device["device"] for r in results.runs)
    commits = dict.fromkeys(r.commit for r in results.runs)
    return f"{', '.join(devices)}, commit {', '.join(commits)}"


def by_value(rows, value):
    """Highest first; those without a value last, by name."""
    return sorted(rows, key=lambda r: (-(value(r) or 0), r.kernel))


def speedup(results):
    """Bars: how many times as fast as naive, for each kernel's largest size."""
    versions = [v for v in results.versions if v != "naive"]
    rows = by_value(results.largest(), lambda r: r.speedup("tessera"))
    ends = [x for r in rows for v in r.versions.values() if v.speedup
            for x in v.speedup]
    low, high = min(ends + [0.5]) / 1.02, max(ends + [2]) * 1.02
    bar, gap, left, top, width = 10, 10, 170, 84, 860
    counts = [max(1, sum(v in r.versions for v in versions)) for r in rows]
    bottom = top + sum(counts) * bar + len(rows) * gap
    picture = Picture(width, bottom + 30, "Times as fast as naive",
                      "Bars on a logarithmic axis, one per version, for the "
                      "largest size of each kernel; whiskers are intervals of "
                      "95 % confidence. Bars start at 1, which is naive.")
    x = logarithmic(low, high, left, width - 50)
    picture.text(16, 26, picture.title, "text head")
    picture.text(16, 44, f"largest size of each kernel, {subtitle(results)}; "
                 "whiskers: 95 %", "quiet")
    picture.legend(left, 64, versions, results.versions, bars=True)
    y = top
    for i, (row, count) in enumerate(zip(rows, counts)):
        height = count * bar + gap
        if i % 2 == 0:
            picture.box(8, y, width - 16, height, "band")
        y += height
    for tick in ticks(low, high):
        picture.line([(x(tick), top), (x(tick), bottom)],
                     "axis" if tick == 1 else "grid")
        for edge in (top - 4, bottom + 14):
            picture.text(x(tick), edge, plain(tick) + "×", "quiet small",
                         "middle")
    y = top
    for row, count in zip(rows, counts):
        picture.text(left - 8, y + (count * bar + gap) / 2 + 4, row.kernel,
                     anchor="end")
        y += gap / 2
        for version in [v for v in versions if v in row.versions] or ["naive"]:
            bars(picture, row, version, x, y, bar, results.versions)
            y += bar
        y += gap / 2
    return picture.finish()


def bars(picture, row, version, x, y, height, versions):
    """One version's bar, whisker and number."""
    data = row.versions[version]
    if not data.speedup:
        wrong = "naive is wrong" if data.right else "wrong"
        picture.text(x(1) + 4, y + height - 1, f"{version}: {wrong}",
                     "bad small")
        return
    value, low, high = data.speedup
    at = sorted([x(1), x(value)])
    says = f"{row.kernel}, {version}: {figures(value)}×, " \
        f"{figures(low)} to {figures(high)}"
    if version != "naive":
        picture.box(at[0], y + 1, at[1] - at[0], height - 2,
                    f"v{place(version, versions)}", says)
    middle = y + height / 2
    picture.line([(x(low), middle), (x(high), middle)], "axis")
    for end in (low, high):
        picture.line([(x(end), middle - 2), (x(end), middle + 2)], "axis")
    picture.text(max(x(1), x(high)) + 4, y + height - 1, figures(value),
                 "quiet small")


def bound(results):
    """Dots: the share of the bound, for each kernel's largest size."""
    rows = by_value(results.largest(), lambda r: r.share("tessera"))
    shares = [v.share for r in rows for v in r.versions.values() if v.share]
    most = 1.0 if max(shares + [0]) <= 1 else 1.2
    left, right, top, step, width = 170, 690, 84, 22, 860
    bottom = top + step * len(rows)
    picture = Picture(width, bottom + 30, "Share of the bound",
                      "Dots, one per version, on a line for each kernel, for "
                      "its largest size: the least possible time by bytes or "
                      "operations, divided by the measured time. On the right: "
                      "what the bound counts.")
    picture.text(16, 26, picture.title, "text head")
    picture.text(16, 44, f"largest size of each kernel, {subtitle(results)}; "
                 "right: what binds", "quiet")
    picture.legend(left, 64, results.versions, results.versions)

    def x(share):
        return left + min(share, most) / most * (right - left)
    for i in range(0, len(rows), 2):
        picture.box(8, top + i * step, width - 16, step, "band")
    for tick in range(0, int(most * 100) + 1, 20):
        at = x(tick / 100)
        picture.line([(at, top), (at, bottom)],
                     "axis" if tick == 100 else "grid")
        for edge in (top - 4, bottom + 14):
            picture.text(at, edge, f"{tick} %", "quiet small", "middle")
    for i, row in enumerate(rows):
        dots(picture, row, x, top + (i + 0.5) * step, most, results.versions)
        picture.text(left - 8, top + (i + 0.5) * step + 4, row.kernel,
                     anchor="end")
    return picture.finish()


def dots(picture, row, x, y, most, versions):
    """A kernel's line."""
    shares = [x(v.share) for v in row.versions.values() if v.share]
    if shares:
        picture.line([(min(shares), y), (max(shares), y)], "grid")
    beside = []
    # A little above one another, so that equal ones all can be seen.
    offset = 10 / max(len(row.versions) - 1, 1)
    for i, version in enumerate(v for v in versions if v in row.versions):
        data = row.versions[version]
        if not data.right:
            beside.append(f"{version} is wrong")
            continue
        says = f"{row.kernel}, {version}: {percent(data.share)}"
        picture.mark(x(data.share), y - 5 + i * offset,
                     place(version, versions), says, 3.6)
        if data.share > most:
            beside.append(percent(data.share))
    kind = "quiet" if all(v.right for v in row.versions.values()) else "bad"
    picture.text(x(most) + 10, y + 4, ", ".join([row.bound_by] + beside),
                 kind + " small")


def roofline(results):
    """Operations per second against operations per byte."""
    versions = [v for v in FIRST[:3] if v in results.versions]
    run = results.runs[-1]
    rows = [r for r in results.largest() if r.unit()
            and r.run.device["device"] == run.device["device"]]
    rates = {u: run.device[u] for u in {r.unit() for r in rows}
             if u in run.device}
    picture = Picture(
        1060, 700, "Roofline",
        "Operations per second against operations per byte moved, both "
        "logarithmic, for the largest size of each kernel: naive, tessera and "
        "by_hand, joined by a line. Roofs are the measured copy bandwidth and "
        "the measured rate of each unit. Of several units of a kernel, the one "
        "that takes longest counts.")
    picture.text(16, 26, picture.title, "text head")
    picture.text(16, 44, f"largest size of each kernel, {subtitle(results)}; "
                 "a multiply-add is one operation", "quiet")
    picture.legend(16, 64, versions, versions)
    points = {r.kernel: speeds(r, versions) for r in rows}
    draw_roofline(picture, rows, points, rates, run.device["bytes"])
    return picture.finish()


def speeds(row, versions):
    """Operations per second of each version that is right."""
    count = row.operations[row.unit()]
    return {v: count / row.ms(v) * 1e3 for v in versions if row.ms(v)}


def draw_roofline(picture, rows, points, rates, bandwidth):
    left, right, top, bottom = 70, 950, 210, 650
    work = {r.kernel: r.operations[r.unit()] / r.bytes for r in rows}
    every = [v for p in points.values() for v in p.values()]
    roofs = list(rates.values()) or [bandwidth]
    x_range = (min([*work.values(), 0.1]) / 5, max([*work.values(), 100]) * 2)
    y_range = (min(every + [bandwidth * x_range[0]]) / 2,
               max(every + roofs) * 1.5)
    x = logarithmic(*x_range, left, right)
    y = logarithmic(*y_range, bottom, top)
    for tick in ticks(*x_range):
        picture.line([(x(tick), top), (x(tick), bottom)], "grid")
        picture.text(x(tick), bottom + 16, plain(tick), "quiet small", "middle")
    for tick in ticks(*y_range):
        picture.line([(left, y(tick)), (right, y(tick))], "grid")
        picture.text(left - 6, y(tick) + 4, si(tick), "quiet small", "end")
    picture.text((left + right) / 2, bottom + 36, "operations per byte",
                 anchor="middle")
    picture.text(18, (top + bottom) / 2, "operations per second",
                 anchor="middle", turn=-90)
    draw_roofs(picture, x, y, x_range, y_range, rates, bandwidth)
    order = sorted(rows, key=lambda r: (work[r.kernel], r.kernel))
    places = spread([x(work[r.kernel]) for r in order], 17, left, right)
    for row, label in zip(order, places):
        draw_points(picture, row, points[row.kernel], x(work[row.kernel]), y,
                    label, top)


def draw_roofs(picture, x, y, x_range, y_range, rates, bandwidth):
    highest = max(rates.values(), default=y_range[1])
    start = max(x_range[0], y_range[0] / bandwidth)
    end = min(highest / bandwidth, x_range[1])
    picture.line([(x(start), y(start * bandwidth)),
                  (x(end), y(end * bandwidth))], "axis")
    picture.text(x(start) + 6, y(start * bandwidth) + 16,
                 f"copy {si(bandwidth)}B/s", "text small")
    order = sorted(rates, key=lambda u: -rates[u])
    labels = spread([y(rates[u]) for u in order], 13, 0, picture.height)
    for unit, at in zip(order, labels):
        ridge = rates[unit] / bandwidth
        picture.line([(x(max(ridge, x_range[0])), y(rates[unit])),
                      (x(x_range[1]), y(rates[unit]))], "axis")
        picture.text(x(x_range[1]) + 6, at + 4, f"{unit} {si(rates[unit])}/s",
                     "text small")


def draw_points(picture, row, points, x, y, label, top):
    """A kernel: its name above, a line to its points."""
    names = list(FIRST)
    heights = [y(v) for v in points.values()]
    if heights:
        picture.line([(label, top - 12), (label, top), (x, min(heights)),
                      (x, max(heights))], "axis leader")
    picture.text(label + 3, top - 16, row.kernel, "text small", turn=-60)
    for version, value in points.items():
        picture.mark(x, y(value), names.index(version),
                     f"{row.kernel}, {version}: {si(value)}/s",
                     5.5 if version == "naive" else 4)


def si(value):
    """As in 31.7 T."""
    for factor, prefix in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]:
        if value >= factor * 0.9995:
            return f"{plain(float(f'{value / factor:.3g}'))} {prefix}"
    return plain(float(f"{value:.3g}"))
