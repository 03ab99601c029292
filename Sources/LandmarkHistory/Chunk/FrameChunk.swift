#if os(Linux)
/// Successive frames as losslessly compressed bytes.
///
/// The bytes are: the format's number (2); the size of the heads (UInt32, little endian); the heads,
/// ``Deflated``; and the values of all shapes, as ``ShapeCoder`` codes them. The heads are the checksum
/// of the values, the number of frames, each one's time and shapes, and their states; numbers are of
/// variable length (LEB128), and signed ones zigzag.
enum FrameChunk {
    private static let format = UInt8(2)
    private static let headLength = 5
    /// A chunk with more values is damaged: 600 frames, the most that are written in one, have fewer with
    /// 100 faces each. They take 537 MB of memory.
    private static let valueLimit = 1 << 26

    /// Why bytes are not valid frames.
    struct Damage: Error, Equatable {
        let reason: String
    }

    static func encode(_ frames: [HistoryFrame]) -> [UInt8] {
        var coder = ShapeCoder(BitEncoder())
        for shape in frames.lazy.flatMap(\.shapes) {
            // An encoder finds no damage.
            _ = try? coder.code(
                shape.values, id: shape.id, stride: shape.stride, count: shape.values.count)
        }
        var encoder = coder.bits
        let values = encoder.finish()
        var heads = Writer()
        heads.add(checksum(values[...]))
        heads.add(frames.count)
        var time = 0
        for frame in frames {
            heads.add(signed: frame.time &- time)
            time = frame.time
            heads.add(frame.state.utf8.count)
            heads.add(frame.shapes.count)
            for shape in frame.shapes {
                heads.add(signed: shape.id)
                heads.add(shape.label.utf8.count)
                heads.bytes += shape.label.utf8
                heads.add(shape.stride)
                heads.add(shape.values.count)
            }
        }
        for frame in frames { heads.bytes += frame.state.utf8 }
        let small = Deflated.encode(heads.bytes)
        return [format] + LittleEndian.bytes(of: small.count) + small + values
    }

    /// - Parameter withShapes: Whether to decode shapes; without them, decoding takes a fraction of the time.
    /// - Throws: ``Damage``.
    static func decode(
        _ chunk: [UInt8], withShapes: Bool = true
    ) throws(Damage) -> [HistoryFrame] {
        guard chunk.count >= headLength, chunk[0] == format else {
            throw Damage(reason: "frames of an unknown format")
        }
        let size = LittleEndian.value(of: chunk[1..<headLength])
        guard size <= chunk.count - headLength else {
            throw Damage(reason: "truncated frames")
        }
        let values = chunk[(headLength + size)...]
        var reader = Reader(
            bytes: try Deflated.bytes(from: Array(chunk[headLength..<headLength + size])))
        guard try reader.natural() == checksum(values) else {
            throw Damage(reason: "landmarks with a wrong checksum")
        }
        var coder = ShapeCoder(BitDecoder(values))
        var heads: [(time: Int, shapes: [HistoryShape], state: Int)] = []
        var time = 0
        var valueCount = 0
        for _ in 0..<(try reader.count()) {
            time &+= try reader.signed()
            let state = try reader.count()
            var shapes: [HistoryShape] = []
            for _ in 0..<(try reader.count()) {
                let head = try shapeHead(&reader, limit: valueLimit - valueCount)
                valueCount += head.count
                guard withShapes else { continue }
                let values = try coder.code(
                    nil, id: head.id, stride: head.stride, count: head.count)
                shapes.append(
                    HistoryShape(
                        id: head.id, label: head.label, stride: head.stride, values: values))
            }
            heads.append((time, shapes, state))
        }
        var frames: [HistoryFrame] = []
        for head in heads {
            let state = String(decoding: try reader.take(head.state), as: UTF8.self)
            frames.append(HistoryFrame(time: head.time, shapes: head.shapes, state: state))
        }
        guard reader.isAtEnd else { throw Damage(reason: "extra bytes after the frames") }
        return frames
    }

    private static func shapeHead(
        _ reader: inout Reader, limit: Int
    ) throws(Damage) -> (id: Int, label: String, stride: Int, count: Int) {
        let id = try reader.signed()
        let label = String(decoding: try reader.take(try reader.count()), as: UTF8.self)
        let stride = try reader.natural()
        guard (1...8).contains(stride) else {
            throw Damage(reason: "landmarks of \(stride) values")
        }
        let count = try reader.natural()
        guard count <= limit else { throw Damage(reason: "\(count) values in one second") }
        return (id, label, stride, count)
    }

    /// A checksum of 32 bits (FNV-1a).
    static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }
}

/// Writes numbers of variable length.
private struct Writer {
    var bytes: [UInt8] = []

    mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }

    mutating func add(signed value: Int) {
        let value = Int64(value)
        add(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    private mutating func add(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads what `Writer` wrote.
private struct Reader {
    private let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// A count of elements, each of which takes at least one of the remaining bytes.
    mutating func count() throws(FrameChunk.Damage) -> Int {
        let value = try number()
        guard value <= UInt64(bytes.count - place) else {
            throw FrameChunk.Damage(
                reason: "a count of \(value), followed by only \(bytes.count - place) bytes")
        }
        return Int(value)
    }

    /// Any non-negative number.
    mutating func natural() throws(FrameChunk.Damage) -> Int { Int(clamping: try number()) }

    mutating func signed() throws(FrameChunk.Damage) -> Int {
        let value = try number()
        return Int(Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1))))
    }

    mutating func take(_ count: Int) throws(FrameChunk.Damage) -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else {
            throw FrameChunk.Damage(reason: "truncated frames")
        }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private mutating func number() throws(FrameChunk.Damage) -> UInt64 {
        var value = UInt64(0)
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard place < bytes.count else {
                throw FrameChunk.Damage(reason: "truncated frames")
            }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw FrameChunk.Damage(reason: "a number of more than 64 bits")
    }
}
#endif
