import LandmarkCommandSupport

/// Times of a run in words.
enum TimeText {
    /// `0:01.40`, `12:03.2` or `1:02:03`: as many places as are asked for.
    static func clock(_ milliseconds: Double, places: Int) -> String {
        let sign = milliseconds < 0 ? "−" : ""
        var unit = 1000.0
        for _ in 0..<places { unit /= 10 }
        let whole = (abs(milliseconds) / unit).rounded() * unit
        let seconds = whole / 1000
        let hours = Int(seconds / 3600)
        let minutes = Int(seconds / 60) - hours * 60
        let rest = seconds - Double(hours) * 3600 - Double(minutes) * 60
        let digits = Rate.rounded(rest, places: places)
        let padded = rest < 9.9999 && !digits.hasPrefix("10") ? "0" + digits : digits
        if hours == 0 { return "\(sign)\(minutes):\(padded)" }
        return "\(sign)\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(padded)"
    }

    /// `0.53 s`, `12.1 s`, `3 min 20 s` or `2 h 5 min`.
    static func length(_ milliseconds: Double) -> String {
        let seconds = milliseconds / 1000
        if seconds < 9.995 { return "\(Rate.rounded(seconds, places: 2)) s" }
        if seconds < 99.95 { return "\(Rate.rounded(seconds, places: 1)) s" }
        let whole = Int(seconds.rounded())
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        let minutes = Int((seconds / 60).rounded())
        return "\(minutes / 60) h \(minutes % 60) min"
    }

    /// A share in percent.
    static func percent(_ share: Double, places: Int = 0) -> String {
        "\(Rate.rounded(share * 100, places: places)) %"
    }
}
