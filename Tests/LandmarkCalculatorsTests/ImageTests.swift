import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Image calculators")
struct ImageTests {
    /// 3×2: 1 2 3 / 4 5 6.
    private static let six: [UInt8] = [1, 2, 3, 4, 5, 6]

    private func transformed(
        _ bytes: [UInt8], _ width: Int, _ options: String
    ) throws -> (size: PixelSize, bytes: [UInt8]) {
        let runner = try GraphRunner(config: .transformation(options))
        let image = try PixelBuffer(
            width: width, height: bytes.count / width, format: .gray8, bytes: bytes)
        let out = try runner.process(image, at: .milliseconds(0)).get(PixelBuffer.self)
        return (out.size, out.withUnsafeBytes { Array($0) })
    }

    @Test(
        "images are rotated counterclockwise, then flipped",
        arguments: [
            ("", [1, 2, 3, 4, 5, 6]), ("rotation_mode: ROTATION_90", [3, 6, 2, 5, 1, 4]),
            ("rotation_mode: ROTATION_180", [6, 5, 4, 3, 2, 1]),
            ("rotation_mode: ROTATION_270", [4, 1, 5, 2, 6, 3]),
            ("rotation_mode: 4", [4, 1, 5, 2, 6, 3]), ("rotation_mode: 0", [1, 2, 3, 4, 5, 6]),
            ("flip_horizontally: true", [3, 2, 1, 6, 5, 4]),
            ("flip_vertically: true", [4, 5, 6, 1, 2, 3]),
            ("rotation_mode: ROTATION_90 flip_horizontally: true", [6, 3, 5, 2, 4, 1]),
        ] as [(String, [UInt8])])
    func rotations(options: String, expected: [UInt8]) throws {
        #expect(try transformed(Self.six, 3, options).bytes == expected)
    }

    @Test("images are resized by interpolation, averaging or nearest pixel")
    func scaling() throws {
        let wide = try transformed([0, 100], 2, "output_width: 4 output_height: 1")
        #expect(wide.bytes == [0, 25, 75, 100])
        let small = try transformed([10, 20, 30, 40], 4, "output_width: 2 output_height: 1")
        #expect(small.bytes == [15, 35])
        let uneven = try transformed([0, 90, 30], 3, "output_width: 2 output_height: 1")
        // A single row does not shrink, so OpenCV interpolates.
        #expect(uneven.bytes == [23, 45])
        let area = try transformed(
            [0, 90, 30, 0, 90, 30], 3, "output_width: 2 output_height: 1")
        #expect(area.bytes == [30, 50])
        let nearest = try transformed(
            [0, 100], 2, "output_width: 4 output_height: 2 interpolation_mode: NEAREST")
        #expect(nearest.bytes == [0, 0, 100, 100, 0, 0, 100, 100])
    }

    @Test(
        "unsupported options are errors",
        arguments: [
            ("output_width: 4", "output_height"), ("padding_color { r: 1 }", "unknown field \"r\""),
            (
                "output_width: 4 output_height: 4 rotation_mode: ROTATION_90",
                "a rotation by 90 or 270 degrees"
            ),
            ("output_widht: 4", "output_width"),
        ])
    func unsupported(options: String, word: String) {
        do {
            _ = try transformed(Self.six, 3, options)
            Issue.record("no error was thrown")
        } catch {
            #expect("\(error)".contains(word), "\(error)")
        }
    }

    @Test("renderers draw landmarks, pass images through without any, and reject wrong counts")
    func renderers() throws {
        func drawn(_ calculator: String, _ landmarks: Packet?) throws -> PixelBuffer? {
            let runner = try GraphRunner(
                config: GraphConfig(
                    parsing: """
                        input_stream: "image"
                        input_stream: "landmarks"
                        output_stream: "drawn"
                        node {
                          calculator: "\(calculator)"
                          input_stream: "IMAGE:image"
                          input_stream: "LANDMARKS:landmarks"
                          output_stream: "IMAGE:drawn"
                        }
                        """))
            let gray = try PixelBuffer(
                width: 64, height: 64, format: .rgb24,
                bytes: [UInt8](repeating: 90, count: 64 * 64 * 3))
            let nothing = Packet.empty(at: .microseconds(0))
            return try runner.step([
                ("image", Packet(gray, at: .microseconds(0))), ("landmarks", landmarks ?? nothing),
            ])["drawn"]?.first?.get(PixelBuffer.self)
        }
        func points(_ count: Int) -> [Landmark] {
            (0..<count).map {
                Landmark(x: Float($0 % 7) / 7, y: Float($0 % 11) / 11, z: 0, visibility: 1)
            }
        }
        func isPlain(_ image: PixelBuffer?) -> Bool? {
            image?.withUnsafeBytes { $0.allSatisfy { $0 == 90 } }
        }
        let time = GraphTimestamp.microseconds(0)
        let cases: [(String, Packet, Packet)] = [
            ("FaceRendererCpu", Packet([points(468)], at: time), Packet([points(9)], at: time)),
            ("HandRendererSubgraph", Packet([points(21)], at: time), Packet([points(9)], at: time)),
            ("PoseRendererCpu", Packet(points(33), at: time), Packet(points(9), at: time)),
        ]
        for (calculator, good, bad) in cases {
            #expect(isPlain(try drawn(calculator, nil)) == true)
            #expect(isPlain(try drawn(calculator, good)) == false)
            #expect(throws: GraphRunnerError.self) { try drawn(calculator, bad) }
        }
    }
}

extension GraphConfig {
    /// A graph with an `ImageTransformationCalculator` from stream `in` to stream `out`.
    static func transformation(_ options: String = "") throws(GraphError) -> GraphConfig {
        try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  calculator: "ImageTransformationCalculator"
                  input_stream: "IMAGE:in"
                  output_stream: "IMAGE:out"
                  node_options: {
                    [type.googleapis.com/mediapipe.ImageTransformationCalculatorOptions] {
                      \(options)
                    }
                  }
                }
                """)
    }
}
