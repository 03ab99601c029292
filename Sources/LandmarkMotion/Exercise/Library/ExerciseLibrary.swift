import LandmarkCore

extension ExerciseDefinition {
    /// The exercises and tests that come with the library.
    public static let all: [ExerciseDefinition] =
        legExercises + armExercises + floorExercises + wholeBodyExercises + clinicalTests

    /// Finds a shipped exercise.
    ///
    /// - Parameter name: The name, such as `squat`.
    /// - Throws: `ExerciseError.unknownExercise` with the nearest name.
    public static func named(_ name: String) throws(ExerciseError) -> ExerciseDefinition {
        guard let definition = all.first(where: { $0.name == name }) else {
            throw .unknownExercise(
                name: name, nearest: NearestName.of(name, among: all.map(\.name)))
        }
        return definition
    }
}

extension SignalExpression {
    /// The mean of both sides, or the only one available: seen from the side, one hides the other.
    public static func mean(_ pair: MeasurePair) -> SignalExpression {
        .combination(.mean, [.measure(pair.left), .measure(pair.right)], needs: 1)
    }
}

extension ExerciseDefinition.Fault {
    /// The sides differ. 15 % is commonly taken as the threshold for a relevant asymmetry (Parkinson et al.
    /// 2021, “The calculation, thresholds and reporting of inter-limb strength asymmetry”).
    static func asymmetric(_ say: String) -> Self {
        Self(id: "asymmetric", say: say, phase: .rep, measure: .symmetry, above: 15)
    }

    /// The knee falls inward. In healthy people's squats the angle is mostly below 10° (Munro et
    /// al. 2012); 12° excludes the noise of a single camera. Only from the front.
    static func kneeIn(
        _ measure: SignalExpression, _ say: String, phase: Phase = .bottom
    ) -> Self {
        Self(
            id: "kneesIn", say: say, phase: phase, measure: .expression(measure), above: 12,
            duration: 0.2, view: .front)
    }
}
