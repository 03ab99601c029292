/// A landmark of a hand; the raw value is its index in `Hand.landmarks`.
public enum HandJoint: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The wrist.
    case wrist
    /// The thumb's carpometacarpal joint, next to the wrist.
    case thumbCMC
    /// The thumb's metacarpophalangeal joint.
    case thumbMCP
    /// The thumb's interphalangeal joint.
    case thumbIP
    /// The thumb's tip.
    case thumbTip
    /// The index finger's knuckle.
    case indexFingerMCP
    /// The index finger's middle joint.
    case indexFingerPIP
    /// The index finger's last joint.
    case indexFingerDIP
    /// The index finger's tip.
    case indexFingerTip
    /// The middle finger's knuckle.
    case middleFingerMCP
    /// The middle finger's middle joint.
    case middleFingerPIP
    /// The middle finger's last joint.
    case middleFingerDIP
    /// The middle finger's tip.
    case middleFingerTip
    /// The ring finger's knuckle.
    case ringFingerMCP
    /// The ring finger's middle joint.
    case ringFingerPIP
    /// The ring finger's last joint.
    case ringFingerDIP
    /// The ring finger's tip.
    case ringFingerTip
    /// The little finger's knuckle.
    case pinkyMCP
    /// The little finger's middle joint.
    case pinkyPIP
    /// The little finger's last joint.
    case pinkyDIP
    /// The little finger's tip.
    case pinkyTip

    /// The case's name, such as `indexFingerTip`.
    public var name: String { "\(self)" }
}

/// The lines to draw between the landmarks of a hand.
public enum HandConnections {
    /// Around the palm.
    public static let palm = Connection.pairs([0, 1, 0, 5, 9, 13, 13, 17, 5, 9, 0, 17])
    /// Along the thumb.
    public static let thumb = Connection.paths([[1, 2, 3, 4]])
    /// Along the index finger.
    public static let indexFinger = Connection.paths([[5, 6, 7, 8]])
    /// Along the middle finger.
    public static let middleFinger = Connection.paths([[9, 10, 11, 12]])
    /// Along the ring finger.
    public static let ringFinger = Connection.paths([[13, 14, 15, 16]])
    /// Along the little finger.
    public static let pinky = Connection.paths([[17, 18, 19, 20]])
    /// The palm and all fingers.
    public static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky
}
