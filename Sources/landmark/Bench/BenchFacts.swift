import LandmarkCommandSupport
import LandmarkCore

/// What is known of a measurement beside its times, in the order of a report.
struct BenchFacts: Sendable {
    /// A fact's value.
    enum Value: Sendable {
        case text(String)
        case whole(Int)
        /// With at most six decimals.
        case number(Double)
        /// Of memory.
        case bytes(Int)
        /// A part of one, 0…1.
        case share(Double)
    }

    /// Names as they stand in JSON.
    private(set) var items: [(name: String, value: Value)] = []

    mutating func add(_ name: String, _ text: String) { items.append((name, .text(text))) }

    mutating func add(_ name: String, _ number: Int) { items.append((name, .whole(number))) }

    mutating func add(_ name: String, _ number: Double) { items.append((name, .number(number))) }

    mutating func add(_ name: String, bytes: Int) { items.append((name, .bytes(bytes))) }

    mutating func add(_ name: String, share: Double) { items.append((name, .share(share))) }

    mutating func add(_ others: BenchFacts) { items += others.items }

    /// The whole number of that name, if there is one.
    func whole(_ name: String) -> Int? {
        guard case .whole(let number)? = items.first(where: { $0.name == name })?.value else {
            return nil
        }
        return number
    }

    /// The facts under each other.
    var text: String {
        let rows = items.map { name, value in
            let words =
                switch value {
                case .text(let text): text
                case .whole(let number): "\(number)"
                case .number(let number): String(number, places: 2)
                case .bytes(let count):
                    String(Double(count) / Double(1 << 20), places: 1) + " MB"
                case .share(let part): String(100 * part, places: 1) + " %"
                }
            return [Self.words(name, of: value), words]
        }
        return TextTable(rows, alignedRight: []).text
    }

    /// Writes the facts as members of an object.
    func write(to json: inout JSONText) {
        for (name, value) in items {
            json.key(name)
            switch value {
            case .text(let text): json.string(text)
            case .whole(let number), .bytes(let number): json.integer(number)
            case .number(let number), .share(let number): json.number(Float(number))
            }
        }
    }

    /// `residentBytes` as “resident”, `framesPerSecond` as “frames per second”.
    private static func words(_ name: String, of value: Value) -> String {
        var name = name
        if case .bytes = value, name.hasSuffix("Bytes") { name.removeLast("Bytes".count) }
        return name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    }
}
