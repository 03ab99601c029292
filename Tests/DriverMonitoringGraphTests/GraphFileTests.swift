import DriverMonitoringGraph
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Graph files of apps", .serialized, .enabled(if: Footage.isReady))
struct GraphFileTests {
    private static let noModels = "/nonexistent"

    /// The error of a graph file with this text, alone in a folder.
    private func failure(_ text: String?) throws -> DMSError {
        let folder = try TemporaryFolder()
        let path = folder.path("graph.pbtxt")
        try text?.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(MPPGraph(graphPath: path) == nil)
        return try #require(MPPGraph.initializationError as? DMSError)
    }

    @Test("a file that is missing, broken or no graph is an error with the place")
    func brokenFiles() throws {
        let missing = try failure(nil)
        #expect(missing.code == .graph)
        #expect(missing.description.hasSuffix("/graph.pbtxt: no such file or folder"))
        let broken = try failure("input_stream: \"input\"\nnode {")
        #expect(broken.code == .graph && broken.description.contains("line 2"), "\(broken)")
        let unknown = try failure("node { calculator: \"FaceLandmarkerCalculater\" }")
        #expect(unknown.description.contains("FaceLandmarkerCalculator"), "\(unknown)")
    }

    @Test("a missing model is an error with the folders that were searched")
    func missingModel() throws {
        let text = try String(contentsOfFile: Footage.graph, encoding: .utf8)
        let error = try failure(text)
        guard case .modelNotFound(let file, let folders) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(file == "face_landmarker.task")
        #expect(folders.count >= 2 && folders[1] == folders[0] + "/models")
        #expect(throws: DMSError.self) {
            try MPPGraph(graphPath: Footage.graph, modelFolder: Self.noModels)
        }
    }

    @Test(
        "models are found beside the graph file, and where model_path says",
        arguments: [
            ("", ""), ("/models", ""), ("", "face_landmarker.task"),
            ("/models", "models/face_landmarker.task"), ("/models", "face_landmarker.task"),
        ])
    func modelPlaces(place: String, option: String) throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.path
        let model = folder + place + "/face_landmarker.task"
        try FileManager.default.createDirectory(
            atPath: folder + place, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: model, withDestinationPath: Footage.models + "/face_landmarker.task")
        var text = try String(contentsOfFile: Footage.graph, encoding: .utf8)
        if !option.isEmpty {
            text = text.replacing("num_faces: 1", with: "model_path: \"\(option)\"")
        }
        let path = folder + "/graph.pbtxt"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let graph = try #require(MPPGraph(graphPath: path), "\(place) \(option)")
        #expect(MPPGraph.initializationError == nil)
        let frame = try #require(try Footage.frames.get().first)
        #expect(graph.process(frame.image, seconds: 0) != nil)
    }

    @Test("a graph file is found among the resources, with and without extension")
    func resources() {
        let examples = Fixtures.packageRoot + "/Examples"
        for name in ["graphs/dms_graph", "graphs/dms_graph.pbtxt"] {
            let files = GraphFiles(graph: name, modelFolder: nil, resources: examples)
            #expect(files.graph == Footage.graph)
            let folder = examples + "/graphs"
            #expect(
                files.folders == [folder, folder + "/models", examples, examples + "/models"])
        }
        let inner = GraphFiles(
            graph: "dms_graph", modelFolder: "m", resources: examples + "/graphs")
        #expect(inner.graph == Footage.graph && inner.folders == ["m"])
    }

    @Test("a graph with another result is refused with its type")
    func otherGraph() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.path
        let path = folder + "/sizes.pbtxt"
        try """
        input_stream: "in"
        output_stream: "size"
        node {
          calculator: "ImagePropertiesCalculator"
          input_stream: "IMAGE:in"
          output_stream: "SIZE:size"
        }
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let graph = try #require(MPPGraph(graphPath: path))
        let pixels = try PixelBuffer(width: 1, height: 1, format: .gray8, bytes: [0])
        #expect(graph.process(pixels, seconds: 0) == nil)
        let words = "\(try #require(graph.lastError))"
        #expect(words.contains("PixelSize, expected DriverResult"), "\(words)")
    }
}
