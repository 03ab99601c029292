import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Corrupt FlatBuffers data, written byte by byte.
struct TableFaultTests {
    private func fault(_ bytes: [UInt8]) throws(ModelFileError) -> (offset: Int, TableFault)? {
        do throws(ModelFileError) {
            _ = try TFLiteModel(bytes: FileBytes(bytes), name: "m")
            return nil
        } catch ModelFileError.table("m", let offset, let fault) {
            return (offset, fault)
        }
    }

    /// Returns data with a root table at byte 20 and its vtable of at most five fields at byte 8.
    private func data(
        root: UInt32 = 20, layoutSize: UInt16 = 12, size: UInt16 = 12,
        slots: [UInt16] = [0, 0, 0, 0], layoutOffset: Int32 = 12, body: [UInt8] = []
    ) -> [UInt8] {
        var bytes = littleEndian(root) + Array("TFL3".utf8)
        bytes += littleEndian(layoutSize) + littleEndian(size) + slots.flatMap(littleEndian)
        bytes += littleEndian(layoutOffset)
        return bytes + body
    }

    @Test("data that is too short or has another identifier is rejected")
    func roots() throws {
        #expect(try fault([1, 2])?.1 == .outside(size: 4, available: 2))
        let other = try fault([8, 0, 0, 0] + Array("ABCD".utf8))
        #expect(other?.offset == 4)
        #expect(other?.1 == .identifier(expected: "TFL3", found: "ABCD"))
    }

    @Test("offsets outside the data are reported")
    func outside() throws {
        let far = try fault(data(root: UInt32.max))
        #expect(far?.offset == Int(UInt32.max))
        #expect(far?.1 == .outside(size: 4, available: 24))
        let layout = try fault(data(layoutOffset: Int32.min))
        #expect(layout?.offset == 20 + (1 << 31))
        #expect(try fault(data(layoutOffset: 21))?.offset == -1)
        #expect(try fault(data(layoutOffset: Int32.max))?.1 == .outside(size: 2, available: 24))
    }

    @Test("a table's vtable must have even, sufficient size and lie inside the data")
    func layouts() throws {
        for (layoutSize, size): (UInt16, UInt16) in [
            (2, 12), (5, 12), (60000, 12), (12, 3), (12, 200),
        ] {
            let found = try fault(data(layoutSize: layoutSize, size: size))
            #expect(found?.offset == 8 && found?.1 == .badLayout, "\(layoutSize) \(size)")
        }
    }

    @Test("a field outside its table is reported")
    func fields() throws {
        for slot: UInt16 in [2, 9, 65535] {
            let found = try fault(data(slots: [slot, 0, 0, 0], body: [0, 0, 0, 0, 0, 0, 0, 0]))
            #expect(found?.1 == .fieldOutside(slot: 0), "\(slot)")
        }
    }

    @Test("offsets to themselves and vectors longer than the data are reported")
    func vectors() throws {
        // Version 3 in slot 0, the vector of graphs in slot 2.
        let version = littleEndian(UInt32(3))
        let zero = try fault(data(slots: [4, 0, 8, 0], body: version + [0, 0, 0, 0]))
        #expect(zero?.offset == 28 && zero?.1 == .emptyOffset)
        for count in [UInt32(2), 1 << 30, .max] {
            let body = version + littleEndian(UInt32(4)) + littleEndian(count) + [0, 0, 0, 0]
            let found = try fault(data(slots: [4, 0, 8, 0], body: body))
            #expect(found?.offset == 32)
            #expect(found?.1 == .vectorOutside(count: Int(count), elementSize: 4))
        }
    }

    @Test("offsets cannot point backward: they wrap to outside the data")
    func cycles() throws {
        let version = littleEndian(UInt32(3))
        let body =
            version + littleEndian(UInt32(4)) + littleEndian(UInt32(1)) + littleEndian(UInt32.max)
        #expect(
            try fault(data(slots: [4, 0, 8, 0], body: body))?.1 == .outside(size: 4, available: 40))
    }

    @Test("strings must be UTF-8")
    func text() throws {
        var writer = TinyModels.add()
        writer.model[3] = .bytes([0x61, 0xff, 0xfe])
        #expect(try fault(writer.bytes())?.1 == .badText)
    }

    @Test("thousands of tables that share one large vector are rejected quickly")
    func sharing() throws {
        // One table with 100,000 bytes of text, referenced by each of 100,000 elements.
        let text = [UInt8](repeating: 0x61, count: 100_000)
        let bytes = Self.shared(tables: 100_000, text: text)
        let start = ContinuousClock.now
        #expect(try fault(bytes)?.1 == .tooMuchSharing)
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    /// Returns a model with `tables` tensors that all refer to one table with the name `text`.
    private static func shared(tables: Int, text: [UInt8]) -> [UInt8] {
        var writer = ModelWriter()
        writer.model[2] = .tables([
            [0: .node(.numbers([UInt8](repeating: 0, count: 4 * tables), size: 4))]
        ])
        var bytes = writer.bytes()
        while bytes.count % 4 != 0 { bytes.append(0) }
        // A vtable with the name in slot 3, then the table, then its text.
        let layout = bytes.count
        bytes += [UInt16(12), 8, 0, 0, 0, 4].flatMap(littleEndian)
        let table = bytes.count
        bytes += littleEndian(Int32(table - layout)) + littleEndian(UInt32(4))
        bytes += littleEndian(UInt32(text.count)) + text
        // The only vector with so many elements.
        let mark = littleEndian(UInt32(tables)) + [0, 0, 0, 0]
        guard let list = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
            return bytes
        }
        for index in 0..<tables {
            let at = list + 4 + 4 * index
            bytes.replaceSubrange(at..<at + 4, with: littleEndian(UInt32(table - at)))
        }
        return bytes
    }
}
