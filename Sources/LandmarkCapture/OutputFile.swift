#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file on its way: what stood at its path stays until the new one is whole.
///
/// A device or a pipe, which cannot be replaced, is written to directly.
final class OutputFile {
    let path: String
    let descriptor: Descriptor
    /// Whether it is written under another name first.
    var isReplaced: Bool { temporary != nil }
    private var temporary: String?
    private let target: String

    init(path: String) throws(CaptureError) {
        self.path = path
        if System.isFolder(path) { throw .isFolder(file: path) }
        if System.isRegular(path) == false {
            target = path
            let number = open(path, O_WRONLY | O_CLOEXEC)
            guard number >= 0 else { throw System.failure(errno, writing: path) }
            descriptor = Descriptor(owning: number)
            return
        }
        target = Self.resolved(path)
        let temporary = "\(target).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
        let number = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw System.failure(errno, writing: path) }
        descriptor = Descriptor(owning: number)
        self.temporary = temporary
    }

    deinit { discard() }

    /// Gives the file, which is whole, its name.
    func commit() throws(CaptureError) {
        if let code = descriptor.close() {
            discard()
            throw System.failure(code, writing: path)
        }
        guard let temporary else { return }
        guard rename(temporary, target) == 0 else {
            let code = errno
            discard()
            throw System.failure(code, writing: path)
        }
        self.temporary = nil
    }

    /// Removes what has been written, unless it has its name already.
    func discard() {
        if let temporary { unlink(temporary) }
        temporary = nil
    }

    /// The file behind a symbolic link, so that the link stays a link.
    private static func resolved(_ path: String) -> String {
        guard let name = realpath(path, nil) else { return path }
        defer { free(name) }
        return String(cString: name)
    }
}
