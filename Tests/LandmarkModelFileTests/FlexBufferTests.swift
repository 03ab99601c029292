import LandmarkModelFile
import Testing

struct FlexBufferTests {
    /// `{count: -3, scale: 1.5, indices: [1, 2, 300], mixed: [7, 70000], name: "x"}`, written by FlatBuffers'
    /// own library.
    static let bytes: [UInt8] = [
        99, 111, 117, 110, 116, 0, 115, 99, 97, 108, 101, 0, 105, 110, 100, 105, 99, 101, 115, 0, 3,
        0, 1, 0, 2, 0, 44, 1, 109, 105, 120, 101, 100, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 112, 17, 1,
        0, 6, 10, 110, 97, 109, 101, 0, 1, 120, 0, 5, 59, 48, 33, 12, 57, 5, 0, 0, 0, 1, 0, 0, 0, 5,
        0, 0, 0, 253, 255, 255, 255, 58, 0, 0, 0, 44, 0, 0, 0, 32, 0, 0, 0, 0, 0, 192, 63, 6, 45,
        42, 20, 14, 25, 38, 1,
    ]

    @Test("the values of a map are read by their keys")
    func values() throws {
        let map = try #require(FlexBufferMap(Self.bytes))
        #expect(map.integer("count") == -3)
        #expect(map.number("scale") == 1.5)
        #expect(map.number("count") == -3)
        #expect(map.integers("indices") == [1, 2, 300])
        #expect(map.integers("mixed") == [7, 70_000])
    }

    @Test("a missing key or a value of another type is nil")
    func missing() throws {
        let map = try #require(FlexBufferMap(Self.bytes))
        #expect(map.integer("other") == nil)
        #expect(map.integer("scale") == nil)
        #expect(map.integer("name") == nil)
        #expect(map.integers("count") == nil)
        #expect(map.number("indices") == nil)
    }

    @Test("damaged bytes are read without a crash")
    func damage() {
        func readAll(_ bytes: [UInt8]) {
            guard let map = FlexBufferMap(bytes) else { return }
            for key in ["count", "scale", "indices", "mixed", "name"] {
                _ = (map.integer(key), map.number(key), map.integers(key))
            }
        }
        for count in Self.bytes.indices { readAll(Array(Self.bytes.prefix(count))) }
        for count in Self.bytes.indices { readAll(Array(Self.bytes.suffix(count))) }
        for index in Self.bytes.indices {
            for value in [0, 1, 2, 4, 8, 127, 128, 255] as [UInt8] {
                var bytes = Self.bytes
                bytes[index] = value
                readAll(bytes)
            }
        }
    }
}
