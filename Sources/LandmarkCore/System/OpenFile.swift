#if !canImport(Darwin)
import CLandmarkSystem
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file descriptor, closed on deinitialization unless it is borrowed.
///
/// Interrupted calls (`EINTR`) are repeated.
package final class OpenFile {
    /// The operating system's number, valid while this object lives and is not closed.
    package let descriptor: Int32
    private var isOwned: Bool
    /// Whether reading waits for another program, until an interruption.
    private var awaitsWriter = false

    private init(owning descriptor: Int32) throws(SystemError) {
        guard descriptor >= 0 else { throw .last }
        self.descriptor = descriptor
        isOwned = true
    }

    /// Wraps a descriptor that the caller remains responsible for closing, such as standard input.
    package init(borrowing descriptor: Int32) {
        self.descriptor = descriptor
        isOwned = false
    }

    /// Opens an existing file, device or pipe for reading.
    ///
    /// - Parameter waits: Whether to wait for a writer when opening a pipe.
    /// - Throws: ``SystemError`` when `path` cannot be opened, or on Linux when the program is asked
    ///   to stop while a pipe has no writer.
    package convenience init(reading path: String, waits: Bool = true) throws(SystemError) {
        #if canImport(Darwin)
        // A pipe that never had a writer looks like one at its end.
        try self.init(
            owning: open(Path.systemText(path), O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)))
        #else
        try self.init(owning: open(Path.systemText(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        guard waits else { return }
        if try isPipe() {
            awaitsWriter = true
            try waitForWriter()
        }
        try makeBlocking()
        #endif
    }

    /// Opens an existing file, device or pipe for writing.
    ///
    /// - Throws: ``SystemError`` when `path` cannot be opened, or on Linux when the program is asked
    ///   to stop while a pipe has no reader.
    package convenience init(writing path: String) throws(SystemError) {
        #if canImport(Darwin)
        try self.init(owning: open(Path.systemText(path), O_WRONLY | O_CLOEXEC))
        #else
        var opened = open(Path.systemText(path), O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        while opened < 0, errno == ENXIO, (try? FileSystem.status(of: path))?.kind == .other {
            try Self.pauseUnlessInterrupted()
            opened = open(Path.systemText(path), O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        }
        try self.init(owning: opened)
        try makeBlocking()
        #endif
    }

    /// Creates a file for writing and reading back.
    ///
    /// - Throws: ``SystemError`` when `path` exists or cannot be created.
    package convenience init(creating path: String) throws(SystemError) {
        try self.init(
            owning: open(Path.systemText(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
    }

    /// Creates a file without a name in the folder for temporary files; it disappears when the
    /// program ends.
    ///
    /// - Throws: ``SystemError`` when it cannot be created.
    package static func unnamed() throws(SystemError) -> OpenFile {
        let folder = CurrentProcess.environment("TMPDIR") ?? "/tmp"
        let path = TemporaryFile.path(beside: Path.join(folder, "landmark"))
        let file = try OpenFile(creating: path)
        FileSystem.remove(path)
        return file
    }

    deinit {
        if isOwned { _ = posixClose(descriptor) }
    }

    /// Closes an owned descriptor, once.
    ///
    /// - Throws: ``SystemError``: some file systems report a full disk only here.
    package func close() throws(SystemError) {
        guard isOwned else { return }
        isOwned = false
        guard posixClose(descriptor) == 0 else { throw .last }
    }

    /// Returns the status of the file.
    ///
    /// - Throws: ``SystemError`` when it cannot be examined.
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Removes everything after the first `count` bytes.
    ///
    /// - Throws: ``SystemError``.
    package func truncate(to count: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw .last }
    }

    /// Moves to a byte offset, at which the next read or write begins.
    ///
    /// - Throws: ``SystemError``, for example on a pipe.
    package func seek(to offset: Int) throws(SystemError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) == offset else { throw .last }
    }

    /// Fills `target`, stopping early at the end of the file.
    ///
    /// - Returns: The number of bytes read.
    /// - Throws: ``SystemError`` when reading fails.
    package func fill(_ target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        var filled = 0
        while filled < target.count {
            let got = try readOnce(UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
            if got == 0 { break }
            filled += got
        }
        return filled
    }

    /// Waits until there are bytes to read, and returns at most `limit` of them; empty at the end
    /// of the file.
    ///
    /// - Throws: ``SystemError`` when reading fails.
    package func readAvailable(atMost limit: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { target, count in
            do throws(SystemError) {
                count = try readOnce(UnsafeMutableRawBufferPointer(target))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func readOnce(_ target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            #if !canImport(Darwin)
            if awaitsWriter { try waitForWriter() }
            #endif
            let got = posixRead(descriptor, target)
            if got >= 0 { return got }
            if errno != EINTR { throw .last }
        }
    }

    /// Returns the bytes up to the end of the file, or the first `limit` of them.
    ///
    /// Reads until the end of the file: a pipe has no size, and a file may grow.
    ///
    /// - Throws: ``SystemError`` when reading fails.
    package func read(atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
        // One byte more than the size, so that the end is found without growing the array.
        let expected = max(try status().byteCount + 1, 1 << 12)
        var bytes = [UInt8](repeating: 0, count: min(expected, limit))
        var filled = 0
        while true {
            filled += try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
                try fill(
                    UnsafeMutableRawBufferPointer(
                        UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
            }
            guard filled == bytes.count, filled < limit else { break }
            let growth = min(max(filled, 1 << 16), limit - filled)
            bytes.append(contentsOf: repeatElement(0, count: growth))
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: ``SystemError`` when writing fails; some of the bytes may have been written.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let put = posixWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            if put < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            written += put
        }
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: ``SystemError`` when writing fails; some of the bytes may have been written.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            try write(UnsafeRawBufferPointer(buffer))
        }
    }
}

// MARK: Waiting for other programs

#if canImport(Darwin)
extension OpenFile {
    /// nil: this system cannot peek into a pipe.
    package func peek(atMost limit: Int) throws(SystemError) -> [UInt8]? { nil }
}
#else
extension OpenFile {
    private static let pause: Int32 = 50

    /// Waits until there is something to read, or the writer has closed the pipe.
    private func waitForWriter() throws(SystemError) {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&state, 1, Self.pause)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .last }
            if Interruption.isRequested { throw SystemError(code: EINTR) }
        }
    }

    /// Waits until there is something to read from a pipe, and returns its first bytes without
    /// consuming them; empty at its end, nil for anything but a pipe.
    ///
    /// - Throws: ``SystemError``, `EINTR` when the program is asked to stop.
    package func peek(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        guard try isPipe() else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            try waitForWriter()
            let count = lk_pipe_peek(descriptor, &bytes, limit)
            if count >= 0 { return Array(bytes.prefix(count)) }
            guard errno == EAGAIN || errno == EINTR else { throw .last }
            try Self.pauseUnlessInterrupted()
        }
    }

    private func isPipe() throws(SystemError) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return status.st_mode & S_IFMT == S_IFIFO
    }

    private func makeBlocking() throws(SystemError) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) >= 0 else { throw .last }
    }

    private static func pauseUnlessInterrupted() throws(SystemError) {
        guard !Interruption.isRequested else { throw SystemError(code: EINTR) }
        usleep(UInt32(pause) * 1000)
    }
}
#endif

/// A regular file mapped read-only, unmapped on deinitialization.
package final class MappedFile: Sendable {
    /// The address of the first byte, stored as a number because pointers are not `Sendable`; 0 for
    /// an empty file.
    private let address: UInt
    /// The number of bytes.
    package let count: Int

    /// Maps the file at `path`; nil when it is not a regular file.
    ///
    /// The file must not be truncated while it is mapped.
    ///
    /// - Throws: ``SystemError`` when the file cannot be opened or mapped.
    package init?(_ path: String) throws(SystemError) {
        let file = try OpenFile(reading: path, waits: false)
        let status = try file.status()
        guard status.kind == .file else { return nil }
        count = status.byteCount
        guard count > 0 else {
            address = 0
            return
        }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0),
            base != MAP_FAILED
        else { throw .last }
        address = UInt(bitPattern: base)
    }

    deinit {
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else { return }
        munmap(base, count)
    }

    /// Calls `body` with the file's bytes, which are valid until it returns.
    ///
    /// - Throws: What `body` throws.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        let base = UnsafeRawPointer(bitPattern: address)
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}

// The C functions that the methods above shadow.

private func posixClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func posixRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
