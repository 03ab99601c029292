extension DecodingError {
    /// The value that is missing or wrong, as in `poses[0].landmarks[3]`; empty for the whole text.
    package var path: String {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath + [key]).path
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.path
        @unknown default: ""
        }
    }

    /// What was expected there; nil if the value has the right type but is still wrong.
    package var expected: String? {
        switch self {
        case .keyNotFound: "a value, but it is missing"
        case .typeMismatch(let type, _): Self.name(of: type)
        case .valueNotFound(let type, _): "\(Self.name(of: type)), got null"
        default: nil
        }
    }

    /// What is wrong, and where, in plain words: decoders describe their errors for programmers.
    package var words: String {
        let problem =
            switch self {
            case .dataCorrupted(let context): Self.plain(context.debugDescription)
            default: "expected \(expected ?? "another value")"
            }
        return path.isEmpty ? problem : "\(path): \(problem)"
    }

    /// What is wrong in a JSON text that could not be decoded: its first syntax error, or else `words`.
    package func words(in text: [UInt8]) -> String {
        JSONSyntaxProblem.first(in: text).map { "\($0)" } ?? words
    }

    /// Puts into plain words what decoders report about unknown cases of an enumeration, and about JSON
    /// without a syntax error.
    private static func plain(_ description: String) -> String {
        if description.hasPrefix("Cannot initialize ") {
            // “Cannot initialize TYPE from invalid String value VALUE”
            let value = description.split(separator: " ").dropFirst(7).joined(separator: " ")
            return "“\(value)” is not known"
        }
        return description.hasPrefix("The given data was not valid JSON")
            ? "a number is too large, or the text is not UTF-8" : description
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Int.Type: "an integer"
        case is Float.Type, is Double.Type: "a number"
        case is Bool.Type: "true or false"
        case is String.Type: "text"
        case is [String: Any].Type: "an object"
        default: "an array"
        }
    }
}

extension [any CodingKey] {
    /// The keys as in `poses[0].landmarks[3]`.
    package var path: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
