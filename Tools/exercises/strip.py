"""A strip of panels, each with a person, as SVG that is readable on light and dark pages."""

import math
from xml.sax.saxutils import escape

from body import HEAD, SideView, along, between, direction

PANEL, MARGIN = 178, 6
ABOVE, BELOW, LINE = 14, 32, 15  # pixels above the person, below the ground, of a line of text
SCALE = 88  # pixels per meter

STYLE = """
.card { fill: #f6f8fa; stroke: #d5dce3 }
.body { stroke: #3b4856; fill: #3b4856 }
.far { stroke: #aab4bf; fill: #aab4bf }
.halo { stroke: #f6f8fa; fill: #f6f8fa }
.thing { stroke: #8a6d4b; fill: #d9c3a5 }
.ground { stroke: #8793a0 }
.mark { stroke: #c2410c; fill: none }
.zero { stroke: #c2410c; stroke-dasharray: 3 3; opacity: 0.75; fill: none }
.value { fill: #b03a08; stroke: #f6f8fa; stroke-width: 4; paint-order: stroke; font-weight: 700 }
.motion { stroke: #1668b8; fill: none }
.tip { fill: #1668b8 }
.title { fill: #1c2630; font-weight: 700; font-size: 13px }
.text { fill: #4c5a68; font-size: 11.5px }
text { font-family: -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  font-size: 12.5px; text-anchor: middle }
@media (prefers-color-scheme: dark) {
.card { fill: #1b222b; stroke: #36414d }
.body { stroke: #ccd6e0; fill: #ccd6e0 }
.far { stroke: #5c6a78; fill: #5c6a78 }
.halo { stroke: #1b222b; fill: #1b222b }
.thing { stroke: #b08f66; fill: #5a4932 }
.ground { stroke: #75828f }
.mark { stroke: #ff9a4d }
.zero { stroke: #ff9a4d }
.value { fill: #ffa55f; stroke: #1b222b }
.motion { stroke: #6cb6ff }
.tip { fill: #6cb6ff }
.title { fill: #eef3f8 }
.text { fill: #b4c0cc }
}
"""


def number(value):
    """A coordinate with one decimal, without a negative zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


class Panel:
    """One phase: a person, objects around the person, and marked angles."""

    def __init__(self, title, *text, center=0.0):
        self.title, self.text, self.center = title, text, center
        self.lines = []

    def at(self, point):
        return (PANEL / 2 + (point[0] - self.center) * SCALE, -point[1] * SCALE)

    def place(self, point):
        return " ".join(number(v) for v in self.at(point))

    def path(self, kind, width, *points, close=False, halo=False):
        """A line through points in meters, with an edge of the card's color if `halo`."""
        shape = "M" + " L".join(self.place(p) for p in points) + ("Z" if close else "")
        fill = "" if close else ' fill-opacity="0"'
        if halo:
            self.lines.append(f'<path class="halo" fill-opacity="0" stroke-width="{width + 4}"'
                              f' d="{shape}"/>')
        self.lines.append(f'<path class="{kind}"{fill} stroke-width="{width}" d="{shape}"/>')
        return self

    def ground(self, left=-0.95, right=0.95, height=0.0):
        return self.path("ground", 2, (self.center + left, height - 0.012),
                         (self.center + right, height - 0.012))

    def disc(self, kind, center, radius):
        x, y = (number(v) for v in self.at(center))
        self.lines.append(f'<circle class="{kind}" cx="{x}" cy="{y}"'
                          f' r="{number(radius * SCALE)}"/>')
        return self

    def block(self, left, bottom, right, top):
        """A box, such as a step."""
        return self.path("thing", 1.5, (left, bottom), (right, bottom), (right, top), (left, top),
                         close=True)

    def chair(self, front, seat=0.44, back=-1):
        """A chair whose seat ends at `front`; `back` (±1) is the side of its backrest."""
        rear = front + back * 0.42
        self.path("thing", 4, (rear, 0.02), (rear, seat), (rear + back * 0.04, seat + 0.42))
        self.path("thing", 4, (front - 0.02, 0.02), (front - 0.02, seat))
        return self.path("thing", 6, (rear, seat), (front, seat))

    def person(self, body, held=None):
        """The whole person; `held` draws what is in the hand."""
        if isinstance(body, SideView):
            self._arm(body, "far", "far")
            self._leg(body, "far", "far")
            self.path("body", 21, body["hip"], along(body["hip"], direction(
                body["hip"], body["shoulder"]), math.dist(body["hip"], body["shoulder"]) * 0.97))
            self._head(body)
            self._leg(body, "near", "body", halo=True)
            self._arm(body, "near", "body", halo=True)
        else:
            for side in ("right", "left"):
                self.path("body", 13, body[f"{side}.hip"], body[f"{side}.knee"])
                self.path("body", 10, body[f"{side}.knee"], body[f"{side}.ankle"])
                self.path("body", 8, body[f"{side}.ankle"], body[f"{side}.toes"])
            left, right = body["left.shoulder"], body["right.shoulder"]
            self.path("body", 10, left, right, body["right.hip"], body["left.hip"], close=True)
            self._head(body)
            for side in ("right", "left"):
                self.path("body", 8, body[f"{side}.shoulder"], body[f"{side}.elbow"],
                          body[f"{side}.wrist"], body[f"{side}.hand"], halo=True)
            self.path("body", 10, left, right)
        if held:
            held(self, body)
        return self

    def _head(self, body):
        self.path("body", 9, body["shoulder"], body["head"])
        self.disc("body", body["head"], HEAD)

    def _leg(self, body, side, kind, halo=False):
        ankle, heel, toes = (body[f"{side}.{name}"] for name in ("ankle", "heel", "toes"))
        lift = direction(heel, toes)
        up = (-lift[1] * 0.03, lift[0] * 0.03)
        self.path(kind, 5, ankle, _sum(heel, up), _sum(toes, up), close=True, halo=halo)
        self.path(kind, 13, body["hip"], body[f"{side}.knee"], halo=halo)
        self.path(kind, 10.5, body[f"{side}.knee"], ankle)

    def _arm(self, body, side, kind, halo=False):
        self.path(kind, 8, body["shoulder"], body[f"{side}.elbow"], body[f"{side}.wrist"],
                  body[f"{side}.hand"], halo=halo)

    def angle(self, joint, value=None, name=None, text=None, radius=0.22, shift=(0, 0)):
        """Marks the angle of a joint with an arc from a dashed line, where the angle is 0.

        `value` must be the figure's angle; `name` is the threshold's. `text` replaces the value,
        and `shift` moves it by meters.
        """
        center, zero, segment = joint
        drawn = between(zero, segment)
        assert value is None or abs(value - drawn) < 0.5, f"{self.title}: {drawn:.1f} drawn"
        first, turn = self.arc(joint, radius)
        # Beside a narrow angle on the side of its zero line, in the middle of a wide one.
        wide = abs(turn) >= 40
        middle = first + (turn / 2 if wide else -math.copysign(14, turn))
        at = along(center, _at(middle), radius + (0.16 if wide else 0.12))
        self.label(_sum(at, shift), value, name, text)
        return self

    def arc(self, joint, radius):
        """Draws the arc of an angle; returns the direction of its zero line and how far it turns.
        """
        center, zero, segment = joint
        self.path("zero", 1.5, center, along(center, zero, radius + 0.1))
        first, last = (math.degrees(math.atan2(v[1], v[0])) for v in (zero, segment))
        turn = (last - first + 180) % 360 - 180
        self.path("mark", 2.5, *(along(center, _at(first + turn * step / 24), radius)
                                 for step in range(25)))
        self.path("mark", 1.5, center, along(center, segment, radius + 0.05))
        return first, turn

    def mean(self, joints, value, name, at):
        """Marks the angles of joints, with their mean written at a point."""
        drawn = sum(between(*joint[1:]) for joint in joints) / len(joints)
        assert abs(value - drawn) < 0.5, f"{self.title}: {drawn:.1f} drawn"
        for joint in joints:
            self.arc(joint, 0.2)
        x, y = at
        self.label((x, y + 0.08), value, text="mean")
        return self.label((x, y - 0.08), value, name)

    def height(self, low, high, centimeters, name):
        """Marks how much higher one point is than another, beside them."""
        x = max(low[0], high[0]) + 0.24
        assert abs((high[1] - low[1]) * 100 - centimeters) < 0.5, self.title
        for y in (low[1], high[1]):
            self.path("zero", 1.5, (x - 0.2, y), (x + 0.05, y))
        self.path("mark", 2.5, (x, low[1]), (x, high[1]))
        return self.label((x + 0.2, (low[1] + high[1]) / 2 + 0.01), centimeters, name,
                          f"{centimeters:g} cm")

    def label(self, at, value, name=None, text=None):
        """Writes an angle; `name` identifies, for tests, the threshold in the definition."""
        x, y = (number(v) for v in self.at((at[0], at[1] - 0.05)))
        written = text if text is not None else f"{value:g}°"
        data = f' data-threshold="{name}" data-value="{value:g}"' if name else ""
        self.lines.append(f'<text class="value" x="{x}" y="{y}"{data}>{escape(written)}</text>')
        return self

    def arrow(self, *points):
        """A curved arrow through three points, or a straight one between two."""
        places = [self.at(p) for p in points]
        start, end = places[0], places[-1]
        control = places[1] if len(places) == 3 else start
        heading = math.atan2(end[1] - control[1], end[0] - control[0])
        tip = " ".join(f"{number(end[0] + 9 * math.cos(heading + turn))},"
                       f"{number(end[1] + 9 * math.sin(heading + turn))}"
                       for turn in (0, 2.3, -2.3))
        curve = f"Q{number(control[0])} {number(control[1])} " if len(places) == 3 else "L"
        self.lines.append(
            f'<path class="motion" stroke-width="2.5" d="M{number(start[0])} {number(start[1])}'
            f' {curve}{number(end[0])} {number(end[1])}"/><polygon class="tip" points="{tip}"/>')
        return self

    def svg(self, left, ground, height):
        """The panel's elements; `ground` is the height of the ground line in the strip."""
        below = [("title", 20, self.title)]
        below += [("text", 35 + LINE * row, text) for row, text in enumerate(self.text)]
        texts = [f'<text class="{kind}" x="{PANEL / 2:g}" y="{y:g}">{escape(text)}</text>'
                 for kind, y, text in below]
        return (f'<g transform="translate({left} {ground:g})">\n'
                f'<rect class="card" x="3" y="{3 - ground:g}" width="{PANEL - 6}"'
                f' height="{height - 6:g}" rx="8"/>\n' + "\n".join(self.lines + texts)
                + "\n</g>\n")


def svg(title, description, panels, tall=1.9):
    """The strip of panels; `tall` is the height in meters that they show."""
    ground = round(ABOVE + tall * SCALE)
    lines = max(len(panel.text) for panel in panels)
    width, height = PANEL * len(panels) + 2 * MARGIN, ground + BELOW + LINE * lines
    body = "".join(panel.svg(MARGIN + index * PANEL, ground, height)
                   for index, panel in enumerate(panels))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img" stroke-linecap="round"'
            f' stroke-linejoin="round">\n<title>{escape(title)}</title>\n'
            f"<desc>{escape(description)}</desc>\n<style>{STYLE}</style>\n{body}</svg>\n")


def _sum(a, b):
    return a[0] + b[0], a[1] + b[1]


def _at(degrees):
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
