/// The messages of graph files with their field numbers, for reading binary files.
enum BinarySchema {
    /// The kinds of fields.
    enum Kind: Hashable {
        case string
        case integer
        /// A ZigZag-encoded integer.
        case alternating
        case bool
        case float
        case double
        /// A message with its full name.
        case message(String)
    }

    /// A field of a message.
    struct Field {
        let name: String
        let kind: Kind
    }

    /// The fields of each message, by its full name and their numbers.
    static let fields: [String: [Int: Field]] = Dictionary(
        entries.map { entry in
            let fields = entry.words.dropFirst().compactMap(field)
            return (entry.name, Dictionary(fields) { first, _ in first })
        }
    ) { first, _ in first }

    /// The messages that extend options, by the numbers of their extensions.
    static let extensions: [Int: String] = Dictionary(
        entries.compactMap { entry in
            let number = entry.words.first.flatMap { Int($0.split(separator: " ").last ?? "") }
            return number.flatMap { $0 > 0 ? ($0, entry.name) : nil }
        }
    ) { first, _ in first }

    private static let entries = messages.split(separator: "\n").compactMap { line in
        let words = line.split(separator: ",")
        let name = words.first?.split(separator: " ").first
        return name.map { (name: String($0), words: words) }
    }

    private static func field(_ text: Substring) -> (Int, Field)? {
        let words = text.split(separator: " ")
        guard words.count == 3, let number = Int(words[0]) else { return nil }
        let kind: Kind? =
            switch words[2] {
            case "s": .string
            case "i": .integer
            case "z": .alternating
            case "b": .bool
            case "f": .float
            case "d": .double
            case let kind where kind.hasPrefix("m:"): .message(String(kind.dropFirst(2)))
            default: nil
            }
        return kind.map { (number, Field(name: String(words[1]), kind: $0)) }
    }
}
