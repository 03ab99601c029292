import CLandmarkInterface
import LandmarkTestSupport
import Testing

/// Counts, sizes, times and numbers at the ends of their ranges, through the functions of the header.
@Suite("C interface: extreme arguments")
struct CExtremeTests {
    private static let handModel = Fixtures.model("hand_landmarker.task")
    private static let poseModel = Fixtures.model("pose_landmarker_full.task")
    private static let photograph = Fixtures.footage("bunny_0040.png")

    private var message: String { String(cString: landmark_error_message()) }

    private func image(
        _ format: landmark_pixel_format, _ width: Int32, _ height: Int32, bytesPerRow: Int
    ) -> landmark_image {
        var image = landmark_image()
        landmark_image_init(&image, MemoryLayout<landmark_image>.size)
        image.format = format
        (image.width, image.height) = (width, height)
        image.bytes_per_row = (bytesPerRow, (bytesPerRow + 1) / 2, (bytesPerRow + 1) / 2)
        return image
    }

    @Test("pixels of more than all memory are an error before one of them is read")
    func claims() {
        let cases: [(landmark_pixel_format, Int32, Int32, Int, landmark_status)] = [
            (LANDMARK_GRAY8, .max, .max, Int(Int32.max), LANDMARK_OUT_OF_MEMORY),
            (LANDMARK_GRAY8, .max, 1 << 20, Int(Int32.max), LANDMARK_OUT_OF_MEMORY),
            (LANDMARK_RGB24, .max, .max, 3 * Int(Int32.max), LANDMARK_INVALID_ARGUMENT),
            (LANDMARK_RGBA32, .max, .max, 4 * Int(Int32.max), LANDMARK_INVALID_ARGUMENT),
            (LANDMARK_BGRA32, 1 << 20, 1 << 24, 1 << 22, LANDMARK_OUT_OF_MEMORY),
            (LANDMARK_I420, .max, .max, Int(Int32.max), LANDMARK_INVALID_ARGUMENT),
            (LANDMARK_I420, 1 << 15, 1 << 15, 1 << 15, LANDMARK_INVALID_ARGUMENT),
            (LANDMARK_GRAY8, 2, .max, Int.max / 2, LANDMARK_INVALID_ARGUMENT),
        ]
        let byte: [UInt8] = [0]
        for (format, width, height, bytesPerRow, expected) in cases {
            var image = image(format, width, height, bytesPerRow: bytesPerRow)
            var pixels: OpaquePointer?
            let status = byte.withUnsafeBufferPointer { byte in
                image.planes = (byte.baseAddress, byte.baseAddress, byte.baseAddress)
                return landmark_pixels_convert(&image, &pixels)
            }
            #expect(
                status == expected && pixels == nil, "\(format), \(width)×\(height): \(message)")
        }
    }

    @Test("counts beyond half of all addresses are errors")
    func counts() throws {
        var options = landmark_options()
        landmark_options_init(&options, MemoryLayout<landmark_options>.size)
        var created: OpaquePointer?
        for count in [-1, Int.min, Int.max, 1 << 32] {
            let status = [UInt8](repeating: 0, count: 8).withUnsafeBytes { bytes in
                options.model_bytes = bytes.baseAddress
                options.model_byte_count = count
                return landmark_create(LANDMARK_HAND, &options, &created)
            }
            #expect(status == LANDMARK_INVALID_ARGUMENT && created == nil)
            #expect(message.hasPrefix("model_byte_count must be below 2³², not "), "\(message)")
        }
        var driver: OpaquePointer?
        var driverOptions = landmark_driver_options()
        landmark_driver_options_init(&driverOptions, MemoryLayout<landmark_driver_options>.size)
        let status = [UInt8](repeating: 0, count: 8).withUnsafeBytes { bytes in
            driverOptions.model_bytes = bytes.baseAddress
            driverOptions.model_byte_count = -1
            return landmark_driver_create(&driverOptions, &driver)
        }
        #expect(status == LANDMARK_INVALID_ARGUMENT && driver == nil)
        for index in [-1, Int.min, Int.max] {
            #expect(landmark_name(LANDMARK_HAND, index) == nil)
            #expect(landmark_blendshape_name(index) == nil)
            #expect(landmark_measure_name(index) == nil && landmark_measure_unit(index) == nil)
            #expect(landmark_exercise_name(index) == nil && landmark_movement_name(index) == nil)
        }
    }

    // MARK: Outputs computed elsewhere

    private static let region = landmark_rect(
        x_center: 0.5, y_center: 0.5, width: 0.4, height: 0.4, rotation: 0)

    /// Decodes outputs for one region; `spoil` may change them and the region.
    private func decode(
        _ landmarker: CreatedLandmarker, counts: [Int], width: Int32 = 64, height: Int32 = 48,
        _ spoil: (inout [[Float]], inout landmark_rect) -> Void = { _, _ in },
        claim: Int? = nil
    ) -> (status: landmark_status, instances: Int) {
        var values = counts.map { [Float](repeating: $0 == 1 ? 1 : Float(0.25), count: $0) }
        var region = Self.region
        spoil(&values, &region)
        let memory = values.map { values in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: values.count)
            memory.initialize(from: values, count: values.count)
            return memory
        }
        defer { memory.forEach { $0.deallocate() } }
        var outputs = zip(memory, values).map { landmark_output(values: $0, value_count: $1.count) }
        if let claim { outputs[0].value_count = claim }
        var image = image(LANDMARK_RGB24, width, height, bytesPerRow: 0)
        var result: OpaquePointer?
        let status = landmark_decode(
            landmarker.pointer, &image, &region, 1, &outputs, outputs.count, &result)
        defer { landmark_result_free(result) }
        return (status, landmark_result_count(result))
    }

    @Test(
        "outputs and regions of impossible numbers are errors",
        .enabled(if: Fixtures.available(handModel)))
    func outputs() throws {
        let counts = [63, 1, 1, 63]
        let landmarker = try CreatedLandmarker(LANDMARK_HAND, model: Self.handModel)
        #expect(decode(landmarker, counts: counts) == (LANDMARK_OK, 1))
        for bad in [Float.nan, .infinity, -.infinity, 1e38] {
            for output in counts.indices {
                let found = decode(landmarker, counts: counts) { values, _ in
                    values[output][values[output].count - 1] = bad
                }
                #expect(found == (LANDMARK_INFERENCE_ERROR, 0), "\(bad) of \(output)")
            }
            let spoils: [(inout landmark_rect) -> Void] = [
                { $0.x_center = bad }, { $0.y_center = bad }, { $0.width = bad },
                { $0.height = bad }, { $0.rotation = bad },
            ]
            for spoil in spoils {
                let found = decode(landmarker, counts: counts) { spoil(&$1) }
                let status = bad.isFinite ? LANDMARK_IMAGE_ERROR : LANDMARK_INVALID_ARGUMENT
                #expect(found == (status, 0), "\(bad)")
            }
        }
        for width in [Float(0), -0.4] {
            let found = decode(landmarker, counts: counts) { $1.width = width }
            #expect(found == (LANDMARK_INVALID_ARGUMENT, 0))
        }
        for claim in [-1, Int.min] {
            let found = decode(landmarker, counts: counts, claim: claim)
            #expect(found == (LANDMARK_INVALID_ARGUMENT, 0))
        }
    }

    @Test(
        "masks of more than all memory are an error", .enabled(if: Fixtures.available(poseModel)))
    func masks() throws {
        let counts = [195, 1, 256 * 256, 64 * 64 * 39, 117]
        let landmarker = try CreatedLandmarker(LANDMARK_POSE, model: Self.poseModel) {
            $0.segmentation_masks = true
        }
        #expect(decode(landmarker, counts: counts) == (LANDMARK_OK, 1))
        let found = decode(landmarker, counts: counts, width: 1 << 20, height: 1 << 20)
        #expect(found == (LANDMARK_OUT_OF_MEMORY, 0), "\(message)")
        let larger = decode(landmarker, counts: counts, width: .max, height: .max)
        #expect(larger == (LANDMARK_INVALID_ARGUMENT, 0), "\(message)")
    }

    // MARK: Timestamps

    /// Timestamps, and whether a frame at each may follow those before.
    private static let times: [(Int64, Bool)] = [
        (.min, true), (.min, false), (.min + 1, true), (-1, true), (0, true), (.min, false),
        (.max - 1, true), (.max, true), (.max, false), (0, false),
    ]

    @Test(
        "videos take all timestamps that increase",
        .enabled(if: Fixtures.available(handModel, photograph)))
    func video() throws {
        var pixels: OpaquePointer?
        #expect(landmark_pixels_read(Self.photograph, &pixels) == LANDMARK_OK)
        defer { landmark_pixels_free(pixels) }
        let image = landmark_pixels_image(pixels)
        let change: (inout landmark_options) -> Void = {
            $0.running_mode = LANDMARK_VIDEO_MODE
            $0.smoothing = LANDMARK_SMOOTHING_ONE_EURO
        }
        let landmarker = try CreatedLandmarker(LANDMARK_HAND, model: Self.handModel, change)
        for (time, isNext) in Self.times {
            var result: OpaquePointer?
            let status = landmark_detect_for_video(landmarker.pointer, image, time, &result)
            defer { landmark_result_free(result) }
            #expect(status == (isNext ? LANDMARK_OK : LANDMARK_TIMESTAMP_ERROR), "\(time)")
            guard isNext else { continue }
            let hand = try #require(landmark_result_instance(result, 0)?.pointee)
            let points = UnsafeBufferPointer(start: hand.landmarks, count: hand.landmark_count)
            #expect(points.allSatisfy { ($0.x + $0.y + $0.z).isFinite }, "\(time)")
        }
    }

    @Test("motion refuses times that seconds do not tell apart, and goes on")
    func motion() throws {
        var created: OpaquePointer?
        #expect(landmark_motion_create(nil, &created) == LANDMARK_OK)
        let motion = try #require(created)
        defer { landmark_motion_free(motion) }
        func update(_ time: Int64) -> landmark_status {
            var sample = landmark_pose_sample()
            landmark_pose_sample_init(&sample, MemoryLayout<landmark_pose_sample>.size)
            sample.timestamp_ms = time
            (sample.image_width, sample.image_height) = (640, 480)
            let points = (0..<33).map { index in
                landmark_point(
                    x: Float(index) / 40, y: Float(index % 7) / 9, z: 0, visibility: 1, presence: 1)
            }
            return points.withUnsafeBufferPointer { points in
                (sample.landmarks, sample.world_landmarks) = (
                    points.baseAddress, points.baseAddress
                )
                var state: UnsafePointer<landmark_motion_state>?
                return landmark_motion_update(motion, &sample, &state)
            }
        }
        for (time, isNext) in [
            (.min, true), (.min, false), (.min + 1, false), (-1, true), (0, true), (.min, false),
            (1, true), (.max, true), (.max - 1, false), (.max, false), (5, false),
        ] as [(Int64, Bool)] {
            #expect(
                update(time) == (isNext ? LANDMARK_OK : LANDMARK_TIMESTAMP_ERROR), "\(time)")
        }
    }
}
