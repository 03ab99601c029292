public import LandmarkCore

/// How the numbers of sessions change from visit to visit, and which changes exceed the numbers' errors.
public struct ProgressReport: Sendable, Hashable {
    /// The numbers from the sessions of one visit.
    public struct Visit: Sendable, Hashable {
        /// The name of the visit, such as that of its file.
        public var name: String
        /// The numbers, each once.
        public var quantities: [SessionQuantity]

        /// Creates a visit.
        public init(name: String, quantities: [SessionQuantity]) {
            self.name = name
            self.quantities = quantities
        }
    }

    /// One quantity at all visits.
    public struct Row: Sendable, Hashable {
        /// The name of the quantity.
        public let name: SessionQuantity.Name
        /// The unit of values, changes and errors.
        public let unit: SessionQuantity.Unit
        /// Which change is progress; nil if that depends on the person.
        public let better: SessionQuantity.Better?
        /// Whether all visits that have the quantity measured it under the same conditions.
        public var hasSameConditions: Bool {
            Set(values.compactMap { $0?.conditions }).count <= 1
        }
        /// The quantity at each visit, in the order of the visits; nil for a visit without it.
        public let values: [SessionQuantity?]
        /// The changes from each visit with the quantity to the next such visit; with three or more such
        /// visits, also from the first to the last.
        public let changes: [Change]
    }

    /// A change in a quantity between two visits.
    public struct Change: Sendable, Hashable {
        /// The index of the earlier visit.
        public let from: Int
        /// The index of the later visit.
        public let to: Int
        /// The later value minus the earlier one.
        public let difference: Double
        /// The error of the difference: the square root of the sum of both squared errors; nil if either is
        /// unknown.
        public let error: Double?
        /// The meaning of the difference.
        public let verdict: Verdict
    }

    /// The meaning of a difference.
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is not greater than its error, and shows nothing.
        case withinError
        /// It is greater than its error, in the better direction.
        case progress
        /// It is greater than its error, in the worse direction.
        case decline
        /// It is greater than its error; neither direction is better.
        case changed
        /// Its error is unknown.
        case errorNotKnown
    }

    /// The names of the visits, in their order.
    public let visits: [String]
    /// All quantities of at least one visit, in the order in which they first occur.
    public let rows: [Row]

    /// Compares visits.
    ///
    /// - Parameter visits: At least two, from the earliest to the latest.
    /// - Throws: `ProgressError`.
    public init(of visits: [Visit]) throws(ProgressError) {
        guard visits.count > 1 else { throw .tooFewVisits(visits.count) }
        var names: [SessionQuantity.Name] = []
        var tables: [[SessionQuantity.Name: SessionQuantity]] = []
        var seen: Set<SessionQuantity.Name> = []
        for visit in visits {
            var table: [SessionQuantity.Name: SessionQuantity] = [:]
            for quantity in visit.quantities {
                guard table.updateValue(quantity, forKey: quantity.name) == nil else {
                    throw .repeated(visit: visit.name, name: quantity.name)
                }
                if seen.insert(quantity.name).inserted { names.append(quantity.name) }
            }
            tables.append(table)
        }
        self.visits = visits.map(\.name)
        var rows: [Row] = []
        for name in names { rows.append(try Row(name, tables.map { $0[name] }, self.visits)) }
        self.rows = rows
    }
}

extension ProgressReport.Row {
    fileprivate init(
        _ name: SessionQuantity.Name, _ values: [SessionQuantity?], _ visits: [String]
    ) throws(ProgressError) {
        let given = values.indices.filter { values[$0] != nil }
        let known = values.compactMap { $0 }
        for (place, value) in known.enumerated() where value.unit != known[0].unit {
            throw .differentUnits(
                name: name, visits: [visits[given[0]], visits[given[place]]],
                units: [known[0].unit, value.unit])
        }
        self.name = name
        self.values = values
        unit = known.first?.unit ?? .count
        better = known.last?.better
        var pairs = zip(given, given.dropFirst()).map { ($0, $1) }
        if given.count > 2 { pairs.append((given[0], given[given.count - 1])) }
        changes = pairs.compactMap { from, to in
            guard let first = values[from], let second = values[to] else { return nil }
            return ProgressReport.Change(from, first, to, second)
        }
    }
}

extension ProgressReport.Change {
    fileprivate init(_ from: Int, _ first: SessionQuantity, _ to: Int, _ second: SessionQuantity) {
        self.from = from
        self.to = to
        difference = second.value - first.value
        guard let one = first.error, let other = second.error, one.isFinite, other.isFinite,
            difference.isFinite
        else {
            error = nil
            verdict = .errorNotKnown
            return
        }
        let limit = (one * one + other * other).squareRoot()
        error = limit
        guard abs(difference) > limit else {
            verdict = .withinError
            return
        }
        switch second.better {
        case nil: verdict = .changed
        case .higher: verdict = difference > 0 ? .progress : .decline
        case .lower: verdict = difference < 0 ? .progress : .decline
        }
    }
}

/// Why visits cannot be compared.
public enum ProgressError: LandmarkError, Hashable {
    /// Fewer than two visits.
    case tooFewVisits(Int)
    /// A visit has the same quantity twice, as with two people or two sessions of an exercise.
    case repeated(visit: String, name: SessionQuantity.Name)
    /// Two visits have a quantity in different units, as with two exercises of the same name.
    case differentUnits(
        name: SessionQuantity.Name, visits: [String], units: [SessionQuantity.Unit])

    /// One sentence with the visits and values involved.
    public var description: String {
        switch self {
        case .tooFewVisits(let count):
            "progress needs at least two visits, got \(count)"
        case .repeated(let visit, let name):
            "\(visit) has two values of \(name): a visit has one person, and each exercise only once"
        case .differentUnits(let name, let visits, let units):
            "\(name) is in \(units.map(\.rawValue).joined(separator: " and ")) in"
                + " \(visits.joined(separator: " and "))"
        }
    }
}

extension SessionQuantity.Name: CustomStringConvertible {
    /// The name in words, such as “left knee-flexion peak”.
    public var description: String {
        (side.map { "\($0.rawValue) " } ?? "") + "\(subject) \(quantity)"
    }
}
