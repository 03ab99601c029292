/// What this process holds of the system, as Linux tells it.
package struct ProcessState {
    /// Bytes of memory that are in use and present.
    package let residentBytes: Int
    /// The most that `residentBytes` ever was.
    package let peakBytes: Int
    /// Open file descriptors.
    package let descriptors: Int
    package let threads: Int

    /// What is held now; nil where the system does not say.
    package static var now: ProcessState? {
        // The names' own descriptor is open while they are read, every time.
        guard let status = try? System.read("/proc/self/status"),
            let descriptors = try? System.names(in: "/proc/self/fd").count
        else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let resident = number(after: "VmRSS:", in: lines),
            let peak = number(after: "VmHWM:", in: lines),
            let threads = number(after: "Threads:", in: lines)
        else { return nil }
        return ProcessState(
            residentBytes: resident << 10, peakBytes: peak << 10, descriptors: descriptors,
            threads: threads)
    }

    private static func number(after name: String, in lines: [Substring]) -> Int? {
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first.flatMap {
            Int($0)
        }
    }
}
