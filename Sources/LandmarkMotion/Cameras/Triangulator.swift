public import LandmarkCore
import LandmarkTasks

/// Computes a person's landmarks in space from several calibrated cameras.
///
/// Each landmark is the point that fits the rays of all cameras that see it: a linear solution
/// (DLT) weighted by visibility, refined by the reprojection error with Huber's loss, so that a
/// slightly wrong camera counts less. If one of three or more cameras contradicts all others, it is
/// left out of that landmark. Before that, cameras in which the pose model has exchanged left and
/// right are found by the reprojection error of limbs and torso, and corrected.
///
/// A triangulator keeps scratch memory and the last frame: use one for each person, with the frames
/// in order. Frames must be synchronized; ``FrameMatcher`` finds those of the same time. With
/// several people in view, the caller must pass the same person's frames.
public struct Triangulator: Sendable {
    /// What is triangulated.
    public struct Options: Sendable, Hashable {
        /// The least visibility (0…1) at which a camera counts as seeing a landmark.
        public var leastVisibility = 0.3
        /// Whether to find and undo exchanges of left and right in single cameras.
        public var resolvesSides = true

        /// Creates the default options.
        public init() {}
    }

    /// The fewest cameras that can measure a point in space.
    public static let leastCameras = 2

    /// The cameras, in the order of the views.
    public let cameras: [CameraCalibration.Camera]
    /// What is triangulated.
    public let options: Options
    /// The cameras whose left and right were exchanged in the last frame, in the cameras' order.
    public var exchangedCameras: [Bool] { sides.isExchanged }

    /// The rays to all landmarks of the first camera, then of the second, and so on.
    private var rays: [Ray]
    private var solver: PointSolver
    private var sides: SideResolver

    /// Creates a triangulator.
    ///
    /// - Parameters:
    ///   - cameras: The cameras, such as `CameraCalibration.cameras(forRecordings:)`.
    ///   - options: What is triangulated.
    /// - Throws: `CalibrationError.tooFewCameras` for fewer than two.
    public init(
        _ cameras: [CameraCalibration.Camera], options: Options = Options()
    ) throws(CalibrationError) {
        guard cameras.count >= Self.leastCameras else {
            throw .tooFewCameras(count: cameras.count, least: Self.leastCameras)
        }
        self.cameras = cameras
        self.options = options
        rays = Array(repeating: .unseen, count: cameras.count * MotionFrame.landmarkCount)
        solver = PointSolver(cameras)
        sides = SideResolver(cameraCount: cameras.count)
    }

    /// Checks that a recording's images are those that a camera was calibrated with, or scaled
    /// evenly. Views of other images are not used.
    ///
    /// - Parameters:
    ///   - size: The size of the upright images.
    ///   - index: The camera's index; an index without a camera is not checked.
    /// - Throws: `CalibrationError.imageShape`.
    public func checkImageSize(_ size: PixelSize, camera index: Int) throws(CalibrationError) {
        guard cameras.indices.contains(index) else { return }
        _ = try cameras[index].scale(forImagesOf: size)
    }

    /// Fills `frame.world` and `frame.visibility` from what the cameras saw at the same time.
    ///
    /// Points are in meters in the frame of ``CameraCalibration``: x right, y down, z away, with the
    /// calibration's origin. A landmark that fewer than two cameras see, or whose cameras
    /// contradict each other, has visibility 0; the others have the mean visibility of the cameras
    /// used. Time and id are those of the first view. `imageSize` becomes 0×0, because there is no
    /// image that the landmarks belong to, and hands and head are removed. `sidesSwapped` states
    /// whether left and right of a camera were exchanged.
    ///
    /// - Parameters:
    ///   - views: One for each camera, nil where it did not find the person. Only `image`,
    ///     `imageSize`, `visibility`, `time` and `id` are used. Missing ones count as nil.
    ///   - frame: Where to put the landmarks.
    /// - Returns: Whether at least one landmark was triangulated.
    @discardableResult
    public mutating func triangulate(
        _ views: [MotionFrame?], into frame: inout MotionFrame
    ) -> Bool {
        let first = views.lazy.compactMap { $0 }.first
        if let first {
            frame.time = first.time
            frame.id = first.id
        }
        castRays(views)
        frame.sidesSwapped =
            options.resolvesSides
            && sides.resolve(&rays, with: &solver, at: first?.time ?? .nan)
        frame.imageSize = PixelSize(width: 0, height: 0)
        frame.hands = BySide(left: nil, right: nil)
        frame.head = nil
        frame.resetLandmarks()
        var isAnySeen = false
        for landmark in 0..<MotionFrame.landmarkCount {
            for camera in cameras.indices {
                solver.rays[camera] = rays[camera * MotionFrame.landmarkCount + landmark]
            }
            guard let result = solver.solveRobustly() else { continue }
            frame.world[landmark] = result.point
            frame.visibility[landmark] = result.visibility
            isAnySeen = true
        }
        return isAnySeen
    }

    private mutating func castRays(_ views: [MotionFrame?]) {
        for index in cameras.indices {
            let start = index * MotionFrame.landmarkCount
            for landmark in 0..<MotionFrame.landmarkCount { rays[start + landmark] = .unseen }
            guard index < views.count, let view = views[index],
                view.image.count == MotionFrame.landmarkCount,
                view.visibility.count == MotionFrame.landmarkCount,
                let scale = try? cameras[index].scale(forImagesOf: view.imageSize)
            else { continue }
            for landmark in 0..<MotionFrame.landmarkCount {
                let visibility = view.visibility[landmark]
                guard visibility >= options.leastVisibility, visibility > 0, visibility <= 1,
                    let point = cameras[index].ideal(view.image[landmark] * scale)
                else { continue }
                rays[start + landmark] = Ray(point: point, weight: visibility)
            }
        }
    }
}

extension MotionFrame {
    /// Makes all landmarks unseen, and their lists of the right length.
    fileprivate mutating func resetLandmarks() {
        if world.count != Self.landmarkCount || image.count != Self.landmarkCount
            || visibility.count != Self.landmarkCount
        {
            let empty = MotionFrame()
            (world, image, visibility) = (empty.world, empty.image, empty.visibility)
        }
        for index in 0..<Self.landmarkCount {
            world[index] = .zero
            image[index] = .zero
            visibility[index] = 0
        }
    }
}
