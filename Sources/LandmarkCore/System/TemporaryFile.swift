#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Names unfinished files, and removes those that processes left behind when they ended.
///
/// A name is `START.lk-MACHINE-PID-RANDOM.tmp`: the first letters of the final name, and the process
/// that writes the file. It is never longer than ``longestName``, whatever the final name is.
package enum TemporaryFile {
    /// The maximum length of a name in bytes; file systems allow at least 143.
    package static let longestName = 96
    private static let mark = ".lk-"
    private static let suffix = ".tmp"
    private static let longestStart = 32

    /// Returns a new path next to `path`, for a file that will be renamed to it.
    ///
    /// - Parameter suffix: Appended to the name, such as `.mp4`.
    package static func path(beside path: String, suffix: String = "") -> String {
        // Only visible characters that every file system and terminal accepts.
        let start = Path.name(of: path).utf8.drop { $0 == UInt8(ascii: ".") }
            .prefix(longestStart).prefix { 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "/") }
        let name =
            String(decoding: start, as: UTF8.self) + mark
            + [hex(machine ?? 0), String(getpid()), hex(UInt64(UInt32.random(in: 0 ... .max)))]
            .joined(separator: "-") + suffix + Self.suffix
        return Path.join(Path.folder(of: path), name)
    }

    /// Whether a file or folder of this name is unfinished, or was left behind.
    package static func isTemporary(_ name: String) -> Bool { name.hasSuffix(suffix) }

    /// Removes the temporary files and folders in `folder` whose processes have ended; does so once per folder.
    ///
    /// Files of other machines, of other containers, and from before a restart are kept, because
    /// their processes cannot be looked up. A file whose process ID has since been reused is kept
    /// too.
    package static func removeAbandoned(in folder: String) {
        let isNew = visited.withLock { $0.insert(folder).inserted }
        guard isNew, let machine else { return }
        for name in (try? FileSystem.names(in: folder)) ?? [] where isTemporary(name) {
            guard let owner = owner(of: name), owner.machine == machine, hasEnded(owner.process)
            else { continue }
            FileSystem.removeFolder(Path.join(folder, name))
        }
    }

    /// The folders that were searched.
    private static let visited = Mutex<Set<String>>([])

    /// The process that a temporary file belongs to; nil for a name of another form.
    private static func owner(of name: String) -> (machine: UInt64, process: pid_t)? {
        let stem = name.dropLast(suffix.count)
        let parts = stem.split(separator: "-").suffix(3)
        guard parts.count == 3, name.utf8.count <= longestName,
            let machine = UInt64(parts[parts.startIndex], radix: 16),
            let process = pid_t(parts[parts.startIndex + 1]), process > 0,
            stem.hasSuffix(mark + parts.joined(separator: "-"))
        else { return nil }
        return (machine, process)
    }

    private static func hasEnded(_ process: pid_t) -> Bool {
        kill(process, 0) != 0 && errno == ESRCH
    }

    /// Identifies the machine, its last start, and the namespace of its process IDs; nil if the
    /// system does not provide these.
    private static let machine: UInt64? = {
        #if canImport(Darwin)
        var size = 0
        guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
        return stableHash(bytes)
        #else
        // The link's target names the namespace.
        var target = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/self/ns/pid", &target, target.count)
        guard length > 0, let start = try? FileSystem.read("/proc/sys/kernel/random/boot_id")
        else { return nil }
        return stableHash(start + target.prefix(length).map { UInt8(bitPattern: $0) })
        #endif
    }()

    private static func hex(_ value: UInt64) -> String { String(value, radix: 16) }
}
