/// What can happen to a driver; the raw value is the name in files.
public enum DriverEventKind: String, Sendable, Hashable, CaseIterable {
    /// The eyes were closed for 0.06…0.5 s; told at 15 frames a second and above only.
    case blink = "BLINK"
    /// The eyes were closed for 0.5…1.5 s.
    case longBlink = "LONG_BLINK"
    /// The eyes have been closed for 1.5 s.
    case microsleep = "MICROSLEEP"
    /// The eyes have been closed for 3 s.
    case sleep = "SLEEP"
    /// The eyes have been closed for 6 s, or have not come back to the road within 3 s of a
    /// `distractionLong`; `DriverEvent.reason` tells which.
    case unresponsive = "UNRESPONSIVE"
    /// The mouth has been wide open for 1.5 s.
    case yawn = "YAWN"
    /// The mouth has been open for 12 s: what was taken for a yawn was none.
    case yawnRetracted = "YAWN_RETRACTED"
    /// The head fell by 15° or more with closed eyes, and came back.
    case headNod = "HEAD_NOD"
    /// The driver has looked away from the road for 3 s.
    case distractionLong = "DISTRACTION_LONG"
    /// The driver has looked away for 10 s of the last 30, never back for 2 s.
    case distractionShort = "DISTRACTION_SHORT"
    /// A hand has been held as with a telephone for 2 s; what it holds is unknown.
    case phoneLike = "PHONE_LIKE"
    /// No face has been in sight for 2 s.
    case noFace = "NO_FACE"
    /// No face has been in sight for 10 s: nothing can be said.
    case degraded = "DEGRADED"
    /// A face has been in sight for 10 s, and its eyes could not be read.
    case eyesUnreadable = "EYES_UNREADABLE"
    /// The fatigue level is another.
    case levelChanged = "LEVEL_CHANGED"
}
