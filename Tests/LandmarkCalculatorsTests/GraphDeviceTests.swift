import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkInference
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Devices of graphs")
struct GraphDeviceTests {
    /// The warnings of a run.
    private final class Warnings: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        var logger: Logger {
            Logger { level, text in
                if level == .warning { self.texts.withLock { $0.append(text) } }
            }
        }
    }

    private static func faces(_ options: String) throws -> GraphConfig {
        try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "result"
                node {
                  calculator: "FaceLandmarkerCalculator"
                  input_stream: "IMAGE:in"
                  output_stream: "RESULT:result"
                  node_options: {
                    [type.googleapis.com/landmarkkit.FaceLandmarkerCalculatorOptions] {
                      \(options)
                    }
                  }
                }
                """)
    }

    @Test(
        "a landmarker runs on the device of its node, or else of the graph, or on the processor",
        .enabled(if: Footage.isReady),
        arguments: [
            ("", nil, nil), ("", ComputeDevice.neuralEngine, ComputeDevice.neuralEngine),
            ("device: \"openvino\"", .neuralEngine, .openVINO),
            ("device: \"cpu\"", .neuralEngine, nil),
        ] as [(String, ComputeDevice?, ComputeDevice?)])
    func landmarker(options: String, graph: ComputeDevice?, expected: ComputeDevice?) throws {
        var models = Footage.models
        models.device = graph
        let warnings = Warnings()
        let runner = try GraphRunner(
            config: try Self.faces(options),
            registry: .vision(models, logger: warnings.logger))
        let frame = try #require(try Footage.frames.get().first)
        let result = try #require(try runner.process(frame, as: FaceLandmarkerResult.self))
        #expect(result.faces.count == 1)
        if let expected, ComputeDevice.available.contains(expected) {
            #expect(result.device == expected)
        } else {
            #expect(result.device.kind == .cpu)
            #expect(warnings.all.isEmpty == (expected == nil), "\(warnings.all)")
            if let expected {
                #expect(
                    warnings.all.allSatisfy { $0.contains("because \(expected) cannot run") },
                    "\(warnings.all)")
            }
        }
    }

    @Test(
        "a device or precision that does not exist is an error in the node's options",
        arguments: [
            ("device: \"tpu\"", "field \"device\" is \"tpu\", expected cpu, openvino, gpu, "),
            ("precision: \"double\"", "field \"precision\" is \"double\", expected single, "),
            (
                "device: \"gpu\" precision: \"half\"",
                "precision: half needs device: cpu, not gpu"
            ),
        ])
    func faults(options: String, expected: String) throws {
        let check = GraphCheck(try Self.faces(options), registry: .vision(Footage.models))
        #expect(check.errors.count == 1 && "\(check.errors)".contains(expected), "\(check.errors)")
    }

    /// A graph that runs a model of one addition with options.
    private static func inference(_ path: String, _ options: String) throws -> GraphConfig {
        try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  calculator: "InferenceCalculator"
                  input_stream: "TENSORS:in" output_stream: "TENSORS:out"
                  options {
                    [mediapipe.InferenceCalculatorOptions.ext] { model_path: "\(path)" \(options) }
                  }
                }
                """)
    }

    @Test(
        "a network runs where its graph is run, or else where MediaPipe's delegate says",
        arguments: [
            ("", nil, nil), ("delegate { xnnpack {} }", nil, nil),
            ("use_gpu: false", nil, nil), ("use_gpu: true", nil, ComputeDevice.gpu),
            ("delegate { gpu {} }", nil, .gpu),
            ("delegate { gpu {} }", .cpu(precision: .half), nil),
            ("delegate { xnnpack {} }", .neuralEngine, .neuralEngine),
            ("", .openVINO, .openVINO),
        ] as [(String, ComputeDevice?, ComputeDevice?)])
    func network(options: String, graph: ComputeDevice?, expected: ComputeDevice?) throws {
        var writer = ModelWriter()
        let input = writer.input([1, 4])
        let one = writer.constant([1, 4], [Float](repeating: 1, count: 4))
        writer.outputs = [writer.step(0, [input, one], shape: [1, 4], options: (11, [:]))]
        let folder = try TemporaryFolder()
        let path = try folder.put(writer.bytes(), as: "add.tflite")
        var models = VisionModels()
        models.device = graph
        let warnings = Warnings()
        let runner = try GraphRunner(
            config: try Self.inference(path, options),
            registry: .vision(models, logger: warnings.logger))
        let tensor = GraphTensor(shape: [1, 4], values: [1, 2, 3, 4])
        let packets = try runner.step([("in", Packet([tensor], at: .microseconds(0)))])
        let found = try packets["out"]?.first?.get([GraphTensor].self)
        #expect(found?.first?.values == [2, 3, 4, 5])
        if let expected, !ComputeDevice.available.contains(expected) {
            #expect(warnings.all.count == 1, "\(warnings.all)")
            #expect(warnings.all.first?.contains("because \(expected) cannot run") == true)
        } else {
            #expect(warnings.all.isEmpty, "\(warnings.all)")
        }
    }
}
