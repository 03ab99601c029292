/// A value computed from measures: the signal of an exercise, or the quantity that a fault checks.
///
/// In JSON a single measure is its name, `"kneeFlexion.left"`. `"kneeFlexion.side"` and
/// `"kneeFlexion.other"` are those of the counter's side and of the opposite one, in exercises with
/// a counter for each side; `"fppa.max"`, `.min` and `.mean` combine both sides, or take the only one
/// available. Other expressions are objects such as `{"mean":["hipFlexion.left","trunk.forward"],"needs":1}`
/// with `mean`, `max` or `min`, and `{"difference":[a,b]}`, which is a − b, and `{"first":[a,b]}`, which is a
/// if it has a value and otherwise b. Terms may be expressions.
public indirect enum SignalExpression: Sendable, Hashable {
    /// A measure.
    case measure(Measure)
    /// The measure of the counter's side.
    case side(MeasurePair)
    /// The measure of the side opposite to the counter's.
    case other(MeasurePair)
    /// Both sides combined, or the only one available.
    case both(MeasurePair, Combination)
    /// Several expressions combined. `needs` is how many must have a value; nil for all.
    case combination(Combination, [SignalExpression], needs: Int?)
    /// The first of several expressions that has a value.
    case first([SignalExpression])
    /// The first value minus the second.
    case difference(SignalExpression, SignalExpression)

    /// How several values become one.
    public enum Combination: String, Sendable, Hashable, CaseIterable {
        /// The arithmetic mean.
        case mean
        /// The greatest value.
        case max
        /// The least value.
        case min
    }

    /// The greatest number of terms in a combination.
    static let termLimit = 16
    /// How deeply expressions may be nested.
    static let depthLimit = 4
}

// MARK: - Values

/// The value of an expression in one frame.
struct SignalValue {
    var value: Double
    /// Whether all readings that it is computed from were measured in this frame rather than held.
    var isMeasured: Bool
    /// Where it was measured: in the image if any of the readings was.
    var plane: Measure.Plane
}

extension SignalExpression {
    /// Computes the value in a frame; nil if too few values are available.
    ///
    /// - Parameter side: The counter's side. Without one, `.side` and `.other` have no value.
    func value(in sample: MotionSample, side: BodySide?) -> SignalValue? {
        switch self {
        case .measure(let measure): return Self.value(of: measure, in: sample)
        case .side(let pair): return side.flatMap { Self.value(of: pair[$0], in: sample) }
        case .other(let pair): return side.flatMap { Self.value(of: pair[$0.other], in: sample) }
        case .both(let pair, let combination):
            var sum = Accumulator(combination)
            sum.add(Self.value(of: pair.left, in: sample))
            sum.add(Self.value(of: pair.right, in: sample))
            return sum.result(needs: 1)
        case .combination(let combination, let terms, let needs):
            var sum = Accumulator(combination)
            // By index, because array iterators allocate in unoptimized code.
            for index in terms.indices { sum.add(terms[index].value(in: sample, side: side)) }
            return sum.result(needs: needs ?? terms.count)
        case .first(let terms):
            for index in terms.indices {
                if let value = terms[index].value(in: sample, side: side) { return value }
            }
            return nil
        case .difference(let first, let second):
            guard let first = first.value(in: sample, side: side),
                let second = second.value(in: sample, side: side)
            else { return nil }
            return SignalValue(
                value: first.value - second.value,
                isMeasured: first.isMeasured && second.isMeasured,
                plane: first.plane == .image ? .image : second.plane)
        }
    }

    private static func value(of measure: Measure, in sample: MotionSample) -> SignalValue? {
        let reading = sample[measure]
        guard reading.state != .missing, reading.value.isFinite else { return nil }
        return SignalValue(
            value: reading.value, isMeasured: reading.state == .measured, plane: measure.plane)
    }

    private struct Accumulator {
        let combination: Combination
        var value = 0.0
        var count = 0
        var isMeasured = true
        var plane = Measure.Plane.space

        init(_ combination: Combination) { self.combination = combination }

        mutating func add(_ term: SignalValue?) {
            guard let term else { return }
            switch combination {
            case .mean: value += term.value
            case .max: value = count == 0 ? term.value : Swift.max(value, term.value)
            case .min: value = count == 0 ? term.value : Swift.min(value, term.value)
            }
            count += 1
            isMeasured = isMeasured && term.isMeasured
            if term.plane == .image { plane = .image }
        }

        func result(needs: Int) -> SignalValue? {
            guard count > 0, count >= needs else { return nil }
            return SignalValue(
                value: combination == .mean ? value / Double(count) : value,
                isMeasured: isMeasured, plane: plane)
        }
    }
}

// MARK: - Measures

extension SignalExpression {
    /// Calls `body` with each measure that the value is computed from.
    func forEachMeasure(side: BodySide?, _ body: (Measure) -> Void) {
        switch self {
        case .measure(let measure): body(measure)
        case .side(let pair): if let side { body(pair[side]) }
        case .other(let pair): if let side { body(pair[side.other]) }
        case .both(let pair, _):
            body(pair.left)
            body(pair.right)
        case .combination(_, let terms, _), .first(let terms):
            for index in terms.indices { terms[index].forEachMeasure(side: side, body) }
        case .difference(let first, let second):
            first.forEachMeasure(side: side, body)
            second.forEachMeasure(side: side, body)
        }
    }

    /// The unit of the value: meters where all measures are in meters.
    public var unit: Measure.Unit {
        var areMeters = true
        forEachMeasure(side: .left) { if $0.unit != .meters { areMeters = false } }
        return areMeters ? .meters : .degrees
    }

    /// Whether measures of the counter's side or of the opposite one occur.
    var refersToSide: Bool {
        switch self {
        case .measure, .both: false
        case .side, .other: true
        case .combination(_, let terms, _), .first(let terms):
            terms.contains(where: \.refersToSide)
        case .difference(let first, let second): first.refersToSide || second.refersToSide
        }
    }

    /// The part of a symmetric expression that comes from one side of the body, such as one knee of the mean
    /// of both. Nil if the expression does not combine both sides.
    func part(of side: BodySide) -> SignalExpression? {
        switch self {
        case .measure, .side, .other, .difference: return nil
        case .both(let pair, _): return .measure(pair[side])
        case .first(let terms):
            let parts = terms.compactMap { $0.part(of: side) }
            return parts.count == terms.count ? .first(parts) : nil
        case .combination(let combination, let terms, _):
            let parts = terms.compactMap { term -> SignalExpression? in
                if case .measure(let measure) = term {
                    return measure.side == side ? term : nil
                }
                return term.part(of: side)
            }
            let opposite = terms.count { term in
                if case .measure(let measure) = term { return measure.side == side.other }
                return term.part(of: side.other) != nil
            }
            guard !parts.isEmpty, parts.count == opposite else { return nil }
            return parts.count == 1 ? parts[0] : .combination(combination, parts, needs: nil)
        }
    }
}
