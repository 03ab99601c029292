/// A protocol buffer message that was read whole: the values of each field, in their order.
struct WireMessage {
    struct Malformed: Error {}

    private enum Value {
        case number(UInt64)
        case bytes([UInt8])
    }

    private var fields: [Int: [Value]] = [:]

    init(_ bytes: some Collection<UInt8>) throws(Malformed) {
        var rest = Array(bytes)[...]
        func varint() throws(Malformed) -> UInt64 {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 70, by: 7) {
                guard let byte = rest.popFirst() else { throw Malformed() }
                value |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return value }
            }
            throw Malformed()
        }
        func take(_ count: Int) throws(Malformed) -> [UInt8] {
            guard count <= rest.count else { throw Malformed() }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while !rest.isEmpty {
            let key = try varint()
            let value: Value
            switch key & 7 {
            case 0: value = .number(try varint())
            case 2: value = .bytes(try take(Int(try varint())))
            case 5: value = .bytes(try take(4))
            default: throw Malformed()
            }
            fields[Int(key >> 3), default: []].append(value)
        }
    }

    func number(_ field: Int) -> Int? {
        if case .number(let value)? = fields[field]?.first { Int(value) } else { nil }
    }

    func text(_ field: Int) -> String? {
        if case .bytes(let bytes)? = fields[field]?.first {
            String(decoding: bytes, as: UTF8.self)
        } else {
            nil
        }
    }

    func messages(_ field: Int) -> [WireMessage] {
        (fields[field] ?? []).compactMap { value in
            if case .bytes(let bytes) = value { try? WireMessage(bytes) } else { nil }
        }
    }

    func message(_ field: Int) -> WireMessage? { messages(field).first }
}
