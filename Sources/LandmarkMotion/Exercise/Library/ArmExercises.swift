extension ExerciseDefinition {
    /// Exercises of the arms.
    static let armExercises = [bicepsCurl, shoulderAbduction, shoulderFlexion]

    private static let bicepsCurl = ExerciseDefinition(
        name: "biceps-curl", title: "Biceps curl",
        summary: "Counts how often each elbow bends to at least 70° and straightens.",
        kind: .repetitions(
            RepetitionRule(
                signal: .side(.elbowFlexion),
                // A hanging arm measures 10° to 35°; a full curl measures 80° to 150°, least when seen from
                // the side, where the forearm points at the camera.
                thresholds: .absolute(top: 45, bottom: 70),
                // Excludes bending the elbows of outstretched arms, as in squats.
                requirements: [SignalCondition(.side(.shoulderElevation), below: 65)])),
        isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.6, 3), up: Bounds(0.8, 4)),
        faults: [
            Fault(
                id: "shortRange", say: "full range", phase: .rep, measure: .rangeOfMotion,
                below: 50),
            Fault(
                id: "elbowForward", say: "keep the elbow at your side", phase: .bottom,
                measure: .expression(.side(.shoulderFlexion)), above: 40, duration: 0.2),
            Fault(
                id: "swinging", say: "keep the trunk still", phase: .down,
                measure: .expression(.measure(.trunkForward)), below: -15, duration: 0.2),
        ])

    private static let shoulderAbduction = ExerciseDefinition(
        name: "shoulder-abduction", title: "Shoulder abduction",
        summary: "Counts how often each arm is raised sideways to at least 70° and lowered.",
        kind: .repetitions(.raisingTheArm(in: .shoulderAbduction, image: .shoulderAbduction2D)),
        isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "low", say: "higher", phase: .rep, measure: .peak, below: 85),
            elbowBent,
            Fault(
                id: "tilting", say: "keep the trunk straight", phase: .rep,
                measure: .expression(.first([.measure(.trunkLateral2D), .measure(.trunkLateral)])),
                above: 15, below: -15, duration: 0.3),
        ])

    private static let shoulderFlexion = ExerciseDefinition(
        name: "shoulder-flexion", title: "Shoulder flexion",
        summary: "Counts how often each arm is raised forward to at least 70° and lowered.",
        kind: .repetitions(.raisingTheArm(in: .shoulderFlexion)), isPerSide: true,
        target: ExerciseTarget(down: Bounds(0.8, 4), up: Bounds(0.8, 4)),
        faults: [
            Fault(id: "low", say: "higher", phase: .rep, measure: .peak, below: 85),
            elbowBent,
            Fault(
                id: "leaningBack", say: "keep the trunk still", phase: .rep,
                measure: .expression(.measure(.trunkForward)), below: -15, duration: 0.3),
        ])

    private static let elbowBent = Fault(
        id: "elbowBent", say: "straighten the elbow", phase: .bottom,
        measure: .expression(.side(.elbowFlexion)), above: 50, duration: 0.3)
}

extension RepetitionRule {
    /// Raising an arm in a plane. Walking swings it by up to 35°.
    ///
    /// The signal is the lesser of the arm's elevation and its angle in the plane: the latter is small or
    /// missing when the arm is raised in the other plane. Above 90° it is then 180° whatever the elevation,
    /// so both must agree for most of the time.
    ///
    /// Where the image shows the plane, the signal is the angle in the image: one camera's depth is off by
    /// 25° for an arm whose angle in the image is off by 2°, and differs between the sides.
    fileprivate static func raisingTheArm(
        in plane: MeasurePair, image: MeasurePair? = nil
    ) -> RepetitionRule {
        let space = SignalExpression.combination(
            .min, [.side(.shoulderElevation), .side(plane)], needs: 2)
        return RepetitionRule(
            signal: image.map { .first([.side($0), space]) } ?? space,
            thresholds: .absolute(top: 35, bottom: 70),
            requirements: [
                SignalCondition(
                    .difference(.side(.shoulderElevation), .side(plane)), above: -20, below: 20)
            ])
    }
}
