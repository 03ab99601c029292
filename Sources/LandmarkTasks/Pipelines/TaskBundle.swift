import LandmarkModelFile

/// A task's model bundle, opened and seen to hold what the task needs.
struct TaskBundle {
    private let bundle: ModelBundle

    /// What the bundle is called in messages.
    var name: String { bundle.name }

    /// Opens the bundle.
    init(_ source: ModelSource, needs entries: [String]) throws(TaskError) {
        let bytes = try Self.bytes(of: source)
        guard !ModelBundle.isModel(bytes) else {
            throw .bundleExpected(name: source.name, entries: entries)
        }
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
        do {
            return try bundle.model(named: entry)
        } catch {
            throw .modelFile(error)
        }
    }

    /// The face geometry in `entry`, ready to be fitted.
    func faceGeometry(_ entry: String) throws(TaskError) -> FaceGeometry {
        let metadata: FaceGeometryMetadata
        do {
            metadata = try FaceGeometryMetadata(
                bytes: bundle.bytes(named: entry), name: "\(name): \(entry)")
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
