/// Values as Swift's types; `field` is for the error.
extension TextValue {
    func int(_ field: String, in range: ClosedRange<Int>) throws(TextFormatError) -> Int {
        if case .integer(let value) = content, let int = Int(exactly: value), range ~= int {
            return int
        }
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): throw error(field, expected: "an integer")
        case (let least, .max): throw error(field, expected: "an integer of at least \(least)")
        case (let least, let most):
            throw error(field, expected: "an integer from \(least) to \(most)")
        }
    }

    func double(_ field: String) throws(TextFormatError) -> Double {
        switch content {
        case .integer(let value): return Double(value)
        case .double(let value): return value
        case .identifier(let name):
            switch name.lowercased() {
            case "inf", "infinity": return .infinity
            case "-inf": return -.infinity
            case "nan": return .nan
            default: throw error(field, expected: "a number")
            }
        default: throw error(field, expected: "a number")
        }
    }

    func double(
        _ field: String, in range: ClosedRange<Double>
    ) throws(TextFormatError) -> Double {
        let value = try double(field)
        guard range.contains(value) else {
            throw error(
                field,
                expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func bool(_ field: String) throws(TextFormatError) -> Bool {
        switch content {
        case .identifier("true"), .identifier("True"), .identifier("t"), .integer(1): return true
        case .identifier("false"), .identifier("False"), .identifier("f"), .integer(0): return false
        default: throw error(field, expected: "true or false")
        }
    }

    func bytes(_ field: String) throws(TextFormatError) -> [UInt8] {
        guard case .string(let bytes) = content else { throw error(field, expected: "a string") }
        return bytes
    }

    func string(_ field: String) throws(TextFormatError) -> String {
        guard let text = String(validating: try bytes(field), as: UTF8.self) else {
            throw error(field, found: "bytes", expected: "a string of UTF-8")
        }
        return text
    }

    func enumeration(
        _ field: String, of numbers: KeyValuePairs<String, Int>
    ) throws(TextFormatError) -> String {
        let found = numbers.first { name, number in
            switch content {
            case .identifier(let written): written == name
            case .integer(let written): written == Int128(number)
            default: false
            }
        }
        guard let found else {
            let names = numbers.map { "\($0.key) (\($0.value))" }
            throw error(field, expected: names.joined(separator: ", "))
        }
        return found.key
    }

    func message(_ field: String) throws(TextFormatError) -> TextMessage {
        guard case .message(let message) = content else {
            throw error(field, expected: "a message")
        }
        return message
    }

    private func error(_ field: String, found: String? = nil, expected: String) -> TextFormatError {
        let found = found ?? content.kind
        return TextFormatError(
            .value(field: field, found: found, expected: expected), at: position)
    }
}
