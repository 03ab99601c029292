import LandmarkCore

/// The horizontal axis of charts: maps milliseconds to x.
struct TimeAxis: Sendable {
    /// The time at the left end in milliseconds.
    let start: Double
    /// The length in milliseconds; at least 1.
    let span: Double
    /// The time that ticks are counted from, in milliseconds; not after `start`.
    let origin: Double
    let left: Double
    let right: Double
    /// The maximum number of ticks in addition to the one at the start.
    let maxTicks: Double

    private static let steps: [Double] = [
        100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
        900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000, 86_400_000,
    ]

    init(
        start: Double, span: Double, origin: Double? = nil, left: Double, right: Double,
        maxTicks: Double
    ) {
        self.start = start
        self.span = max(span, 1)
        self.origin = min(origin ?? start, start)
        self.left = left
        self.right = right
        self.maxTicks = maxTicks
    }

    var width: Double { right - left }

    /// The x of a time, clamped to the axis.
    func x(_ milliseconds: Double) -> Double {
        let share = min(max((milliseconds - start) / span, 0), 1)
        return left + share * width
    }

    /// A box from `start` to `end` milliseconds, at least `minWidth` wide.
    func box(
        from start: Double, to end: Double, minWidth: Double = 1, top: Double, height: Double
    ) -> Mark.Box {
        let left = x(start)
        return Mark.Box(
            left: left, top: top, width: max(minWidth, x(end) - left), height: height)
    }

    /// Ticks with their labels, counted from the origin.
    var ticks: [(x: Double, text: String)] {
        let step =
            Self.steps.first { span / $0 <= maxTicks }
            ?? (span / maxTicks / 86_400_000).rounded(.up) * 86_400_000
        let before = start - origin
        let first = (before / step).rounded(.up)
        let last = ((before + span) / step).rounded(.down)
        return stride(from: first, through: last, by: 1).map { index in
            let time = index * step
            return (x(origin + time), TimeText.clock(time, places: step < 1000 ? 1 : 0))
        }
    }
}

/// Times, durations, and shares as text.
package enum TimeText {
    /// A time as `0:01.40`, `12:03.2`, or `1:02:03`, with seconds to `places` decimals.
    package static func clock(_ milliseconds: Double, places: Int) -> String {
        let sign = milliseconds < 0 ? "−" : ""
        var unit = 1000.0
        for _ in 0..<places { unit /= 10 }
        let total = (abs(milliseconds) / unit).rounded() * unit / 1000
        let hours = Int(total / 3600)
        let minutes = Int(total / 60) - hours * 60
        let seconds = total - Double(hours) * 3600 - Double(minutes) * 60
        let digits = String(seconds, places: places)
        let padded = seconds < 9.9999 && !digits.hasPrefix("10") ? "0" + digits : digits
        if hours == 0 { return "\(sign)\(minutes):\(padded)" }
        return "\(sign)\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(padded)"
    }

    /// A duration as `0.53 s`, `12.1 s`, `3 min 20 s`, or `2 h 5 min`.
    package static func duration(_ milliseconds: Double) -> String {
        let seconds = milliseconds / 1000
        if seconds < 9.995 { return "\(String(seconds, places: 2)) s" }
        if seconds < 99.95 { return "\(String(seconds, places: 1)) s" }
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        let minutes = Int((seconds / 60).rounded())
        return "\(minutes / 60) h \(minutes % 60) min"
    }

    /// A fraction in percent.
    package static func percent(_ share: Double, places: Int = 0) -> String {
        "\(String(share * 100, places: places)) %"
    }
}
