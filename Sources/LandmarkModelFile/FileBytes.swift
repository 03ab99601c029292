import LandmarkCore

/// Immutable bytes of a file or a part of one.
///
/// The storage is a memory-mapped file, of which only the pages in use are resident, or an array.
/// Slicing copies nothing and keeps the storage alive. The first byte may have any alignment, so
/// values must be loaded unaligned.
public struct FileBytes: Sendable {
    private enum Backing: Sendable {
        case mapped(MappedFile)
        case array([UInt8])
    }

    private let backing: Backing
    private let start: Int
    /// The number of bytes.
    public let count: Int

    private init(backing: Backing, start: Int, count: Int) {
        self.backing = backing
        self.start = start
        self.count = count
    }

    /// Maps the file at `path`.
    ///
    /// The file must not be truncated while the bytes are in use.
    ///
    /// - Throws: ``ModelFileError/cannotOpen(path:reason:)`` or ``ModelFileError/notAFile(path:)``.
    public init(mapping path: String) throws(ModelFileError) {
        let file: MappedFile?
        do throws(SystemError) {
            file = try MappedFile(path)
        } catch {
            throw .cannotOpen(path: path, reason: "\(error)")
        }
        guard let file else { throw .notAFile(path: path) }
        self.init(backing: .mapped(file), start: 0, count: file.count)
    }

    /// Wraps the bytes of `array`.
    public init(_ array: [UInt8]) {
        self.init(backing: .array(array), start: 0, count: array.count)
    }

    /// Returns the `count` bytes at `offset` without copying them; nil when the range is out of
    /// bounds.
    public func slice(offset: Int, count: Int) -> FileBytes? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        return FileBytes(backing: backing, start: start + offset, count: count)
    }

    /// Calls `body` with the bytes, which are valid until it returns.
    ///
    /// - Throws: What `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch backing {
        case .mapped(let file):
            return try file.withUnsafeBytes { (all) throws(Failure) in
                try body(UnsafeRawBufferPointer(rebasing: all[start..<start + count]))
            }
        case .array(let array):
            return try array.withUnsafeBufferPointer { (all) throws(Failure) in
                let bytes = UnsafeRawBufferPointer(all)
                return try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
        }
    }
}
