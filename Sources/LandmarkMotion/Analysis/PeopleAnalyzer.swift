public import LandmarkCore
public import LandmarkTasks

/// Measures everyone in a stream of poses: one `MotionAnalyzer` for each track id.
///
/// A person who is not found is reported absent, and forgotten after `retention` seconds: from then on, the
/// pose landmarker gives a returning person a new id.
public struct PeopleAnalyzer: Sendable {
    /// How angles are measured.
    public private(set) var options: MotionAnalyzer.Options
    /// How long people are remembered after they were last found, in seconds.
    public let retention: Double
    /// Everyone's measures in the newest frame, in ascending order of id, including absent people.
    public private(set) var samples: [MotionSample] = []

    /// In the order of `samples`.
    private var people: [Person] = []
    private var frame = MotionFrame()

    private struct Person: Sendable {
        let id: Int
        var analyzer: MotionAnalyzer
        /// When the person was last found.
        var lastSeen: Double
    }

    /// Creates an analyzer that has seen no one.
    ///
    /// - Parameters:
    ///   - options: How angles are measured.
    ///   - retention: How long people are remembered after they were last found, in seconds: as
    ///     long as the pose landmarker remembers their tracks
    ///     (`PoseLandmarkerOptions.trackRetention`, by default 1 s).
    public init(
        _ options: MotionAnalyzer.Options = MotionAnalyzer.Options(), retention: Double = 1
    ) {
        self.options = options
        self.retention = retention
    }

    /// Adds the poses of an image, before smoothing, and refills `samples`.
    ///
    /// - Parameters:
    ///   - poses: The poses; if several have the same id, the first counts.
    ///   - hands: The hands in the image, of anyone; without them, wrists are not measured.
    ///   - faces: The faces in the image, of anyone, with transformation matrices; without them,
    ///     the neck is not measured.
    ///   - time: The time in seconds.
    ///   - imageSize: The size of the image as the pose landmarker received it.
    ///   - orientation: Where the top of the scene is in that image.
    ///   - isMirrored: As in `MotionFrame.set(_:at:imageSize:orientation:isMirrored:)`.
    /// - Throws: `MotionError.timeNotIncreasing`; nothing is then changed.
    public mutating func update(
        _ poses: [Pose], hands: [Hand] = [], faces: [Face] = [], at time: Double,
        imageSize: PixelSize, orientation: Orientation = .up, isMirrored: Bool = false
    ) throws(MotionError) {
        for index in people.indices where !poses.contains(where: { $0.id == people[index].id }) {
            try people[index].analyzer.updateAbsent(at: time, replacing: &samples[index])
        }
        for (index, pose) in poses.enumerated()
        where !poses[..<index].contains(where: { $0.id == pose.id }) {
            frame.set(
                pose, at: time, imageSize: imageSize, orientation: orientation,
                isMirrored: isMirrored)
            frame.setHands(hands, orientation: orientation, isMirrored: isMirrored)
            frame.setHead(faces, orientation: orientation, isMirrored: isMirrored)
            try update(with: frame)
        }
        forget(before: time - retention)
    }

    /// Adds the landmarks of everyone who was found at a time, and refills `samples`.
    ///
    /// - Parameters:
    ///   - frames: One frame for each person, all at `time`; if several have the same id, the first
    ///     counts.
    ///   - time: The time in seconds.
    /// - Throws: `MotionError.timeNotIncreasing`; nothing is then changed.
    public mutating func update(_ frames: [MotionFrame], at time: Double) throws(MotionError) {
        for index in people.indices where !frames.contains(where: { $0.id == people[index].id }) {
            try people[index].analyzer.updateAbsent(at: time, replacing: &samples[index])
        }
        for (index, frame) in frames.enumerated()
        where !frames[..<index].contains(where: { $0.id == frame.id }) {
            try update(with: frame)
        }
        forget(before: time - retention)
    }

    /// Changes `MotionAnalyzer.Options.up` for everyone, from the next frame on.
    public mutating func setUp(_ up: SIMD3<Double>) {
        options.up = up
        for index in people.indices { people[index].analyzer.setUp(up) }
    }

    /// Forgets the person with a track id, who is then no longer among `samples`.
    public mutating func forget(_ id: Int) {
        guard let place = people.firstIndex(where: { $0.id == id }) else { return }
        people.remove(at: place)
        samples.remove(at: place)
    }

    /// Adds a frame of one person, who may be new.
    private mutating func update(with frame: MotionFrame) throws(MotionError) {
        let place = people.firstIndex { $0.id >= frame.id } ?? people.endIndex
        if place < people.endIndex, people[place].id == frame.id {
            try people[place].analyzer.update(frame, replacing: &samples[place])
            people[place].lastSeen = frame.time
        } else {
            var analyzer = MotionAnalyzer(options)
            let sample = try analyzer.update(frame)
            people.insert(
                Person(id: frame.id, analyzer: analyzer, lastSeen: frame.time), at: place)
            samples.insert(sample, at: place)
        }
    }

    private mutating func forget(before time: Double) {
        for index in people.indices.reversed() where people[index].lastSeen < time {
            people.remove(at: index)
            samples.remove(at: index)
        }
    }
}
