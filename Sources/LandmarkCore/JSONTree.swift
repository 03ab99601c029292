/// Any JSON.
package enum JSONTree: Decodable {
    case object([String: JSONTree])
    case array([JSONTree])
    case string(String)
    case number(Double)
    case flag(Bool)
    case null

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSONTree].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    /// The numbers, texts and flags in it, each with its path of names and indices, such as
    /// `people.0.count`; in the order of names.
    package var leaves: [(path: String, value: JSONTree)] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { $0.value.leaves(below: $0.key) }
        case .array(let elements):
            elements.enumerated().flatMap { $0.element.leaves(below: "\($0.offset)") }
        default: [("", self)]
        }
    }

    private func leaves(below name: String) -> [(path: String, value: JSONTree)] {
        leaves.map { ($0.path.isEmpty ? name : "\(name).\($0.path)", $0.value) }
    }
}
