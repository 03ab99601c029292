import LandmarkCore

/// A subcommand's arguments, checked against its options.
package struct Arguments {
    /// What is not an option: the inputs.
    package private(set) var inputs: [String] = []
    private var values: [String: [String]] = [:]

    /// Sorts `words` into options and inputs.
    ///
    /// `--name value` and `--name=value` mean the same; after `--` everything is an input; `-` is
    /// an input.
    package init(_ words: [String], options: [Option]) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                inputs += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                inputs.append(word)
                continue
            }
            let (name, attached) = Self.split(word)
            guard let option = options.first(where: { $0.name == name }) else {
                let names = options.map(\.name)
                throw .unknownOption(name, nearest: NearestName.of(name, among: names))
            }
            let value = try Self.value(of: option, attached: attached, rest: &rest)
            if values[name] != nil, !option.repeats { throw .repeatedOption(name) }
            values[name, default: []].append(value)
        }
    }

    /// `--name=value` as two parts.
    private static func split(_ word: String) -> (name: String, attached: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
            return (word, nil)
        }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private static func value(
        of option: Option, attached: String?, rest: inout ArraySlice<String>
    ) throws(CommandError) -> String {
        if case .flag = option.value {
            if let attached { throw .unwantedValue(option: option.name, value: attached) }
            return ""
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .missingValue(option: option.name, placeholder: option.placeholder)
        }
        guard option.accepts(value) else {
            throw .invalidValue(option: option.name, expected: option.expectation, got: value)
        }
        return value
    }

    /// Whether a flag is there.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// An option's text, if it is there.
    package func text(_ name: String) -> String? { values[name]?.first }

    /// All texts of an option that may be given several times.
    package func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// An option's whole number, if it is there.
    package func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// An option's fraction, if it is there.
    package func fraction(_ name: String) -> Float? { text(name).flatMap { Float($0) } }

    /// An option's list of whole numbers, if it is there.
    package func list(_ name: String) -> [Int]? { text(name).flatMap(Option.list) }
}
