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

    /// Fills the sighting's smoothed points from its raw ones.
    mutating func apply(to sighting: inout Sighting, at now: Timestamp, in size: PixelSize) {
        smoothImage(&sighting, at: now, in: size)
        smoothWorld(&sighting, at: now)
        if isMediaPipe { smoothVisibility(&sighting) }
    }

    /// Forgets the points of the picture after a frame without the object. MediaPipe does not
    /// forget those in metres, nor visibilities.
    mutating func lose() { image.reset() }

    private mutating func smoothImage(
        _ sighting: inout Sighting, at now: Timestamp, in size: PixelSize
    ) {
        sighting.landmarks.copy(sighting.raw)
        // Places are filtered in pixels, and MediaPipe goes on whatever a pixel has become.
        if size != lastSize, !isMediaPipe { image.reset() }
        lastSize = size
        let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
        let length = length(of: sighting, unit: SIMD2(unit.x, unit.y))
        guard length >= Self.smallest,
            let step = image.step(to: now, scale: Double(1 / length))
        else { return }
        for index in sighting.landmarks.indices {
            let point = sighting.landmarks[index]
            let steady =
                image.apply(SIMD3(point.x, point.y, point.z) * unit, at: index, step) / unit
            sighting.landmarks[index].x = steady.x
            sighting.landmarks[index].y = steady.y
            sighting.landmarks[index].z = steady.z
        }
    }

    private mutating func smoothWorld(_ sighting: inout Sighting, at now: Timestamp) {
        sighting.world.copy(sighting.rawWorld)
        guard !sighting.world.isEmpty else { return }
        let length = isMediaPipe ? 1 : Self.length(of: sighting.rawWorld)
        guard length >= Self.smallest, let step = world.step(to: now, scale: Double(1 / length))
        else { return }
        for index in sighting.world.indices {
            let point = sighting.world[index]
            let steady = world.apply(SIMD3(point.x, point.y, point.z), at: index, step)
            sighting.world[index].x = steady.x
            sighting.world[index].y = steady.y
            sighting.world[index].z = steady.z
        }
    }

    private mutating func smoothVisibility(_ sighting: inout Sighting) {
        for index in sighting.landmarks.indices {
            guard let seen = sighting.raw[index].visibility else { return }
            let steady = visibility[index].apply(seen, weight: Self.visibilityWeight)
            sighting.landmarks[index].visibility = steady
            sighting.world[index].visibility = steady
        }
    }

    /// The object's size in pixels.
    private func length(of sighting: Sighting, unit: SIMD2<Float>) -> Float {
        switch scale {
        case .nextRegion:
            return (sighting.next.width * unit.x + sighting.next.height * unit.y) / 2
        case .bounds:
            let points = sighting.raw.lazy.map { SIMD2($0.x, $0.y) * unit }
            return Bounds(around: points).extent.sum() / 2
        }
    }

    /// The mean side, in metres, of the box around the points as seen from the camera.
    private static func length(of points: [WorldLandmark]) -> Float {
        Bounds(around: points.lazy.map { SIMD2($0.x, $0.y) }).extent.sum() / 2
    }
}
