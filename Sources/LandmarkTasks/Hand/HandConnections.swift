/// The lines to draw between a hand's points.
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
