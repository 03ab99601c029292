import LandmarkCore

/// Steadies the points of one object from frame to frame.
struct ObjectFilter {
    /// How MediaPipe weighs a new visibility.
    private static let visibilityWeight: Float = 0.1
    /// An object smaller than this, in pixels, is left as it is.
    private static let smallest: Float = 1e-6

    private let scale: SmoothingProfile.Scale
    private let isMediaPipe: Bool
    private var image: PointFilter
    private var world: PointFilter
    private var visibility: [LowPass]
    private var lastSize: PixelSize?

    /// MediaPipe's filter, when `task` has one.
    init?(mediaPipe task: SmoothingProfile) {
        guard let parameters = task.mediaPipe else { return nil }
        self.init(task, parameters, isMediaPipe: true)
    }

    /// A filter of the user's choice, which leaves visibilities as they are.
    init(_ parameters: OneEuroFilter.Parameters, task: SmoothingProfile) {
        let both = SmoothingProfile.Parameters(image: parameters, world: parameters)
        self.init(task, both, isMediaPipe: false)
    }

    private init(
        _ task: SmoothingProfile, _ parameters: SmoothingProfile.Parameters, isMediaPipe: Bool
    ) {
        scale = task.scale
        self.isMediaPipe = isMediaPipe
        image = PointFilter(parameters.image, points: task.points)
        world = PointFilter(parameters.world, points: task.points)
        visibility = Array(repeating: LowPass(), count: isMediaPipe ? task.points : 0)
    }

    /// Fills the candidate's smoothed points from its raw ones.
    mutating func apply(to candidate: inout Candidate, at now: Timestamp, in size: PixelSize) {
        smoothImage(&candidate, at: now, in: size)
        smoothWorld(&candidate, at: now)
        if isMediaPipe { smoothVisibility(&candidate) }
    }

    /// Forgets the points of the image after a frame without the object. MediaPipe does not
    /// forget those in meters, nor visibilities.
    mutating func lose() { image.reset() }

    private mutating func smoothImage(
        _ candidate: inout Candidate, at now: Timestamp, in size: PixelSize
    ) {
        candidate.landmarks.copy(candidate.raw)
        // Places are filtered in pixels, and MediaPipe goes on whatever a pixel has become.
        if size != lastSize, !isMediaPipe { image.reset() }
        lastSize = size
        let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
        let length = length(of: candidate, unit: SIMD2(unit.x, unit.y))
        guard length >= Self.smallest,
            let step = image.step(to: now, scale: Double(1 / length))
        else { return }
        for index in candidate.landmarks.indices {
            let point = candidate.landmarks[index]
            let steady =
                image.apply(SIMD3(point.x, point.y, point.z) * unit, at: index, step) / unit
            candidate.landmarks[index].x = steady.x
            candidate.landmarks[index].y = steady.y
            candidate.landmarks[index].z = steady.z
        }
    }

    private mutating func smoothWorld(_ candidate: inout Candidate, at now: Timestamp) {
        candidate.world.copy(candidate.rawWorld)
        guard !candidate.world.isEmpty else { return }
        let length = isMediaPipe ? 1 : Self.length(of: candidate.rawWorld)
        guard length >= Self.smallest, let step = world.step(to: now, scale: Double(1 / length))
        else { return }
        for index in candidate.world.indices {
            let point = candidate.world[index]
            let steady = world.apply(SIMD3(point.x, point.y, point.z), at: index, step)
            candidate.world[index].x = steady.x
            candidate.world[index].y = steady.y
            candidate.world[index].z = steady.z
        }
    }

    private mutating func smoothVisibility(_ candidate: inout Candidate) {
        for index in candidate.landmarks.indices {
            guard let seen = candidate.raw[index].visibility else { return }
            let steady = visibility[index].apply(seen, weight: Self.visibilityWeight)
            candidate.landmarks[index].visibility = steady
            candidate.world[index].visibility = steady
        }
    }

    /// The object's size in pixels.
    private func length(of candidate: Candidate, unit: SIMD2<Float>) -> Float {
        switch scale {
        case .nextRegion:
            return (candidate.next.width * unit.x + candidate.next.height * unit.y) / 2
        case .bounds:
            let points = candidate.raw.lazy.map { SIMD2($0.x, $0.y) * unit }
            return Bounds(around: points).extent.sum() / 2
        }
    }

    /// The mean side, in meters, of the box around the points as seen from the camera.
    private static func length(of points: [WorldLandmark]) -> Float {
        Bounds(around: points.lazy.map { SIMD2($0.x, $0.y) }).extent.sum() / 2
    }
}
