import LandmarkCapture
import Testing

@Suite("Where decoding of H.264 can begin")
struct H264RecoveryPointTests {
    private static let instant: [UInt8] = [0x65, 0x88, 0x84]
    private static let slice: [UInt8] = [0x41, 0x9A, 0x24]
    /// A message of another kind, with an escaped byte, and a recovery point at the image itself.
    private static let immediate: [UInt8] = [
        0x06, 0x05, 0x04, 0, 0, 0x03, 0x01, 0x02, 0x06, 0x01, 0xC0, 0x80,
    ]
    /// A recovery point 29 images later: 000011110 in Exp-Golomb code.
    private static let later: [UInt8] = [0x06, 0x06, 0x02, 0x0F, 0x40, 0x80]

    private static let packets: [(units: [[UInt8]], isLater: Bool)] = [
        ([instant], false), ([slice], false), ([immediate, slice], false), ([later, slice], true),
        ([[0x09, 0x10], later, slice], true), ([later, instant], false), ([instant, later], false),
        ([[0x06, 0x06]], false), ([[0x06, 0x06, 0xFF]], false), ([[0x06, 0xFF, 0xFF]], false),
        ([[]], false),
    ]

    private func isLater(_ bytes: [UInt8], _ configuration: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer {
            H264RecoveryPoint.isLater($0, configuration: configuration)
        }
    }

    @Test(
        "a recovery point in a later image is found after lengths and after start codes",
        arguments: packets)
    func found(units: [[UInt8]], expected: Bool) {
        for size in [1, 2, 4] {
            let bytes = units.flatMap { unit in
                [UInt8](repeating: 0, count: size - 1) + [UInt8(unit.count)] + unit
            }
            #expect(isLater(bytes, [1, 0x64, 0, 0x1F, 0xFC | UInt8(size - 1), 0xE1]) == expected)
        }
        #expect(isLater(units.flatMap { [0, 0, 0, 1] + $0 }, []) == expected)
        #expect(isLater(units.flatMap { [0, 0, 1] + $0 }, [0, 0, 0, 1, 0x67]) == expected)
    }

    @Test("damaged packets are read to their end")
    func damaged() {
        let packet: [UInt8] = [0, 0, 0, 6] + Self.later + [0, 0, 0, 3] + Self.slice
        for count in 0...packet.count {
            _ = isLater(Array(packet.prefix(count)), [1, 0, 0, 0, 0xFF])
            var bytes = packet
            if count < packet.count { bytes[count] ^= 0xFF }
            _ = isLater(bytes, [1, 0, 0, 0, 0xFF])
            _ = isLater(bytes, [])
        }
    }
}
