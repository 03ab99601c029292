import CLandmarkInterface
import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// Driver monitors through the functions of the header.
@Suite("C interface: drivers")
struct CDriverTests {
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
