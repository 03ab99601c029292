import LandmarkCore

/// Which fields a message has and what they hold.
struct MessageSchema: Sendable {
    /// What a field holds.
    indirect enum Kind: Sendable {
        case string
        case integer(ClosedRange<Int>)
        case bool
        case message(MessageSchema)
        /// Messages by their extensions' names.
        case options
        /// A message by its type's name: `google.protobuf.Any`.
        case any
    }

    /// A field: what it holds and how often it may stand.
    struct Field: Sendable {
        let kind: Kind
        let isRepeated: Bool

        static let string = Field(kind: .string, isRepeated: false)
        static let strings = Field(kind: .string, isRepeated: true)
        static let bool = Field(kind: .bool, isRepeated: false)
        static let options = Field(kind: .options, isRepeated: false)
        static let int32 = Field(kind: int32Kind, isRepeated: false)
        static let int32s = Field(kind: int32Kind, isRepeated: true)
        static let int64 = Field(kind: .integer(.min ... .max), isRepeated: false)
        static let uint32 = Field(kind: .integer(0...Int(UInt32.max)), isRepeated: false)
        static let anys = Field(kind: .any, isRepeated: true)

        static func message(_ schema: MessageSchema) -> Field {
            Field(kind: .message(schema), isRepeated: false)
        }

        static func messages(_ schema: MessageSchema) -> Field {
            Field(kind: .message(schema), isRepeated: true)
        }

        private static let int32Kind = Kind.integer(Int(Int32.min)...Int(Int32.max))
    }

    let fields: [String: Field]

    /// Throws for the first field that the message cannot have, or that holds something else.
    ///
    /// Goes no deeper than the schema, which ends.
    func check(_ message: TextMessage) throws(TextFormatError) {
        var seen: Set<String> = []
        for field in message.fields {
            guard field.kind == .plain, let known = fields[field.name] else {
                let nearest = NearestName.of(field.name, among: fields.keys.sorted())
                throw TextFormatError(
                    .unknownField(field.label, nearest: nearest), at: field.position)
            }
            if !known.isRepeated {
                if !seen.insert(field.name).inserted {
                    throw TextFormatError(.repeatedField(field.name), at: field.position)
                }
                if field.isList {
                    let fault = TextFault.value(
                        field: field.name, found: "a list", expected: "one value")
                    throw TextFormatError(fault, at: field.position)
                }
            }
            for value in field.values { try Self.check(value, known.kind, field.name) }
        }
    }

    private static func check(
        _ value: TextValue, _ kind: Kind, _ name: String
    ) throws(TextFormatError) {
        switch kind {
        case .string: _ = try value.string(name)
        case .integer(let range): _ = try value.int(name, in: range)
        case .bool: _ = try value.bool(name)
        case .message(let schema): try schema.check(try value.message(name))
        case .options: try checkOptions(try value.message(name))
        case .any: try checkAny(try value.message(name), name)
        }
    }

    private static func checkOptions(_ message: TextMessage) throws(TextFormatError) {
        var seen: Set<String> = []
        for field in message.fields {
            if field.kind == .plain, field.name == "merge_fields" {
                _ = try message.bool(field.name)
                continue
            }
            guard field.kind == .extensionName else {
                throw TextFormatError(
                    .unknownField(field.label, nearest: nil), at: field.position)
            }
            guard !field.isList, seen.insert(field.name).inserted else {
                throw TextFormatError(.repeatedField(field.label), at: field.position)
            }
            for value in field.values { _ = try value.message(field.label) }
        }
    }

    private static func checkAny(
        _ message: TextMessage, _ name: String
    ) throws(TextFormatError) {
        for (index, field) in message.fields.enumerated() {
            guard field.kind == .typeURL else {
                let fault = TextFault.unexpected(
                    found: "\"\(field.label)\"",
                    expected: "a type in brackets, such as [type.googleapis.com/mediapipe.X]")
                throw TextFormatError(fault, at: field.position)
            }
            guard index == 0, !field.isList else {
                throw TextFormatError(.repeatedField(name), at: field.position)
            }
            for value in field.values { _ = try value.message(field.label) }
        }
    }
}
