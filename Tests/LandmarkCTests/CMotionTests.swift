import CLandmarkInterface
import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// Motion through the functions of the header.
@Suite("C interface: motion")
struct CMotionTests {
    @Test("measures and exercises have the library's names")
    func names() throws {
        #expect(landmark_measure_count() == Measure.allCases.count)
        #expect(landmark_exercise_count() == ExerciseDefinition.all.count)
        for (index, exercise) in ExerciseDefinition.all.enumerated() {
            #expect(String(cString: try #require(landmark_exercise_name(index))) == exercise.name)
        }
        #expect(landmark_exercise_name(ExerciseDefinition.all.count) == nil)
        #expect(landmark_measure_name(-1) == nil)
        #expect(String(cString: try #require(landmark_name(LANDMARK_POSE, 0))) == "nose")
        #expect(landmark_name(LANDMARK_FACE, 0) == nil && landmark_name(landmark_task(8), 0) == nil)
        var indices = [UInt16](repeating: 99, count: 4)
        #expect(landmark_connections(LANDMARK_HAND, &indices, 2) == 21)
        #expect(indices[0..<2] == [0, 1])
    }

    @Test("the range of a movement is recorded and read")
    func range() throws {
        // Samples have no hands, which rotations of the forearm need.
        let movements = JointMovement.all.filter { !$0.name.hasPrefix("forearm-") }
        #expect(landmark_movement_count() == movements.count)
        for (index, movement) in movements.enumerated() {
            #expect(String(cString: try #require(landmark_movement_name(index))) == movement.name)
        }
        var created: OpaquePointer?
        #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        var range: UnsafePointer<landmark_range>?
        #expect(landmark_motion_range(motion, &range) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_record(motion, "knee") == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_record(motion, "forearm-pronation") == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_record(motion, "knee-flexion") == LANDMARK_OK)
        for frame in 0..<180 {
            _ = try squat(motion, frame: frame, id: 0)
        }
        #expect(landmark_motion_range(motion, &range) == LANDMARK_OK)
        let found = try #require(range?.pointee)
        #expect(String(cString: found.movement) == "knee-flexion" && found.normal == 135)
        for side in [found.left, found.right] {
            #expect(abs(side.peak - 1.9 * 180 / .pi) < 2 && side.repetitions == 2)
            #expect(String(cString: try #require(side.plane)) == "image")
        }
        #expect(abs(found.difference) < 0.1)
    }

    @Test("rotation and vertical are stated or found, and what is neither is refused")
    func view() throws {
        var created: OpaquePointer?
        #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        for rotation: Int32 in [-1, 0, 90, 180, 270] {
            #expect(landmark_motion_set_rotation(motion, rotation) == LANDMARK_OK)
        }
        for rotation: Int32 in [-2, 45, 360] {
            #expect(landmark_motion_set_rotation(motion, rotation) == LANDMARK_INVALID_ARGUMENT)
        }
        #expect(landmark_motion_set_up(motion, nil) == LANDMARK_OK)
        #expect(landmark_motion_set_up(motion, [0, -0.9, -0.4]) == LANDMARK_OK)
        #expect(landmark_motion_set_up(motion, [0, 0, 0]) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_set_up(motion, [0, .nan, 0]) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_set_up(motion, [0, -1, .infinity]) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_set_up(motion, [1e200, 0, 0]) == LANDMARK_OK)
        #expect(landmark_motion_set_up(motion, [0, 1e-200, 0]) == LANDMARK_OK)
        let shown = try squat(motion, frame: 0, id: 1)
        #expect(shown.up == (0, 1, 0) && shown.rotation_degrees == 270)
        #expect(landmark_motion_set_rotation(nil, 0) == LANDMARK_INVALID_ARGUMENT)
    }

    @Test("a person's own thresholds decide what counts, and mistakes in them are refused")
    func thresholds() throws {
        let thresholds = #"{"exercises":{"squat":{"bottom":100}}}"#
        for (text, counts): (String?, Bool) in [(nil, true), (thresholds, true), (deep, false)] {
            var created: OpaquePointer?
            #expect(landmark_motion_create_for_person("squat", text, &created) == LANDMARK_OK)
            let motion = try #require(created)
            defer { landmark_motion_free(motion) }
            var state = landmark_motion_state()
            for frame in 0..<200 { state = try squat(motion, frame: frame, id: 0) }
            #expect((state.count > 0) == counts, "\(text ?? "none")")
        }
        for (exercise, text) in [
            ("squat", #"{"exercises":{"squat":{"botom":1}}}"#),
            ("squat", #"{"exercises":{"lunge":{}}}"#), ("squat", "{"), ("squats", thresholds),
        ] {
            var created: OpaquePointer?
            #expect(
                landmark_motion_create_for_person(exercise, text, &created)
                    == LANDMARK_INVALID_ARGUMENT, "\(text)")
            #expect(created == nil)
        }
        var created: OpaquePointer?
        #expect(
            landmark_motion_create_for_person(nil, thresholds, &created)
                == LANDMARK_INVALID_ARGUMENT)
    }

    /// Thresholds that the squats of the tests do not reach.
    private var deep: String { #"{"exercises":{"squat":{"bottom":150}}}"# }

    @Test("lengths are scaled to the person's height")
    func bodyHeight() throws {
        func length(_ height: Double) throws -> Double {
            var created: OpaquePointer?
            #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
            let motion = try #require(created)
            defer { landmark_motion_free(motion) }
            for wrong in [-1, Double.nan, .infinity] {
                let status = landmark_motion_set_body_height(motion, wrong)
                #expect(status == LANDMARK_INVALID_ARGUMENT)
            }
            #expect(landmark_motion_set_body_height(motion, height) == LANDMARK_OK)
            var value = Double.nan
            for frame in 0..<30 {
                let state = try squat(motion, frame: frame, id: 0)
                value = state.readings[Measure.heelForwardLeft.rawValue].value
            }
            return value
        }
        let (short, tall, model) = (try length(1.5), try length(1.8), try length(0))
        #expect(abs(tall / short - 1.2) < 0.01, "\(short) \(tall)")
        #expect(abs(model / short - 1) > 0.01)
    }

    @Test("a person upside down is upright by default, and not where the rotation is stated")
    func rotation() throws {
        for (rotation, expected) in [(Int32(-1), 0.0), (180, 0), (0, 180)] {
            var created: OpaquePointer?
            #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
            let motion = try #require(created)
            defer { landmark_motion_free(motion) }
            #expect(landmark_motion_set_rotation(motion, rotation) == LANDMARK_OK)
            var state: UnsafePointer<landmark_motion_state>?
            for frame in 0..<3 {
                let (image, world) = sample(bend: 0)
                let turned = (
                    image.map { point in
                        var point = point
                        (point.x, point.y) = (1 - point.x, 1 - point.y)
                        return point
                    },
                    world.map { point in
                        var point = point
                        (point.x, point.y) = (-point.x, -point.y)
                        return point
                    }
                )
                var given = landmark_pose_sample()
                landmark_pose_sample_init(&given, MemoryLayout<landmark_pose_sample>.size)
                given.timestamp_ms = Int64(33 * frame)
                (given.image_width, given.image_height) = (640, 640)
                try turned.0.withUnsafeBufferPointer { image in
                    try turned.1.withUnsafeBufferPointer { world in
                        (given.landmarks, given.world_landmarks) = (
                            image.baseAddress, world.baseAddress
                        )
                        let status = landmark_motion_update(motion, &given, &state)
                        try #require(status == LANDMARK_OK)
                    }
                }
            }
            let reading = try #require(state?.pointee.readings)[Measure.trunkInclination.rawValue]
            #expect(abs(reading.value - expected) < 1, "\(rotation)")
            #expect(state?.pointee.rotation_degrees == (rotation == -1 ? 180 : rotation))
        }
    }

    @Test("the most prominent of two people is chosen, and then stays so")
    func choice() throws {
        var created: OpaquePointer?
        #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        func choose(_ scales: [Float], at time: Int64) throws -> (index: Int32, id: Int32) {
            let people = scales.map { scale in
                sample(bend: 0).image.map { point in
                    var point = point
                    (point.x, point.y) = (0.5 + (point.x - 0.5) * scale, point.y * scale)
                    return point
                }
            }
            let world = sample(bend: 0).world
            var index: Int32 = 7
            var id: Int32 = 7
            let pointers = people.map { points in
                let copy = UnsafeMutablePointer<landmark_point>.allocate(capacity: points.count)
                copy.initialize(from: points, count: points.count)
                return copy
            }
            let space = UnsafeMutablePointer<landmark_point>.allocate(capacity: world.count)
            space.initialize(from: world, count: world.count)
            let samples = pointers.enumerated().map { place, points in
                let given = UnsafeMutablePointer<landmark_pose_sample>.allocate(capacity: 1)
                given.initialize(to: landmark_pose_sample())
                landmark_pose_sample_init(given, MemoryLayout<landmark_pose_sample>.size)
                (given.pointee.timestamp_ms, given.pointee.id) = (time, Int32(place + 3))
                (given.pointee.image_width, given.pointee.image_height) = (640, 640)
                (given.pointee.landmarks, given.pointee.world_landmarks) = (
                    UnsafePointer(points), UnsafePointer(space)
                )
                return given
            }
            defer {
                for pointer in pointers { pointer.deallocate() }
                for given in samples { given.deallocate() }
                space.deallocate()
            }
            let list: [UnsafePointer<landmark_pose_sample>?] = samples.map { UnsafePointer($0) }
            let status = landmark_motion_choose(motion, list, list.count, &index, &id)
            try #require(status == LANDMARK_OK)
            return (index, id)
        }
        #expect(try choose([], at: 0) == (-1, 0))
        #expect(try choose([0.4, 0.8], at: 100) == (1, 4))
        #expect(try choose([0.4, 0.8], at: 200) == (1, 4))
        // Someone taller must stay for half a second.
        #expect(try choose([1.2, 0.8], at: 300) == (1, 4))
        #expect(try choose([1.2, 0.8], at: 900) == (0, 3))
        var (index, id) = (Int32(0), Int32(0))
        for count in [-1, 1] {
            let status = landmark_motion_choose(motion, nil, count, &index, &id)
            #expect(status == LANDMARK_INVALID_ARGUMENT)
        }
    }

    @Test("an exercise that is unknown, or no JSON, is refused")
    func wrongExercises() {
        var motion: OpaquePointer?
        #expect(landmark_motion_create("sqat", &motion) == LANDMARK_INVALID_ARGUMENT)
        #expect(String(cString: landmark_error_message()).contains("squat"))
        #expect(landmark_motion_create("{", &motion) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_create(#"{"name": 1}"#, &motion) == LANDMARK_INVALID_ARGUMENT)
        #expect(motion == nil)
    }

    @Test("squats are counted, and reported with their events")
    func squats() throws {
        var created: OpaquePointer?
        #expect(landmark_motion_create("squat", &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        var kinds: [String] = []
        var count: Int32 = 0
        for frame in 0..<360 {
            let shown = try squat(motion, frame: frame, id: 1)
            #expect(shown.reading_count == landmark_measure_count())
            count = shown.count
            for index in 0..<shown.event_count {
                let event = shown.events[index]
                kinds.append(String(cString: event.kind))
                if let repetition = event.repetition {
                    #expect(repetition.pointee.range_of_motion > 60)
                }
            }
        }
        #expect(count >= 3)
        #expect(kinds.count { $0 == "repetition" } == Int(count))
        var report: UnsafePointer<landmark_exercise_report>?
        #expect(landmark_motion_finish(motion, &report) == LANDMARK_OK)
        let shown = try #require(report?.pointee)
        #expect(String(cString: shown.exercise) == "squat")
        #expect(shown.repetition_count == Int(count) && shown.duration > 11)
        #expect(shown.test_value_count == 0)
    }

    @Test("samples without a person, without a size, or out of order")
    func samples() throws {
        var created: OpaquePointer?
        #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        var given = landmark_pose_sample()
        landmark_pose_sample_init(&given, MemoryLayout<landmark_pose_sample>.size)
        var state: UnsafePointer<landmark_motion_state>?
        #expect(landmark_motion_update(motion, &given, &state) == LANDMARK_OK)
        #expect(state?.pointee.readings[0].state == LANDMARK_MISSING)
        #expect(state?.pointee.readings[0].value.isNaN == true)
        #expect(landmark_motion_update(motion, &given, &state) == LANDMARK_TIMESTAMP_ERROR)
        given.timestamp_ms = 40
        let points = sample(bend: 0)
        points.image.withUnsafeBufferPointer { image in
            given.landmarks = image.baseAddress
            #expect(landmark_motion_update(motion, &given, &state) == LANDMARK_INVALID_ARGUMENT)
            given.world_landmarks = image.baseAddress
            #expect(landmark_motion_update(motion, &given, &state) == LANDMARK_INVALID_ARGUMENT)
        }
        #expect(String(cString: landmark_error_message()).contains("the image's size"))
        var report: UnsafePointer<landmark_exercise_report>?
        #expect(landmark_motion_finish(motion, &report) == LANDMARK_INVALID_ARGUMENT)
    }
}
