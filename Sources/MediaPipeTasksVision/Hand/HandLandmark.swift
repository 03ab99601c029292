/// A point of a hand; the raw value is its index among a hand's landmarks.
public enum HandLandmark: UInt, Sendable {
    /// The wrist.
    case wrist = 0
    /// The thumb's carpometacarpal joint, next to the wrist.
    case thumbCMC
    /// The thumb's metacarpophalangeal joint.
    case thumbMCP
    /// The thumb's interphalangeal joint.
    case thumbIP
    /// The thumb's tip.
    case thumbTIP
    /// The index finger's knuckle.
    case indexFingerMCP
    /// The index finger's middle joint.
    case indexFingerPIP
    /// The index finger's last joint.
    case indexFingerDIP
    /// The index finger's tip.
    case indexFingerTIP
    /// The middle finger's knuckle.
    case middleFingerMCP
    /// The middle finger's middle joint.
    case middleFingerPIP
    /// The middle finger's last joint.
    case middleFingerDIP
    /// The middle finger's tip.
    case middleFingerTIP
    /// The ring finger's knuckle.
    case ringFingerMCP
    /// The ring finger's middle joint.
    case ringFingerPIP
    /// The ring finger's last joint.
    case ringFingerDIP
    /// The ring finger's tip.
    case ringFingerTIP
    /// The little finger's knuckle.
    case pinkyMCP
    /// The little finger's middle joint.
    case pinkyPIP
    /// The little finger's last joint.
    case pinkyDIP
    /// The little finger's tip.
    case pinkyTIP
}
