import DriverMonitoring
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("GraphRunner says what is wrong")
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

    @Test("images go in and values come out, as long as it is open")
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
            message { _ = try runner.process(frame) } == "the graph was closed")
    }

    @Test("a time that does not rise is refused, and the run goes on")
    func timeRefused() throws {
        let runner = try sizes()
        _ = try runner.process(try image(), at: .milliseconds(5))
        let refused = message { _ = try runner.process(image(), at: .milliseconds(5)) }
        #expect(refused.contains("\"in\""), "\(refused)")
        #expect(try !runner.process(try image(), at: .milliseconds(6)).isEmpty)
    }

    @Test("packets of other times wait, and a graph that gives no others is told of")
    func latePackets() throws {
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
        var given: [GraphTimestamp] = []
        var refused = ""
        for time in 0..<40 {
            do {
                let packet = try runner.process(image(), at: .milliseconds(20 * time + 3))
                #expect(packet.isEmpty)
            } catch {
                refused = "\(error)"
                given += try runner.step([])["before"]?.map(\.timestamp) ?? []
            }
        }
        #expect(refused.contains("\"before\"") && refused.contains("32 wait"), "\(refused)")
        given += try runner.close()["before"]?.map(\.timestamp) ?? []
        #expect(given.count == 40, "\(given)")
        #expect(given == given.sorted())
    }

    @Test("an error of a calculator ends the run, and every later call says why")
    func runEnds() throws {
        let runner = try GraphRunner(config: .transformation())
        let turned = Frame(image: try image(), timestamp: .milliseconds(1), orientation: .left)
        let upright = Frame(image: try image(), timestamp: .milliseconds(2))
        for frame in [turned, upright] {
            let fault = message { _ = try runner.process(frame) }
            #expect(fault.contains("ImageTransformationCalculator"), "\(fault)")
            #expect(fault.contains("a frame that lies left is not supported"), "\(fault)")
        }
        #expect(message { _ = try runner.close() }.contains("a frame that lies left"))
    }

    @Test("a value of another type, and a stream that is not there")
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

    @Test("a file that is not there, is no text, or no graph that can run")
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

    @Test("a model that nobody names, and one that is not there")
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

    @Test("options that nobody knows, with their line")
    func options() throws {
        let text = GraphConfig.driverMonitoringText
            .replacing("num_faces: 1", with: "num_face: 1")
        let fault = message { _ = try GraphRunner(config: GraphConfig(parsing: text)) }
        #expect(fault.contains("num_face") && fault.contains("line 18"), "\(fault)")
    }

    @Test("a graph of several inputs takes packets by name")
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
                == "the graph has several input streams: a, b")
        let came = try runner.step([
            ("a", Packet(1, at: .microseconds(0))), ("b", Packet(2, at: .microseconds(0))),
        ])
        #expect(try came["c"]?.map { try $0.get(Int.self) } == [1])
    }
}
