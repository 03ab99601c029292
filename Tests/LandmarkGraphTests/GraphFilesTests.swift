import Foundation
import LandmarkGraph
import Testing

/// Reads every `.pbtxt` and `.prototxt` file in the folder LANDMARK_GRAPH_FILES, such as a copy of
/// MediaPipe's source tree. Those files are not part of this package.
@Suite("External graph files")
struct GraphFilesTests {
    private static let folder = ProcessInfo.processInfo.environment["LANDMARK_GRAPH_FILES"]

    private static func files() throws -> [URL] {
        let folder = URL(fileURLWithPath: try #require(folder), isDirectory: true)
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { ["pbtxt", "prototxt", "textproto"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }

    @Test(
        "every file round-trips through printing, and graphs convert to configs",
        .enabled(if: folder != nil, "LANDMARK_GRAPH_FILES is not set to a folder of graph files"))
    func parse() throws {
        let files = try Self.files()
        try #require(!files.isEmpty)
        var graphs = 0
        var others: [String] = []
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            do {
                let message = try TextMessage(parsing: bytes)
                #expect(try TextMessage(parsing: message.description) == message, "\(file.path)")
                guard message.has("node"), !file.path.contains("perfetto") else {
                    others.append(file.lastPathComponent)
                    continue
                }
                let config = try GraphConfig(message)
                #expect(config.nodes.count == message.values(of: "node").count)
                graphs += 1
            } catch { Issue.record("\(file.path): \(error)") }
        }
        print("read \(files.count) files: \(graphs) graphs; not graphs: \(others)")
    }

    /// Calculators and subgraphs that are not among the files are replaced by one that accepts any
    /// port.
    @Test(
        "graphs pass validation",
        .enabled(if: folder != nil, "LANDMARK_GRAPH_FILES is not set to a folder of graph files"))
    func validate() throws {
        var graphs: [(String, GraphConfig)] = []
        for file in try Self.files() {
            let message = try TextMessage(parsing: [UInt8](try Data(contentsOf: file)))
            guard message.has("node"), let config = try? GraphConfig(message) else { continue }
            graphs.append((file.lastPathComponent, config))
        }
        var registry = CalculatorRegistry()
        for (_, config) in graphs {
            for node in config.nodes { registry.register(node.calculator, AnythingCalculator.self) }
        }
        for (_, config) in graphs where !config.type.isEmpty {
            registry.register(config.type, subgraph: config)
        }
        // A partial graph; one whose back edges were removed; two with an ambiguous subgraph name.
        let invalid = [
            "test.pbtxt", "holistic_hand_tracking_left_hand_graph.pbtxt", "objectron_cpu.pbtxt",
            "objectron_desktop_cpu.pbtxt",
        ]
        for (name, config) in graphs where !invalid.contains(name) {
            #expect(throws: Never.self, "\(name)") {
                try ValidatedGraph(config, registry: registry)
            }
        }
    }
}
