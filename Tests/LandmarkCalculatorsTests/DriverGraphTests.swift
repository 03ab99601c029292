import DriverMonitoring
import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Driver monitoring graph", .enabled(if: Footage.isReady))
struct DriverGraphTests {
    static let file = Fixtures.packageRoot + "/Examples/graphs/dms_graph.pbtxt"

    @Test("the built-in graph equals the example file")
    func embedded() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        #expect(GraphConfig.driverMonitoringText == text)
    }

    @Test("results equal those of DriverMonitor")
    func sameResults() throws {
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        let runner = try GraphRunner(path: Self.file, models: Footage.models)
        let frames = try Footage.frames.get()
        #expect(frames.count == 120)
        for frame in frames {
            #expect(
                try runner.process(frame, as: DriverResult.self) == monitor.process(frame).result)
        }
        #expect(try runner.close().isEmpty)
    }

    @Test("rotated frames are processed in their orientation")
    func rotated() throws {
        let frame = try #require(try Footage.frames.get().first)
        let upside = Frame(image: frame.image, timestamp: frame.timestamp, orientation: .down)
        let runner = try GraphRunner(
            config: .driverMonitoring(), registry: .vision(Footage.models))
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        #expect(try runner.process(upside, as: DriverResult.self) == monitor.process(upside).result)
    }

    @Test("a camera that is mounted upside down is found out, as by DriverMonitor")
    func upsideDown() throws {
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        let runner = try GraphRunner(path: Self.file, models: Footage.models)
        var orientations: Set<Orientation> = []
        for frame in try Footage.frames.get().prefix(20) {
            let turned = Frame(image: try frame.image.upsideDown(), timestamp: frame.timestamp)
            let update = try monitor.process(turned)
            orientations.insert(update.orientation)
            #expect(try runner.process(turned, as: DriverResult.self) == update.result)
        }
        #expect(orientations.contains(.down))
    }

    /// Runs a graph on the first frames and returns the last result. `faces` are options of the
    /// face landmarker node; `input` and `options` are added to the driver monitoring node.
    private func result(
        faces: String = "blendshapes: true transformation_matrices: true", input: String = "",
        options: String = "", hands: String = "", streams: [String: Packet] = [:],
        side: [String: Packet] = [:], frames: Int = 1
    ) throws -> DriverResult? {
        let names = streams.keys.map { "input_stream: \"\($0)\"\n" }.joined()
        let text = """
            input_stream: "input"
            \(names)
            output_stream: "result"
            node {
              calculator: "FaceLandmarkerCalculator"
              input_stream: "IMAGE:input"
              output_stream: "FACES:faces"
              output_stream: "SIZE:size"
              node_options: {
                [type.googleapis.com/landmarkkit.FaceLandmarkerCalculatorOptions] { \(faces) }
              }
            }
            \(hands)
            node {
              calculator: "DriverMonitoringCalculator"
              input_stream: "FACES:faces"
              input_stream: "SIZE:size"
              \(input)
              output_stream: "RESULT:result"
              node_options: {
                [type.googleapis.com/landmarkkit.DriverMonitoringCalculatorOptions] { \(options) }
              }
            }
            """
        let runner = try GraphRunner(
            config: GraphConfig(parsing: text), registry: .vision(Footage.models),
            sidePackets: side)
        var result: DriverResult?
        for frame in try Footage.frames.get().prefix(frames) {
            let time = GraphTimestamp(frame.timestamp)
            let packets =
                streams.map { (stream: $0, packet: $1.at(time)) }
                + [(stream: "input", packet: Packet(frame.image, at: time))]
            result = try runner.step(packets)["result"]?.first?.get(DriverResult.self)
        }
        return result
    }

    @Test("the speed comes from a side packet, option or stream")
    func speed() throws {
        #expect(try result()?.signals.speed == nil)
        #expect(try result(options: "speed_kmh: 70")?.signals.speed == 70)
        let side = #"input_side_packet: "SPEED:speed""#
        let found = try result(
            input: side, options: "speed_kmh: 70", side: ["speed": Packet(50)])
        #expect(found?.signals.speed == 50)
        let exact = try result(input: side, side: ["speed": Packet(50.5)])
        #expect(exact?.signals.speed == 50.5)
        let stream = #"input_stream: "SPEED:speed""#
        let streamed = try result(input: stream, streams: ["speed": Packet(1000.0)])
        #expect(streamed?.signals.speed == 1000)
    }

    @Test("an implausible speed is an error, wherever it comes from")
    func invalidSpeed() {
        for (text, value) in [
            ("-30", -30), ("nan", Double.nan), ("1e300", 1e300), ("inf", .infinity),
        ] {
            let option = errorMessage { try result(options: "speed_kmh: \(text)") }
            #expect(
                option.contains("speed_kmh") && option.contains("from 0.0 to 1000.0"), "\(option)")
            let side = errorMessage {
                try result(
                    input: #"input_side_packet: "SPEED:kmh""#, side: ["kmh": Packet(value)])
            }
            let stream = errorMessage {
                try result(input: #"input_stream: "SPEED:kmh""#, streams: ["kmh": Packet(value)])
            }
            for (words, source) in [(side, "side packet"), (stream, "stream")] {
                #expect(words.contains("DriverMonitoringCalculator"), "\(words)")
                #expect(
                    words.contains("\(source) \"kmh\": the speed must be from 0.0 to 1000.0 km/h"),
                    "\(words)")
            }
        }
    }

    @Test("faces without blendshapes or matrices are errors with node and stream")
    func incompleteFaces() {
        for (faces, missing) in [
            ("", "blendshapes: true and transformation_matrices: true"),
            ("blendshapes: true", "needs transformation_matrices: true"),
            ("transformation_matrices: true", "needs blendshapes: true"),
        ] {
            let words = errorMessage { try result(faces: faces) }
            #expect(words.contains("DriverMonitoringCalculator"), "\(words)")
            #expect(words.contains("stream \"faces\"") && words.contains(missing), "\(words)")
        }
    }

    @Test("hands come from a separate node")
    func hands() throws {
        let hands = """
            node {
              calculator: "HandLandmarkerCalculator"
              input_stream: "IMAGE:input"
              output_stream: "HANDS:hands"
              node_options: {
                [type.googleapis.com/landmarkkit.HandLandmarkerCalculatorOptions] { num_hands: 2 }
              }
            }
            """
        #expect(try result()?.signals.isPhonePose == nil)
        let found = try result(input: #"input_stream: "HANDS:hands""#, hands: hands, frames: 3)
        #expect(found?.signals.isPhonePose == false)
        let page = try String(
            contentsOfFile: Fixtures.packageRoot
                + "/Sources/LandmarkCalculators/Documentation.docc/GraphsOverImages.md",
            encoding: .utf8)
        #expect(page.contains(hands))
    }

    /// The description of the error thrown by `body`; empty when there is none.
    private func errorMessage(_ body: () throws -> DriverResult?) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}

extension PixelBuffer {
    /// The image as stored by a camera that is mounted upside down.
    fileprivate func upsideDown() throws -> PixelBuffer {
        let size = format.bytesPerPixel
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * size)
        withUnsafeBytes { source in
            for y in (0..<height).reversed() {
                for x in (0..<width).reversed() {
                    let start = y * bytesPerRow + x * size
                    bytes += source[start..<start + size]
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }
}
