import DriverMonitoring
import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Driver monitoring through its graph", .enabled(if: Footage.isReady))
struct DriverGraphTests {
    static let file = Fixtures.packageRoot + "/Examples/graphs/dms_graph.pbtxt"

    @Test("the graph that is built in is the file's, byte for byte")
    func embedded() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        #expect(GraphConfig.driverMonitoringText == text)
    }

    @Test("every frame's result is the monitor's")
    func sameResults() throws {
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        let runner = try GraphRunner(path: Self.file, models: Footage.models)
        let frames = try Footage.frames.get()
        #expect(frames.count == 120)
        for frame in frames {
            #expect(try runner.process(frame, as: DriverResult.self) == monitor.process(frame).result)
        }
        #expect(try runner.close().isEmpty)
    }

    @Test("a turned frame is looked at as it lies")
    func turned() throws {
        let frame = try #require(try Footage.frames.get().first)
        let upside = Frame(image: frame.image, timestamp: frame.timestamp, orientation: .down)
        let runner = try GraphRunner(
            config: .driverMonitoring(), registry: .vision(Footage.models))
        let monitor = try DriverMonitor(
            options: DriverMonitorOptions(model: .file(Fixtures.model("face_landmarker.task"))))
        #expect(try runner.process(upside, as: DriverResult.self) == monitor.process(upside).result)
    }

    /// What a graph makes of a frame; `faces` are options of the node that finds them, `input` and
    /// `options` lines of the driver's node.
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

    @Test("the speed comes by side packet, option or stream")
    func speed() throws {
        #expect(try result()?.signals.speed == nil)
        #expect(try result(options: "speed_kmh: 70")?.signals.speed == 70)
        let side = #"input_side_packet: "SPEED:speed""#
        let told = try result(
            input: side, options: "speed_kmh: 70", side: ["speed": Packet(50)])
        #expect(told?.signals.speed == 50)
        let exact = try result(input: side, side: ["speed": Packet(50.5)])
        #expect(exact?.signals.speed == 50.5)
        let stream = #"input_stream: "SPEED:speed""#
        let streamed = try result(input: stream, streams: ["speed": Packet(1000.0)])
        #expect(streamed?.signals.speed == 1000)
    }

    @Test("no speed that a vehicle has is refused, wherever it comes from")
    func noSpeed() {
        for (text, value) in [
            ("-30", -30), ("nan", Double.nan), ("1e300", 1e300), ("inf", .infinity),
        ] {
            let option = refusal { try result(options: "speed_kmh: \(text)") }
            #expect(
                option.contains("speed_kmh") && option.contains("from 0.0 to 1000.0"), "\(option)")
            let side = refusal {
                try result(
                    input: #"input_side_packet: "SPEED:told""#, side: ["told": Packet(value)])
            }
            let stream = refusal {
                try result(input: #"input_stream: "SPEED:told""#, streams: ["told": Packet(value)])
            }
            for (words, source) in [(side, "side packet"), (stream, "stream")] {
                #expect(words.contains("DriverMonitoringCalculator"), "\(words)")
                #expect(
                    words.contains("\(source) \"told\": the speed must be from 0.0 to 1000.0 km/h"),
                    "\(words)")
            }
        }
    }

    @Test("faces without what a driver is judged by are refused, with node and stream")
    func incompleteFaces() {
        for (faces, missing) in [
            ("", "blendshapes: true and transformation_matrices: true"),
            ("blendshapes: true", "needs transformation_matrices: true"),
            ("transformation_matrices: true", "needs blendshapes: true"),
        ] {
            let words = refusal { try result(faces: faces) }
            #expect(words.contains("DriverMonitoringCalculator"), "\(words)")
            #expect(words.contains("stream \"faces\"") && words.contains(missing), "\(words)")
        }
    }

    @Test("hands come from a node of their own")
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
        let told = try result(input: #"input_stream: "HANDS:hands""#, hands: hands, frames: 3)
        #expect(told?.signals.isPhonePose == false)
        let page = try String(
            contentsOfFile: Fixtures.packageRoot
                + "/Sources/LandmarkCalculators/Documentation.docc/GraphsOverImages.md", encoding: .utf8)
        #expect(page.contains(hands))
    }

    /// Why `body` is refused, in words; empty when it is not.
    private func refusal(_ body: () throws -> DriverResult?) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}
