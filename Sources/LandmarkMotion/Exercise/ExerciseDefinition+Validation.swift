extension ExerciseDefinition {
    /// Checks everything that a session depends on.
    ///
    /// - Throws: `ExerciseError` with the path of the first mistake, as in the JSON form.
    public func validate() throws(ExerciseError) {
        guard Self.isFileName(name) else { throw .invalidName(path: "name", name: name) }
        try Check.text(title, "title", limit: 200)
        try Check.text(summary, "summary", limit: 1000)
        try repetitions?.validate(isPerSide: isPerSide)
        try hold?.validate(isPerSide: isPerSide)
        if isPerSide {
            guard let signal, signal.refersToSide else { throw .sideNeeded(path: "signal") }
        }
        try target.validate()
        guard faults.count <= Self.faultLimit else {
            throw .tooMany(path: "faults", limit: Self.faultLimit)
        }
        for (index, fault) in faults.enumerated() {
            try fault.validate(
                path: "faults[\(index)]", isPerSide: isPerSide, phases: faultPhases)
            if fault.measure == .symmetry, isPerSide || signal?.part(of: .left) == nil {
                throw .noSymmetry(path: "faults[\(index)].measure")
            }
            if faults[..<index].contains(where: { $0.id == fault.id }) {
                throw .duplicateFault(path: "faults[\(index)].id", id: fault.id)
            }
        }
    }

    /// The phases in which this kind of exercise can check for faults.
    private var faultPhases: [Fault.Phase] {
        if repetitions != nil { return [.rep, .top, .down, .bottom, .up] }
        return hold != nil ? [.hold] : []
    }

    /// Whether a text is a valid file name everywhere.
    static func isFileName(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
        return Self.isAlphanumeric(first)
            && name.utf8.allSatisfy {
                Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Checks of single values.
private enum Check {
    /// Degrees and meters; no signal lies beyond this.
    static let values = -1000.0...1000.0
    /// Seconds.
    static let times = 0.0...3600.0

    static func number(
        _ value: Double?, _ path: String, in allowed: ClosedRange<Double> = values
    ) throws(ExerciseError) {
        guard let value else { return }
        guard value.isFinite else { throw .notFinite(path: path) }
        guard allowed.contains(value) else {
            throw .outOfRange(path: path, value: value, allowed: allowed)
        }
    }

    static func text(_ text: String, _ path: String, limit: Int) throws(ExerciseError) {
        guard text.utf8.count <= limit else {
            throw .textTooLong(path: path, count: text.utf8.count, limit: limit)
        }
    }

    static func conditions(
        _ conditions: [SignalCondition], isPerSide: Bool
    ) throws(ExerciseError) {
        guard conditions.count <= ExerciseDefinition.requirementLimit else {
            throw .tooMany(path: "requires", limit: ExerciseDefinition.requirementLimit)
        }
        for (index, condition) in conditions.enumerated() {
            let path = "requires[\(index)]"
            try condition.measure.validate(path: path + ".measure", isPerSide: isPerSide)
            try number(condition.above, path + ".above")
            try number(condition.below, path + ".below")
            guard condition.above != nil || condition.below != nil else {
                throw .noLimit(path: path)
            }
            // A condition is met between its limits, so there must be room between them.
            if let above = condition.above, let below = condition.below, above > below {
                throw .invalidRange(path: path, lower: above, upper: below)
            }
        }
    }
}

extension RepetitionRule {
    fileprivate func validate(isPerSide: Bool) throws(ExerciseError) {
        try signal.validate(path: "signal", isPerSide: isPerSide)
        switch thresholds {
        case .absolute(let top, let bottom):
            try Check.number(top, "top")
            try Check.number(bottom, "bottom")
            guard isDecreasing ? bottom < top : top < bottom else {
                throw .thresholdOrder(
                    path: "", top: top, bottom: bottom, isDecreasing: isDecreasing)
            }
        case .adaptive(let minRange):
            try Check.number(minRange, "minRange", in: 0.001...360)
        }
        try Check.number(minDuration, "minRep", in: Check.times)
        try Check.number(maxDuration, "maxRep", in: Check.times)
        guard minDuration <= maxDuration else {
            throw .invalidRange(path: "maxRep", lower: minDuration, upper: maxDuration)
        }
        try Check.number(lostAfter, "lostAfter", in: Check.times)
        try Check.conditions(requirements, isPerSide: isPerSide)
    }
}

extension HoldRule {
    fileprivate func validate(isPerSide: Bool) throws(ExerciseError) {
        try signal.validate(path: "signal", isPerSide: isPerSide)
        try range.validate(path: "range", in: Check.values)
        try Check.number(hysteresis, "hysteresis", in: 0...360)
        try Check.number(minDuration, "minHold", in: Check.times)
        try Check.number(lostAfter, "lostAfter", in: Check.times)
        try Check.conditions(requirements, isPerSide: isPerSide)
    }
}

extension ExerciseTarget {
    fileprivate func validate() throws(ExerciseError) {
        try rangeOfMotion?.validate(path: "target.rom", in: 0...1000)
        try down?.validate(path: "target.tempo.down", in: Check.times)
        try up?.validate(path: "target.tempo.up", in: Check.times)
        try hold?.validate(path: "target.hold", in: Check.times)
    }
}

extension Bounds {
    fileprivate func validate(
        path: String, in allowed: ClosedRange<Double>
    ) throws(ExerciseError) {
        try Check.number(lower, path + "[0]", in: allowed)
        try Check.number(upper, path + "[1]", in: allowed)
        guard lower != nil || upper != nil, (lower ?? -.infinity) <= (upper ?? .infinity) else {
            throw .invalidRange(path: path, lower: lower, upper: upper)
        }
    }
}

extension ExerciseDefinition.Fault {
    fileprivate func validate(
        path: String, isPerSide: Bool, phases: [Phase]
    ) throws(ExerciseError) {
        guard ExerciseDefinition.isFileName(id) else {
            throw .invalidName(path: path + ".id", name: id)
        }
        try Check.text(say, path + ".say", limit: 200)
        let ofRepetition: Bool
        if case .expression(let expression) = measure {
            try expression.validate(path: path + ".measure", isPerSide: isPerSide)
            ofRepetition = false
        } else {
            ofRepetition = true
        }
        // Peak, symmetry, range and duration are known only when the repetition is over.
        let allowed = ofRepetition ? phases.filter { $0 == .rep } : phases
        guard allowed.contains(phase) else {
            throw .wrongPhase(
                path: path + ".phase", phase: phase.rawValue, allowed: allowed.map(\.rawValue))
        }
        try Check.number(above, path + ".above", in: -3600...3600)
        try Check.number(below, path + ".below", in: -3600...3600)
        guard above != nil || below != nil else { throw .noLimit(path: path) }
        // A value between the limits is not a fault, so there must be room between them.
        if let above, let below, above < below {
            throw .invalidRange(path: path, lower: below, upper: above)
        }
        try Check.number(duration, path + ".for", in: Check.times)
        if ofRepetition, duration > 0 {
            throw .conflictingKeys(path: path, keys: ["measure", "for"])
        }
    }
}

extension SignalExpression {
    fileprivate func validate(
        path: String, isPerSide: Bool, depth: Int = 1
    ) throws(ExerciseError) {
        guard depth <= Self.depthLimit else { throw .tooDeep(path: path, limit: Self.depthLimit) }
        switch self {
        case .measure, .both: break
        case .side, .other: guard isPerSide else { throw .sideNotAllowed(path: path) }
        case .first(let terms):
            try Self.validate(terms, path: path + ".first", isPerSide: isPerSide, depth: depth)
        case .combination(let combination, let terms, let needs):
            try Self.validate(
                terms, path: path + "." + combination.rawValue, isPerSide: isPerSide,
                depth: depth)
            if let needs, needs < 1 || needs > terms.count {
                throw .outOfRange(
                    path: path + ".needs", value: Double(needs), allowed: 1...Double(terms.count))
            }
        case .difference(let first, let second):
            try first.validate(
                path: path + ".difference[0]", isPerSide: isPerSide, depth: depth + 1)
            try second.validate(
                path: path + ".difference[1]", isPerSide: isPerSide, depth: depth + 1)
        }
    }

    private static func validate(
        _ terms: [SignalExpression], path: String, isPerSide: Bool, depth: Int
    ) throws(ExerciseError) {
        guard !terms.isEmpty else { throw .emptyList(path: path) }
        guard terms.count <= termLimit else { throw .tooMany(path: path, limit: termLimit) }
        for (index, term) in terms.enumerated() {
            try term.validate(path: "\(path)[\(index)]", isPerSide: isPerSide, depth: depth + 1)
        }
    }
}
