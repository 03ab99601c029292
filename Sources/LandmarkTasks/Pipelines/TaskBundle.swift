import LandmarkModelFile

/// A task's model bundle, opened and seen to hold what the task needs.
struct TaskBundle {
    private enum Content {
        case bundle(ModelBundle)
        /// A file that is nothing but the one network that is needed.
        case network(TFLiteModel)
    }

    private let content: Content
    /// What the bundle is called in messages.
    let name: String

    /// Opens the bundle.
    init(_ source: ModelSource, needs entries: [String]) throws(TaskError) {
        let bytes = try Self.bytes(of: source)
        guard !ModelBundle.isModel(bytes) else {
            throw .bundleExpected(name: source.name, entries: entries)
        }
        content = .bundle(try Self.bundle(bytes, of: source, needs: entries))
        name = source.name
    }

    /// Opens a bundle of which one network is needed, or a file that is that network alone.
    init(_ source: ModelSource, needsOnly entry: String) throws(TaskError) {
        let bytes = try Self.bytes(of: source)
        name = source.name
        guard ModelBundle.isModel(bytes) else {
            content = .bundle(try Self.bundle(bytes, of: source, needs: [entry]))
            return
        }
        do {
            content = .network(try TFLiteModel(bytes: bytes, name: source.name))
        } catch {
            throw .modelFile(error)
        }
    }

    private static func bundle(
        _ bytes: FileBytes, of source: ModelSource, needs entries: [String]
    ) throws(TaskError) -> ModelBundle {
        let bundle: ModelBundle
        do {
            bundle = try ModelBundle(bytes: bytes, name: source.name)
        } catch {
            throw .modelFile(error)
        }
        for entry in entries where !bundle.contains(named: entry) {
            let available = bundle.entries.map(\.name)
            throw .modelFile(
                .noEntry(file: source.name, entry: entry, available: available))
        }
        return bundle
    }

    private static func bytes(of source: ModelSource) throws(TaskError) -> FileBytes {
        switch source {
        case .bytes(let array, _):
            return FileBytes(array)
        case .file(let path):
            do {
                return try FileBytes(mapping: path)
            } catch {
                throw .modelFile(error)
            }
        }
    }

    /// The network in `entry`.
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

    private func bytes(_ entry: String) throws(TaskError) -> FileBytes {
        guard case .bundle(let bundle) = content else {
            throw .bundleExpected(name: name, entries: [entry])
        }
        do {
            return try bundle.bytes(named: entry)
        } catch {
            throw .modelFile(error)
        }
    }

    /// The face geometry in `entry`, ready to be fitted.
    func faceGeometry(_ entry: String) throws(TaskError) -> FaceGeometry {
        let metadata: FaceGeometryMetadata
        let bytes = try bytes(entry)
        do {
            metadata = try FaceGeometryMetadata(bytes: bytes, name: "\(name): \(entry)")
        } catch {
            throw .modelFile(error)
        }
        let basis = metadata.procrustesBasis
        guard metadata.vertices.count == Face.meshCount,
            basis.allSatisfy({ metadata.vertices.indices.contains($0.index) })
        else {
            throw .unusableGeometry(entry: entry, bundle: name)
        }
        let places = basis.map { part in
            let vertex = metadata.vertices[part.index]
            return SIMD3(vertex.x, vertex.y, vertex.z)
        }
        guard
            let geometry = FaceGeometry(
                basis: basis.map(\.index), canonical: places, weights: basis.map(\.weight))
        else {
            throw .unusableGeometry(entry: entry, bundle: name)
        }
        return geometry
    }
}
