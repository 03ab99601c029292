#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where this module meets the operating system.
enum System {
    /// What the operating system says about an error number.
    static func message(for code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    /// Opens an existing file or pipe to read; an empty file is an error.
    static func openToRead(_ path: String) throws(CaptureError) -> Descriptor {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw failure(errno, reading: path) }
        let descriptor = Descriptor(owning: number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw failure(errno, reading: path) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .isFolder(file: path)
        case S_IFREG where status.st_size == 0: throw .emptyFile(file: path)
        default: return descriptor
        }
    }

    private static func failure(_ code: Int32, reading path: String) -> CaptureError {
        switch code {
        case ENOENT where path.contains("://"): .isAddress(path)
        case ENOENT, ENOTDIR: .notFound(file: path)
        case EACCES, EPERM: .notPermitted(file: path)
        default: .readFailed(file: path, code: code)
        }
    }

    static func failure(_ code: Int32, writing path: String) -> CaptureError {
        switch code {
        case ENOENT, ENOTDIR: .notFound(file: path)
        case EISDIR: .isFolder(file: path)
        case EACCES, EPERM: .notPermitted(file: path)
        default: .writeFailed(file: path, code: code)
        }
    }

    static func failure(_ code: Int32, camera device: String) -> CaptureError {
        switch code {
        case EACCES, EPERM: .cameraNotPermitted(device: device)
        case EBUSY: .cameraBusy(device: device)
        default: .noCamera(device: device, reason: message(for: code))
        }
    }

    /// The names in a folder, in byte order, without those that begin with a dot.
    static func names(in folder: String) throws(CaptureError) -> [String] {
        guard let stream = opendir(folder) else { throw failure(errno, reading: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether `path` is a plain file, nil when there is nothing.
    static func isRegular(_ path: String) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
