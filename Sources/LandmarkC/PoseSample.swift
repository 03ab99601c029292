// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkTasks

extension landmark_pose_sample: SizedStructure {
    static let name = "landmark_pose_sample"
    static let firstSize = 48

    init(defaults: Void) {
        self.init()
        size = MemoryLayout<Self>.size
    }

    /// The time in seconds.
    var time: Double { Double(timestamp_ms) / 1000 }

    var imageSize: PixelSize {
        PixelSize(width: Int(image_width), height: Int(image_height))
    }

    /// Returns the pose, or nil if no one is visible.
    ///
    /// - Throws: `InterfaceError` if one of the lists is missing or the image has no size.
    func pose() throws(InterfaceError) -> Pose? {
        if landmarks == nil, world_landmarks == nil { return nil }
        let landmarks = try required(landmarks, "sample.landmarks")
        let world = try required(world_landmarks, "sample.world_landmarks")
        guard image_width > 0, image_height > 0 else {
            throw .unknownValue(
                name: "sample.image_width × image_height", expected: "the image's size",
                got: "\(image_width) × \(image_height)")
        }
        func known(_ value: Float) -> Float? { value.isNaN ? nil : value }
        func points<Point: LandmarkPoint>(_ points: UnsafePointer<landmark_point>) -> [Point] {
            (0..<Pose.landmarkCount).map {
                let point = points[$0]
                return Point(
                    x: point.x, y: point.y, z: point.z, visibility: known(point.visibility),
                    presence: known(point.presence))
            }
        }
        return Pose(
            id: Int(id), presence: 1, landmarks: points(landmarks), worldLandmarks: points(world),
            region: .full)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pose_sample_init")
#endif
public func landmark_pose_sample_init(
    _ sample: UnsafeMutablePointer<landmark_pose_sample>?, _ size: Int
) {
    landmark_pose_sample.setDefaults(in: sample, size: size)
}
