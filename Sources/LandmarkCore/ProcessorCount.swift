#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How many processors there are to share work.
public enum ProcessorCount {
    /// The processors that are online, at least 1.
    public static let online = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// As many threads as are usually worth starting: the processors online, at most 4.
    public static let usual = min(online, 4)
}
