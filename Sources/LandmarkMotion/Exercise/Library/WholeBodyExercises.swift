extension ExerciseDefinition {
    /// Exercises of arms and legs together.
    static let wholeBodyExercises = [jumpingJack]

    private static let jumpingJack = ExerciseDefinition(
        name: "jumping-jack", title: "Jumping jack",
        summary: "Counts jumps that raise both arms above the shoulders and move the legs apart.",
        kind: .repetitions(
            RepetitionRule(
                signal: .mean(.shoulderElevation),
                thresholds: .absolute(top: 45, bottom: 100), minDuration: 0.3, maxDuration: 4,
                // Standing measures up to 22°; raising the arms alone is not a jumping jack.
                requirements: [SignalCondition(.measure(.legSpread), above: 28)])),
        target: ExerciseTarget(rangeOfMotion: Bounds(100, nil)),
        faults: [
            Fault(id: "armsLow", say: "arms higher", phase: .rep, measure: .peak, below: 130),
            Fault(
                id: "elbowsBent", say: "straighten the arms", phase: .bottom,
                measure: .expression(.both(.elbowFlexion, .max)), above: 70, duration: 0.1),
            .asymmetric("both arms alike"),
        ])
}
