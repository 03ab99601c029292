extension ExerciseDefinition {
    /// Exercises of the arms.
    static let armExercises = [bicepsCurl, shoulderAbduction, shoulderFlexion]

    private static let bicepsCurl = ExerciseDefinition(
        name: "biceps-curl", title: "Biceps curl",
        summary: "Counts, for each arm, bending the elbow to at least 100° and straightening it.",
        kind: .repetitions(
            RepetitionRule(
                signal: .side(.elbowFlexion),
                // A hanging arm measures 10° to 35°; a full curl 130° to 150°.
                thresholds: .absolute(top: 50, bottom: 100))),
        isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.6, 3), up: Bounds(0.8, 4)),
        faults: [
            Fault(
                id: "shortRange", say: "full range", phase: .rep, measure: .rangeOfMotion,
                below: 80),
            Fault(
                id: "elbowForward", say: "keep the elbow at your side", phase: .bottom,
                measure: .expression(.side(.shoulderFlexion)), above: 40, duration: 0.2),
            Fault(
                id: "swinging", say: "keep the trunk still", phase: .down,
                measure: .expression(.measure(.trunkForward)), below: -15, duration: 0.2),
        ])

    // Both shoulder exercises count the arm's elevation, which is defined at any angle, while
    // abduction and flexion lose their plane near 90°. Which way the arm goes is looked at below
    // 70°, where both are defined.

    private static let shoulderAbduction = ExerciseDefinition(
        name: "shoulder-abduction", title: "Shoulder abduction",
        summary: "Counts, for each arm, raising it sideways to at least 70° and lowering it.",
        kind: .repetitions(.raisingTheArm), isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "low", say: "higher", phase: .rep, measure: .peak, below: 85),
            Fault(
                id: "forward", say: "raise the arm to the side", phase: .down,
                measure: .expression(.side(.shoulderFlexion)), above: 50, duration: 0.1),
            elbowBent, trunkTilted,
        ])

    private static let shoulderFlexion = ExerciseDefinition(
        name: "shoulder-flexion", title: "Shoulder flexion",
        summary: "Counts, for each arm, raising it forward to at least 70° and lowering it.",
        kind: .repetitions(.raisingTheArm), isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "low", say: "higher", phase: .rep, measure: .peak, below: 85),
            Fault(
                id: "sideways", say: "raise the arm forward", phase: .down,
                measure: .expression(.side(.shoulderAbduction)), above: 50, duration: 0.1),
            elbowBent,
            Fault(
                id: "leaningBack", say: "keep the trunk still", phase: .rep,
                measure: .expression(.measure(.trunkForward)), below: -15, duration: 0.3),
        ])

    private static let elbowBent = Fault(
        id: "elbowBent", say: "straighten the elbow", phase: .bottom,
        measure: .expression(.side(.elbowFlexion)), above: 50, duration: 0.3)

    private static let trunkTilted = Fault(
        id: "tilting", say: "keep the trunk straight", phase: .rep,
        measure: .expression(.measure(.trunkLateral)), above: 15, below: -15, duration: 0.3)
}

extension RepetitionRule {
    /// Raising an arm: walking swings it by up to 35°, and a third of full elevation is above that.
    fileprivate static var raisingTheArm: RepetitionRule {
        RepetitionRule(
            signal: .side(.shoulderElevation), thresholds: .absolute(top: 35, bottom: 70))
    }
}
