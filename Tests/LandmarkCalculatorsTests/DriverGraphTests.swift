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
            #expect(try runner.process(frame, as: DriverResult.self) == monitor.update(frame))
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
        #expect(try runner.process(upside, as: DriverResult.self) == monitor.update(upside))
    }

    @Test("the speed comes by side packet, option or stream")
    func speed() throws {
        let frame = try #require(try Footage.frames.get().first)
        func speed(_ input: String, _ options: String, _ side: [String: Packet]) throws -> Double? {
            let text = """
                input_stream: "input"
                output_stream: "result"
                node {
                  calculator: "FaceLandmarkerCalculator"
                  input_stream: "IMAGE:input"
                  output_stream: "FACES:faces"
                  output_stream: "SIZE:size"
                }
                node {
                  calculator: "DriverMonitoringCalculator"
                  input_stream: "FACES:faces"
                  input_stream: "SIZE:size"
                  \(input)
                  output_stream: "RESULT:result"
                  \(options)
                }
                """
            let runner = try GraphRunner(
                config: GraphConfig(parsing: text), registry: .vision(Footage.models),
                sidePackets: side)
            return try runner.process(frame, as: DriverResult.self)?.signals.speed
        }
        let options = """
            node_options: {
              [type.googleapis.com/landmarkkit.DriverMonitoringCalculatorOptions] { speed_kmh: 70 }
            }
            """
        #expect(try speed("", "", [:]) == nil)
        #expect(try speed("", options, [:]) == 70)
        let side = #"input_side_packet: "SPEED:speed""#
        #expect(try speed(side, options, ["speed": Packet(50)]) == 50)
        #expect(try speed(side, "", ["speed": Packet(50.5)]) == 50.5)
    }
}
