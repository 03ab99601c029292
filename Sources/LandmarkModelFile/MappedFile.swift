#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file mapped for reading, unmapped when the last holder lets go.
final class MappedFile: Sendable {
    /// Where the mapping starts, as a number because a pointer is not `Sendable`; 0 when empty.
    private let address: UInt
    let count: Int

    init(path: String) throws(ModelFileError) {
        // Opening a pipe must not wait for a writer: it is refused below.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        count = Int(status.st_size)
        guard count > 0 else {
            address = 0
            return
        }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            base != MAP_FAILED
        else { throw Self.failure(path) }
        address = UInt(bitPattern: base)
    }

    deinit {
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else { return }
        munmap(base, count)
    }

    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        let base = UnsafeRawPointer(bitPattern: address)
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    private static func failure(_ path: String) -> ModelFileError {
        .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
}
