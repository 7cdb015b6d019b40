"""Pictures of views for notebooks: what the terminal shows, as HTML and SVG."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from ._fuda import View

#: The eight colours of a terminal, dark and bright.
_COLOURS = (
    "#000000", "#b00020", "#1b7f3b", "#8a6d00", "#1f4fbf", "#8a2be2", "#007c91", "#666666",
    "#444444", "#d32f2f", "#2e9e54", "#b58900", "#3b6fe0", "#a555ee", "#0097a7", "#999999",
)  # fmt: skip
_ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
_CELL, _LINE = 9, 20


def _xterm(number: int) -> str:
    """The colour of a number from 0 to 255."""
    if number < 16:
        return _COLOURS[number]
    if number >= 232:
        level = 8 + 10 * (number - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    red, green, blue = steps[number // 36], steps[number // 6 % 6], steps[number % 6]
    return f"#{red:02x}{green:02x}{blue:02x}"


class _Pen:
    """What the escape codes have switched on."""

    def __init__(self) -> None:
        self.colour: str | None = None
        self.ground: str | None = None
        self.bold = False

    def read(self, codes: str) -> None:
        numbers = [int(code or 0) for code in codes.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                self.__init__()  # type: ignore[misc]
            elif code == 1:
                self.bold = True
            elif code == 22:
                self.bold = False
            elif code in (38, 48) and len(numbers) >= 2 and numbers[0] == 5:
                found = _xterm(numbers[1] % 256)
                del numbers[:2]
                if code == 38:
                    self.colour = found
                else:
                    self.ground = found
            elif 30 <= code <= 37:
                self.colour = _COLOURS[code - 30]
            elif 90 <= code <= 97:
                self.colour = _COLOURS[code - 82]
            elif code == 39:
                self.colour = None
            elif 40 <= code <= 47:
                self.ground = _COLOURS[code - 40]
            elif 100 <= code <= 107:
                self.ground = _COLOURS[code - 92]
            elif code == 49:
                self.ground = None


def _runs(line: str, pen: _Pen) -> Iterator[tuple[str, str | None, str | None, bool]]:
    """The pieces of a line: text, colour, background, bold."""
    at = 0
    for escape in _ESCAPE.finditer(line):
        if escape.start() > at:
            yield line[at : escape.start()], pen.colour, pen.ground, pen.bold
        pen.read(escape.group(1))
        at = escape.end()
    if at < len(line):
        yield line[at:], pen.colour, pen.ground, pen.bold


def view_html(view: View) -> str:
    """A view as preformatted text in colours."""
    pen = _Pen()
    lines = []
    for line in view.draw(colour=True).splitlines():
        pieces = []
        for text, colour, ground, bold in _runs(line, pen):
            style = [f"color:{colour}"] * (colour is not None)
            style += [f"background:{ground}"] * (ground is not None)
            style += ["font-weight:bold"] * bold
            text = html.escape(text)
            pieces.append(f'<span style="{";".join(style)}">{text}</span>' if style else text)
        lines.append("".join(pieces))
    return '<pre style="line-height:1.25">' + "\n".join(lines) + "</pre>"


def view_svg(view: View) -> str:
    """A view as an SVG picture, in characters that every font has."""
    pen = _Pen()
    lines = view.draw(colour=True, ascii=True).splitlines()
    width = max((len(_ESCAPE.sub("", line)) for line in lines), default=1)
    parts = []
    for row, line in enumerate(lines):
        column = 0
        for text, colour, ground, bold in _runs(line, pen):
            x, y = column * _CELL + 8, row * _LINE + 8
            if ground is not None:
                size = f'width="{len(text) * _CELL}" height="{_LINE}"'
                parts.append(f'<rect x="{x}" y="{y}" {size} fill="{ground}"/>')
            if text.strip():
                weight = ' font-weight="bold"' if bold else ""
                fill = colour or "#222222"
                length = f'textLength="{len(text) * _CELL}" xml:space="preserve"'
                parts.append(
                    f'<text x="{x}" y="{y + 15}" {length} fill="{fill}"{weight}>'
                    f"{html.escape(text)}</text>"
                )
            column += len(text)
    size = f"{width * _CELL + 16} {len(lines) * _LINE + 16}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-size="15" '
        f'font-family="monospace">{"".join(parts)}</svg>'
    )
