#if os(Linux)
import Testing

@testable import LandmarkHistory

@Suite("Frames as bytes")
struct FrameChunkTests {
    init() throws {
        // This loads the library that the chunks need.
        _ = try Database(":memory:", mayCreate: true)
    }

    @Test("come back as they were")
    func roundTrip() throws {
        let frames =
            Samples.frames(40) + [
                HistoryFrame(time: -5, shapes: [], state: ""),
                HistoryFrame(
                    time: .max,
                    shapes: [
                        HistoryShape(id: -1, label: "左", stride: 1, values: [.min, .max, 0]),
                        HistoryShape(id: 7, label: "", stride: 2, values: []),
                    ], state: "{\"text\":\"ü\"}"),
                HistoryFrame(
                    time: .min,
                    shapes: [HistoryShape(id: -1, label: "a", stride: 1, values: [1, -1, 5, 6])],
                    state: "{}"),
            ]
        #expect(try FrameChunk.decode(FrameChunk.encode(frames)) == frames)
        #expect(try FrameChunk.decode(FrameChunk.encode([])) == [])
    }

    @Test("take little room")
    func size() {
        let frames = Samples.frames(30)
        // A pose of 33 landmarks with visibility, about as noisy as a model's.
        #expect(FrameChunk.encode(frames).count < 30 * 60)
    }

    @Test("take little more for a face that moves than for one that trembles")
    func face() throws {
        var random = SplitMix(state: 7)
        let still = (0..<956).map { _ in Int.random(in: 800...2400, using: &random) }
        let frames = (0..<30).map { index in
            let values = still.map { $0 + index * 7 + Int.random(in: -4...4, using: &random) }
            return HistoryFrame(
                time: index * 33,
                shapes: [HistoryShape(id: 1, label: "", stride: 2, values: values)],
                state: "{}")
        }
        let bytes = FrameChunk.encode(frames)
        #expect(try FrameChunk.decode(bytes) == frames)
        // The first frame is arbitrary; after that come 9 differences, and the jitter of their
        // neighbors.
        #expect(bytes.count < 956 * 2 + 29 * 600)
    }

    @Test("of a few bytes that promise millions of landmarks are refused at once")
    func manyLandmarks() throws {
        func number(_ value: Int) -> [UInt8] {
            value < 128
                ? [UInt8(value)] : [UInt8(value & 127) | 128] + number(value >> 7)
        }
        /// A frame with shapes of this many values, all of them zero, which take next to no bytes.
        func chunk(shapes: Int, values: Int) -> [UInt8] {
            let zeros = [UInt8](repeating: 0, count: 1 << 14)
            var heads = number(FrameChunk.checksum(zeros[...])) + [1, 0, 0] + number(shapes)
            // The id, which is new each time, no label, and landmarks of one value.
            for id in 0..<shapes { heads += number(2 * id) + [0, 1] + number(values) }
            let deflated = Deflated.encode(heads)
            return [2] + LittleEndian.bytes(of: deflated.count) + deflated + zeros
        }
        #expect(try FrameChunk.decode(chunk(shapes: 3, values: 1000)).first?.shapes.count == 3)
        let start = ContinuousClock.now
        for (shapes, values) in [(1, 1 << 24), (1, 1 << 16), (40, 15_000)] {
            #expect(throws: FrameChunk.Damage(reason: "shapes of too many landmarks")) {
                try FrameChunk.decode(chunk(shapes: shapes, values: values))
            }
        }
        // The last one compares half a billion pairs before it is refused.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("are refused when they are damaged, and never crash")
    func damage() throws {
        let bytes = FrameChunk.encode(Samples.frames(5))
        for count in 0..<bytes.count {
            #expect(throws: FrameChunk.Damage.self) {
                try FrameChunk.decode(Array(bytes.prefix(count)))
            }
        }
        var random = SplitMix(state: 10_000)
        for _ in 0..<10_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 5..<damaged.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            // zlib has a checksum, so whatever is not refused is unchanged.
            if let frames = try? FrameChunk.decode(damaged) {
                #expect(frames == Samples.frames(5))
            }
        }
    }
}

/// Numbers that look random, and are the same every time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

/// Frames for tests.
enum Samples {
    static let head = HistoryHead(
        task: "pose", input: "camera:0", settings: "{}", program: "0.1.0")

    /// Frames with a pose that moves and jitters, 33 ms apart.
    static func frames(_ count: Int, from first: Int = 0) -> [HistoryFrame] {
        (first..<first + count).map { index in
            let values = (0..<99).map { place in
                let tremble = Int(noise(UInt64(index * 99 + place)) % 5) - 2
                return place % 3 == 2 ? 90 + tremble : 3000 + place * 40 + index * 3 + tremble
            }
            return HistoryFrame(
                time: index * 33,
                shapes: [HistoryShape(id: 1, label: "", stride: 3, values: values)],
                state: "{\"rate\":30,\"dropped\":\(index % 2)}")
        }
    }

    /// A number that looks random (SplitMix64).
    private static func noise(_ seed: UInt64) -> UInt64 {
        var value = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
#endif
