"""A person as jointed segments: forward kinematics in the plane of the drawing, in meters, y up.

Angles are in degrees with the signs of LandmarkMotion: 0 is neutral, flexion and abduction are
positive.
"""

import math

HEAD, NECK, TRUNK = 0.105, 0.235, 0.50
UPPER_ARM, FOREARM, HAND = 0.28, 0.25, 0.07
THIGH, SHANK = 0.42, 0.42
HEEL, TOES, ANKLE = 0.06, 0.17, 0.075
# Front view: half the width of shoulders and hips.
SHOULDERS, HIPS = 0.185, 0.10


def hanging(angle):
    """The direction of a segment that hangs down at 0 and points forward at 90."""
    return math.sin(math.radians(angle)), -math.cos(math.radians(angle))


def along(start, direction, length):
    return start[0] + direction[0] * length, start[1] + direction[1] * length


def direction(start, end):
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def between(a, b):
    """The angle between two directions, 0…180."""
    return math.degrees(math.atan2(abs(a[0] * b[1] - a[1] * b[0]), a[0] * b[0] + a[1] * b[1]))


def solve(low, high, error):
    """The number in low…high at which `error` is 0; the signs at the two ends must differ."""
    rising = error(high) > error(low)
    for _ in range(60):
        middle = (low + high) / 2
        if (error(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    assert abs(error(middle)) < 1e-6, f"no solution: {error(middle)}"
    return middle


def reach(start, end, first, second, bend):
    """The joint between two segments from `start` to `end`; `bend` (±1) is the side it is on."""
    distance = min(math.dist(start, end), first + second - 1e-9)
    lean = math.acos((first ** 2 + distance ** 2 - second ** 2) / (2 * first * distance))
    to = direction(start, end)
    turn = bend * lean
    return along(start, (to[0] * math.cos(turn) - to[1] * math.sin(turn),
                         to[0] * math.sin(turn) + to[1] * math.cos(turn)), first)


class Leg:
    """Hip and knee flexion; the foot flat on the ground, or its sole at an angle (heel up > 0)."""

    def __init__(self, hip=0.0, knee=0.0, sole=0.0):
        self.hip, self.knee, self.sole = hip, knee, sole


class Arm:
    """Shoulder and elbow flexion; the hand continues the forearm, or points in the direction `hand`
    (0 down, 90 forward). `seen` is the visible share of the forearm's length."""

    def __init__(self, shoulder=0.0, elbow=0.0, hand=None, seen=1.0):
        self.shoulder, self.elbow, self.hand, self.seen = shoulder, elbow, hand, seen


class SideView:
    """A person who faces right, seen from the person's right side: near limbs are the right ones.

    `trunk` is the inclination, positive forward. `anchor` names the point that is placed at `at`.
    """

    def __init__(self, trunk=0.0, near_leg=None, far_leg=None, near_arm=None, far_arm=None,
                 neck=0.0, anchor="near.ankle", at=(0.0, ANKLE)):
        self.points = {"hip": (0.0, 0.0)}
        self.points["shoulder"] = along((0, 0), hanging(180 - trunk), TRUNK)
        self.points["head"] = along(self.points["shoulder"], hanging(180 - trunk - neck), NECK)
        near_leg, near_arm = near_leg or Leg(), near_arm or Arm()
        for side, leg in (("near", near_leg), ("far", far_leg or near_leg)):
            self.add_leg(side, leg, trunk)
        for side, arm in (("near", near_arm), ("far", far_arm or near_arm)):
            self.add_arm(side, arm, trunk)
        origin = self.points[anchor]
        self.points = {name: (x - origin[0] + at[0], y - origin[1] + at[1])
                       for name, (x, y) in self.points.items()}

    def add_leg(self, side, leg, trunk):
        hip = self.points["hip"]
        thigh = leg.hip - trunk
        knee = along(hip, hanging(thigh), THIGH)
        ankle = along(knee, hanging(thigh - leg.knee), SHANK)
        turn = math.radians(-leg.sole)
        for name, (x, y) in (("heel", (-HEEL, -ANKLE)), ("toes", (TOES, -ANKLE))):
            self.points[f"{side}.{name}"] = (
                ankle[0] + x * math.cos(turn) - y * math.sin(turn),
                ankle[1] + x * math.sin(turn) + y * math.cos(turn))
        self.points[f"{side}.knee"], self.points[f"{side}.ankle"] = knee, ankle

    def add_arm(self, side, arm, trunk):
        shoulder = self.points["shoulder"]
        upper = arm.shoulder - trunk
        elbow = along(shoulder, hanging(upper), UPPER_ARM)
        wrist = along(elbow, hanging(upper + arm.elbow), FOREARM)
        self.points[f"{side}.elbow"], self.points[f"{side}.wrist"] = elbow, wrist
        hand = upper + arm.elbow if arm.hand is None else arm.hand
        self.points[f"{side}.hand"] = along(wrist, hanging(hand), HAND * arm.seen)

    def __getitem__(self, name):
        return self.points[name]

    # Where a measure is drawn: the joint, the direction of 0, and the direction of the segment.

    def knee(self, side="near"):
        knee = self[f"{side}.knee"]
        return knee, direction(self["hip"], knee), direction(knee, self[f"{side}.ankle"])

    def elbow(self, side="near"):
        elbow = self[f"{side}.elbow"]
        return elbow, direction(self["shoulder"], elbow), direction(elbow, self[f"{side}.wrist"])

    def hip(self, side="near"):
        hip = self["hip"]
        return hip, direction(self["shoulder"], hip), direction(hip, self[f"{side}.knee"])

    def shoulder(self, side="near"):
        shoulder = self["shoulder"]
        return (shoulder, direction(shoulder, self["hip"]),
                direction(shoulder, self[f"{side}.elbow"]))

    def sole(self, side="near"):
        return (self[f"{side}.toes"], (-1.0, 0.0),
                direction(self[f"{side}.toes"], self[f"{side}.heel"]))


class FrontView:
    """A person who faces the viewer, so that the person's left is on the right of the drawing.

    Arms and legs are abducted by pairs of angles, the right side's first; elbows bend outward in
    the drawing's plane. The feet stand on the ground, or `lift` above it.
    """

    def __init__(self, arms=(0.0, 0.0), elbows=(0.0, 0.0), legs=(0.0, 0.0), lift=0.0):
        points = {"hip": (0.0, 0.0), "shoulder": (0.0, TRUNK), "head": (0.0, TRUNK + NECK)}
        for index, (side, sign) in enumerate((("right", -1), ("left", 1))):
            def outward(angle, sign=sign):
                x, y = hanging(angle)
                return sign * x, y
            points[f"{side}.shoulder"] = (sign * SHOULDERS, TRUNK - 0.02)
            points[f"{side}.hip"] = (sign * HIPS, 0.0)
            upper = arms[index]
            points[f"{side}.elbow"] = along(points[f"{side}.shoulder"], outward(upper), UPPER_ARM)
            points[f"{side}.wrist"] = along(
                points[f"{side}.elbow"], outward(upper + elbows[index]), FOREARM)
            points[f"{side}.hand"] = along(
                points[f"{side}.wrist"], outward(upper + elbows[index]), HAND)
            points[f"{side}.knee"] = along(points[f"{side}.hip"], outward(legs[index]), THIGH)
            points[f"{side}.ankle"] = along(points[f"{side}.knee"], outward(legs[index]), SHANK)
            ankle = points[f"{side}.ankle"]
            points[f"{side}.toes"] = (ankle[0] + sign * 0.06, ankle[1] - ANKLE)
        rise = lift + ANKLE - points["left.ankle"][1]
        self.points = {name: (x, y + rise) for name, (x, y) in points.items()}

    def __getitem__(self, name):
        return self.points[name]

    def shoulder(self, side="left"):
        shoulder = self[f"{side}.shoulder"]
        return shoulder, (0.0, -1.0), direction(shoulder, self[f"{side}.elbow"])

    def spread(self):
        """The lines from the hips' midpoint to the ankles."""
        hip = self["hip"]
        return hip, direction(hip, self["right.ankle"]), direction(hip, self["left.ankle"])
