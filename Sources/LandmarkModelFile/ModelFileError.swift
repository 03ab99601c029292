public import LandmarkCore

/// Why a model bundle, a model or its metadata could not be read.
///
/// Offsets are in bytes from the start of the named file, archive entry or buffer.
public enum ModelFileError: LandmarkError, Hashable {
    /// The operating system refused to open or map the file.
    case cannotOpen(path: String, reason: String)
    /// The path names a folder or a device.
    case notAFile(path: String)
    /// The bundle is not a zip archive that can be read.
    case archive(file: String, offset: Int, fault: ArchiveFault)
    /// The bundle has no entry of that name.
    case noEntry(file: String, entry: String, available: [String])
    /// The FlatBuffers data of a model or its metadata is broken.
    case table(file: String, offset: Int, fault: TableFault)
    /// A model's data can be read and contradicts itself or what is supported.
    case model(file: String, fault: ModelFault)
    /// The protocol buffer with the face geometry is broken.
    case geometry(file: String, offset: Int, fault: GeometryFault)
}

extension ModelFileError {
    /// One sentence with the file, the offset and the reason.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason)"
        case .notAFile(let path):
            "\(path): is not a regular file"
        case .archive(let file, let offset, let fault):
            "\(file): not a readable model bundle: \(fault) at byte \(offset)"
        case .noEntry(let file, let entry, let available):
            "\(file): has no entry \"\(entry)\"; it holds \(available.joined(separator: ", "))"
        case .table(let file, let offset, let fault):
            "\(file): broken model data: \(fault) at byte \(offset)"
        case .model(let file, let fault):
            "\(file): \(fault)"
        case .geometry(let file, let offset, let fault):
            "\(file): broken face geometry: \(fault) at byte \(offset)"
        }
    }
}
