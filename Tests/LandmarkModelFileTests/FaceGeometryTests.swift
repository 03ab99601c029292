import LandmarkModelFile
import LandmarkTestSupport
import Testing

struct FaceGeometryTests {
    /// Returns a protocol buffer field with the bytes of its value.
    private func field(_ number: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
        varint(number << 3 | type) + value
    }
    private func message(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        field(number, 2, varint(content.count) + content)
    }
    private func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }
    private func float(_ value: Float) -> [UInt8] { littleEndian(value.bitPattern) }

    private let numbers = (0..<15).map { Float($0) / 4 }
    private let corners = [0, 1, 2, 2, 1, 0]

    private func landmark(_ index: Int, _ weight: Float) -> [UInt8] {
        message(2, field(1, 0, varint(index)) + field(2, 5, float(weight)))
    }
    private func mesh(
        _ numbers: [Float], _ corners: [Int], packed: Bool = false, extra: [UInt8] = []
    ) -> [UInt8] {
        let lists =
            packed
            ? message(3, numbers.flatMap(float)) + message(4, corners.flatMap(varint))
            : numbers.flatMap { field(3, 5, float($0)) }
                + corners.flatMap { field(4, 0, varint($0)) }
        return message(1, extra + lists)
    }
    private func parse(_ bytes: [UInt8]) throws -> FaceGeometryMetadata {
        try FaceGeometryMetadata(bytes: FileBytes(bytes), name: "g")
    }
    private func fault(_ bytes: [UInt8]) throws -> GeometryFault? {
        do {
            _ = try parse(bytes)
            return nil
        } catch ModelFileError.geometry("g", _, let fault) {
            return fault
        }
    }

    @Test("packed and unpacked lists are equivalent, and unknown fields are ignored")
    func forms() throws {
        let unknown = field(9, 1, [1, 2, 3, 4, 5, 6, 7, 8]) + field(3, 0, varint(1))
        let layout = field(1, 0, varint(0)) + field(2, 0, varint(0)) + field(7, 0, varint(300))
        for packed in [false, true] {
            let geometry = try parse(
                unknown + mesh(numbers, corners, packed: packed, extra: layout)
                    + landmark(2, 0.5) + landmark(0, 0))
            #expect(geometry.vertices.count == 3 && geometry.triangleIndices == corners)
            let vertex = geometry.vertices[1]
            #expect(
                [vertex.x, vertex.y, vertex.z, vertex.u, vertex.v] == [1.25, 1.5, 1.75, 2, 2.25])
            #expect(geometry.procrustesBasis.map(\.index) == [2, 0])
            #expect(geometry.procrustesBasis.map(\.weight) == [0.5, 0])
        }
    }

    @Test("each inconsistency is reported")
    func faults() throws {
        let good = mesh(numbers, corners) + landmark(0, 1)
        #expect(try fault(good) == nil)
        #expect(try fault([]) == .vertexCount(0))
        #expect(try fault(good.dropLast()) == .cutOff)
        #expect(try fault([0x80]) == .cutOff)
        #expect(try fault([UInt8](repeating: 0xff, count: 12)) == .numberTooLong)
        #expect(try fault([0x00, 0x00]) == .fieldNumber)
        #expect(try fault(field(9, 3, [])) == .wireType(field: 9, type: 3))
        #expect(try fault(field(1, 0, [1])) == .wireType(field: 1, type: 0))
        #expect(try fault(message(1, field(3, 0, [1]))) == .wireType(field: 3, type: 0))
        #expect(try fault(message(2, field(1, 5, float(1)))) == .wireType(field: 1, type: 5))
        #expect(try fault(message(1, message(3, [1, 2, 3]))) == .packedSize(field: 3, size: 3))
        #expect(
            try fault(mesh(numbers, corners, extra: field(1, 0, [1])))
                == .meshLayout(vertexType: 1, primitiveType: 0))
        #expect(try fault(mesh(Array(numbers.dropLast()), corners)) == .vertexCount(14))
        #expect(try fault(mesh(numbers, [0, 1])) == .cornerCount(2))
        #expect(try fault(mesh(numbers, [0, 1, 3])) == .vertexIndex(3, vertices: 3))
        #expect(
            try fault(mesh(numbers, corners) + landmark(5, 1)) == .vertexIndex(5, vertices: 3))
        #expect(try fault(mesh(numbers, corners) + landmark(1, -1)) == .value(-1))
        var infinite = numbers
        infinite[4] = .infinity
        #expect(try fault(mesh(infinite, corners) + landmark(1, 1)) == .value(.infinity))
        #expect(try fault(mesh(numbers, corners) + landmark(1, 0)) == .noWeights)
    }
}
