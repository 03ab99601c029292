import CLandmarkInterface
import LandmarkC

extension FuzzTarget {
    static let interface: [FuzzTarget] = [
        FuzzTarget(name: "c-interface", maximumLength: 2048) { bytes in
            var calls = InterfaceCalls(bytes)
            calls.run()
        }
    ]
}

/// Calls of the C interface in any order, with objects of any lifetime.
///
/// A pointer to an object is used only until it is freed, as the header demands, and structs are as
/// large as their `size` says. Everything else may be wrong.
struct InterfaceCalls {
    private var choices: Choices
    private let input: [UInt8]
    private var pixels: [OpaquePointer?] = [nil, nil]
    private var motions: [OpaquePointer?] = [nil, nil]
    private var times: [Int64] = [0, 0]

    init(_ bytes: [UInt8]) {
        choices = Choices(bytes)
        input = bytes
    }

    mutating func run() {
        while !choices.isEmpty {
            switch choices.below(10) {
            case 0: convert()
            case 1: readBack()
            case 2: create()
            case 3, 4, 5: update()
            case 6: change()
            case 7: report()
            case 8: ask()
            default: free()
            }
            if choices.once(in: 4) { _ = String(cString: landmark_error_message()) }
        }
        for place in pixels.indices { landmark_pixels_free(pixels[place]) }
        for place in motions.indices { landmark_motion_free(motions[place]) }
    }

    // MARK: Images

    private mutating func convert() {
        let place = choices.below(pixels.count)
        landmark_pixels_free(pixels[place])
        pixels[place] = nil
        var image = landmark_image()
        landmark_image_init(&image, MemoryLayout<landmark_image>.size)
        image.format = landmark_pixel_format(UInt32(choices.below(6)))
        (image.width, image.height) = (Int32(choices.below(20)), Int32(choices.below(20)))
        if choices.once(in: 8) { image.width = choices.number() }
        if choices.once(in: 16) { image.size = choices.below(300) }
        image.rotation_degrees = choices.pick([0, 90, 180, 270, 45, -90])
        image.yuv_matrix = landmark_yuv_matrix(UInt32(choices.below(4)))
        // The planes hold what the width, height and rows promise.
        let row = choices.pick([20, 60, 80, 128])
        let isHuge = image.width > 20 || image.width < 0
        let memory = [UInt8](repeating: choices.byte(), count: 20 * 128)
        memory.withUnsafeBufferPointer { buffer in
            let base = choices.once(in: 16) ? nil : buffer.baseAddress
            image.planes = (base, base, base)
            image.bytes_per_row = (row, row, row)
            // Rows are never shorter than their pixels: the length of a row is checked.
            if isHuge { image.bytes_per_row = (0, 0, 0) }
            switch choices.below(32) {
            case 30: _ = landmark_pixels_convert(nil, &pixels[place])
            case 31: _ = landmark_pixels_convert(&image, nil)
            default: _ = landmark_pixels_convert(&image, &pixels[place])
            }
        }
    }

    private mutating func readBack() {
        guard let held = pixels[choices.below(pixels.count)],
            let image = landmark_pixels_image(held), let base = image.pointee.planes.0
        else { return }
        _ = base[0]
    }

    // MARK: Motion

    private mutating func create() {
        let place = choices.below(motions.count)
        landmark_motion_free(motions[place])
        motions[place] = nil
        times[place] = 0
        let names = landmark_exercise_count()
        switch choices.below(4) {
        case 0: _ = landmark_motion_create(nil, &motions[place])
        case 1:
            let start = choices.below(max(input.count, 1))
            let text = input[start...].prefix(64).map { CChar(bitPattern: $0) } + [0]
            _ = landmark_motion_create(text, &motions[place])
        default:
            let name = landmark_exercise_name(choices.below(names + 1))
            _ = landmark_motion_create(name, &motions[place])
        }
    }

    private mutating func points() -> [landmark_point] {
        (0..<33).map { index in
            var point = landmark_point()
            // Few bytes make a whole pose.
            let seed = index % 4 == 0 ? choices.byte() : UInt8(index * 7)
            (point.x, point.y) = (Float(seed) / 255, Float(seed &* 31) / 255)
            (point.z, point.visibility, point.presence) = (Float(seed % 9) / 9, 1, 1)
            return point
        }
    }

    private mutating func update() {
        let place = choices.below(motions.count)
        var sample = landmark_pose_sample()
        landmark_pose_sample_init(&sample, MemoryLayout<landmark_pose_sample>.size)
        times[place] &+=
            choices.once(in: 32) ? Int64(choices.number()) << 32 : Int64(choices.below(90))
        sample.timestamp_ms = times[place]
        sample.id = Int32(choices.below(3))
        (sample.image_width, sample.image_height) = (640, 480)
        if choices.once(in: 32) { sample.image_width = choices.number() }
        if choices.once(in: 32) { sample.size = choices.below(80) }
        var image = points(), world = points()
        if choices.once(in: 16) {
            let bad: [Float] = [.nan, .infinity, 1e38, -1e38]
            image[choices.below(33)].x = choices.pick(bad)
            world[choices.below(33)].y = choices.pick(bad)
        }
        let isAlone = choices.once(in: 32), isEmpty = choices.once(in: 16)
        image.withUnsafeBufferPointer { image in
            world.withUnsafeBufferPointer { world in
                sample.landmarks = isEmpty ? nil : image.baseAddress
                sample.world_landmarks = isEmpty || isAlone ? nil : world.baseAddress
                if choices.once(in: 4) { choose(motions[place], sample) }
                var state: UnsafePointer<landmark_motion_state>?
                let status = landmark_motion_update(motions[place], &sample, &state)
                if status == LANDMARK_OK { precondition(state != nil) }
            }
        }
    }

    private mutating func choose(_ motion: OpaquePointer?, _ sample: landmark_pose_sample) {
        var index: Int32 = 0
        var id: Int32 = 0
        withUnsafePointer(to: sample) { first in
            let samples: [UnsafePointer<landmark_pose_sample>?] = [first, nil, first]
            _ = landmark_motion_choose(motion, samples, choices.isEmpty ? 1 : 3, &index, &id)
            _ = landmark_motion_choose(motion, samples, 1, &index, &id)
        }
    }

    private mutating func change() {
        let motion = motions[choices.below(motions.count)]
        switch choices.below(4) {
        case 3:
            _ = landmark_motion_set_body_height(
                motion, choices.pick([0, 1.7, -1, .nan, .infinity, 1e300]))
        case 0:
            let degrees: Int32 = choices.pick([-1, 0, 90, 180, 270, 45])
            _ = landmark_motion_set_rotation(
                motion, choices.once(in: 8) ? choices.number() : degrees)
        case 1:
            let up = (0..<3).map { _ in Double(choices.below(5)) - 2 }
            _ = landmark_motion_set_up(motion, choices.once(in: 4) ? nil : up)
        default:
            let name = landmark_movement_name(choices.below(landmark_movement_count() + 1))
            _ = landmark_motion_record(motion, name)
        }
    }

    private mutating func report() {
        let motion = motions[choices.below(motions.count)]
        if choices.once(in: 2) {
            var range: UnsafePointer<landmark_range>?
            _ = landmark_motion_range(motion, &range)
        } else {
            var report: UnsafePointer<landmark_exercise_report>?
            _ = landmark_motion_finish(motion, &report)
        }
    }

    private mutating func free() {
        let place = choices.below(2)
        if choices.once(in: 2) {
            landmark_pixels_free(pixels[place])
            pixels[place] = nil
        } else {
            landmark_motion_free(motions[place])
            motions[place] = nil
        }
    }

    // MARK: Models and names

    private mutating func ask() {
        switch choices.below(4) {
        case 0:
            var options = landmark_options()
            landmark_options_init(&options, MemoryLayout<landmark_options>.size)
            options.max_count = choices.number()
            options.threads = choices.number() % 4
            options.smoothing = landmark_smoothing(UInt32(choices.below(4)))
            options.track_retention = Double(choices.below(5)) - 2
            if choices.once(in: 8) { options.size = choices.below(400) }
            var landmarker: OpaquePointer?
            input.withUnsafeBytes { bytes in
                options.model_bytes = bytes.baseAddress
                options.model_byte_count = bytes.count
                _ = landmark_create(landmark_task(UInt32(choices.below(7))), &options, &landmarker)
            }
            landmark_free(landmarker)
        case 1:
            _ = landmark_name(landmark_task(UInt32(choices.below(7))), choices.below(600))
            _ = landmark_blendshape_name(choices.below(80))
        case 2:
            var indices = [UInt16](repeating: 0, count: 8)
            _ = landmark_connections(landmark_task(UInt32(choices.below(7))), &indices, 4)
        default:
            let place = Int(choices.number())
            _ = landmark_measure_name(place)
            _ = landmark_measure_unit(place)
            _ = landmark_exercise_name(place)
        }
    }
}
