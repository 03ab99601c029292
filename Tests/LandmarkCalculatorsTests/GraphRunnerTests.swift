import DriverMonitoring
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("GraphRunner")
struct GraphRunnerTests {
    private func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
    }

    private func image(_ shade: UInt8 = 0) throws -> PixelBuffer {
        try PixelBuffer(
            width: 6, height: 4, format: .gray8, bytes: [UInt8](repeating: shade, count: 24))
    }

    private func sizes(extra: String = "") throws -> GraphRunner {
        try GraphRunner(
            config: GraphConfig(
                parsing: """
                    input_stream: "in"
                    output_stream: "size"
                    node {
                      calculator: "ImagePropertiesCalculator"
                      input_stream: "IMAGE:in"
                      output_stream: "SIZE:size"
                    }
                    \(extra)
                    """))
    }

    @Test("images are processed until the runner is closed")
    func values() throws {
        let runner = try sizes()
        #expect(runner.inputs == ["in"] && runner.outputs == ["size"])
        let packet = try runner.process(try image(), at: .milliseconds(3))
        #expect(packet.timestamp == .microseconds(3000))
        #expect(try packet.get(PixelSize.self) == PixelSize(width: 6, height: 4))
        let frame = Frame(image: try image(), timestamp: .milliseconds(4), orientation: .left)
        #expect(try runner.process(frame, as: PixelSize.self) == PixelSize(width: 6, height: 4))
        try runner.close()
        try runner.close()
        #expect(
            message { _ = try runner.process(frame) } == "the graph runner is closed")
    }

    @Test("a timestamp that does not increase is an error, and the run continues")
    func nonIncreasingTimestamp() throws {
        let runner = try sizes()
        _ = try runner.process(try image(), at: .milliseconds(5))
        let error = message { _ = try runner.process(image(), at: .milliseconds(5)) }
        #expect(error.contains("\"in\""), "\(error)")
        #expect(try !runner.process(try image(), at: .milliseconds(6)).isEmpty)
    }

    @Test("packets at other timestamps are queued, and a full queue is an error")
    func otherTimestamps() throws {
        let runner = try GraphRunner(
            config: GraphConfig(
                parsing: """
                    input_stream: "in"
                    output_stream: "before"
                    node {
                      calculator: "PacketThinnerCalculator"
                      input_stream: "in"
                      output_stream: "before"
                      options {
                        [mediapipe.PacketThinnerCalculatorOptions.ext] {
                          thinner_type: SYNC period: 10000
                        }
                      }
                    }
                    """))
        var received: [GraphTimestamp] = []
        var failure = ""
        for time in 0..<40 {
            do {
                let packet = try runner.process(image(), at: .milliseconds(20 * time + 3))
                #expect(packet.isEmpty)
            } catch {
                failure = "\(error)"
                received += try runner.step([])["before"]?.map(\.timestamp) ?? []
            }
        }
        #expect(failure.contains("\"before\"") && failure.contains("32 are queued"), "\(failure)")
        received += try runner.close()["before"]?.map(\.timestamp) ?? []
        #expect(received.count == 40, "\(received)")
        #expect(received == received.sorted())
    }

    @Test("an error of a calculator ends the run and is thrown by every later call")
    func runEnds() throws {
        let runner = try GraphRunner(config: .transformation())
        let rotated = Frame(image: try image(), timestamp: .milliseconds(1), orientation: .left)
        let upright = Frame(image: try image(), timestamp: .milliseconds(2))
        for frame in [rotated, upright] {
            let error = message { _ = try runner.process(frame) }
            #expect(error.contains("ImageTransformationCalculator"), "\(error)")
            #expect(error.contains("a frame with orientation left is not supported"), "\(error)")
        }
        #expect(message { _ = try runner.close() }.contains("a frame with orientation left"))
    }

    @Test("a wrong payload type and an unknown output stream are errors")
    func wrongOutput() throws {
        let runner = try sizes()
        let frame = Frame(image: try image(), timestamp: .milliseconds(0))
        #expect(
            message { _ = try runner.process(frame, as: DriverResult.self) }
                == "output stream \"size\": the packet carries PixelSize, expected DriverResult")
        #expect(
            message { _ = try runner.process(image(), at: .milliseconds(9), output: "depth") }
                == "the graph has no output stream \"depth\"; it has size")
    }

    @Test("a missing file, malformed text and an invalid graph are errors")
    func files() throws {
        #expect(
            message { _ = try GraphRunner(path: "absent.pbtxt") }.contains("absent.pbtxt"))
        #expect(
            message { _ = try GraphConfig(parsing: "node { calculater: \"A\" }") }
                .contains("calculator"))
        let unknown = message {
            _ = try GraphRunner(
                config: GraphConfig(parsing: "node { calculator: \"FaceLandmarkFrontCPU\" }"))
        }
        #expect(unknown.contains("FaceLandmarkFrontCpu") && unknown.contains("line 1"))
    }

    @Test("an unspecified model and a missing model file are errors")
    func models() throws {
        let missing = message { _ = try GraphRunner(config: .driverMonitoring()) }
        #expect(missing.contains("FaceLandmarkerCalculator"), "\(missing)")
        #expect(missing.contains("model_path"), "\(missing)")
        var models = VisionModels()
        models.face = "absent.task"
        let absent = message {
            _ = try GraphRunner(config: .driverMonitoring(), registry: .vision(models))
        }
        #expect(absent.contains("absent.task"), "\(absent)")
    }

    @Test("unknown options are errors with a line")
    func options() throws {
        let text = GraphConfig.driverMonitoringText
            .replacing("num_faces: 1", with: "num_face: 1")
        let error = message { _ = try GraphRunner(config: GraphConfig(parsing: text)) }
        #expect(error.contains("num_face") && error.contains("line 19"), "\(error)")
    }

    @Test("a graph with several inputs takes packets by stream name")
    func severalInputs() throws {
        let runner = try GraphRunner(
            config: GraphConfig(
                parsing: """
                    input_stream: "a"
                    input_stream: "b"
                    output_stream: "c"
                    node {
                      calculator: "MergeCalculator"
                      input_stream: "a"
                      input_stream: "b"
                      output_stream: "c"
                    }
                    """))
        #expect(
            message { _ = try runner.process(image(), at: .milliseconds(0)) }
                == "the graph has more than one input stream: a, b")
        let packets = try runner.step([
            ("a", Packet(1, at: .microseconds(0))), ("b", Packet(2, at: .microseconds(0))),
        ])
        #expect(try packets["c"]?.map { try $0.get(Int.self) } == [1])
    }
}
