import LandmarkCore

/// Getters for fields by name. All notations are accepted: a repeated field may be a list, appear
/// several times, or both. Getters throw `TextFormatError` with the value's position if the value
/// is of another kind, or if a singular field appears more than once.
extension TextMessage {
    /// Whether the message contains a field.
    public func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

    /// Returns an integer; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`), including for an integer outside
    ///   `range`.
    public func int(_ field: String, in range: ClosedRange<Int> = .min ... .max)
        throws(TextFormatError) -> Int?
    { try one(field) { value throws(TextFormatError) in try value.int(field, in: range) } }

    /// Returns the integers of a repeated field.
    ///
    /// - Throws: `TextFormatError` (`value`), including for an integer outside `range`.
    public func ints(_ field: String, in range: ClosedRange<Int> = .min ... .max)
        throws(TextFormatError) -> [Int]
    { try all(field) { value throws(TextFormatError) in try value.int(field, in: range) } }

    /// Returns a number, which may be written as an integer, `inf` or `nan`; nil if the field is
    /// missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`).
    public func double(_ field: String) throws(TextFormatError) -> Double? {
        try one(field) { value throws(TextFormatError) in try value.double(field) }
    }

    /// Returns a number in `range`, which excludes NaN; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`), including for a number outside
    ///   `range`.
    public func double(_ field: String, in range: ClosedRange<Double>)
        throws(TextFormatError) -> Double?
    { try one(field) { value throws(TextFormatError) in try value.double(field, in: range) } }

    /// Returns the numbers of a repeated field.
    ///
    /// - Throws: `TextFormatError` (`value`).
    public func doubles(_ field: String) throws(TextFormatError) -> [Double] {
        try all(field) { value throws(TextFormatError) in try value.double(field) }
    }

    /// Returns a number rounded to single precision; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`).
    public func float(_ field: String) throws(TextFormatError) -> Float? {
        try double(field).map { Float($0) }
    }

    /// Returns a Boolean: `true`, `false`, `t`, `f`, `True`, `False`, 1 or 0; nil if the field is
    /// missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`).
    public func bool(_ field: String) throws(TextFormatError) -> Bool? {
        try one(field) { value throws(TextFormatError) in try value.bool(field) }
    }

    /// Returns the Booleans of a repeated field.
    ///
    /// - Throws: `TextFormatError` (`value`).
    public func bools(_ field: String) throws(TextFormatError) -> [Bool] {
        try all(field) { value throws(TextFormatError) in try value.bool(field) }
    }

    /// Returns a UTF-8 string; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`), including for bytes that are not
    ///   UTF-8.
    public func string(_ field: String) throws(TextFormatError) -> String? {
        try one(field) { value throws(TextFormatError) in try value.string(field) }
    }

    /// Returns a string that is one of several; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`), including for any other string.
    public func string(_ field: String, of choices: [String]) throws(TextFormatError) -> String? {
        try one(field) { value throws(TextFormatError) in try value.string(field, of: choices) }
    }

    /// Returns the strings of a repeated field.
    ///
    /// - Throws: `TextFormatError` (`value`), including for bytes that are not UTF-8.
    public func strings(_ field: String) throws(TextFormatError) -> [String] {
        try all(field) { value throws(TextFormatError) in try value.string(field) }
    }

    /// Returns the bytes of a string; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`).
    public func bytes(_ field: String) throws(TextFormatError) -> [UInt8]? {
        try one(field) { value throws(TextFormatError) in try value.bytes(field) }
    }

    /// Returns the name of an enum value, which may be written as its name or number; nil if the
    /// field is missing.
    ///
    ///     try options.enumeration("state", of: ["CLOSED": 1, "OPEN": 2])
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`), including for a value not in
    ///   `numbers`.
    public func enumeration(
        _ field: String, of numbers: KeyValuePairs<String, Int>
    ) throws(TextFormatError) -> String? {
        try one(field) { value throws(TextFormatError) in
            try value.enumeration(field, of: numbers)
        }
    }

    /// Returns a nested message; nil if the field is missing.
    ///
    /// - Throws: `TextFormatError` (`value`, `repeatedField`).
    public func message(_ field: String) throws(TextFormatError) -> TextMessage? {
        try one(field) { value throws(TextFormatError) in try value.message(field) }
    }

    /// Returns the messages of a repeated field.
    ///
    /// - Throws: `TextFormatError` (`value`).
    public func messages(_ field: String) throws(TextFormatError) -> [TextMessage] {
        try all(field) { value throws(TextFormatError) in try value.message(field) }
    }

    /// Checks that the message has no fields other than `names`.
    ///
    /// - Throws: `TextFormatError` (`unknownField`) for the first other field, including extensions
    ///   and type URLs.
    public func requireFields(in names: [String]) throws(TextFormatError) {
        for field in fields where field.kind != .plain || !names.contains(field.name) {
            let kind = TextFormatError.Kind.unknownField(
                field.label, nearest: NearestName.of(field.name, among: names))
            throw TextFormatError(kind, at: field.position)
        }
    }

    /// Returns all values of a field, in order.
    public func values(of field: String) -> [TextValue] {
        var values: [TextValue] = []
        for candidate in fields where candidate.name == field { values += candidate.values }
        return values
    }

    private func one<Value>(
        _ name: String, _ read: (TextValue) throws(TextFormatError) -> Value
    ) throws(TextFormatError) -> Value? {
        var found: TextField?
        for field in fields where field.name == name {
            if found != nil { throw TextFormatError(.repeatedField(name), at: field.position) }
            found = field
        }
        guard let found else { return nil }
        guard !found.isList, let value = found.values.first else {
            let kind = TextFormatError.Kind.value(
                field: name, found: "a list", expected: "one value")
            throw TextFormatError(kind, at: found.position)
        }
        return try read(value)
    }

    private func all<Value>(
        _ name: String, _ read: (TextValue) throws(TextFormatError) -> Value
    ) throws(TextFormatError) -> [Value] {
        var values: [Value] = []
        for field in fields where field.name == name {
            for value in field.values { values.append(try read(value)) }
        }
        return values
    }
}

extension TextField {
    /// The name as written in the text.
    var label: String { kind == .plain ? name : "[\(name)]" }
}
