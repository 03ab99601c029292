#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Whole files in and out: where this module meets the operating system.
package enum FileStore {
    /// No file of more bytes is read.
    static let byteLimit = 1 << 30

    /// What the operating system says about an error number.
    static func message(for code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    /// All bytes of a file.
    package static func read(_ path: String) throws(ImagingError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, reading: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno, reading: path) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(file: path) }
        if status.st_size > byteLimit { throw .fileTooLarge(file: path, limit: byteLimit) }
        let bytes = try drain(descriptor, expecting: Int(status.st_size), of: path)
        if bytes.isEmpty { throw .emptyFile(file: path) }
        return bytes
    }

    /// Reads to the end, however much that is: a pipe has no size, and a file may grow.
    private static func drain(
        _ descriptor: Int32, expecting size: Int, of path: String
    ) throws(ImagingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size + 1)
        var filled = 0
        while true {
            if filled == bytes.count {
                guard filled <= byteLimit else {
                    throw .fileTooLarge(file: path, limit: byteLimit)
                }
                bytes.append(contentsOf: repeatElement(0, count: max(filled, 1 << 16)))
            }
            let got = bytes.withUnsafeMutableBytes { buffer in
                Platform.read(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if got < 0 {
                if errno == EINTR { continue }
                throw failure(errno, reading: path)
            }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Puts `bytes` in a file, all or nothing: what stood there stays until the new file is whole.
    ///
    /// A device or a pipe, which cannot be replaced, is written to directly.
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(ImagingError) {
        var status = stat()
        if stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            if kind == S_IFDIR { throw .isFolder(file: path) }
            if kind != S_IFREG { return try overwrite(bytes, path) }
        }
        let target = resolved(path)
        let temporary = "\(target).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno, writing: path) }
        var problem = put(bytes, in: descriptor)
        if close(descriptor) != 0, problem == nil { problem = errno }
        if problem == nil, rename(temporary, target) != 0 { problem = errno }
        if let problem {
            unlink(temporary)
            throw failure(problem, writing: path)
        }
    }

    private static func overwrite(
        _ bytes: UnsafeRawBufferPointer, _ path: String
    ) throws(ImagingError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, writing: path) }
        var problem = put(bytes, in: descriptor)
        if close(descriptor) != 0, problem == nil { problem = errno }
        if let problem { throw failure(problem, writing: path) }
    }

    /// The file behind a symbolic link, so that the link stays a link.
    private static func resolved(_ path: String) -> String {
        guard let name = realpath(path, nil) else { return path }
        defer { free(name) }
        return String(cString: name)
    }

    /// Writes everything and returns nil, or the error number that stopped it.
    private static func put(_ bytes: UnsafeRawBufferPointer, in descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = Platform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if put < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(put)
        }
        return nil
    }

    private static func failure(_ code: Int32, reading file: String) -> ImagingError {
        common(code, file) ?? .readFailed(file: file, code: code)
    }

    private static func failure(_ code: Int32, writing file: String) -> ImagingError {
        common(code, file) ?? .writeFailed(file: file, code: code)
    }

    private static func common(_ code: Int32, _ file: String) -> ImagingError? {
        switch code {
        case ENOENT, ENOTDIR: .notFound(file: file)
        case EISDIR: .isFolder(file: file)
        case EACCES, EPERM: .notPermitted(file: file)
        default: nil
        }
    }
}

/// The calls whose names `FileStore`'s own would hide.
private enum Platform {
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
