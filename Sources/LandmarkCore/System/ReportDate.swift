#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Dates and times for people.
package enum ReportDate {
    /// Now, such as `2026-11-22 23:15 +0100`, in the local time zone. The environment variable
    /// `SOURCE_DATE_EPOCH` overrides the time, in seconds since 1970 and shown in UTC, so that the
    /// same input gives the same bytes.
    package static var text: String? {
        guard let given = CurrentProcess.environment("SOURCE_DATE_EPOCH").flatMap({ Int($0) })
        else { return text(at: time(nil)) }
        var parts = tm()
        var now = time_t(given)
        return gmtime_r(&now, &parts) == nil ? nil : text(of: &parts)
    }

    /// A moment in seconds since 1970, in the local time zone.
    package static func text(at seconds: Int) -> String? {
        var parts = tm()
        var moment = time_t(seconds)
        return localtime_r(&moment, &parts) == nil ? nil : text(of: &parts)
    }

    private static func text(of parts: inout tm) -> String? {
        var buffer = [CChar](repeating: 0, count: 40)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M %z", &parts)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
