import CLandmarkInterface
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension CMotionTests {
    /// Passes a frame of a person who squats every 90 frames to a session, and returns its state.
    func squat(
        _ motion: OpaquePointer, frame: Int, id: Int32
    ) throws -> landmark_motion_state {
        let wave = sin(.pi * Float(frame % 90) / 90)
        let points = sample(bend: 1.9 * wave * wave)
        var given = landmark_pose_sample()
        landmark_pose_sample_init(&given, MemoryLayout<landmark_pose_sample>.size)
        given.timestamp_ms = Int64(frame * 33)
        given.id = id
        (given.image_width, given.image_height) = (1000, 1000)
        var state: UnsafePointer<landmark_motion_state>?
        let status = points.image.withUnsafeBufferPointer { image in
            points.world.withUnsafeBufferPointer { world in
                given.landmarks = image.baseAddress
                given.world_landmarks = world.baseAddress
                return landmark_motion_update(motion, &given, &state)
            }
        }
        #expect(status == LANDMARK_OK)
        return try #require(state?.pointee)
    }

    /// 33 landmarks of an upright person who bends the knees by `bend` radians, seen from the side.
    func sample(bend: Float) -> (image: [landmark_point], world: [landmark_point]) {
        var world = [landmark_point](
            repeating: landmark_point(x: 0, y: 0, z: 0, visibility: 1, presence: 1), count: 33)
        func set(_ index: Int, _ x: Float, _ y: Float, _ z: Float) {
            world[index].x = x
            world[index].y = y
            world[index].z = z
        }
        for (left, z) in [(true, Float(0.1)), (false, -0.1)] {
            let side = left ? 0 : 1
            set(11 + side, 0, -0.5, z)
            set(13 + side, 0, -0.2, z)
            set(15 + side, 0, 0.05, z)
            set(23 + side, 0, 0, z)
            // The knee goes forward, and the foot stays below the hip.
            let (sine, cosine) = (0.45 * sin(bend / 2), 0.45 * cos(bend / 2))
            set(25 + side, sine, cosine, z)
            set(27 + side, 0, 2 * cosine, z)
            set(29 + side, -0.05, 2 * cosine + 0.03, z)
            set(31 + side, 0.15, 2 * cosine + 0.05, z)
        }
        set(0, 0.1, -0.7, 0)
        let image = world.map {
            landmark_point(
                x: 0.5 + $0.x / 3, y: 0.5 + $0.y / 3, z: $0.z / 3, visibility: 1, presence: 1)
        }
        return (image, world)
    }
}
