package import LandmarkMotion

// A definition's limits, for overlays and reports.

extension ExerciseDefinition {
    /// Whether `value` of the signal is further from the top than `other`.
    package func isDeeper(_ value: Double, than other: Double) -> Bool {
        repetitions?.isDecreasing == true ? value < other : value > other
    }

    /// Whether a fault is judged for a whole repetition, at its end.
    package func judgesRepetition(_ fault: String) -> Bool {
        guard let fault = faults.first(where: { $0.id == fault }) else { return false }
        if case .expression = fault.measure { return false }
        return true
    }

    /// The text for a fault: its instruction, or its name if it has none.
    package func instruction(for fault: String) -> String {
        let say = faults.first { $0.id == fault }?.say ?? ""
        return say.isEmpty ? fault : say
    }

    /// Whether the signal is a distance rather than an angle.
    package var followsDistance: Bool { signal?.unit == .meters }

    /// A value of the signal as text.
    package func text(_ value: Double) -> String {
        followsDistance ? AngleText.centimeters(value) : AngleText.degrees(value)
    }
}

/// The limits of an exercise's signal, and the range over which it is shown.
package struct SignalScale {
    /// The limits with their names, in the order of the movement.
    package let limits: [(name: String, value: Double)]
    /// Where a repetition begins, and where it is deep enough; a hold's range has both or one of
    /// them.
    private let start: Double
    private let end: Double
    private let isInside: (Double) -> Bool

    /// The scale of a definition, or nil if its limits are missing or learned from the person.
    package init?(_ definition: ExerciseDefinition?) {
        guard let definition else { return nil }
        if case .absolute(let top, let bottom) = definition.repetitions?.thresholds {
            limits = [("top", top), ("bottom", bottom)]
            (start, end) = (top, bottom)
            isInside = { bottom > top ? $0 >= bottom : $0 <= bottom }
        } else if let range = definition.hold?.range, range.lower != nil || range.upper != nil {
            let width = definition.followsDistance ? 0.1 : 30
            limits = [range.lower.map { ("from", $0) }, range.upper.map { ("to", $0) }]
                .compactMap { $0 }
            start = range.lower ?? (range.upper ?? 0) - width
            end = range.upper ?? start + width
            isInside = { range.contains($0) }
        } else {
            return nil
        }
    }

    /// The position of a value from 0 to 1; the limits lie inside.
    package func share(_ value: Double) -> Double {
        let margin = (end - start) / 3
        let share = (value - start + margin) / (end - start + 3 * margin)
        return share.isFinite ? min(max(share, 0), 1) : 0
    }

    /// Whether a value reaches the exercise's goal: beyond the bottom, or in a hold's range.
    package func isReached(by value: Double) -> Bool { isInside(value) }
}
