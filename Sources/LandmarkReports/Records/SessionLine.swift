package import LandmarkCore
package import LandmarkMotion

/// The content of a line about one person from `rom --json`, or from `motion` or `exercise` with `--summary`.
package struct SessionLine: Decodable {
    /// The numbers.
    package let quantities: [SessionQuantity]

    /// - Throws: `DecodingError` for an object that is not such a line, or is damaged.
    package init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        if line.contains(.quantities) {
            let height = try line.decodeIfPresent(Double.self, forKey: .bodyHeight)
            let changes = try line.decodeIfPresent(Thresholds.self, forKey: .thresholds)?.changes
            quantities = try line.decode([Entry].self, forKey: .quantities).map {
                $0.quantity(bodyHeight: height, changes: changes ?? [])
            }
            try Self.check(quantities, in: line)
            return
        }
        guard line.contains(.movement) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "this is not a session's report: expected what “rom --json”, or “motion” or"
                        + " “exercise” with --summary, wrote"))
        }
        let movement = try line.decode(String.self, forKey: .movement)
        quantities = try BodySide.allCases.flatMap { side -> [SessionQuantity] in
            let key: Key = side == .left ? .left : .right
            guard let range = try line.decodeIfPresent(Range.self, forKey: key) else { return [] }
            return [("peak", range.peak), ("plateau", range.plateau)].compactMap { name, value in
                value.map {
                    SessionQuantity(
                        SessionQuantity.Name(
                            source: .rangeOfMotion, subject: movement, side: side, quantity: name),
                        $0, .degrees, error: range.error, plane: range.plane, better: .higher)
                }
            }
        }
        try Self.check(quantities, in: line)
    }

    /// No session has greater values or errors.
    private static let limit = 1e6

    private static func check(
        _ quantities: [SessionQuantity], in line: KeyedDecodingContainer<Key>
    ) throws {
        for quantity in quantities {
            let error = quantity.error ?? 0
            guard abs(quantity.value) <= limit, 0...limit ~= error else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: line.codingPath,
                        debugDescription:
                            "\(quantity.name.description.shortened(to: 80)) is \(quantity.value) ±"
                            + " \(error); expected −1000000 to 1000000, and an error from 0"))
            }
        }
    }

    private enum Key: String, CodingKey {
        case movement, left, right, quantities, bodyHeight, thresholds
    }

    /// The changes by `--thresholds`.
    private struct Thresholds: Decodable {
        struct Change: Decodable {
            let name: String
            let after: Double?
        }

        let changes: [Change]
    }

    /// A side of `rom --json`.
    private struct Range: Decodable {
        let peak: Double
        let plateau, error: Double?
        let plane: Measure.Plane
    }

    /// A quantity of `--summary`.
    private struct Entry: Decodable {
        let of, name: String
        let source: SessionQuantity.Source
        let side: BodySide?
        let value: Double
        let error: Double?
        let unit: SessionQuantity.Unit
        let plane: Measure.Plane?
        let better: SessionQuantity.Better?

        func quantity(bodyHeight: Double?, changes: [Thresholds.Change]) -> SessionQuantity {
            var conditions = changes.map { "\($0.name) \($0.after.map { "\($0)" } ?? "none")" }
            if unit == .meters, let bodyHeight { conditions.append("height \(bodyHeight)") }
            return SessionQuantity(
                SessionQuantity.Name(source: source, subject: of, side: side, quantity: name),
                value, unit, error: error, plane: plane, better: better,
                conditions: conditions.joined(separator: ", "))
        }
    }
}

extension JSONText {
    /// Writes the numbers of a session as the member `quantities` of an object.
    package mutating func members(of quantities: [SessionQuantity]) {
        objects("quantities", quantities) { json, quantity in
            json.members(of: quantity.name)
            json.key("value")
            json.number(quantity.value)
            json.key("error")
            json.number(quantity.error)
            json.key("unit")
            json.string(quantity.unit.rawValue)
            json.word("plane", quantity.plane?.rawValue)
            json.word("better", quantity.better?.rawValue)
        }
    }

    /// Writes the name of a quantity as members of an object.
    mutating func members(of name: SessionQuantity.Name) {
        key("source")
        string(name.source.rawValue)
        key("of")
        string(name.subject)
        word("side", name.side?.rawValue)
        key("name")
        string(name.quantity)
    }

    /// Writes a member that is a word, or null.
    mutating func word(_ name: String, _ word: String?) {
        key(name)
        if let word { string(word) } else { null() }
    }
}

extension MotionLog {
    /// The output of `--summary`, after the end: a line of JSON for each person with the numbers of the
    /// session and, for an exercise, its report.
    package func summaries(file: String) -> [UInt8] {
        people.flatMap { person in
            var text = JSONText()
            let recording = person.history.recording
            text.object { json in
                json.key("file")
                json.string(file)
                if let height = plan.bodyHeight {
                    json.key("bodyHeight")
                    json.number(height)
                }
                if let report = person.report, let exercise = plan.exercise {
                    json.members(of: report)
                    if let thresholds = plan.thresholds { json.members(of: thresholds) }
                    json.members(of: report.quantities(of: exercise, in: recording))
                } else {
                    json.key("id")
                    json.integer(person.id)
                    json.time("durationMs", recording.duration)
                    json.members(of: recording.quantities)
                }
            }
            return text.bytes + [UInt8(ascii: "\n")]
        }
    }
}
