import Foundation
package import LandmarkCalculators
import LandmarkGraph
import LandmarkModelFile
import LandmarkTasks

/// A graph file and the folders with the model files of its nodes.
package struct GraphFiles {
    /// The graph file.
    package let graph: String
    /// The folders that are searched for models, in this order.
    package let folders: [String]

    /// - Parameters:
    ///   - graph: The graph file, or the name of a resource.
    ///   - modelFolder: The only folder with models; nil for those near the graph file and among
    ///     the resources.
    ///   - resources: The folder of the app's resources; nil for none.
    package init(
        graph path: String, modelFolder: String?, resources: String? = Bundle.main.resourcePath
    ) {
        graph = Self.find(path, resources: resources)
        if let modelFolder {
            folders = [modelFolder]
        } else {
            let places = [Self.folder(of: graph)] + (resources.map { [$0] } ?? [])
            folders = places.flatMap { [$0, $0 + "/models"] }
        }
    }

    /// Reads the graph and the models and starts the run.
    ///
    /// - Throws: `DMSError.graph` or `.modelNotFound`.
    package func makeRunner() throws(DMSError) -> GraphRunner {
        do throws(GraphRunnerError) {
            var config = try GraphConfig(path: graph)
            for node in config.nodes.indices {
                config.nodes[node].options.entries = config.nodes[node].options.entries.map {
                    NodeOptions.Entry(type: $0.type, message: resolved($0.message))
                }
            }
            return try GraphRunner(config: config, registry: .vision(models))
        } catch {
            if let file = missingModel(error) {
                throw .modelNotFound(file: file, folders: folders)
            }
            throw .graph(error)
        }
    }

    /// The models for nodes that name none. A model that is in no folder keeps its bare name, so that only a
    /// node that needs it fails.
    private var models: VisionModels {
        var models = VisionModels(folder: "")
        models.face = models.face.map(location)
        models.hand = models.hand.map(location)
        models.poseLite = models.poseLite.map(location)
        models.poseFull = models.poseFull.map(location)
        models.poseHeavy = models.poseHeavy.map(location)
        return models
    }

    /// The message with its relative model paths replaced by those of existing files.
    private func resolved(_ message: TextMessage) -> TextMessage {
        var message = message
        message.fields = message.fields.map { field in
            guard field.name == "model_path", !field.isList,
                case .string(let bytes)? = field.values.first?.content
            else { return field }
            let path = location(of: String(decoding: bytes, as: UTF8.self))
            return TextField(field.name, kind: field.kind, .string(path), position: field.position)
        }
        return message
    }

    /// The first existing file for a relative path in the folders, with or without the path's own folders;
    /// otherwise the path itself.
    private func location(of path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        let name = Self.name(of: path)
        let places = folders.flatMap { [$0 + "/" + path, $0 + "/" + name] }
        return places.first(where: Self.exists) ?? path
    }

    /// The model file that a node could not open because it was found in no folder.
    private func missingModel(_ error: GraphRunnerError) -> String? {
        guard case .run(.calculator(_, _, _, let cause)) = error,
            case .modelFile(.cannotOpen(let path, _))? = cause as? TaskError,
            !path.hasPrefix("/"), !Self.exists(path)
        else { return nil }
        return path
    }

    private static func find(_ path: String, resources: String?) -> String {
        let names = path.hasSuffix(".pbtxt") ? [path] : [path, path + ".pbtxt"]
        var places = names
        if let resources, !path.hasPrefix("/") {
            places += names.flatMap { [resources + "/" + $0, resources + "/" + name(of: $0)] }
        }
        return places.first(where: exists) ?? path
    }

    private static func exists(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
