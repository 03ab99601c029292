extension ExerciseDefinition {
    /// Clinical tests.
    static let clinicalTests = [
        singleLegStance, chairStand, fiveTimesSitToStand, timedUpAndGo, gait,
    ]

    private static let singleLegStance = ExerciseDefinition(
        name: "single-leg-stance", title: "Single-leg stance",
        summary: "Measures how long the person stands on each leg with the other foot lifted.",
        kind: .test(
            .singleLegStance(
                HoldRule(
                    signal: .side(.footLift),
                    // The noise of a standing person's ankles stays below 3 cm.
                    range: Bounds(0.06, nil), hysteresis: 0.02,
                    requirements: [
                        SignalCondition(.measure(.trunkInclination), below: 40),
                        SignalCondition(.other(.kneeFlexion), below: 45),
                    ],
                    // In walking a foot is in the air for 0.4 s.
                    minDuration: 1))),
        isPerSide: true,
        // Less than 5 s predicted injurious falls (Vellas et al. 1997).
        target: ExerciseTarget(hold: Bounds(5, nil)),
        faults: [
            Fault(
                id: "tilting", say: "keep the trunk straight", phase: .hold,
                measure: .expression(.measure(.trunkLateral)), above: 15, below: -15,
                duration: 0.5),
            Fault(
                id: "pelvisDrops", say: "keep the pelvis level", phase: .hold,
                measure: .expression(.measure(.pelvisObliquity)), above: 10, below: -10,
                duration: 0.5, view: .front),
        ])

    /// Arms are crossed over the chest: with elbows straighter than this, they push.
    private static let armsUsed = Fault(
        id: "armsUsed", say: "keep the arms crossed", phase: .down,
        measure: .expression(.both(.elbowFlexion, .min)), below: 55, duration: 0.3,
        voidsTest: true)

    private static let notUpright = Fault(
        id: "notUpright", say: "stand up straight", phase: .rep, measure: .peak, above: 20)

    private static let chairStand = ExerciseDefinition(
        name: "chair-stand", title: "30-second chair stand",
        summary: "Counts full stands from a chair in 30 seconds, with the arms crossed.",
        kind: .test(.chairStand(.standingUp)), faults: [armsUsed, notUpright])

    private static let fiveTimesSitToStand = ExerciseDefinition(
        name: "five-times-sit-to-stand", title: "Five times sit to stand",
        summary: "Measures the time for five full stands from a chair, with the arms crossed.",
        kind: .test(.fiveTimesSitToStand(.standingUp)), faults: [armsUsed, notUpright])

    private static let timedUpAndGo = ExerciseDefinition(
        name: "timed-up-and-go", title: "Timed Up and Go",
        summary: "Measures the time to stand up, walk 3 m, turn, walk back and sit down.",
        kind: .test(
            .timedUpAndGo(
                RepetitionRule(
                    // In walking this stays below 45°.
                    signal: .kneesAndHips, thresholds: .absolute(top: 60, bottom: 25),
                    isDecreasing: true,
                    maxDuration: 120, lostAfter: 3))))

    private static let gait = ExerciseDefinition(
        name: "gait", title: "Gait",
        summary: "Finds when each foot strikes and leaves the ground, and measures the steps.",
        kind: .test(.gait))
}
