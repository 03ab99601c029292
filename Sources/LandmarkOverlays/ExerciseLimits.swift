package import LandmarkMotion

// What overlays and reports show of a definition's limits.

extension ExerciseDefinition {
    /// The range of motion that a repetition should have, in degrees.
    package var targetRange: (low: Double?, high: Double?) { (nil, nil) }

    /// Whether `value` of the signal is further from the top than `other`.
    package func isDeeper(_ value: Double, than other: Double) -> Bool { value > other }

    /// Whether a fault is judged of a whole repetition rather than while it happens.
    package func judgesRepetition(_ fault: String) -> Bool { true }
}
