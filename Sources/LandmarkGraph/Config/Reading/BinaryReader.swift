/// Reads a `CalculatorGraphConfig` in protobuf's binary format as the message that the text format
/// would produce, without positions.
struct BinaryReader {
    /// The reason that bytes are not a binary graph.
    struct Failure: Error {
        let reason: String
    }

    private static let depthLimit = 100
    private static let any = "google.protobuf.Any"

    private let bytes: [UInt8]
    private var place: Int

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = 0
    }

    /// Reads a graph. Takes time linear in the number of bytes.
    static func graph(_ bytes: [UInt8]) throws(Failure) -> TextMessage {
        var reader = BinaryReader(bytes)
        return try reader.message("mediapipe.CalculatorGraphConfig", end: bytes.count, depth: 1)
    }

    /// Whether bytes look like the binary format: they contain control characters other than
    /// whitespace, which text does not.
    static func isBinary(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 < 0x20 && ![0x09, 0x0a, 0x0d].contains($0) }
    }

    private mutating func message(
        _ name: String, end: Int, depth: Int
    ) throws(Failure) -> TextMessage {
        guard depth <= Self.depthLimit else {
            throw Failure(reason: "messages are nested more than \(Self.depthLimit) levels deep")
        }
        if name == Self.any { return try anyMessage(end: end, depth: depth) }
        let known = BinarySchema.fields[name] ?? [:]
        let isOptions =
            name == "mediapipe.CalculatorOptions" || name == "mediapipe.MediaPipeOptions"
        var fields: [TextField] = []
        while place < end {
            let (number, wire) = try tag(end)
            if let field = known[number] {
                try append(field, wire, end, depth, to: &fields)
            } else if isOptions {
                fields.append(try extended(number, wire, end, depth))
            } else {
                throw Failure(reason: "\(name) has no field with the number \(number)")
            }
        }
        return TextMessage(fields)
    }

    /// Reads an extension of options; an unknown one has no fields.
    private mutating func extended(
        _ number: Int, _ wire: Int, _ end: Int, _ depth: Int
    ) throws(Failure) -> TextField {
        guard wire == 2 else { throw Failure(reason: "extension \(number) is not a message") }
        let stop = try length(end)
        guard let type = BinarySchema.extensions[number] else {
            place = stop
            return TextField(
                "mediapipe.UnknownOptions\(number).ext", kind: .extensionName,
                .message(TextMessage()))
        }
        let inner = try message(type, end: stop, depth: depth + 1)
        return TextField("\(type).ext", kind: .extensionName, .message(inner))
    }

    /// Reads a message with its type URL; one of unknown type has no fields.
    private mutating func anyMessage(end: Int, depth: Int) throws(Failure) -> TextMessage {
        var address = ""
        var value: Range<Int>?
        while place < end {
            let (number, wire) = try tag(end)
            guard wire == 2 else { throw Failure(reason: "a field of \(Self.any) is not text") }
            let stop = try length(end)
            if number == 1 {
                address = String(decoding: bytes[place..<stop], as: UTF8.self)
            } else if number == 2 {
                value = place..<stop
            }
            place = stop
        }
        if address.isEmpty { return TextMessage() }
        let type = String(
            address[(address.lastIndex(of: "/") ?? address.startIndex)...].drop { $0 == "/" })
        var inner = TextMessage()
        if let value, BinarySchema.fields[type] != nil {
            place = value.lowerBound
            inner = try message(type, end: value.upperBound, depth: depth + 1)
            place = end
        }
        return TextMessage([TextField(address, kind: .typeURL, .message(inner))])
    }

    private mutating func append(
        _ field: BinarySchema.Field, _ wire: Int, _ end: Int, _ depth: Int,
        to fields: inout [TextField]
    ) throws(Failure) {
        switch field.kind {
        case .message(let type):
            guard wire == 2 else { throw mismatch(field) }
            let stop = try length(end)
            let inner = try message(type, end: stop, depth: depth + 1)
            fields.append(TextField(field.name, .message(inner)))
        case .string:
            guard wire == 2 else { throw mismatch(field) }
            let stop = try length(end)
            fields.append(TextField(field.name, TextValue(.string(Array(bytes[place..<stop])))))
            place = stop
        case .integer, .alternating, .bool, .float, .double:
            guard wire == 2 else {
                fields.append(TextField(field.name, try scalar(field, wire, end)))
                return
            }
            // Packed values of a repeated field.
            let stop = try length(end)
            while place < stop {
                let wire = field.kind == .float ? 5 : field.kind == .double ? 1 : 0
                fields.append(TextField(field.name, try scalar(field, wire, stop)))
            }
        }
    }

    private mutating func scalar(
        _ field: BinarySchema.Field, _ wire: Int, _ end: Int
    ) throws(Failure) -> TextValue {
        switch (field.kind, wire) {
        case (.integer, 0): return .integer(Int(truncatingIfNeeded: try varint(end)))
        case (.alternating, 0):
            let raw = try varint(end)
            return .integer(Int(truncatingIfNeeded: raw >> 1) ^ -Int(raw & 1))
        case (.bool, 0): return .bool(try varint(end) != 0)
        case (.float, 5):
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: try fixed(4, end)))
            // The value as in the text format: 0.1, not 0.10000000149.
            return .double(Double("\(value)") ?? Double(value))
        case (.double, 1): return .double(Double(bitPattern: try fixed(8, end)))
        default: throw mismatch(field)
        }
    }

    private func mismatch(_ field: BinarySchema.Field) -> Failure {
        Failure(reason: "the field \(field.name) has the wrong type")
    }

    // MARK: Bytes

    private mutating func tag(_ end: Int) throws(Failure) -> (number: Int, wire: Int) {
        let tag = try varint(end)
        return (Int(truncatingIfNeeded: tag >> 3), Int(tag & 7))
    }

    /// Reads a length, and returns the end of the data that follows.
    private mutating func length(_ end: Int) throws(Failure) -> Int {
        let length = try varint(end)
        guard length <= UInt64(end - place) else {
            throw Failure(reason: "the file is truncated")
        }
        return place + Int(length)
    }

    private mutating func varint(_ end: Int) throws(Failure) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard place < end else { throw Failure(reason: "the file is truncated") }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        throw Failure(reason: "a number has more than 10 bytes")
    }

    private mutating func fixed(_ count: Int, _ end: Int) throws(Failure) -> UInt64 {
        guard count <= end - place else { throw Failure(reason: "the file is truncated") }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        place += count
        return value
    }
}
