/// An option of a subcommand: its name, what it takes, and its line of help.
package struct Option: Sendable {
    /// What an option takes.
    package enum Value: Sendable {
        /// Nothing: being there is what it says.
        case flag
        /// Any text, such as a path.
        case text(String)
        /// One of some words.
        case choice([String])
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A number from 0 to 1.
        case fraction
        /// Whole numbers with commas between, none negative.
        case list
        /// Text that something else reads.
        case parsed(
            placeholder: String, expectation: String, accepts: @Sendable (String) -> Bool)
    }

    package let name: String
    package let value: Value
    package let help: String
    /// What it is about, as a heading in help; empty for none.
    package var group: String
    /// Whether it may be given several times.
    package var repeats: Bool

    package init(
        name: String, value: Value, help: String, group: String = "", repeats: Bool = false
    ) {
        self.name = name
        self.value = value
        self.help = help
        self.group = group
        self.repeats = repeats
    }

    /// Options under a heading of their own.
    package static func group(_ title: String, _ options: [Option]) -> [Option] {
        options.map { option in
            var option = option
            option.group = title
            return option
        }
    }

    /// How the value is written in help and in errors; empty for a flag.
    package var placeholder: String {
        switch value {
        case .flag: ""
        case .text(let name): name
        case .choice(let words): words.joined(separator: "|")
        case .integer: "N"
        case .fraction: "F"
        case .list: "N,N…"
        case .parsed(let placeholder, _, _): placeholder
        }
    }

    /// What the value must be, for errors.
    package var expectation: String {
        switch value {
        case .flag: "nothing"
        case .text: "a value"
        case .choice(let words): words.joined(separator: ", ")
        case .integer(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .fraction: "a number from 0 to 1"
        case .list: "whole numbers with commas between"
        case .parsed(_, let expectation, _): expectation
        }
    }

    /// Whether `text` is a value this option takes.
    package func accepts(_ text: String) -> Bool {
        switch value {
        case .flag: false
        case .text: !text.isEmpty
        case .choice(let words): words.contains(text)
        case .integer(let range): Int(text).map(range.contains) ?? false
        case .fraction: Float(text).map { (0...1).contains($0) } ?? false
        case .list: Self.list(text) != nil
        case .parsed(_, _, let accepts): accepts(text)
        }
    }

    /// The numbers of a list, or nil when it is not one.
    package static func list(_ text: String) -> [Int]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
    }
}
