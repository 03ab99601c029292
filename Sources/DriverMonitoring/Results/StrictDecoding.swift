extension KeyedDecodingContainer {
    /// Decodes a member into `value`, which stays as it is if the member is missing.
    ///
    /// - Throws: `DecodingError` for a member of another type.
    func decode<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let decoded = try decodeIfPresent(Value.self, forKey: key) { value = decoded }
    }

    /// Checks a member.
    ///
    /// - Throws: `DecodingError` unless the range contains the value.
    func check(_ value: Double, in range: ClosedRange<Double>, _ key: Key) throws {
        guard range.contains(value) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription:
                    "expected \(range.lowerBound)…\(range.upperBound), got \(value)")
        }
    }
}

extension Decoder {
    /// The object, which has only known members: a misspelled member must not be ignored.
    ///
    /// - Throws: `DecodingError` for another type, and for an unknown member.
    func knownContainer<Key: CodingKey & CaseIterable>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Key.allCases.map(\.stringValue)
        let members = try container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let unknown = members.filter({ !known.contains($0) }).min() {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription:
                        "unknown member “\(unknown)”; expected \(known.joined(separator: ", "))"))
        }
        return try container(keyedBy: Key.self)
    }

    /// The error for rules with a number out of range.
    var invalidRules: DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "a number is out of range, or a time below the one before"))
    }
}

/// The name of any member.
private struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
