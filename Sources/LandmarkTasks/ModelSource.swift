/// Where a task's model bundle (`.task`) comes from.
public enum ModelSource: Sendable, Hashable {
    /// A file, mapped into memory while the task lives.
    case file(String)
    /// The bundle's bytes, with the name that errors shall call it by.
    case bytes([UInt8], name: String)

    /// The path or the name.
    public var name: String {
        switch self {
        case .file(let path): path
        case .bytes(_, let name): name
        }
    }
}
