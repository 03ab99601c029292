/// Turns the landmarks of one person, frame by frame, into joint angles. One analyzer per track id.
public struct MotionAnalyzer: Sendable {
    /// How angles are measured.
    public struct Options: Sendable, Hashable {
        /// Whether left and right are exchanged where the pose model has mixed them up.
        public var sideGuard = true
        /// Whether to learn the neutral position while the person stands still.
        public var calibrates = false
        /// Up, in x right, y down, z away from the camera.
        public var up = SIMD3<Double>(0, -1, 0)

        public init() {}
    }

    public let options: Options

    public init(_ options: Options = Options()) { self.options = options }

    /// Adds a frame in which the person was found.
    public mutating func update(_ frame: MotionFrame) throws(MotionError) -> MotionSample {
        fatalError()
    }

    /// Adds a frame in which the person was not found.
    public mutating func updateAbsent(at time: Double) throws(MotionError) -> MotionSample {
        fatalError()
    }
}
