import LandmarkTasks

extension HandLandmarker {
    /// The lines around the palm.
    public class var handPalmConnections: [Connection] { palm.connections }
    /// The lines along the thumb.
    public class var handThumbConnections: [Connection] { thumb.connections }
    /// The lines along the index finger.
    public class var handIndexFingerConnections: [Connection] { indexFinger.connections }
    /// The lines along the middle finger.
    public class var handMiddleFingerConnections: [Connection] { middleFinger.connections }
    /// The lines along the ring finger.
    public class var handRingFingerConnections: [Connection] { ringFinger.connections }
    /// The lines along the little finger.
    public class var handPinkyConnections: [Connection] { pinky.connections }
    /// The palm and all fingers.
    public class var handConnections: [Connection] { all.connections }

    private static let palm = ConnectionList(HandConnections.palm)
    private static let thumb = ConnectionList(HandConnections.thumb)
    private static let indexFinger = ConnectionList(HandConnections.indexFinger)
    private static let middleFinger = ConnectionList(HandConnections.middleFinger)
    private static let ringFinger = ConnectionList(HandConnections.ringFinger)
    private static let pinky = ConnectionList(HandConnections.pinky)
    private static let all = ConnectionList(HandConnections.all)
}
