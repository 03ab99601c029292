import CLandmarkInterface
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The functions of the header, called as by a C program.
@Suite("C interface")
struct CInterfaceTests {
    private static let handModel = Fixtures.model("hand_landmarker.task")
    private static let poseModel = Fixtures.model("pose_landmarker_full.task")
    private static let photograph = Fixtures.footage("bunny_0040.png")

    /// The message of the calling thread's last error.
    private var message: String { String(cString: landmark_error_message()) }

    @Test("null arguments are errors, not crashes")
    func nullArguments() {
        #expect(landmark_create(LANDMARK_HAND, nil, nil) == LANDMARK_INVALID_ARGUMENT)
        #expect(message == "argument landmarker is NULL")
        var landmarker: OpaquePointer?
        #expect(landmark_create(LANDMARK_HAND, nil, &landmarker) == LANDMARK_INVALID_ARGUMENT)
        #expect(message == "argument options is NULL")
        #expect(landmark_detect(nil, nil, nil) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_pixels_read(nil, nil) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_driver_process(nil, nil, 0, nil, nil) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_motion_update(nil, nil, nil) == LANDMARK_INVALID_ARGUMENT)
        #expect(landmark_result_count(nil) == 0)
        #expect(landmark_result_instance(nil, 0) == nil)
        landmark_free(nil)
        landmark_result_free(nil)
        landmark_pixels_free(nil)
        landmark_driver_free(nil)
        landmark_motion_free(nil)
        landmark_options_init(nil, 120)
    }

    @Test("the sizes of version 1.0 are those of its structs")
    func sizes() {
        // In a later version it may only grow.
        #expect(MemoryLayout<landmark_image>.size == 88)
        #expect(MemoryLayout<landmark_options>.size == 128)
        #expect(MemoryLayout<landmark_driver_options>.size == 120)
        #expect(MemoryLayout<landmark_pose_sample>.size == 48)
    }

    @Test("a struct of another size is refused, and one of a newer program is read as far as known")
    func structSizes() throws {
        var options = landmark_options()
        landmark_options_init(&options, MemoryLayout<landmark_options>.size)
        options.size = 40
        var landmarker: OpaquePointer?
        #expect(landmark_create(LANDMARK_HAND, &options, &landmarker) == LANDMARK_INVALID_ARGUMENT)
        #expect(message.contains("landmark_options_init sets, got 40"))

        let newer = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        defer { newer.deallocate() }
        newer.initializeMemory(as: UInt8.self, repeating: 0xAA, count: 256)
        let known = newer.bindMemory(to: landmark_options.self, capacity: 1)
        landmark_options_init(known, 128)
        #expect(known.pointee.size == 128 && known.pointee.max_count == 1)
        let bytes = UnsafeRawBufferPointer(start: newer, count: 256)
        #expect(bytes[104..<128].allSatisfy { $0 == 0 } && bytes[128...].allSatisfy { $0 == 0xAA })
        known.pointee.max_count = 0
        let status = Self.handModel.withCString { path in
            known.pointee.model_path = path
            return landmark_create(LANDMARK_HAND, known, &landmarker)
        }
        #expect(
            status == LANDMARK_INVALID_ARGUMENT && message == "max_count must be at least 1, not 0")
    }

    @Test("options out of range are refused, with the name and the range of their field")
    func optionsOutOfRange() {
        let oneEuro = LANDMARK_SMOOTHING_ONE_EURO
        let faults: [(landmark_task, (inout landmark_options) -> Void, String)] = [
            (LANDMARK_HAND, { $0.max_count = 0 }, "max_count must be at least 1, not 0"),
            (LANDMARK_POSE, { $0.max_count = -1 }, "max_count must be at least 1, not -1"),
            (LANDMARK_FACE, { $0.max_count = 0 }, "max_count must be at least 1, not 0"),
            (
                LANDMARK_HAND, { $0.min_detection_confidence = 2 },
                "min_detection_confidence must be within 0…1, not 2.0"
            ),
            (
                LANDMARK_HAND, { $0.min_presence_confidence = -1 },
                "min_presence_confidence must be within 0…1, not -1.0"
            ),
            (
                LANDMARK_HAND, { $0.min_tracking_confidence = .nan },
                "min_tracking_confidence must be within 0…1, not nan"
            ),
            (
                LANDMARK_FACE_DETECTOR, { $0.min_suppression_threshold = 2 },
                "min_suppression_threshold must be within 0…1, not 2.0"
            ),
            (
                LANDMARK_HAND, { $0.track_retention = -1 },
                "track_retention must be at least 0, not -1.0"
            ),
            (
                LANDMARK_HAND, { ($0.smoothing, $0.smoothing_min_cutoff) = (oneEuro, 0) },
                "smoothing_min_cutoff must be above 0, not 0.0"
            ),
            (
                LANDMARK_HAND, { ($0.smoothing, $0.smoothing_beta) = (oneEuro, -1) },
                "smoothing_beta must be at least 0, not -1.0"
            ),
            (
                LANDMARK_HAND, { $0.detection_interval = -1 },
                "detection_interval must be at least 0, not -1"
            ),
            (LANDMARK_HAND, { $0.threads = -1 }, "threads must be within 0…64, not -1"),
            (LANDMARK_HAND, { $0.threads = 65 }, "threads must be within 0…64, not 65"),
            (
                LANDMARK_HAND, { $0.precision = landmark_precision(7) },
                "precision must be a landmark_precision, not 7"
            ),
            (
                LANDMARK_HAND, { $0.device = landmark_device(7) },
                "device must be a landmark_device, not 7"
            ),
            (
                LANDMARK_HAND,
                { ($0.device, $0.precision) = (LANDMARK_DEVICE_GPU, LANDMARK_PRECISION_HALF) },
                "precision must be single for the device gpu, not half"
            ),
            (
                LANDMARK_HAND, { $0.variant = landmark_variant(7) },
                "variant must be a landmark_variant, not 7"
            ),
        ]
        for (task, spoil, expected) in faults {
            var options = landmark_options()
            landmark_options_init(&options, MemoryLayout<landmark_options>.size)
            spoil(&options)
            var landmarker: OpaquePointer?
            let status = Self.handModel.withCString { path in
                options.model_path = path
                return landmark_create(task, &options, &landmarker)
            }
            #expect(status == LANDMARK_INVALID_ARGUMENT && landmarker == nil && message == expected)
        }
    }

    @Test("models that are missing or of another task are told from wrong options")
    func models() {
        var options = landmark_options()
        landmark_options_init(&options, MemoryLayout<landmark_options>.size)
        var landmarker: OpaquePointer?
        #expect(landmark_create(LANDMARK_HAND, &options, &landmarker) == LANDMARK_INVALID_ARGUMENT)
        #expect(message.contains("either model_path or model_bytes"))
        let missing = "nowhere.task".withCString { path in
            options.model_path = path
            return landmark_create(LANDMARK_HAND, &options, &landmarker)
        }
        #expect(missing == LANDMARK_MODEL_ERROR && landmarker == nil)
        let other = Self.poseModel.withCString { path in
            options.model_path = path
            return landmark_create(LANDMARK_HAND, &options, &landmarker)
        }
        #expect(other == LANDMARK_MODEL_ERROR)
        #expect(
            landmark_create(landmark_task(9), &options, &landmarker) == LANDMARK_INVALID_ARGUMENT)
    }

    @Test(
        "a hand is that of the Swift interface",
        .enabled(if: Fixtures.available(handModel, photograph)))
    func hand() throws {
        var pixels: OpaquePointer?
        #expect(landmark_pixels_read(Self.photograph, &pixels) == LANDMARK_OK)
        defer { landmark_pixels_free(pixels) }
        let landmarker = try CreatedLandmarker(LANDMARK_HAND, model: Self.handModel)
        var result: OpaquePointer?
        let image = landmark_pixels_image(pixels)
        #expect(landmark_detect(landmarker.pointer, image, &result) == LANDMARK_OK)
        defer { landmark_result_free(result) }

        let swift = try HandLandmarker(options: HandLandmarkerOptions(model: .file(Self.handModel)))
        let expected = try #require(
            try swift.detect(try ImageFile.read(Self.photograph)).hands.first)
        #expect(landmark_result_count(result) == 1)
        #expect(landmark_result_instance(result, 1) == nil)
        let hand = try #require(landmark_result_instance(result, 0)?.pointee)
        #expect(hand.score == expected.presence && hand.landmark_count == 21)
        #expect(hand.handedness == LANDMARK_RIGHT_HAND)
        for index in 0..<21 {
            #expect(hand.landmarks[index].x == expected.landmarks[index].x)
            #expect(hand.world_landmarks[index].z == expected.worldLandmarks[index].z)
            #expect(hand.landmarks[index].visibility.isNaN)
        }
        #expect(hand.blendshapes == nil && hand.mask == nil && hand.transformation_matrix == nil)
    }

    @Test(
        "modes and timestamps are checked, and a wrong frame does not end a video",
        .enabled(if: Fixtures.available(handModel, photograph)))
    func video() throws {
        var pixels: OpaquePointer?
        #expect(landmark_pixels_read(Self.photograph, &pixels) == LANDMARK_OK)
        defer { landmark_pixels_free(pixels) }
        let image = landmark_pixels_image(pixels)
        let landmarker = try CreatedLandmarker(LANDMARK_HAND, model: Self.handModel) {
            $0.running_mode = LANDMARK_VIDEO_MODE
        }
        var result: OpaquePointer?
        #expect(landmark_detect(landmarker.pointer, image, &result) == LANDMARK_WRONG_MODE)
        for (time, expected) in [
            (10, LANDMARK_OK), (10, LANDMARK_TIMESTAMP_ERROR), (9, LANDMARK_TIMESTAMP_ERROR),
            (40, LANDMARK_OK),
        ] as [(Int64, landmark_status)] {
            #expect(landmark_detect_for_video(landmarker.pointer, image, time, &result) == expected)
            #expect(landmark_result_count(result) == (expected == LANDMARK_OK ? 1 : 0))
            landmark_result_free(result)
        }
        landmark_reset(landmarker.pointer)
        #expect(landmark_detect_for_video(landmarker.pointer, image, 1, &result) == LANDMARK_OK)
        landmark_result_free(result)
    }

    @Test("images that cannot be are refused", .enabled(if: Fixtures.available(handModel)))
    func images() throws {
        let landmarker = try CreatedLandmarker(LANDMARK_HAND, model: Self.handModel)
        let bytes = [UInt8](repeating: 128, count: 64 * 64 * 3)
        func detect(_ change: (inout landmark_image) -> Void) -> landmark_status {
            var image = landmark_image()
            landmark_image_init(&image, MemoryLayout<landmark_image>.size)
            (image.width, image.height) = (64, 64)
            image.bytes_per_row.0 = 192
            var result: OpaquePointer?
            defer { landmark_result_free(result) }
            return bytes.withUnsafeBufferPointer { pixels in
                image.planes.0 = pixels.baseAddress
                change(&image)
                return landmark_detect(landmarker.pointer, &image, &result)
            }
        }
        #expect(detect { _ in } == LANDMARK_OK)
        #expect(detect { $0.planes.0 = nil } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.width = 0 } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.height = -1 } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.bytes_per_row.0 = 191 } == LANDMARK_INVALID_ARGUMENT)
        #expect(message == "a row of 191 bytes is too short for 64 rgb24 pixels")
        #expect(detect { $0.width = .max } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.bytes_per_row.0 = .max } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.rotation_degrees = 45 } == LANDMARK_INVALID_ARGUMENT)
        #expect(message == "rotation_degrees must be 0, 90, 180 or 270, not 45")
        #expect(detect { $0.format = landmark_pixel_format(77) } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.format = LANDMARK_I420 } == LANDMARK_INVALID_ARGUMENT)
        #expect(detect { $0.size = 8 } == LANDMARK_INVALID_ARGUMENT)
    }

    @Test("planes convert to the pixels that the kernels make of them")
    func planes() throws {
        // Full-range gray: any luma, neutral chroma.
        let luma = (0..<5 * 3).map { UInt8(17 * $0) }
        let chroma = [UInt8](repeating: 128, count: 3 * 2)
        var image = landmark_image()
        landmark_image_init(&image, MemoryLayout<landmark_image>.size)
        image.format = LANDMARK_I420
        (image.width, image.height) = (5, 3)
        image.bytes_per_row = (5, 3, 3)
        image.yuv_full_range = true
        var pixels: OpaquePointer?
        let status = luma.withUnsafeBufferPointer { luma in
            chroma.withUnsafeBufferPointer { chroma in
                image.planes = (luma.baseAddress, chroma.baseAddress, chroma.baseAddress)
                return landmark_pixels_convert(&image, &pixels)
            }
        }
        #expect(status == LANDMARK_OK)
        defer { landmark_pixels_free(pixels) }
        let rgb = try #require(landmark_pixels_image(pixels)?.pointee)
        #expect(rgb.format == LANDMARK_RGB24 && rgb.width == 5 && rgb.bytes_per_row.0 == 15)
        for index in luma.indices {
            let pixel = (0..<3).map { rgb.planes.0?[index * 3 + $0] }
            #expect(pixel == Array(repeating: luma[index], count: 3))
        }
    }

    @Test("gray and alpha stay as they are in a file")
    func fileFormats() throws {
        let folder = try TemporaryFolder()
        for (format, expected) in [
            (.gray8, LANDMARK_GRAY8), (.rgb24, LANDMARK_RGB24), (.rgba32, LANDMARK_RGBA32),
        ] as [(PixelFormat, landmark_pixel_format)] {
            let row = [UInt8](1...UInt8(3 * format.bytesPerPixel))
            let image = try PixelBuffer(width: 3, height: 1, format: format, bytes: row)
            let path = folder.path("image.png")
            try PNGFile.write(image, to: path)
            var pixels: OpaquePointer?
            #expect(landmark_pixels_read(path, &pixels) == LANDMARK_OK)
            defer { landmark_pixels_free(pixels) }
            let read = try #require(landmark_pixels_image(pixels)?.pointee)
            #expect(read.format == expected && read.width == 3 && read.height == 1)
            #expect(read.bytes_per_row.0 == row.count)
            #expect(Array(UnsafeBufferPointer(start: read.planes.0, count: row.count)) == row)
        }
    }

    @Test("each format converts to red, green and blue")
    func formats() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        for (format, width, expected) in [
            (LANDMARK_RGBA32, 2, [1, 2, 3, 5, 6, 7]), (LANDMARK_BGRA32, 2, [3, 2, 1, 7, 6, 5]),
            (LANDMARK_GRAY8, 2, [1, 1, 1, 2, 2, 2]), (LANDMARK_RGB24, 2, [1, 2, 3, 4, 5, 6]),
        ] as [(landmark_pixel_format, Int32, [UInt8])] {
            var image = landmark_image()
            landmark_image_init(&image, MemoryLayout<landmark_image>.size)
            image.format = format
            (image.width, image.height) = (width, 1)
            image.bytes_per_row.0 = 8
            var pixels: OpaquePointer?
            let status = bytes.withUnsafeBufferPointer {
                image.planes.0 = $0.baseAddress
                return landmark_pixels_convert(&image, &pixels)
            }
            #expect(status == LANDMARK_OK)
            defer { landmark_pixels_free(pixels) }
            let start = landmark_pixels_image(pixels)?.pointee.planes.0
            #expect(Array(UnsafeBufferPointer(start: start, count: 6)) == expected)
        }
    }
}
