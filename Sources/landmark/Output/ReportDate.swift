import LandmarkSystem

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The date and time that reports carry.
enum ReportDate {
    /// Now, such as `2026-11-22 23:15 +0100`, in the local time zone. The environment variable
    /// `SOURCE_DATE_EPOCH` sets another time, in seconds since 1970 and shown in UTC, so that the
    /// same input gives the same bytes.
    static var text: String? {
        var now = time(nil)
        var parts = tm()
        if let given = CurrentProcess.environment("SOURCE_DATE_EPOCH").flatMap({ Int($0) }) {
            now = time_t(given)
            guard gmtime_r(&now, &parts) != nil else { return nil }
        } else {
            guard localtime_r(&now, &parts) != nil else { return nil }
        }
        var buffer = [CChar](repeating: 0, count: 40)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M %z", &parts)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
