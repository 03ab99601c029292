import LandmarkCore

/// Bounds-checked access to FlatBuffers data.
///
/// Every offset is validated before it is followed. Offsets to tables, vectors and strings point
/// forward only, and a schema nests to a fixed depth, so traversal cannot loop. A budget
/// proportional to the data's size bounds the time spent on data that many offsets share. An
/// instance must not outlive the closure that provides its bytes.
final class FlatBuffer {
    let bytes: UnsafeRawBufferPointer
    let file: String
    private var budget: Int

    init(_ bytes: UnsafeRawBufferPointer, file: String) {
        self.bytes = bytes
        self.file = file
        let (scaled, overflow) = bytes.count.multipliedReportingOverflow(by: 8)
        budget = overflow ? Int.max : max(scaled, 65_536)
    }

    /// Returns the root table after checking the file identifier.
    ///
    /// - Throws: ``ModelFileError/table(file:offset:fault:)``.
    func root(identifier: String) throws(ModelFileError) -> FlatBufferTable {
        let offset = Int(try load(UInt32.self, at: 0))
        _ = try load(UInt32.self, at: 4)
        let found = String(decoding: bytes[4..<8], as: UTF8.self)
        guard found == identifier else {
            throw error(.identifier(expected: identifier, found: found), at: 4)
        }
        return try FlatBufferTable(self, at: offset)
    }

    func load<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, at offset: Int
    ) throws(ModelFileError) -> Value {
        let size = MemoryLayout<Value>.size
        guard offset >= 0, offset <= bytes.count - size else {
            throw error(.outside(size: size, available: bytes.count), at: offset)
        }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Returns the position that the offset stored at `position` points to.
    func follow(_ position: Int) throws(ModelFileError) -> Int {
        let offset = Int(try load(UInt32.self, at: position))
        guard offset > 0 else { throw error(.emptyOffset, at: position) }
        return position + offset
    }

    /// Deducts the cost of copying `count` bytes at `offset` from the budget.
    func charge(_ count: Int, at offset: Int) throws(ModelFileError) {
        guard count <= budget else { throw error(.tooMuchSharing, at: offset) }
        budget -= count
    }

    func error(_ fault: TableFault, at offset: Int) -> ModelFileError {
        .table(file: file, offset: offset, fault: fault)
    }
}

/// A FlatBuffers table, whose optional fields are identified by slot number.
struct FlatBufferTable {
    let buffer: FlatBuffer
    let position: Int
    /// The position of the vtable.
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

    /// Returns the position of the `width`-byte field in `slot`; nil when it is absent.
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

    /// Returns the vector in `slot`, whose elements have `elementSize` bytes; nil when it is
    /// absent.
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

/// A FlatBuffers vector, validated to lie inside the data.
struct FlatBufferVector {
    private let buffer: FlatBuffer
    private let elementSize: Int
    /// The position of the first element.
    let start: Int
    let count: Int

    init(_ buffer: FlatBuffer, at position: Int, elementSize: Int) throws(ModelFileError) {
        self.buffer = buffer
        self.elementSize = elementSize
        count = Int(try buffer.load(UInt32.self, at: position))
        start = position + 4
        // A 32-bit count times at most 8 bytes cannot overflow.
        guard count * elementSize <= buffer.bytes.count - start else {
            let fault = TableFault.vectorOutside(count: count, elementSize: elementSize)
            throw buffer.error(fault, at: position)
        }
    }

    var byteRange: Range<Int> { start..<start + count * elementSize }

    func integers<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type
    ) throws(ModelFileError) -> [Int] {
        try charge()
        var values: [Int] = []
        values.reserveCapacity(count)
        for offset in stride(from: start, to: byteRange.upperBound, by: elementSize) {
            values.append(Int(truncatingIfNeeded: try buffer.load(type, at: offset)))
        }
        return values
    }

    func floats() throws(ModelFileError) -> [Float] {
        try charge()
        var values: [Float] = []
        values.reserveCapacity(count)
        for offset in stride(from: start, to: byteRange.upperBound, by: elementSize) {
            values.append(Float(bitPattern: try buffer.load(UInt32.self, at: offset)))
        }
        return values
    }

    func tables() throws(ModelFileError) -> [FlatBufferTable] {
        try charge()
        var values: [FlatBufferTable] = []
        values.reserveCapacity(count)
        for offset in stride(from: start, to: byteRange.upperBound, by: elementSize) {
            values.append(try FlatBufferTable(buffer, at: try buffer.follow(offset)))
        }
        return values
    }

    func text() throws(ModelFileError) -> String {
        try charge()
        guard let text = String(utf8: .init(rebasing: buffer.bytes[byteRange])) else {
            throw buffer.error(.badText, at: start)
        }
        return text
    }

    private func charge() throws(ModelFileError) {
        try buffer.charge(count * elementSize, at: start)
    }
}

/// A fault in FlatBuffers data.
public enum TableFault: Sendable, Hashable {
    /// The data does not have the expected file identifier.
    case identifier(expected: String, found: String)
    /// A value extends past the end of the data.
    case outside(size: Int, available: Int)
    /// A table's vtable is outside the data, too small or of odd size.
    case badLayout
    /// A table's field lies outside the table.
    case fieldOutside(slot: Int)
    /// An offset points at itself.
    case emptyOffset
    /// A vector extends past the end of the data.
    case vectorOutside(count: Int, elementSize: Int)
    /// A string is not valid UTF-8.
    case badText
    /// The same data is referenced so often that reading it would take too long.
    case tooMuchSharing
}

extension TableFault: CustomStringConvertible {
    /// The fault as a noun phrase.
    public var description: String {
        switch self {
        case .identifier(let expected, let found):
            "file identifier \"\(found)\" instead of \"\(expected)\""
        case .outside(let size, let available):
            "a value of \(size) bytes, more than the \(available) available"
        case .badLayout: "a table without a valid layout"
        case .fieldOutside(let slot): "field \(slot) outside its table"
        case .emptyOffset: "an offset that points to itself"
        case .vectorOutside(let count, let elementSize):
            "\(count) elements of \(elementSize) bytes that extend past the end"
        case .badText: "text that is not UTF-8"
        case .tooMuchSharing: "data referenced too many times"
        }
    }
}
