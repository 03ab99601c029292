import Foundation
import LandmarkCalculators
import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("What a graph lacks")
struct GraphInspectionTests {
    /// A folder that is removed with the value.
    private final class Folder {
        let path = NSTemporaryDirectory() + "graph-inspection-" + UUID().uuidString

        init(_ files: [String]) throws {
            for file in files {
                let url = URL(fileURLWithPath: path + "/" + file)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data([0]).write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func inference(_ path: String) throws -> GraphConfig {
        try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  name: "net" calculator: "InferenceCalculator"
                  input_stream: "TENSORS:in" output_stream: "TENSORS:out"
                  options { [mediapipe.InferenceCalculatorOptions.ext] { model_path: "\(path)" } }
                }
                """)
    }

    @Test("every fault is found at once, also behind a subgraph with a fault")
    func faults() throws {
        let config = try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node { name: "a" calculator: "NoSuchCalculator" input_stream: "in" output_stream: "b" }
                node { name: "s" calculator: "Inner" input_stream: "X:b" output_stream: "c" }
                node {
                  name: "t" calculator: "ThresholdingCalculator"
                  input_stream: "FLOAT:c" output_stream: "FLAG:out"
                  node_options: {
                    [type.googleapis.com/mediapipe.ThresholdingCalculatorOptions] { treshold: 1 }
                  }
                }
                """)
        var registry = CalculatorRegistry.vision()
        registry.register("Inner", subgraph: GraphConfig(type: "Inner"))
        let check = GraphCheck(config, registry: registry)
        let nodes = check.errors.compactMap(\.node?.name)
        #expect(Set(nodes) == ["a", "s", "t"], "\(check.errors)")
        #expect(check.errors.contains { "\($0)".contains("did you mean \"threshold\"?") })
        #expect(throws: GraphError.self) { try ValidatedGraph(config, registry: registry) }
    }

    @Test("side packets that must be given are named, optional ones are not")
    func sidePackets() throws {
        let config = try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  calculator: "InferenceCalculator"
                  input_stream: "TENSORS:in" output_stream: "TENSORS:out"
                  input_side_packet: "MODEL:model"
                }
                node {
                  calculator: "TfLiteModelCalculator"
                  input_side_packet: "MODEL_RESOURCE:resource" output_side_packet: "MODEL:model"
                }
                node {
                  calculator: "TensorsToLandmarksCalculator"
                  input_stream: "TENSORS:in" output_stream: "LANDMARKS:points"
                  input_side_packet: "FLIP_VERTICALLY:flip"
                  options { [mediapipe.TensorsToLandmarksCalculatorOptions.ext] {
                    num_landmarks: 1 input_image_width: 2 input_image_height: 2 } }
                }
                """)
        let check = GraphCheck(config, registry: .vision())
        #expect(check.errors.isEmpty, "\(check.errors)")
        #expect(check.neededSidePackets.map(\.name) == ["resource"])
    }

    @Test("models are found beside the graph file and in the folders around it")
    func models() throws {
        let folder = try Folder(["tree/x/near.tflite", "tree/y/far.tflite", "more/third.tflite"])
        let graph = folder.path + "/tree/x/graph.pbtxt"
        func missing(_ path: String) throws -> [MissingFile] {
            let config = try inference(path).locatingFiles(
                beside: graph, in: [folder.path + "/more"])
            return GraphCheck(config, registry: .vision()).config.missingFiles
        }
        #expect(try missing("near.tflite").isEmpty)
        #expect(try missing("elsewhere/near.tflite").isEmpty)
        #expect(try missing("y/far.tflite").isEmpty)
        #expect(try missing("third.tflite").isEmpty)
        let lost = try missing("z/far.tflite")
        #expect(lost.map(\.path) == ["z/far.tflite"] && lost.map(\.node.name) == ["net"])
        #expect(lost.first?.description.contains("there is no file \"z/far.tflite\"") == true)
    }

    @Test("landmarkers without a model are found, and those with one are not")
    func landmarkers() throws {
        let config = try GraphConfig(
            parsing: """
                input_stream: "in"
                output_stream: "out"
                node {
                  calculator: "FaceLandmarkerCalculator"
                  input_stream: "IMAGE:in" output_stream: "FACES:out"
                }
                """)
        let bare = GraphCheck(config, registry: .vision())
        #expect(bare.errors.isEmpty)
        #expect(bare.config.missingFiles.map(\.path) == [nil])
        var models = VisionModels()
        models.face = "face.task"
        #expect(GraphCheck(config, registry: .vision(models)).config.missingFiles.isEmpty)
        var hand = VisionModels()
        hand.hand = "hand.task"
        #expect(!GraphCheck(config, registry: .vision(hand)).config.missingFiles.isEmpty)
    }
}
