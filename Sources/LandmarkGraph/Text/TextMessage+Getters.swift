import LandmarkCore

/// Getters for fields by name. Every value is taken wherever it stands: a repeated field may be
/// written as a list, several times, or both. All of them throw `TextFormatError` with the value's
/// position when a value has another kind, or when a field that is asked for once stands twice.
extension TextMessage {
    /// Whether the field stands in the message.
    public func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

    /// An integer; nil when the field is missing.
    public func int(_ field: String, in range: ClosedRange<Int> = .min ... .max)
        throws(TextFormatError) -> Int?
    { try one(field) { value throws(TextFormatError) in try value.int(field, in: range) } }

    /// The integers of a repeated field.
    public func ints(_ field: String, in range: ClosedRange<Int> = .min ... .max)
        throws(TextFormatError) -> [Int]
    { try all(field) { value throws(TextFormatError) in try value.int(field, in: range) } }

    /// A number, also one written as an integer, `inf` or `nan`; nil when the field is missing.
    public func double(_ field: String) throws(TextFormatError) -> Double? {
        try one(field) { value throws(TextFormatError) in try value.double(field) }
    }

    /// A number in `range`, which NaN is not; nil when the field is missing.
    public func double(_ field: String, in range: ClosedRange<Double>)
        throws(TextFormatError) -> Double?
    { try one(field) { value throws(TextFormatError) in try value.double(field, in: range) } }

    /// The numbers of a repeated field.
    public func doubles(_ field: String) throws(TextFormatError) -> [Double] {
        try all(field) { value throws(TextFormatError) in try value.double(field) }
    }

    /// A single-precision number, rounded from the double; nil when the field is missing.
    public func float(_ field: String) throws(TextFormatError) -> Float? {
        try double(field).map { Float($0) }
    }

    /// `true`, `false`, `t`, `f`, `True`, `False`, 1 or 0; nil when the field is missing.
    public func bool(_ field: String) throws(TextFormatError) -> Bool? {
        try one(field) { value throws(TextFormatError) in try value.bool(field) }
    }

    /// The truth values of a repeated field.
    public func bools(_ field: String) throws(TextFormatError) -> [Bool] {
        try all(field) { value throws(TextFormatError) in try value.bool(field) }
    }

    /// A string of UTF-8; nil when the field is missing.
    public func string(_ field: String) throws(TextFormatError) -> String? {
        try one(field) { value throws(TextFormatError) in try value.string(field) }
    }

    /// The strings of a repeated field.
    public func strings(_ field: String) throws(TextFormatError) -> [String] {
        try all(field) { value throws(TextFormatError) in try value.string(field) }
    }

    /// The bytes of a string; nil when the field is missing.
    public func bytes(_ field: String) throws(TextFormatError) -> [UInt8]? {
        try one(field) { value throws(TextFormatError) in try value.bytes(field) }
    }

    /// The name of an enum's value, which may be written by its name or by its number; nil when the
    /// field is missing.
    ///
    ///     try options.enumeration("state", of: ["CLOSED": 1, "OPEN": 2])
    public func enumeration(
        _ field: String, of numbers: KeyValuePairs<String, Int>
    ) throws(TextFormatError) -> String? {
        try one(field) { value throws(TextFormatError) in
            try value.enumeration(field, of: numbers)
        }
    }

    /// A nested message; nil when the field is missing.
    public func message(_ field: String) throws(TextFormatError) -> TextMessage? {
        try one(field) { value throws(TextFormatError) in try value.message(field) }
    }

    /// The messages of a repeated field.
    public func messages(_ field: String) throws(TextFormatError) -> [TextMessage] {
        try all(field) { value throws(TextFormatError) in try value.message(field) }
    }

    /// Throws when the message has a field that is not among `names`, or one in brackets.
    public func requireFields(in names: [String]) throws(TextFormatError) {
        for field in fields where field.kind != .plain || !names.contains(field.name) {
            let fault = TextFault.unknownField(
                field.label, nearest: NearestName.of(field.name, among: names))
            throw TextFormatError(fault, at: field.position)
        }
    }

    /// All values of a field in their order.
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
            let fault = TextFault.value(field: name, found: "a list", expected: "one value")
            throw TextFormatError(fault, at: found.position)
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
    /// The name as it is written.
    var label: String { kind == .plain ? name : "[\(name)]" }
}
