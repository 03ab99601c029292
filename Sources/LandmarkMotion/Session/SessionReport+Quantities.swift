extension SessionReport {
    /// The numbers of the session by which visits are compared: of repetitions, holds and faults, or of a
    /// clinical test.
    ///
    /// The error of a peak or a range is the greatest error of the signal's measures. The mean of many
    /// repetitions has the same error, because one camera errs in the same direction each time. The errors of
    /// counts and times, and of measurements by several cameras, are unknown. Holds that were never reached,
    /// and legs that were never stood on, are left out.
    ///
    /// - Parameters:
    ///   - definition: The exercise that the session followed.
    ///   - recording: The person's recording, which has the view at each peak; without it, angles in the
    ///     image have the error of the least favorable view.
    public func quantities(
        of definition: ExerciseDefinition, in recording: MotionRecording? = nil
    ) -> [SessionQuantity] {
        let list = QuantityList(subject: exercise)
        if let test { return list.quantities(of: test) }
        var quantities = counters.flatMap { counter in
            list.quantities(of: counter, definition, recording)
        }
        if let symmetry {
            quantities.append(list.quantity("asymmetry", symmetry, .percent, better: .lower))
        }
        let tries = counters.map { $0.repetitions.count + $0.holds }.reduce(0, +)
        for fault in faults {
            let missed = notJudged.first { $0.id == fault.id }
            guard tries > (missed.map { $0.wrongView + $0.notMeasured } ?? 0) else { continue }
            quantities.append(
                list.quantity("fault.\(fault.id)", Double(fault.count), .count, better: .lower))
        }
        return quantities
    }
}

/// Makes the quantities of one exercise.
private struct QuantityList {
    let subject: String

    func quantity(
        _ name: String, _ value: Double, _ unit: SessionQuantity.Unit, side: BodySide? = nil,
        error: Double? = nil, plane: Measure.Plane? = nil, better: SessionQuantity.Better? = nil
    ) -> SessionQuantity {
        SessionQuantity(
            SessionQuantity.Name(
                source: .exercise, subject: subject, side: side, quantity: name),
            value, unit, error: error, plane: plane, better: better)
    }

    func quantities(
        of counter: SessionReport.Counter, _ definition: ExerciseDefinition,
        _ recording: MotionRecording?
    ) -> [SessionQuantity] {
        let side = counter.side
        if definition.hold != nil {
            // Without a hold, nothing shows whether the person tried.
            guard counter.bestHold > 0 else { return [] }
            return [("bestHold", counter.bestHold), ("totalHold", counter.totalHold)].map {
                quantity($0, $1, .seconds, side: side, better: .higher)
            }
        }
        var list = [
            quantity(
                "repetitions", Double(counter.repetitions.count), .count, side: side,
                better: .higher)
        ]
        if let rule = definition.repetitions {
            list += angles(of: counter, rule, recording)
        }
        if let period = counter.period {
            list.append(quantity("period", period.mean, .seconds, side: side))
        }
        return list
    }

    /// The mean peak and range of the repetitions.
    private func angles(
        of counter: SessionReport.Counter, _ rule: RepetitionRule, _ recording: MotionRecording?
    ) -> [SessionQuantity] {
        let repetitions = counter.repetitions
        guard !repetitions.isEmpty else { return [] }
        let planes = Set(repetitions.map(\.plane))
        let errors = repetitions.map { repetition in
            rule.signal.error(
                in: repetition.plane, side: counter.side,
                yaw: recording?.yaw(at: repetition.peakTime))
        }
        let known = errors.compactMap { $0 }
        let isKnown = known.count == errors.count && recording?.isTriangulated != true
        let error = isKnown ? known.max() : nil
        func mean(_ value: (Repetition) -> Double) -> Double {
            repetitions.map(value).reduce(0, +) / Double(repetitions.count)
        }
        let unit = SessionQuantity.Unit(rule.signal.unit)
        return [
            quantity(
                "peak", mean(\.peak), unit, side: counter.side, error: error,
                plane: planes.count == 1 ? planes.first : nil,
                better: rule.isDecreasing ? .lower : .higher),
            quantity(
                "rangeOfMotion", mean(\.rangeOfMotion), unit, side: counter.side, error: error,
                plane: planes.count == 1 ? planes.first : nil, better: .higher),
        ]
    }

    func quantities(of test: TestResult) -> [SessionQuantity] {
        switch test {
        case .chairStand(let result):
            // An incomplete test has no score.
            return result.isComplete
                ? [quantity("stands", Double(result.stands), .count, better: .higher)] : []
        case .fiveTimesSitToStand(let result): return duration(result.duration)
        case .timedUpAndGo(let result): return duration(result.duration)
        case .gait(let result): return quantities(of: result)
        case .singleLegStance(let result):
            // A leg that was not tried has no time.
            return BodySide.allCases.filter { result.count[$0.other] > 0 }.map { leg in
                quantity(
                    "best", result.best(standingOn: leg), .seconds, side: leg, better: .higher)
            }
        }
    }

    private func duration(_ seconds: Double?) -> [SessionQuantity] {
        seconds.map { [quantity("duration", $0, .seconds, better: .lower)] } ?? []
    }

    private func quantities(of gait: GaitResult) -> [SessionQuantity] {
        var list: [SessionQuantity] = []
        if let cadence = gait.cadence { list.append(quantity("cadence", cadence, .perMinute)) }
        for side in BodySide.allCases {
            let values: [(String, Double?, SessionQuantity.Unit)] = [
                ("stepTime", gait.stepTime[side]?.mean, .seconds),
                ("strideTime", gait.strideTime[side]?.mean, .seconds),
                ("stepLength", gait.stepLength[side]?.mean, .meters),
                ("stance", gait.stance[side].map { $0 * 100 }, .percent),
            ]
            list += values.compactMap { name, value, unit in
                value.map { quantity(name, $0, unit, side: side) }
            }
        }
        let symmetries = [
            ("stepTimeAsymmetry", gait.stepTimeSymmetry),
            ("stepLengthAsymmetry", gait.stepLengthSymmetry),
        ]
        list += symmetries.compactMap { name, value in
            value.map { quantity(name, $0, .percent, better: .lower) }
        }
        return list
    }
}

extension SignalExpression {
    /// The error of a value: the greatest error of the measures that it is computed from, or for a
    /// difference, the square root of the sum of both squared errors. Nil if the error of any measure is
    /// unknown.
    ///
    /// - Parameters:
    ///   - plane: Where the value was measured.
    ///   - side: The counter's side.
    ///   - yaw: The direction that the person faced; nil if unknown.
    func error(in plane: Measure.Plane, side: BodySide?, yaw: Double?) -> Double? {
        switch self {
        case .measure(let measure): return measure.error(at: yaw)
        case .side(let pair): return side.flatMap { pair[$0].error(at: yaw) }
        case .other(let pair): return side.flatMap { pair[$0.other].error(at: yaw) }
        case .both(let pair, _):
            return Self.greatest([pair.left.error(at: yaw), pair.right.error(at: yaw)])
        case .combination(_, let terms, _):
            return Self.greatest(terms.map { $0.error(in: plane, side: side, yaw: yaw) })
        case .first(let terms):
            let used = terms.filter { $0.isInImage == (plane == .image) }
            return Self.greatest(
                (used.isEmpty ? terms : used).map { $0.error(in: plane, side: side, yaw: yaw) })
        case .difference(let first, let second):
            guard let first = first.error(in: plane, side: side, yaw: yaw),
                let second = second.error(in: plane, side: side, yaw: yaw)
            else { return nil }
            return (first * first + second * second).squareRoot()
        }
    }

    private static func greatest(_ errors: [Double?]) -> Double? {
        let known = errors.compactMap { $0 }
        return known.count == errors.count ? known.max() : nil
    }

    /// Whether any of its measures is taken in the image.
    private var isInImage: Bool {
        var found = false
        forEachMeasure(side: .left) { if $0.plane == .image { found = true } }
        return found
    }
}
