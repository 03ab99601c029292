/// The values of `DriverEvent.confidence` for events with incomplete evidence.
///
/// All are choices. Events whose rule was measured completely have a confidence of 1.
enum EvidenceConfidence {
    /// A closure that continues out of view, after the face was lost.
    static let faceLost = 0.6
    /// A closure that continues across a gap in the frames.
    static let framesMissing = 0.6
    /// A closure that continues while the eyes cannot be read.
    static let eyesDoubtful = 0.6
    /// Closed eyes of a driver whose open eyes have not been seen yet.
    static let openEyesUnknown = 0.4
    /// Eyes that close in a yawn or a laugh.
    static let excused = 0.4
    /// A nod during which the eyes could not be read: a short look down may move the head in the
    /// same way.
    static let nodWithoutEyes = 0.4
    /// A hanging head while the eyes cannot be read.
    static let slump = 0.5
    /// A look off the road of a driver whose eyes cannot be read.
    static let lookWithoutEyes = 0.7
    /// A look off the road by the eyes alone: on photographs whose eyes were turned, one gaze in ten is wrong
    /// by more than 14°.
    static let lookByEyes = 0.8
    /// A yawn of a driver whose eyes cannot be read.
    static let yawnWithoutEyes = 0.7
    /// Eyes that did not blink for a minute and count as covered, with invented landmarks.
    static let noBlinks = 0.7
}
