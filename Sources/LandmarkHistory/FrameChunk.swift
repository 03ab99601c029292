#if os(Linux)
import CSQLite

/// Successive frames as bytes, as small as they get without loss.
///
/// The bytes are: the format's number (1); the size of what follows when inflated (UInt32, little
/// endian); and, deflated by zlib, the number of frames, the frames, and their states. Each landmark is
/// its difference to the same one of the previous frame: faces take a quarter of the bytes that way.
/// All numbers are of variable length (LEB128), and signed ones zigzag.
enum FrameChunk {
    private static let format = UInt8(1)
    /// A second of 100 faces at 1000 frames per second; more is damage.
    private static let sizeLimit = 512 << 20

    /// What is wrong with bytes that are no frames.
    struct Damage: Error, Equatable {
        let reason: String
    }

    static func encode(_ frames: [HistoryFrame]) -> [UInt8] {
        var writer = Writer()
        writer.add(frames.count)
        var time = 0
        var previous: [Int: [Int]] = [:]
        for frame in frames {
            writer.add(signed: frame.time &- time)
            time = frame.time
            writer.add(frame.state.utf8.count)
            writer.add(frame.shapes.count)
            var values: [Int: [Int]] = [:]
            for shape in frame.shapes {
                writer.add(signed: shape.id)
                writer.add(shape.label.utf8.count)
                writer.bytes += shape.label.utf8
                writer.add(shape.stride)
                writer.add(shape.values.count)
                let earlier = previous[shape.id] ?? []
                for (index, value) in shape.values.enumerated() {
                    writer.add(signed: value &- (index < earlier.count ? earlier[index] : 0))
                }
                values[shape.id] = shape.values
            }
            previous = values
        }
        for frame in frames { writer.bytes += frame.state.utf8 }
        let count = writer.bytes.count
        let header = [format] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        return header + deflated(writer.bytes)
    }

    /// - Throws: ``Damage``.
    static func decode(_ chunk: [UInt8]) throws(Damage) -> [HistoryFrame] {
        guard chunk.count > 5, chunk[0] == format else {
            throw Damage(reason: "frames of an unknown format")
        }
        let size = (0..<4).reduce(0) { $0 | Int(chunk[1 + $1]) << (8 * $1) }
        guard size <= sizeLimit else { throw Damage(reason: "\(size) bytes in one second") }
        var reader = Reader(bytes: try inflated(chunk[5...], to: size))
        var heads: [(time: Int, shapes: [HistoryShape], state: Int)] = []
        var time = 0
        var previous: [Int: [Int]] = [:]
        for _ in 0..<(try reader.count()) {
            time &+= try reader.signed()
            let state = try reader.count()
            var shapes: [HistoryShape] = []
            var values: [Int: [Int]] = [:]
            for _ in 0..<(try reader.count()) {
                let shape = try shape(&reader, previous)
                values[shape.id] = shape.values
                shapes.append(shape)
            }
            previous = values
            heads.append((time, shapes, state))
        }
        var frames: [HistoryFrame] = []
        for head in heads {
            let state = String(decoding: try reader.take(head.state), as: UTF8.self)
            frames.append(HistoryFrame(time: head.time, shapes: head.shapes, state: state))
        }
        guard reader.isAtEnd else { throw Damage(reason: "bytes behind the frames") }
        return frames
    }

    private static func shape(
        _ reader: inout Reader, _ previous: [Int: [Int]]
    ) throws(Damage) -> HistoryShape {
        let id = try reader.signed()
        let label = String(decoding: try reader.take(try reader.count()), as: UTF8.self)
        let stride = try reader.count()
        guard (1...8).contains(stride) else {
            throw Damage(reason: "landmarks of \(stride) values")
        }
        let count = try reader.count()
        let earlier = previous[id] ?? []
        var values: [Int] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            values.append(try reader.signed() &+ (index < earlier.count ? earlier[index] : 0))
        }
        return HistoryShape(id: id, label: label, stride: stride, values: values)
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        // It cannot fail: the output has room for anything.
        _ = compress2(&output, &size, bytes, uLong(bytes.count), 6)
        return Array(output.prefix(Int(size)))
    }

    private static func inflated(
        _ bytes: ArraySlice<UInt8>, to size: Int
    ) throws(Damage) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: size)
        var written = uLong(size)
        let code = bytes.withUnsafeBufferPointer {
            uncompress(&output, &written, $0.baseAddress, uLong($0.count))
        }
        guard code == Z_OK, Int(written) == size else {
            throw Damage(reason: "frames that cannot be inflated (zlib: \(code))")
        }
        return output
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

    /// A number of things, each of which takes at least a byte of what is left.
    mutating func count() throws(FrameChunk.Damage) -> Int {
        let value = try number()
        guard value <= UInt64(bytes.count - place) else {
            throw FrameChunk.Damage(
                reason: "a count of \(value) behind which \(bytes.count - place) bytes are left")
        }
        return Int(value)
    }

    mutating func signed() throws(FrameChunk.Damage) -> Int {
        let value = try number()
        return Int(Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1))))
    }

    mutating func take(_ count: Int) throws(FrameChunk.Damage) -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else {
            throw FrameChunk.Damage(reason: "frames that are cut off")
        }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private mutating func number() throws(FrameChunk.Damage) -> UInt64 {
        var value = UInt64(0)
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard place < bytes.count else {
                throw FrameChunk.Damage(reason: "frames that are cut off")
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
