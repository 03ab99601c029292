extension ExerciseDefinition {
    /// Exercises on the floor.
    static let floorExercises = [pushUp, bridge, plank]

    /// The trunk is nearer to horizontal than to upright.
    private static let isHorizontal = SignalCondition(.measure(.trunkInclination), above: 50)

    private static let pushUp = ExerciseDefinition(
        name: "push-up", title: "Push-up",
        summary:
            "Counts how often both elbows bend to at least 75° over the floor and straighten.",
        kind: .repetitions(
            RepetitionRule(
                signal: .mean(.elbowFlexion),
                // Straight arms measure up to 30°; with the chest low, elbows reach 90° or more.
                thresholds: .absolute(top: 40, bottom: 75), requirements: [isHorizontal])),
        target: ExerciseTarget(down: Bounds(0.6, 3), up: Bounds(0.4, 3)),
        faults: [
            Fault(id: "shallow", say: "lower", phase: .rep, measure: .peak, below: 85),
            Fault(
                id: "hipsLow", say: "lift the hips", phase: .rep,
                measure: .expression(.mean(.hipFlexion)), below: -15, duration: 0.3),
            Fault(
                id: "hipsHigh", say: "lower the hips", phase: .rep,
                measure: .expression(.mean(.hipFlexion)), above: 30, duration: 0.3),
            .asymmetric("both arms alike"),
        ])

    private static let bridge = ExerciseDefinition(
        name: "bridge", title: "Bridge",
        summary: "Counts how often the hips are lifted from the floor until nearly straight.",
        kind: .repetitions(
            RepetitionRule(
                signal: .mean(.hipFlexion),
                // Hips are flexed by 45° to 60° while lying with the feet near the buttocks, and by 0° to 10°
                // when lifted.
                thresholds: .absolute(top: 35, bottom: 18), isDecreasing: true,
                // On the back with bent knees, because standing up straightens the hips, too.
                requirements: [isHorizontal, SignalCondition(.mean(.kneeFlexion), above: 45)])),
        target: ExerciseTarget(down: Bounds(0.6, 4), up: Bounds(0.8, 5)),
        faults: [
            Fault(id: "low", say: "hips higher", phase: .rep, measure: .peak, above: 10),
            Fault(
                id: "feetFar", say: "feet closer", phase: .bottom,
                measure: .expression(.mean(.kneeFlexion)), below: 65, duration: 0.3),
            Fault(id: "fast", say: "slower", phase: .rep, measure: .duration, below: 1.2),
        ])

    private static let plank = ExerciseDefinition(
        name: "plank", title: "Plank",
        summary: "Measures how long the body is held straight above the floor, on the arms.",
        kind: .hold(
            HoldRule(
                signal: .measure(.trunkInclination),
                // On the elbows or hands the trunk is 65° to 95° from upright.
                range: Bounds(60, 110),
                requirements: [
                    // Straight enough to be a plank; poor form is a fault.
                    SignalCondition(.mean(.hipFlexion), above: -35, below: 40),
                    SignalCondition(.mean(.kneeFlexion), below: 45),
                    // On the arms, not lying on the floor with the arms beside the trunk.
                    SignalCondition(.mean(.shoulderFlexion), above: 40),
                ],
                minDuration: 2, lostAfter: 1)),
        target: ExerciseTarget(hold: Bounds(30, nil)),
        faults: [
            Fault(
                id: "hipsLow", say: "lift the hips", phase: .hold,
                measure: .expression(.mean(.hipFlexion)), below: -15, duration: 1),
            Fault(
                id: "hipsHigh", say: "lower the hips", phase: .hold,
                measure: .expression(.mean(.hipFlexion)), above: 25, duration: 1),
            Fault(
                id: "kneesBent", say: "straighten the knees", phase: .hold,
                measure: .expression(.mean(.kneeFlexion)), above: 30, duration: 1),
        ])
}
