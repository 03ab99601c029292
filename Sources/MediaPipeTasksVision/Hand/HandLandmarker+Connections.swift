import LandmarkTasks

extension HandLandmarker {
    /// The lines around the palm.
    public class var handPalmConnections: [Connection] { Connection.list(HandConnections.palm) }
    /// The lines along the thumb.
    public class var handThumbConnections: [Connection] { Connection.list(HandConnections.thumb) }
    /// The lines along the index finger.
    public class var handIndexFingerConnections: [Connection] {
        Connection.list(HandConnections.indexFinger)
    }
    /// The lines along the middle finger.
    public class var handMiddleFingerConnections: [Connection] {
        Connection.list(HandConnections.middleFinger)
    }
    /// The lines along the ring finger.
    public class var handRingFingerConnections: [Connection] {
        Connection.list(HandConnections.ringFinger)
    }
    /// The lines along the little finger.
    public class var handPinkyConnections: [Connection] { Connection.list(HandConnections.pinky) }
    /// The palm and all fingers.
    public class var handConnections: [Connection] { Connection.list(HandConnections.all) }
}
