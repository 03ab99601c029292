import LandmarkModelFile

/// A task's model bundle, known to contain the entries that the task needs.
struct TaskBundle {
    private enum Content {
        case bundle(ModelBundle)
        /// A file that is itself the only network of the task.
        case network(TFLiteModel)
    }

    private let content: Content
    /// The name that error messages use for the bundle.
    let name: String

    /// Opens a bundle.
    ///
    /// - Parameters:
    ///   - source: Where the bundle comes from.
    ///   - entries: The names of the entries that the task needs.
    ///   - acceptsNetwork: Whether the file may also be a single network, which then takes the
    ///     place of the only entry.
    /// - Throws: `TaskError.modelFile` if the bundle cannot be read or lacks an entry,
    ///   `.notAFileURL`, or `.bundleExpected` if the file is a single network.
    init(
        _ source: ModelSource, entries: [String], acceptsNetwork: Bool = false
    ) throws(TaskError) {
        name = source.name
        let bytes = try Self.bytes(of: source)
        let isNetwork = ModelBundle.isModel(bytes)
        if isNetwork, !acceptsNetwork {
            throw .bundleExpected(name: source.name, entries: entries)
        }
        do throws(ModelFileError) {
            if isNetwork {
                content = .network(try TFLiteModel(bytes: bytes, name: source.name))
            } else {
                content = .bundle(try ModelBundle(bytes: bytes, name: source.name))
            }
        } catch {
            throw .modelFile(error)
        }
        if !isNetwork { try require(entries) }
    }

    /// Checks that the bundle has further entries.
    ///
    /// - Throws: `TaskError.modelFile` if it lacks one, or `.bundleExpected` if the file is a single network.
    func require(_ entries: [String]) throws(TaskError) {
        guard case .bundle(let bundle) = content else {
            throw .bundleExpected(name: name, entries: entries)
        }
        for entry in entries where !bundle.contains(named: entry) {
            throw .modelFile(
                .noEntry(file: name, entry: entry, available: bundle.entries.map(\.name)))
        }
    }

    /// Whether the bundle has an entry of this name.
    func contains(_ entry: String) -> Bool {
        guard case .bundle(let bundle) = content else { return false }
        return bundle.contains(named: entry)
    }

    /// Reads the network in `entry`.
    ///
    /// - Throws: `TaskError.modelFile`.
    func model(_ entry: String) throws(TaskError) -> TFLiteModel {
        switch content {
        case .network(let model): return model
        case .bundle(let bundle):
            do {
                return try bundle.model(named: entry)
            } catch {
                throw .modelFile(error)
            }
        }
    }

    /// Reads the bytes of `entry`.
    ///
    /// - Throws: `TaskError.modelFile`, or `.bundleExpected` if the file is a single network.
    func bytes(_ entry: String) throws(TaskError) -> FileBytes {
        guard case .bundle(let bundle) = content else {
            throw .bundleExpected(name: name, entries: [entry])
        }
        do {
            return try bundle.bytes(named: entry)
        } catch {
            throw .modelFile(error)
        }
    }

    private static func bytes(of source: ModelSource) throws(TaskError) -> FileBytes {
        switch source {
        case .bytes(let array, _): return FileBytes(array)
        case .unsupportedURL(let url): throw .notAFileURL(url)
        case .file(let path):
            do {
                return try FileBytes(mapping: path)
            } catch {
                throw .modelFile(error)
            }
        }
    }
}
