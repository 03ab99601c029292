import LandmarkCore
public import LandmarkGraph

/// A file or model that a node needs but that is missing.
public struct MissingFile: Sendable, Hashable {
    /// The node.
    public let node: NodeLabel
    /// The option that names the file, such as `model_path`.
    public let option: String
    /// The path in the option; nil if there is none.
    public let path: String?
}

extension MissingFile: CustomStringConvertible {
    /// One sentence with node, option and path.
    public var description: String {
        guard let path else { return "\(node): no model is specified with \(option)" }
        return "\(node): \(option): there is no file \"\(path)\""
    }
}

extension GraphConfig {
    /// The options that name files to read, in a message of a type. Other calculators may have an option
    /// `file` with another meaning.
    fileprivate static func fileOptions(of type: String) -> [String] {
        ["model_path", "label_map_path", "resource_id"]
            + (type.split(separator: ".").contains("ExerciseCalculatorOptions")
                ? ExerciseSource.fileOptions : [])
    }

    /// The option of a constant that names a model's file.
    fileprivate static let constantOption = "string_value"
    fileprivate static let modelSuffix = "tflite"

    /// Returns the graph with the files that its options name (`model_path`, `label_map_path`,
    /// `resource_id`, `file` and `thresholds_file` of exercises, and `string_value`s that end in
    /// `.tflite`, including those of nodes inside options) replaced by the first that exists: the path
    /// itself; the path relative to the folder of the graph file, and to each of its parent folders, as
    /// in MediaPipe's source tree; the file's name in the folder of the graph file; the file's name in
    /// `folders`. A path for which none exists is left unchanged.
    ///
    /// - Parameters:
    ///   - graph: The path of the graph file.
    ///   - folders: Further folders with models.
    public func locatingFiles(beside graph: String, in folders: [String] = []) -> GraphConfig {
        let locator = FileLocator(folder: Path.folder(of: graph), others: folders)
        var located = self
        located.options = locator.apply(to: options)
        for index in located.nodes.indices {
            located.nodes[index].options = locator.apply(to: nodes[index].options)
        }
        return located
    }

    /// The nonexistent files named in options of the graph's nodes, and the landmarkers and
    /// networks for which no model is specified.
    public var missingFiles: [MissingFile] {
        nodes.flatMap { node -> [MissingFile] in
            var missing = node.options.entries.flatMap { entry in
                Self.fileOptions(of: entry.type).compactMap { option -> MissingFile? in
                    guard let path = try? entry.message.string(option), !path.isEmpty,
                        !FileSystem.isFile(path)
                    else { return nil }
                    return MissingFile(node: node.label, option: option, path: path)
                }
            }
            if missing.isEmpty, node.lacksModel {
                missing = [MissingFile(node: node.label, option: "model_path", path: nil)]
            }
            return missing
        } + missingResources
    }
}

extension NodeConfig {
    /// Whether the node runs a model that neither its options nor a side packet specify.
    fileprivate var lacksModel: Bool {
        let tags: Set = ["MODEL_PATH", "MODEL"]
        if inputSidePackets.contains(where: { tags.contains($0.tag) }) { return false }
        func isNamed(_ message: TextMessage?) -> Bool { message?.has("model_path") == true }
        if calculator == "InferenceCalculator" || calculator == "TfLiteInferenceCalculator" {
            return !isNamed(tensorOptions("InferenceCalculatorOptions"))
        }
        guard let task = LandmarkerSettings.task(of: calculator) else { return false }
        return !isNamed(options.message(task + "LandmarkerCalculatorOptions"))
            && !LandmarkerSettings.hasDefaultModel(self, task: task)
    }
}

/// Finds files in the folders of a graph.
private struct FileLocator {
    let folder: String
    let others: [String]
    /// The options that name files, in the message at hand.
    var options: [String] = []

    func apply(to options: NodeOptions) -> NodeOptions {
        NodeOptions(
            options.entries.map { entry in
                var (entry, locator) = (entry, self)
                locator.options = GraphConfig.fileOptions(of: entry.type)
                entry.message = locator.apply(to: entry.message)
                return entry
            })
    }

    private func apply(to message: TextMessage) -> TextMessage {
        var message = message
        message.fields = message.fields.map { field in
            let values = field.values.map { apply(to: $0, of: field) }
            if !field.isList, let value = values.first {
                return TextField(field.name, kind: field.kind, value, position: field.position)
            }
            return TextField(field.name, kind: field.kind, list: values, position: field.position)
        }
        return message
    }

    private func apply(to value: TextValue, of field: TextField) -> TextValue {
        switch value.content {
        case .message(let message):
            var locator = self
            // An extension, or a message in an `Any`, such as the options of a contained node.
            if field.kind != .plain { locator.options = GraphConfig.fileOptions(of: field.name) }
            return TextValue(.message(locator.apply(to: message)), position: value.position)
        case .string(let bytes):
            let path = String(decoding: bytes, as: UTF8.self)
            guard names(path, field), let found = find(path) else { return value }
            return TextValue.string(found)
        default: return value
        }
    }

    /// Whether a field's text is the path of a file.
    private func names(_ path: String, _ field: TextField) -> Bool {
        !path.isEmpty && options.contains(field.name)
            || field.name == GraphConfig.constantOption
                && Path.suffix(of: path) == GraphConfig.modelSuffix
    }

    private func find(_ path: String) -> String? {
        if FileSystem.isFile(path) { return path }
        guard !path.hasPrefix("/") else { return nil }
        var folders = [folder]
        while let last = folders.last, last != "/", last != ".", folders.count < 100 {
            folders.append(Path.folder(of: last))
        }
        let name = Path.name(of: path)
        let places =
            folders.map { Path.join($0, path) } + [Path.join(folder, name)]
            + others.map { Path.join($0, name) }
        return places.first(where: FileSystem.isFile)
    }
}
