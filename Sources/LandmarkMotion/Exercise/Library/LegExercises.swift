extension ExerciseDefinition {
    /// Exercises of the legs.
    static let legExercises = [squat, sitToStand, lunge, kneeExtension, heelRaise, stepUp]

    private static let squat = ExerciseDefinition(
        name: "squat", title: "Squat",
        summary: "Counts knee bends from standing to at least 60° of knee flexion and back.",
        kind: .repetitions(
            RepetitionRule(
                signal: .mean(.kneeFlexion),
                // Standing measures 13° from a single camera; 30° is clear of that, and 60° is a
                // quarter squat.
                thresholds: .absolute(top: 30, bottom: 60),
                // In walking, knees reach 60° in swing, but hips do not reach 35°.
                requirements: [SignalCondition(.mean(.hipFlexion), above: 35)])),
        target: ExerciseTarget(
            rangeOfMotion: Bounds(90, nil), down: Bounds(1, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "shallow", say: "lower", phase: .rep, measure: .peak, below: 80),
            .kneeIn(.both(.fppa, .max), "knees over the toes"),
            Fault(
                id: "leaning", say: "chest up", phase: .bottom,
                measure: .expression(.measure(.trunkForward)), above: 45, duration: 0.2),
            .asymmetric("weight on both legs"),
        ])

    private static let sitToStand = ExerciseDefinition(
        name: "sit-to-stand", title: "Sit to stand",
        summary: "Counts how often the person stands up from a chair and sits down again.",
        kind: .repetitions(.standingUp),
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(1, 5)),
        faults: [
            Fault(
                id: "notUpright", say: "stand up straight", phase: .rep, measure: .peak, above: 20),
            Fault(
                id: "leaning", say: "lean less far forward", phase: .down,
                measure: .expression(.measure(.trunkForward)), above: 60, duration: 0.3),
            .kneeIn(.both(.fppa, .max), "knees over the toes", phase: .down),
            .asymmetric("weight on both legs"),
        ])

    private static let lunge = ExerciseDefinition(
        name: "lunge", title: "Lunge",
        summary: "Counts lunges by the front leg: its knee bends to at least 65° and back.",
        kind: .repetitions(
            RepetitionRule(
                signal: .side(.kneeFlexion),
                // A staggered stance measures up to 30°; in walking, knees reach 60°.
                thresholds: .absolute(top: 35, bottom: 65), minDuration: 0.8,
                // The front leg is the one whose hip is flexed; the rear knee bends as much.
                requirements: [
                    SignalCondition(.side(.hipFlexion), above: 40),
                    SignalCondition(
                        .difference(.side(.hipFlexion), .other(.hipFlexion)), above: 20),
                ])),
        isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "shallow", say: "lower", phase: .rep, measure: .peak, below: 80),
            .kneeIn(.side(.fppa), "knee over the toes"),
            Fault(
                id: "leaning", say: "chest up", phase: .bottom,
                measure: .expression(.measure(.trunkForward)), above: 35, duration: 0.2),
        ])

    private static let kneeExtension = ExerciseDefinition(
        name: "knee-extension", title: "Seated knee extension",
        summary: "Counts how often each knee is straightened and bent again while sitting.",
        kind: .repetitions(
            RepetitionRule(
                signal: .side(.kneeFlexion),
                // Sitting measures 75° to 95°; a nearly straight knee measures less than 30°.
                thresholds: .absolute(top: 65, bottom: 30), isDecreasing: true,
                // Sitting, and not standing up.
                requirements: [SignalCondition(.side(.hipFlexion), above: 45)])),
        isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(1, 5)),
        faults: [
            // A straight leg measures 13° in standing: smaller angles cannot be distinguished from straight.
            Fault(id: "bent", say: "straighten the knee", phase: .rep, measure: .peak, above: 20),
            Fault(
                id: "leaningBack", say: "sit upright", phase: .bottom,
                measure: .expression(.measure(.trunkForward)), below: -20, duration: 0.3),
            Fault(id: "swinging", say: "slower", phase: .rep, measure: .duration, below: 1.2),
        ])

    private static let heelRaise = ExerciseDefinition(
        name: "heel-raise", title: "Heel raise",
        summary: "Counts how often both heels are raised, up onto the toes, and lowered.",
        kind: .repetitions(
            RepetitionRule(
                // The lower heel, because in walking only one heel rises.
                signal: .combination(
                    .min, [.measure(.footPitchLeft), .measure(.footPitchRight)], needs: 1),
                // A flat foot measures 0° to 15°; full height is 40° to 50°.
                thresholds: .absolute(top: 18, bottom: 30),
                // Knees stay straight, unlike in squats, and feet together: in walking both heels
                // are up for a moment while one foot pushes off and the other swings.
                requirements: [
                    SignalCondition(.both(.kneeFlexion, .max), below: 35),
                    SignalCondition(.measure(.legSpread), below: 22),
                ])),
        target: ExerciseTarget(down: Bounds(0.4, 3), up: Bounds(0.5, 4)),
        faults: [
            Fault(id: "low", say: "higher", phase: .rep, measure: .peak, below: 32),
            Fault(
                id: "kneesBent", say: "keep the knees straight", phase: .bottom,
                measure: .expression(.both(.kneeFlexion, .max)), above: 30, duration: 0.2),
            Fault(
                id: "leaning", say: "stay upright", phase: .bottom,
                measure: .expression(.measure(.trunkForward)), above: 15, duration: 0.3),
        ])

    private static let stepUp = ExerciseDefinition(
        name: "step-up", title: "Step-up",
        summary: "Counts steps up by the leading leg, until both legs are straight on the step.",
        kind: .repetitions(
            RepetitionRule(
                // In walking this reaches 45°, because the hip is nearly straight when the knee is
                // flexed; a foot on a step of 15 cm measures 55° and more.
                signal: .combination(
                    .mean, [.side(.kneeFlexion), .side(.hipFlexion)], needs: nil),
                thresholds: .absolute(top: 25, bottom: 50), minDuration: 0.6,
                // The leading foot stands higher.
                requirements: [SignalCondition(.side(.footLift), above: 0.08)])),
        isPerSide: true,
        target: ExerciseTarget(up: Bounds(0.5, 3)),
        faults: [
            .kneeIn(.side(.fppa), "knee over the toes"),
            Fault(
                id: "leaning", say: "chest up", phase: .up,
                measure: .expression(.measure(.trunkForward)), above: 35, duration: 0.2),
            Fault(
                id: "tilting", say: "keep the trunk straight", phase: .rep,
                measure: .expression(.measure(.trunkLateral)), above: 15, below: -15,
                duration: 0.3, view: .front),
        ])
}

extension RepetitionRule {
    /// From sitting to standing and back.
    static var standingUp: RepetitionRule {
        RepetitionRule(
            signal: .kneesAndHips,
            // Sitting measures 70° to 95°, standing 0° to 10°.
            thresholds: .absolute(top: 60, bottom: 25), isDecreasing: true, maxDuration: 30)
    }
}

extension SignalExpression {
    /// The mean of knee and hip flexion. In walking a knee reaches 75° while its hip is straight;
    /// sitting, both are flexed, even if only one leg is seen.
    static let kneesAndHips = SignalExpression.combination(
        .mean, [.mean(.kneeFlexion), .mean(.hipFlexion)], needs: nil)
}
