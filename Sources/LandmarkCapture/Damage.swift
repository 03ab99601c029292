/// What was found wrong with a file while its images were read.
struct Damage {
    private var faults = 0
    private var reason = ""

    /// Counts a fault; the first one's reason is kept.
    mutating func note(_ reason: String) {
        if faults == 0 { self.reason = reason }
        faults += 1
    }

    /// The error to throw at the end, or nil when all was well.
    func error(in file: String, frames: Int) -> CaptureError? {
        faults == 0 ? nil : .damaged(file: file, frames: frames, faults: faults, reason: reason)
    }
}
