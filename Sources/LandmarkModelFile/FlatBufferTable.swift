/// A table in FlatBuffers data: fields by slot number, each absent or present.
struct FlatBufferTable {
    let buffer: FlatBuffer
    let position: Int
    private let layout: Int
    private let layoutSize: Int
    private let size: Int

    init(_ buffer: FlatBuffer, at position: Int) throws(ModelFileError) {
        self.buffer = buffer
        self.position = position
        layout = position - Int(try buffer.load(Int32.self, at: position))
        layoutSize = Int(try buffer.load(UInt16.self, at: layout))
        size = Int(try buffer.load(UInt16.self, at: layout + 2))
        guard layoutSize >= 4, layoutSize % 2 == 0, layout <= buffer.bytes.count - layoutSize,
            size >= 4, position <= buffer.bytes.count - size
        else { throw buffer.error(.badLayout, at: layout) }
    }

    /// Where the field in `slot`, of `width` bytes, is; nil when the table leaves it out.
    private func field(_ slot: Int, width: Int) throws(ModelFileError) -> Int? {
        let entry = 4 + 2 * slot
        guard entry + 2 <= layoutSize else { return nil }
        let offset = Int(try buffer.load(UInt16.self, at: layout + entry))
        guard offset != 0 else { return nil }
        guard offset >= 4, offset <= size - width else {
            throw buffer.error(.fieldOutside(slot: slot), at: layout + entry)
        }
        return position + offset
    }

    func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ slot: Int, as type: Value.Type, default fallback: Value = 0
    ) throws(ModelFileError) -> Value {
        guard let at = try field(slot, width: MemoryLayout<Value>.size) else { return fallback }
        return try buffer.load(type, at: at)
    }

    func flag(_ slot: Int) throws(ModelFileError) -> Bool {
        try integer(slot, as: UInt8.self) != 0
    }

    func float(_ slot: Int) throws(ModelFileError) -> Float {
        Float(bitPattern: try integer(slot, as: UInt32.self))
    }

    func table(_ slot: Int) throws(ModelFileError) -> FlatBufferTable? {
        guard let at = try field(slot, width: 4) else { return nil }
        return try FlatBufferTable(buffer, at: try buffer.follow(at))
    }

    /// The vector in `slot`, whose elements have `elementSize` bytes.
    func vector(_ slot: Int, elementSize: Int) throws(ModelFileError) -> FlatBufferVector? {
        guard let at = try field(slot, width: 4) else { return nil }
        return try FlatBufferVector(buffer, at: try buffer.follow(at), elementSize: elementSize)
    }

    func tables(_ slot: Int) throws(ModelFileError) -> [FlatBufferTable]? {
        try vector(slot, elementSize: 4)?.tables()
    }

    func integers(_ slot: Int) throws(ModelFileError) -> [Int]? {
        try vector(slot, elementSize: 4)?.integers(Int32.self)
    }

    func longIntegers(_ slot: Int) throws(ModelFileError) -> [Int]? {
        try vector(slot, elementSize: 8)?.integers(Int64.self)
    }

    func floats(_ slot: Int) throws(ModelFileError) -> [Float]? {
        try vector(slot, elementSize: 4)?.floats()
    }

    func text(_ slot: Int) throws(ModelFileError) -> String? {
        try vector(slot, elementSize: 1)?.text()
    }
}
