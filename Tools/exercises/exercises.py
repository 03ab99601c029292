"""The phases of every built-in exercise, as strips of panels.

`THRESHOLDS` repeats the numbers from the definitions that are written into the drawings; tests
compare both. Numbers are thresholds (`top`, `bottom`), the `target` range of motion, where a `hold`
begins (in cm), and the limits of faults, by their names.
"""

import math

from body import (ANKLE, FOREARM, SHANK, THIGH, TOES, TRUNK, UPPER_ARM, Arm, FrontView, Leg, SideView,
                  along, between, direction, hanging, reach, solve)
from strip import Panel, svg

THRESHOLDS = {
    "squat": {"top": 30, "bottom": 60, "target": 90},
    "sit-to-stand": {"top": 60, "bottom": 25},
    "lunge": {"top": 35, "bottom": 65},
    "knee-extension": {"top": 65, "bottom": 30},
    "heel-raise": {"top": 18, "bottom": 30},
    "step-up": {"top": 25, "bottom": 50},
    "biceps-curl": {"top": 45, "bottom": 70},
    "shoulder-abduction": {"top": 35, "bottom": 70},
    "shoulder-flexion": {"top": 35, "bottom": 70},
    "push-up": {"top": 40, "bottom": 75},
    "bridge": {"top": 35, "bottom": 18},
    "plank": {"hipsLow": 15, "hipsHigh": 25},
    "jumping-jack": {"top": 45, "bottom": 100},
    "single-leg-stance": {"hold": 6},
    "chair-stand": {"top": 60, "bottom": 25},
    "five-times-sit-to-stand": {"top": 60, "bottom": 25},
    "timed-up-and-go": {"top": 60, "bottom": 25},
    "gait": {},
}

LYING = 0.115  # the height of the trunk's center above the ground


def heading(vector):
    """The angle of a direction: 0 down, 90 forward."""
    return math.degrees(math.atan2(vector[0], -vector[1]))


def leg_to(hip, ankle, trunk, bend=1, sole=0.0):
    """The leg that reaches from the hip to the ankle."""
    knee = reach(hip, ankle, THIGH, SHANK, bend)
    upper, lower = heading(direction(hip, knee)), heading(direction(knee, ankle))
    return Leg((upper + trunk + 180) % 360 - 180, (upper - lower + 180) % 360 - 180, sole)


# Postures


def squat(knee):
    """Shank and trunk lean so that the weight stays above the feet."""
    shank, hip = 0.3 * knee, 1.14 * knee
    trunk = hip - knee + shank
    return SideView(trunk, Leg(hip, knee), near_arm=Arm(85 + trunk, 5))


def seated(knee=90.0, other=90.0, arm=None):
    """Upright on a chair with level thighs and the far foot on the ground."""
    return SideView(0, Leg(90, knee, knee - 90), Leg(90, other), near_arm=arm or Arm(28, 45),
                    anchor="far.ankle")


def flexion(body):
    """The mean flexion of knee and hip."""
    return (between(*body.knee()[1:]) + between(*body.hip()[1:])) / 2


def rising(mean, arm=None):
    """Between sitting and standing, with a mean flexion of knee and hip: the trunk leans most when
    leaving the seat."""
    def body(knee):
        shank, trunk = 0.2 * knee, 0.62 * knee
        return SideView(trunk, Leg(knee - shank + trunk, knee),
                        near_arm=arm or Arm(30 + trunk, 30))
    return body(solve(0, 90, lambda knee: flexion(body(knee)) - mean))


CROSSED = Arm(24, 145, seen=0.5)  # over the chest


def push_up(elbow):
    """Hands and toes stay in place, and the body is straight."""
    wrist = (1.36, 0.055)

    def body(slope, arm):
        return SideView(90 - slope, Leg(0, 0, 72), near_arm=arm, neck=-14, anchor="near.toes",
                        at=(0.0, 0.02))

    def arm(slope):
        shoulder = body(slope, Arm())["shoulder"]
        joint = reach(shoulder, wrist, UPPER_ARM, FOREARM, -1)
        upper, fore = heading(direction(shoulder, joint)), heading(direction(joint, wrist))
        return Arm(upper + 90 - slope, fore - upper, hand=88)

    reached = math.sqrt(UPPER_ARM ** 2 + FOREARM ** 2
                        + 2 * UPPER_ARM * FOREARM * math.cos(math.radians(elbow)))
    slope = solve(0.0, 40.0, lambda s: math.dist(body(s, Arm())["shoulder"], wrist) - reached)
    return body(slope, arm(slope))


def lunge(knee):
    """The near leg in front; both feet stay in place, the rear one on its toes."""
    front, toes, trunk = (0.36, ANKLE), (-0.42, 0.0), 4

    def hip(height):
        return 0.02, height

    height = solve(0.45, 0.895, lambda h: leg_to(hip(h), front, trunk).knee - knee)
    sole = 30 + 0.4 * knee
    turn = math.radians(-sole)
    rear = (toes[0] - TOES * math.cos(turn) - ANKLE * math.sin(turn),
            toes[1] - TOES * math.sin(turn) + ANKLE * math.cos(turn))
    return SideView(trunk, leg_to(hip(height), front, trunk),
                    leg_to(hip(height), rear, trunk, sole=sole), near_arm=Arm(-8, 75), at=front)


def curl(elbow):
    return SideView(near_arm=Arm(4, elbow), far_arm=Arm(0, 6))


def dumbbell(panel, body):
    panel.disc("thing", body["near.hand"], 0.075)


def raised_forward(shoulder):
    return SideView(near_arm=Arm(shoulder, 4), far_arm=Arm(0, 6))


def raised_sideways(shoulder):
    return FrontView(arms=(8, shoulder), elbows=(4, 2), legs=(2, 2))


def bridge(hip):
    """On the back with the head on the left; shoulders and feet stay on the ground."""
    shoulder, ankle = (-0.64, LYING), (0.32, ANKLE)

    def leg(trunk):
        return leg_to(along(shoulder, hanging(-trunk), TRUNK), ankle, trunk)

    trunk = solve(-130.0, -90.0, lambda t: leg(t).hip - hip)
    return SideView(trunk, leg(trunk), near_arm=Arm(trunk + 86, 0), neck=-90 - trunk,
                    anchor="shoulder", at=shoulder)


def heel_raise(sole):
    arm = Arm(52, 42)
    return SideView(near_leg=Leg(0, 0, sole), near_arm=arm, anchor="near.toes", at=(TOES, 0.0))


def plank(hip=0.0):
    """On forearms and toes; the hips sag below the line for negative angles."""
    def body(trunk):
        return SideView(trunk, Leg(hip, 0, 74), near_arm=Arm(trunk, 90), neck=-12,
                        anchor="near.toes", at=(0.0, 0.02))
    trunk = solve(60.0, 110.0, lambda t: body(t)["near.elbow"][1] - 0.045)
    return body(trunk)


def stork(hip, knee):
    """On the far leg, the near foot lifted."""
    return SideView(0, Leg(hip, knee, sole=knee - hip), Leg(), near_arm=Arm(24, 50),
                    far_arm=Arm(-26, 40), anchor="far.ankle")


def jumping_jack(spread, arms, lift=0.0):
    """The angle between the lines from the hips' midpoint to the ankles is `spread`."""
    def body(leg):
        return FrontView((arms, arms), (6, 6), (leg, leg), lift)

    def angle(leg):
        _, right, left = body(leg).spread()
        return between(right, left)
    return body(solve(-6.0, 60.0, lambda leg: angle(leg) - spread))


STEP = 0.22


def step_up(mean):
    """Pushing up on the near leg with a mean flexion of knee and hip; its foot is on the step."""
    return pushing_up(solve(3, 80, lambda knee: flexion(pushing_up(knee)) - mean))


def pushing_up(knee):
    """Pushing up on the near leg; the far leg follows behind it."""
    foot, trunk = (0.26, ANKLE + STEP), 4 + 0.16 * knee
    shank = 0.12 * knee
    joint = along(foot, hanging(180 - shank), SHANK)
    hip = along(joint, hanging(180 + knee - shank), THIGH)
    near = leg_to(hip, foot, trunk)
    # The far foot stays on the ground as long as the leg reaches it.
    floor = (-0.12, ANKLE)
    if math.dist(hip, floor) < THIGH + SHANK - 0.002:
        far = leg_to(hip, floor, trunk)
    else:
        far = Leg(0.25 * knee + trunk, 0.25 * knee + 16, 30)
    return SideView(trunk, near, far, near_arm=Arm(trunk - 12, 24), far_arm=Arm(trunk + 20, 30),
                    at=foot)


def walking(near, far, trunk=4.0, arms=(-18, 24), anchor="near.heel", at=(0.0, 0.0)):
    return SideView(trunk, near, far, near_arm=Arm(arms[0], 18), far_arm=Arm(arms[1], 22),
                    anchor=anchor, at=at)


# Strips

STRIPS = {}


def strip(name, title, description, tall=1.85):
    """Registers a function that makes an exercise's panels from its thresholds. `tall` is the
    height in meters that they show."""
    def register(function):
        STRIPS[name] = function, title, description, tall
        return function
    return register


def marked(panel, body, joint, value, name, **options):
    """A panel with a person whose joint is exactly at a threshold."""
    return panel.person(body).angle(joint, value, name, **options)


@strip("squat", "Squat", "A person stands, squats and stands up, seen from the side; the flexion of"
       " the knee is marked.")
def squat_strip(top, bottom, target):
    low, full, back = squat(bottom), squat(target + 4), squat(top)
    return [
        Panel("Stand", f"knees at most {top}°").ground().person(squat(4)),
        marked(Panel("Bend the knees", f"counts from {bottom}° on").ground(), low, low.knee(),
               bottom, "bottom"),
        Panel("Full depth", f"the target: {target}° of motion").ground().person(full)
        .angle(full.knee(), text=""),
        marked(Panel("Stand up", f"counted on return to {top}°").ground(), back, back.knee(), top,
               "top"),
    ]


def stands(top, bottom, texts, arm=None):
    """Sitting, rising, standing and sitting down on a chair."""
    def panel(*written):
        return Panel(*written).ground().chair(-0.10)
    leave, stand = rising(top, arm), rising(bottom, arm)
    return [
        panel("Sit", texts[0]).person(seated(arm=arm)),
        panel("Rise", f"begins below {top}°").person(leave)
        .mean((leave.knee(), leave.hip()), top, "top", (0.52, 0.62)),
        panel("Stand", f"reached at {bottom}°").person(stand)
        .mean((stand.knee(), stand.hip()), bottom, "bottom", (0.52, 0.7)),
        panel("Sit down", texts[1]).person(seated(arm=arm)).arrow((0.3, 1.35), (0.3, 1.05)),
    ]


@strip("sit-to-stand", "Sit to stand", "A person rises from a chair and sits down again, seen from"
       " the side; the mean flexion of knee and hip is marked.", tall=1.78)
def sit_to_stand_strip(top, bottom):
    return stands(top, bottom, (f"knees and hips over {top}°", f"counted on return to {top}°"))


@strip("chair-stand", "30-second chair stand", "A person with crossed arms rises from a chair and"
       " sits down again for 30 seconds, seen from the side; the mean flexion of knee and hip is"
       " marked.", tall=1.78)
def chair_stand_strip(top, bottom):
    return stands(top, bottom, ("arms crossed", "and again, for 30 seconds"), CROSSED)


@strip("five-times-sit-to-stand", "Five times sit to stand", "A person with crossed arms rises from"
       " a chair five times, seen from the side; the mean flexion of knee and hip is marked.", tall=1.78)
def five_times_strip(top, bottom):
    return stands(top, bottom, ("arms crossed", "five times, against time"), CROSSED)


@strip("push-up", "Push-up", "A person on hands and toes lowers the straight body and pushes up,"
       " seen from the side; the flexion of the elbow is marked.", tall=0.95)
def push_up_strip(top, bottom):
    def panel(*texts):
        return Panel(*texts, center=0.74).ground()
    low, back = push_up(bottom), push_up(top)
    return [
        panel("Arms straight", f"elbows at most {top}°").person(push_up(8)),
        marked(panel("Lower", f"counts from {bottom}° on"), low, low.elbow(), bottom, "bottom",
               radius=0.15, shift=(-0.2, 0.1)),
        marked(panel("Push up", f"counted on return to {top}°"), back, back.elbow(), top, "top",
               radius=0.15, shift=(-0.1, 0.12)),
    ]


@strip("lunge", "Lunge", "A person with one foot in front lowers the body and rises, seen from the"
       " side; the flexion of the front knee is marked.", tall=1.8)
def lunge_strip(top, bottom):
    low, back = lunge(bottom), lunge(top)
    return [
        Panel("Split stance", f"front knee at most {top}°").ground().person(lunge(12)),
        marked(Panel("Lower", f"counts from {bottom}° on").ground(), low, low.knee(), bottom,
               "bottom"),
        Panel("Full depth", "thigh level").ground().person(lunge(92)),
        marked(Panel("Rise", f"counted on return to {top}°").ground(), back, back.knee(), top,
               "top"),
    ]


@strip("biceps-curl", "Biceps curl", "A standing person bends one elbow with a weight in the hand"
       " and straightens it, seen from the side; the flexion of the elbow is marked.")
def curl_strip(top, bottom):
    low, back = curl(bottom), curl(top)
    return [
        Panel("Arm straight", f"elbow at most {top}°").ground().person(curl(10), dumbbell),
        Panel("Curl", f"counts from {bottom}° on").ground().person(low, dumbbell)
        .angle(low.elbow(), bottom, "bottom", radius=0.17, shift=(0.04, -0.06)),
        Panel("All the way", "as far as it goes").ground().person(curl(140), dumbbell),
        Panel("Lower", f"counted on return to {top}°").ground().person(back, dumbbell)
        .angle(back.elbow(), top, "top", radius=0.17, shift=(-0.12, -0.14)),
    ]


def raises(person, top, bottom):
    low, full, back = person(bottom), person(165), person(top)
    return [
        Panel("Arm down", f"elevation at most {top}°").ground().person(person(6)),
        Panel("Raise", f"counts from {bottom}° on").ground().person(low)
        .angle(low.shoulder(), bottom, "bottom"),
        Panel("All the way", "as far as it goes").ground().person(full)
        .angle(full.shoulder(), text=""),
        Panel("Lower", f"counted on return to {top}°").ground().person(back)
        .angle(back.shoulder(), top, "top"),
    ]


@strip("shoulder-abduction", "Shoulder abduction", "A standing person raises one arm sideways and"
       " lowers it, seen from the front; the arm's elevation is marked.", tall=2.08)
def abduction_strip(top, bottom):
    return raises(raised_sideways, top, bottom)


@strip("shoulder-flexion", "Shoulder flexion", "A standing person raises one straight arm forward"
       " and lowers it, seen from the side; the arm's elevation is marked.", tall=2.08)
def flexion_strip(top, bottom):
    return raises(raised_forward, top, bottom)


@strip("knee-extension", "Seated knee extension", "A person on a chair straightens one knee and"
       " lowers the foot again, seen from the side; the flexion of the knee is marked.", tall=1.4)
def extension_strip(top, bottom):
    def panel(*texts):
        return Panel(*texts).ground().chair(-0.10)
    low, back = seated(bottom), seated(top)
    return [
        panel("Sit", f"knee at least {top}°").person(seated(90)),
        panel("Straighten", f"counts from {bottom}° down").person(low)
        .angle(low.knee(), bottom, "bottom", radius=0.3),
        panel("Straight", "as far as it goes").person(seated(4)),
        panel("Lower", f"counted on return to {top}°").person(back)
        .angle(back.knee(), top, "top"),
    ]


@strip("bridge", "Bridge", "A person on the back with bent knees raises the hips until trunk and"
       " thighs form a line, and lowers them, seen from the side; the flexion of the hip is"
       " marked.", tall=0.82)
def bridge_strip(top, bottom):
    def panel(*texts):
        return Panel(*texts, center=-0.07).ground()
    low, back = bridge(bottom), bridge(top)
    return [
        panel("Lie", f"hips at least {top}°").person(bridge(48)),
        panel("Raise the hips", f"counts from {bottom}° down").person(low)
        .angle(low.hip(), bottom, "bottom", radius=0.32),
        panel("Straight", "trunk and thighs in line").person(bridge(0)),
        panel("Lower", f"counted on return to {top}°").person(back)
        .angle(back.hip(), top, "top", radius=0.32),
    ]


@strip("heel-raise", "Heel raise", "A standing person with the hands at a wall rises onto the toes"
       " and lowers the heels, seen from the side; the pitch of the foot is marked.")
def heel_strip(top, bottom):
    def panel(*texts):
        return Panel(*texts, center=0.12).ground().block(0.64, 0, 0.70, 1.72)
    low, back = heel_raise(bottom), heel_raise(top)
    return [
        panel("Stand", f"feet at most {top}°").person(heel_raise(0)),
        panel("Rise", f"counts from {bottom}° on").person(low)
        .angle(low.sole(), bottom, "bottom", radius=0.36, shift=(-0.02, 0.17)),
        panel("All the way", "as far as it goes").person(heel_raise(45)),
        panel("Lower", f"counted on return to {top}°").person(back)
        .angle(back.sole(), top, "top", radius=0.36, shift=(-0.04, 0.2)),
    ]


@strip("plank", "Plank", "A person on forearms and toes holds the body in a straight line, seen from"
       " the side; hips that are too low or too high are faults, with the hip's angle marked.",
       tall=0.72)
def plank_strip(hipsLow, hipsHigh):  # noqa: N803
    def panel(*texts):
        return Panel(*texts, center=0.80).ground()
    low, high = plank(-hipsLow), plank(hipsHigh)
    return [
        panel("Hold", "trunk level, body straight").person(plank(0)),
        marked(panel("Hips too low", f"a fault from {hipsLow}° on"), low, low.hip(), hipsLow,
               "hipsLow", radius=0.36, shift=(-0.1, 0.3)),
        marked(panel("Hips too high", f"a fault from {hipsHigh}° on"), high, high.hip(), hipsHigh,
               "hipsHigh", radius=0.36, shift=(0.05, 0.0)),
    ]


@strip("single-leg-stance", "Single-leg stance", "A person lifts one foot and stands on the other"
       " leg, seen from the side; the height of the lifted foot is marked.")
def stork_strip(hold):
    begun = stork(26, solve(26, 90, lambda knee: stork(26, knee)["near.ankle"][1] - ANKLE
                            - hold / 100))
    return [
        Panel("Stand", "both feet on the ground").ground().person(stork(0, 0)),
        Panel("Lift one foot", f"the time begins at {hold} cm").ground().person(begun)
        .height(begun["far.ankle"], begun["near.ankle"], hold, "hold"),
        Panel("Hold", "on one leg").ground().person(stork(36, 80)),
        Panel("Foot down", "the time ends").ground().person(stork(4, 6)),
    ]


@strip("jumping-jack", "Jumping jack", "A person jumps with legs and arms apart and together again,"
       " seen from the front; the elevation of the arms is marked.", tall=2.2)
def jack_strip(top, bottom):
    low, back = jumping_jack(30, bottom, 0.08), jumping_jack(18, top, 0.08)
    return [
        Panel("Together", f"arms at most {top}°").ground().person(jumping_jack(8, 10)),
        marked(Panel("Jump apart", f"counts from {bottom}° on").ground(), low, low.shoulder(),
               bottom, "bottom"),
        Panel("Apart", "arms up, legs apart").ground().person(jumping_jack(44, 165)),
        marked(Panel("Jump together", f"counted on return to {top}°").ground(), back,
               back.shoulder(), top, "top"),
    ]


@strip("step-up", "Step-up", "A person puts one foot on a step and rises onto it until both legs are"
       " straight, seen from the side; the mean flexion of the leading knee and hip is marked.", tall=2.02)
def step_strip(top, bottom):
    def panel(*texts):
        return Panel(*texts).ground().block(0.10, 0, 0.62, STEP)
    def standing(x, y):
        return SideView(2, Leg(2, 0), near_arm=Arm(4, 12), at=(x, ANKLE + y))
    low, back = step_up(bottom), step_up(top)
    return [
        panel("Stand", "in front of the step").person(standing(-0.18, 0)),
        panel("Foot on the step", f"counts from {bottom}° on").person(low)
        .mean((low.knee(), low.hip()), bottom, "bottom", (0.62, 0.86)),
        panel("Rise", f"counted on return to {top}°").person(back)
        .mean((back.knee(), back.hip()), top, "top", (0.66, 0.98)),
        panel("On the step", "both legs straight").person(standing(0.26, STEP)),
    ]


@strip("timed-up-and-go", "Timed Up and Go", "A person rises from a chair, walks 3 meters, turns,"
       " walks back and sits down, seen from the side.", tall=1.85)
def up_and_go_strip(top, bottom):
    leave = rising(top)
    walk = walking(Leg(24, 4, -16), Leg(-12, 22, 34), at=(0.22, 0.0))
    return [
        Panel("Sit", "the back at the rest").ground().chair(-0.10).person(seated()),
        Panel("Stand up", f"the time begins at {top}°").ground().chair(-0.10).person(leave)
        .mean((leave.knee(), leave.hip()), top, "top", (0.52, 0.62)),
        Panel("Walk 3 m", "turn and walk back").ground().person(walk)
        .arrow((-0.7, 0.75), (-0.3, 0.75)),
        Panel("Sit down", f"the time ends at {top}°").ground().chair(-0.10)
        .person(seated()).arrow((0.3, 1.35), (0.3, 1.05)),
    ]


@strip("gait", "Gait", "A person walks, seen from the side: the heel of one foot strikes the ground,"
       " the foot carries the weight, and its toes leave the ground.", tall=1.85)
def gait_strip():
    return [
        Panel("Heel strike", "the heel is farthest in", "front of the pelvis").ground()
        .person(walking(Leg(26, 4, -18), Leg(-14, 18, 32), at=(0.26, 0.0))),
        Panel("Mid-stance", "the other leg", "swings past").ground()
        .person(walking(Leg(4, 6), Leg(24, 56, 8), at=(-0.06, 0.0), arms=(2, 4))),
        Panel("Toe-off", "the toes are farthest", "behind the pelvis").ground()
        .person(walking(Leg(-12, 34, 52), Leg(24, 8, -6), anchor="far.heel", at=(0.2, 0.0),
                        arms=(24, -18))),
    ]


def drawings():
    """The name and the SVG text of every strip."""
    for name, (function, title, description, tall) in STRIPS.items():
        yield name, svg(title, description, function(**THRESHOLDS[name]), tall)
