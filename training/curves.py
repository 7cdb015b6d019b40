"""The curves of a run: `log.jsonl` of a folder as `curves.html`."""

import json
import sys
from pathlib import Path

SHOWN = [
    ("strength", "points per game over the parent (self-play settings), 95% interval"),
    ("entropy", "entropy of the policy, nats per decision"),
    ("anchor", "KL divergence from the anchor, nats per decision"),
    ("critic_explains", "variance of the returns that the critic explains"),
    ("standing_explains", "variance of results that the standing explains"),
    ("clipped", "rows beyond the clip"),
    ("exploitability", "exploitability, chips per game"),
]
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 220, 56, 28


def plot(title, points):
    """An SVG of (minute, value, half an interval or None)."""
    low = min(value - (half or 0) for _, value, half in points)
    high = max(value + (half or 0) for _, value, half in points)
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    last = max(minute for minute, _, _ in points) or 1
    x = lambda minute: LEFT + (WIDTH - LEFT - 8) * minute / last
    y = lambda value: 8 + (HEIGHT - BOTTOM - 8) * (high - value) / (high - low)
    line = " ".join(f"{x(m):.1f},{y(v):.1f}" for m, v, _ in points)
    band = [p for p in points if p[2] is not None]
    above = " ".join(f"{x(m):.1f},{y(v + h):.1f}" for m, v, h in band)
    below = " ".join(f"{x(m):.1f},{y(v - h):.1f}" for m, v, h in reversed(band))
    marks = "".join(
        f'<text x="{LEFT - 6}" y="{y(v) + 4:.1f}" text-anchor="end">{v:.3g}</text>'
        f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{y(v):.1f}" y2="{y(v):.1f}"/>'
        for v in (low, (low + high) / 2, high))
    return (f"<figure><figcaption>{title}</figcaption>"
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{marks}'
            f'<text x="{WIDTH - 8}" y="{HEIGHT - 6}" text-anchor="end">{last:.1f} minutes</text>'
            + (f'<polygon points="{above} {below}"/>' if band else "")
            + f'<polyline points="{line}"/></svg></figure>')


def series(lines):
    """Every curve there is, by its title."""
    found = {}
    for line in lines:
        minute = line["seconds"] / 60
        values = {title: line.get(name) for name, title in SHOWN}
        values |= {f"{name}, per round and seat": rate for name, rate in line.get("rates", {}).items()}
        for title, value in values.items():
            if value is None:
                continue
            value, half = value if isinstance(value, list) else (value, None)
            found.setdefault(title, []).append((minute, value, half))
    return found


STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
svg{width:100%;font-size:13px;fill:currentColor}line{stroke:currentColor;opacity:.2}
polyline{fill:none;stroke:#2a7ab0;stroke-width:2}polygon{fill:#2a7ab0;opacity:.2}
figure{margin:1.5rem 0}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}"""


def write(folder):
    """Makes the page anew; the log may be of an interrupted run."""
    lines = []
    for text in (Path(folder) / "log.jsonl").read_text().splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            continue
    figures = "".join(plot(title, points) for title, points in series(lines).items())
    page = (f'<!doctype html><html lang="en"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>Self-play</title>'
            f"<style>{STYLE}</style><h1>Self-play</h1>{figures}</html>\n")
    (Path(folder) / "curves.html").write_text(page)


if __name__ == "__main__":
    write(sys.argv[1])
