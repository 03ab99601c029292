import Foundation
import MediaPipeTasksVision
import Testing

/// Data types and memory of masks.
@Suite("Masks")
struct MaskTests {
    @Test("Floats are truncated to bytes")
    func floatsToBytes() throws {
        let values: [Float] = [0, 0.52, 1, 0.999]
        let mask = try #require(
            Mask(float32Data: values, width: 2, height: 2, shouldCopy: true))
        #expect(mask.dataType == .float32)
        #expect((0..<4).map { mask.uint8Data[$0] } == [0, 132, 255, 254])
    }

    @Test("Floats out of range are clamped, and NaN becomes 0")
    func outOfRangeFloats() throws {
        let values: [Float] = [-0.5, 1.5, .nan, .infinity]
        let mask = try #require(
            Mask(float32Data: values, width: 4, height: 1, shouldCopy: true))
        #expect((0..<4).map { mask.uint8Data[$0] } == [0, 255, 0, 255])
    }

    @Test("Bytes are divided by 255")
    func bytesToFloats() throws {
        let mask = try #require(
            Mask(uInt8Data: [0, 128, 255], width: 3, height: 1, shouldCopy: true))
        #expect(mask.dataType == .uInt8)
        #expect(mask.float32Data[0] == 0 && mask.float32Data[2] == 1)
        #expect(abs(mask.float32Data[1] - 0.501) < 1e-3)
    }

    @Test("The other data type is computed once")
    func cached() throws {
        let mask = try #require(
            Mask(uInt8Data: [1, 2], width: 1, height: 2, shouldCopy: true))
        #expect(mask.float32Data == mask.float32Data)
        #expect(mask.uint8Data == mask.uint8Data)
    }

    @Test("Memory is copied only when requested")
    func shouldCopy() throws {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
        defer { memory.deallocate() }
        memory.initialize(repeating: 7, count: 2)
        let own = try #require(Mask(uInt8Data: memory, width: 2, height: 1, shouldCopy: true))
        let lent = try #require(Mask(uInt8Data: memory, width: 2, height: 1, shouldCopy: false))
        #expect(lent.uint8Data == UnsafePointer(memory))
        let copy = try #require(lent.copy() as? Mask)
        memory[0] = 9
        #expect(own.uint8Data[0] == 7 && lent.uint8Data[0] == 9 && copy.uint8Data[0] == 7)
    }

    @Test("A mask without pixels cannot be created")
    func invalidSize() {
        #expect(Mask(uInt8Data: [1], width: 0, height: 1, shouldCopy: true) == nil)
        #expect(Mask(float32Data: [1], width: 1, height: -1, shouldCopy: true) == nil)
        #expect(Mask(uInt8Data: [1], width: .max, height: 2, shouldCopy: true) == nil)
    }

    @Test("A copy keeps the data type")
    func copy() throws {
        let mask = try #require(
            Mask(uInt8Data: [10, 20, 30, 40, 50, 60], width: 3, height: 2, shouldCopy: true))
        _ = mask.float32Data
        let copy = try #require(mask.copy() as? Mask)
        #expect(copy.dataType == .uInt8 && copy.width == 3 && copy.height == 2)
        #expect((0..<6).map { copy.uint8Data[$0] } == [10, 20, 30, 40, 50, 60])
    }
}

/// Layout and access of matrices.
@Suite("Matrices")
struct MatrixTests {
    @Test("Values are in column-major order")
    func columnMajor() {
        let values: [Float] = [1, 2, 3, 4, 5, 6]
        let matrix = TransformMatrix(data: values, rows: 2, columns: 3)
        #expect(matrix.rows == 2 && matrix.columns == 3)
        #expect(matrix.value(atRow: 0, column: 0) == 1)
        #expect(matrix.value(atRow: 1, column: 0) == 2)
        #expect(matrix.value(atRow: 0, column: 2) == 5)
        #expect((0..<6).map { matrix.data[$0] } == values)
    }

    @Test("The translation is the last column")
    func translation() {
        let matrix = TransformMatrix(data: (0..<16).map(Float.init), rows: 4, columns: 4)
        #expect(matrix.value(atRow: 0, column: 3) == matrix.data[12])
        #expect(matrix.value(atRow: 2, column: 3) == matrix.data[14])
        #expect(matrix.value(atRow: 3, column: 0) == matrix.data[3])
    }

    #if os(macOS) || os(Linux)
    @Test("Access out of range traps")
    func outOfRange() async {
        await #expect(processExitsWith: .failure) {
            let matrix = TransformMatrix(data: [1], rows: 1, columns: 1)
            _ = matrix.value(atRow: 1, column: 0)
        }
    }
    #endif
}
