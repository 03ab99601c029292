/// How sure events are whose evidence is incomplete: the values of `DriverEvent.confidence`.
///
/// All are choices. Events whose rule was measured completely have 1.
enum EvidenceConfidence {
    /// A closure that goes on out of view, after the face was lost.
    static let faceLost = 0.6
    /// A closure that goes on over a gap in the frames.
    static let framesMissing = 0.6
    /// Closed eyes of a driver whose open eyes have not been seen yet.
    static let openEyesUnknown = 0.4
    /// A nod whose eyes could not be read: a short look down may move the head alike.
    static let nodWithoutEyes = 0.4
    /// A head that hangs while the eyes cannot be read.
    static let slump = 0.5
    /// A look off the road of a driver whose eyes cannot be read.
    static let lookWithoutEyes = 0.7
    /// A yawn of a driver whose eyes cannot be read.
    static let yawnWithoutEyes = 0.7
    /// Eyes that did not blink for a minute are covered, and the landmarks invented.
    static let noBlinks = 0.7
}
