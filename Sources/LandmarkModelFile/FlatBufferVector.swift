/// A vector in FlatBuffers data that lies wholly inside it.
struct FlatBufferVector {
    private let buffer: FlatBuffer
    private let elementSize: Int
    /// Where the first element is.
    let start: Int
    let count: Int

    init(_ buffer: FlatBuffer, at position: Int, elementSize: Int) throws(ModelFileError) {
        self.buffer = buffer
        self.elementSize = elementSize
        count = Int(try buffer.load(UInt32.self, at: position))
        start = position + 4
        // A count of 32 bits times at most 8 bytes cannot overflow.
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
        guard let text = String(validating: buffer.bytes[byteRange], as: UTF8.self) else {
            throw buffer.error(.badText, at: start)
        }
        return text
    }

    private func charge() throws(ModelFileError) {
        try buffer.charge(count * elementSize, at: start)
    }
}
