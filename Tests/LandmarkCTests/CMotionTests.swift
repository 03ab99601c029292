import CLandmarkInterface
import LandmarkCore
import LandmarkInference
import LandmarkMotion
import LandmarkTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Drivers and motion through the functions of the header.
@Suite("C interface: drivers and motion")
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

    /// Passes a frame of a person who squats every 90 frames to a session, and returns its state.
    private func squat(
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
    private func sample(bend: Float) -> (image: [landmark_point], world: [landmark_point]) {
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

    private static let faceModel = Fixtures.model("face_landmarker.task")
    private static let frames = ["carphone_0000.png", "carphone_0030.png"].map(Fixtures.footage)

    @Test(
        "a driver's state follows the frames",
        .enabled(if: Fixtures.available(faceModel, frames[0], frames[1])))
    func driver() throws {
        var options = landmark_driver_options()
        landmark_driver_options_init(&options, MemoryLayout<landmark_driver_options>.size)
        var created: OpaquePointer?
        #expect(
            options.device == LANDMARK_DEVICE_CPU
                && options.precision == LANDMARK_PRECISION_SINGLE)
        let faults: [((inout landmark_driver_options) -> Void, String)] = [
            (
                { $0.microsleep_duration = 9 },
                "microsleep_duration must be within 0.8…2.5, not 9.0"
            ),
            ({ $0.threads = -1 }, "threads must be within 0…64, not -1"),
            ({ $0.device = landmark_device(7) }, "device must be a landmark_device, not 7"),
            (
                { $0.precision = landmark_precision(7) },
                "precision must be a landmark_precision, not 7"
            ),
            (
                { ($0.device, $0.precision) = (LANDMARK_DEVICE_GPU, LANDMARK_PRECISION_HALF) },
                "precision must be single for the device gpu, not half"
            ),
        ]
        for (spoil, expected) in faults {
            var faulty = options
            spoil(&faulty)
            let wrong = Self.faceModel.withCString {
                faulty.model_path = $0
                return landmark_driver_create(&faulty, &created)
            }
            #expect(wrong == LANDMARK_INVALID_ARGUMENT)
            #expect(String(cString: landmark_error_message()) == expected)
        }
        for (rules, expected) in [
            (
                "{\"lookLimits\": [{}]}",
                "argument rules: lookLimits[0].speed: expected a value, but it"
            ),
            ("{", "argument rules: line 1, column 2"),
        ] {
            var faulty = options
            let wrong = Self.faceModel.withCString { model in
                rules.withCString {
                    (faulty.model_path, faulty.rules) = (model, $0)
                    return landmark_driver_create(&faulty, &created)
                }
            }
            #expect(wrong == LANDMARK_INVALID_ARGUMENT)
            #expect(String(cString: landmark_error_message()).hasPrefix(expected))
        }
        #expect(options.learning_speed == 5 && options.terminal_time == 11)
        #expect(options.max_terminal_alerts == 3 && options.max_terminal_seconds == 30)
        options.prompt_time = 2
        let unordered = Self.faceModel.withCString {
            options.model_path = $0
            return landmark_driver_create(&options, &created)
        }
        #expect(unordered == LANDMARK_INVALID_ARGUMENT)
        #expect(
            String(cString: landmark_error_message())
                == "prompt_time must be within 3.0…3600.0, not 2.0")
        options.prompt_time = 5
        options.max_terminal_alerts = 0
        options.uses_eu_rules = true
        options.is_right_hand_drive = true
        let status = Self.faceModel.withCString {
            options.model_path = $0
            return landmark_driver_create(&options, &created)
        }
        #expect(status == LANDMARK_OK)
        let driver = try #require(created)
        defer { landmark_driver_free(driver) }
        landmark_driver_set_speed(driver, 80)
        var state: UnsafePointer<landmark_driver_state>?
        for (index, path) in Self.frames.enumerated() {
            var pixels: OpaquePointer?
            #expect(landmark_pixels_read(path, &pixels) == LANDMARK_OK)
            defer { landmark_pixels_free(pixels) }
            let image = landmark_pixels_image(pixels)
            let time = Int64(index * 40)
            #expect(landmark_driver_process(driver, image, time, nil, &state) == LANDMARK_OK)
            #expect(
                landmark_driver_process(driver, image, time, nil, &state)
                    == LANDMARK_TIMESTAMP_ERROR)
            let shown = try #require(state?.pointee)
            #expect(shown.timestamp_ms == time && shown.is_face_present)
            #expect(String(cString: shown.calibration) == "uncalibrated")
            #expect(shown.rotation_degrees == 0 && shown.alert_count == 0)
            #expect(String(cString: shown.attention_warning) == "none")
            #expect(shown.inattentive_seconds == 0 && !shown.is_locked_out)
            #expect((0...1).contains(shown.confidence) && abs(shown.head_pitch) < 60)
            #expect(String(cString: shown.device).hasPrefix("cpu ("))
        }
        landmark_driver_acknowledge(driver)
        landmark_driver_reset(driver)
    }

    @Test(
        "a driver monitor runs on the device of its options, or on the processor without it",
        .enabled(if: Fixtures.available(faceModel, frames[0])),
        arguments: [
            (LANDMARK_DEVICE_OPENVINO, ComputeDevice.openVINO),
            (LANDMARK_DEVICE_NEURAL_ENGINE, .neuralEngine),
        ])
    func driverDevice(device: landmark_device, expected: ComputeDevice) throws {
        var options = landmark_driver_options()
        landmark_driver_options_init(&options, MemoryLayout<landmark_driver_options>.size)
        options.device = device
        var created: OpaquePointer?
        let status = Self.faceModel.withCString {
            options.model_path = $0
            return landmark_driver_create(&options, &created)
        }
        #expect(status == LANDMARK_OK)
        let driver = try #require(created)
        defer { landmark_driver_free(driver) }
        var pixels: OpaquePointer?
        #expect(landmark_pixels_read(Self.frames[0], &pixels) == LANDMARK_OK)
        defer { landmark_pixels_free(pixels) }
        var state: UnsafePointer<landmark_driver_state>?
        let image = landmark_pixels_image(pixels)
        #expect(landmark_driver_process(driver, image, 0, nil, &state) == LANDMARK_OK)
        let shown = try #require(state?.pointee)
        #expect(shown.is_face_present)
        let isThere = ComputeDevice.available.contains(expected)
        let used = String(cString: shown.device)
        #expect(isThere ? used == "\(expected)" : used.hasPrefix("cpu ("), "\(used)")
    }
}
