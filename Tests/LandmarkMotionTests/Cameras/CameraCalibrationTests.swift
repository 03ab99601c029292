import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite struct CameraCalibrationTests {
    /// A camera's table; `changes` replaces lines by key, or removes them with nil.
    private func camera(_ name: String = "cam_01", _ changes: [String: String?] = [:]) -> String {
        var lines = [
            ("name", "\"\(name)\""), ("size", "[ 1088.0, 1920.0]"),
            ("matrix", "[ [ 1681.2, 0.0, 532.9], [ 0.0, 1681.1, 948.1], [ 0.0, 0.0, 1.0]]"),
            ("distortions", "[ -0.00072, 0.0021, 9.5e-06, 1.07e-05]"),
            ("rotation", "[ 1.688, 1.048, -0.419]"), ("translation", "[ 0.321, 0.956, 2.89]"),
            ("fisheye", "false"),
        ]
        for (key, value) in changes {
            lines.removeAll { $0.0 == key }
            if let value { lines.append((key, value)) }
        }
        return "[\(name)]\n" + lines.map { "\($0.0) = \($0.1)\n" }.joined()
    }

    private func error(_ text: String) -> CalibrationError? {
        do {
            _ = try CameraCalibration(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("Pose2Sim's file gives its four cameras", .enabled(if: Balancing.hasCalibration))
    func pose2Sim() throws {
        let text = try String(contentsOfFile: Balancing.calibration, encoding: .utf8)
        let calibration = try CameraCalibration(parsing: text)
        #expect(calibration.cameras.map(\.name) == ["cam_01", "cam_02", "cam_03", "cam_04"])
        let camera = calibration.cameras[0]
        #expect(camera.imageSize == PixelSize(width: 1088, height: 1920))
        #expect(camera.focalLength == SIMD2(1681.244873046875, 1681.075439453125))
        #expect(camera.principalPoint == SIMD2(532.97369384375, 948.137390140625))
        #expect(camera.distortion.k2 == 0.002187234375 && camera.distortion.p2 == 1.078125e-05)
        #expect(camera.distortion.k3 == 0)
        // The reference's points are in front of all cameras, and inside their images.
        for (joint, point) in try Balancing.reference()[0] {
            for camera in calibration.cameras {
                let pixel = try #require(camera.pixel(of: point))
                #expect((0..<1088).contains(pixel.x) && (0..<1920).contains(pixel.y), "\(joint)")
            }
        }
    }

    @Test("pixels are those of OpenCV's projectPoints") func pixels() throws {
        let text = camera(
            "c",
            [
                "distortions": "[-0.21, 0.08, 0.003, -0.002, 0.01]",
                "rotation": "[1.2, -0.7, 0.4]", "translation": "[0.1, -0.2, 4]",
            ])
        let camera = try CameraCalibration(parsing: text).cameras[0]
        // X, Y, Z in the calibration's frame, and their projections by cv2.projectPoints (5.0.0).
        let points: [(SIMD3<Double>, SIMD2<Double>)] = [
            (SIMD3(0.0, 0.0, 0.0), SIMD2(574.875131161, 864.149477713)),
            (SIMD3(0.5, -0.3, 0.8), SIMD2(697.892147594, 527.822008683)),
            (SIMD3(-0.9, 0.4, -1.1), SIMD2(295.148923563, 1442.463800592)),
            (SIMD3(1.2, 1.0, 0.2), SIMD2(620.805125871, 902.571175577)),
        ]
        for (point, expected) in points {
            let pixel = try #require(camera.pixel(of: SIMD3(point.y, -point.z, -point.x)))
            #expect(abs(pixel.x - expected.x) < 1e-6 && abs(pixel.y - expected.y) < 1e-6)
        }
    }

    @Test("the camera's axes are a right-handed frame") func axes() throws {
        let axes = try CameraCalibration(parsing: camera()).cameras[0].axes
        let (right, down, forward) = (axes[0], axes[1], axes[2])
        #expect(abs((right * down).sum()) < 1e-12)
        let cross = SIMD3(
            right.y * down.z - right.z * down.y, right.z * down.x - right.x * down.z,
            right.x * down.y - right.y * down.x)
        #expect(((cross - forward) * (cross - forward)).sum() < 1e-20)
    }

    @Test("comments, quotes, integers, line breaks in arrays and other tables are read")
    func syntax() throws {
        let text = """
            # made by hand\r
            title = 'two # cameras' # the end

            ["left camera"]
            size = [1920, 1_080,] # with a comma
            matrix = [
                [1.5e3, 0, 960],  # fx, 0, cx
                [0, +1500.0, 540],
                [0, 0, 1],
            ]
            distortions = []
            "rotation" = [0, 0, 0.0]
            translation = [-1, 0, 5E0]

            [metadata]
            adjusted = false
            matrix_unit = "px\\t\\u00e9"
            [capture.volume]
            size = 3
            """
        let calibration = try CameraCalibration(parsing: text)
        #expect(calibration.cameras.map(\.name) == ["left camera"])
        #expect(calibration.cameras[0].imageSize == PixelSize(width: 1920, height: 1080))
        #expect(calibration.cameras[0].focalLength == SIMD2(1500, 1500))
        #expect(calibration.cameras[0].translation == SIMD3(-1, 0, 5))
        // Without rotation the camera looks along Z, up: its right is X, which is −z.
        #expect(calibration.cameras[0].axes == [SIMD3(0, 0, -1), SIMD3(1, 0, 0), SIMD3(0, -1, 0)])
    }

    @Test(
        "text that is not TOML is an error with its line",
        arguments: [
            ("a", 1), ("[a", 1), ("[]", 1), ("a = ", 1), ("\n\na = 1 2", 3), ("a = [1 2]", 1),
            ("a = [1,\n2\n", 3), ("a = \"b", 1), ("a = 'b\n'", 1), ("a = .5", 1), ("a = 5.", 1),
            ("a = 012", 1), ("a = 1__0", 1), ("a = _1", 1), ("a = 1e", 1), ("a = nan", 1),
            ("a = 0x10", 1), ("a = yes", 1), ("= 1", 1), ("\na = \"\\x\"", 2), ("a = \"\\u12\"", 1),
            ("a = \"\\ud800\"", 1), ("a = 1\rb = 2", 1), ("a = 1,", 1), ("[a] b", 1), ("a = ,", 1),
            ("a = [,]", 1), ("a = \"\u{1}\"", 1), ("]", 1), ("a = ]", 1), ("a = 1\n}", 2),
            ("é = 1", 1), ("a = ١", 1), ("a = \"\\", 1), ("a = \"\\u", 1), ("a = --1", 1),
        ])
    func malformed(text: String, line: Int) {
        guard case .syntax(line, let expected)? = error(text) else {
            Issue.record("\(String(describing: error(text)))")
            return
        }
        #expect(!expected.isEmpty)
    }

    @Test("parts of TOML that are not read are errors that name them") func unsupported() {
        let arrays = String(repeating: "[", count: 100_000)
        for (text, feature) in [
            ("[[a]]", "arrays of tables"), ("a.b = 1", "dotted keys"), ("a = {}", "inline tables"),
            ("a = \"\"\"b\"\"\"", "multi-line strings"),
            ("a = '''b'''", "multi-line strings"),
            ("a = 07:32:00", "dates and times"), ("a = 2024-01-01T00:00:00", "dates and times"),
            ("a = " + arrays, "arrays nested more than 8 levels deep"),
        ] {
            #expect(error(text) == .unsupportedSyntax(line: 1, feature: feature))
        }
    }

    @Test("repeated tables, keys and cameras are errors") func repeated() {
        #expect(error("a = 1\nb = 2\na = 3") == .repeatedKey(line: 3, key: "a"))
        #expect(error("[a]\n[b]\n[a]") == .repeatedKey(line: 3, key: "[a]"))
        let twice = camera("a") + camera("b", ["name": "\"a\""])
        #expect(error(twice) == .repeatedCamera(name: "a"))
    }

    @Test("a camera needs all of its values") func missingValues() {
        for key in ["size", "matrix", "distortions", "rotation", "translation"] {
            #expect(
                error(camera("a", [key: nil])) == .missingKey(camera: "a", key: key))
        }
        #expect(error(camera("a", ["fisheye": nil, "name": nil])) == nil)
        #expect(error("") == .tooFewCameras(count: 0, least: 2))
        #expect(error("[metadata]\nerror = 0.0") == .tooFewCameras(count: 0, least: 2))
    }

    @Test(
        "values out of range are errors that name camera and key",
        arguments: [
            ("size", "[0, 10]"), ("size", "[1920]"), ("size", "1920"), ("size", "[1e9, 10]"),
            ("size", "[\"a\", 2]"), ("size", "[[1, 2]]"), ("matrix", "[]"), ("matrix", "1"),
            ("matrix", "[[1000, 0, 5], [0, 1000, 5]]"),
            ("matrix", "[[1000, 0], [0, 1000], [0, 0]]"),
            ("matrix", "[[0, 0, 5], [0, 1000, 5], [0, 0, 1]]"),
            ("matrix", "[[-1000, 0, 5], [0, 1000, 5], [0, 0, 1]]"),
            ("matrix", "[[1000, 2, 5], [0, 1000, 5], [0, 0, 1]]"),
            ("matrix", "[[1000, 0, 5], [0, 1000, 5], [0, 1, 1]]"),
            ("matrix", "[[1000, 0, 5], [0, 1000, 5], [0, 0, 1, 0]]"),
            ("matrix", "[[1e308, 0, 5], [0, 1000, 5], [0, 0, 1]]"),
            ("matrix", "[[1000, 0, true], [0, 1000, 5], [0, 0, 1]]"),
            ("distortions", "[0, 0, 0, 0, 0, 1]"), ("distortions", "[1e400]"),
            ("distortions", "\"none\""), ("rotation", "[1, 2]"), ("rotation", "[1, 2, 1e300]"),
            ("translation", "[1, 2, 3, 4]"), ("translation", "false"), ("fisheye", "0"),
            ("name", "3"),
        ])
    func invalidValues(key: String, value: String) {
        let text = camera("a", [key: value])
        guard case .invalidValue("a", key, let line, let expected)? = error(text) else {
            Issue.record("\(String(describing: error(text)))")
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[line - 1].hasPrefix(key) && !expected.isEmpty)
    }

    @Test("a fisheye lens is an error") func fisheye() {
        #expect(error(camera("a", ["fisheye": "true"])) == .fisheyeUnsupported(camera: "a"))
    }

    @Test("no damaged file crashes the reader") func damage() {
        let bytes = Array((camera("a") + camera("b")).utf8)
        var random = SplitMix64(seed: 4)
        let marks = Array("[]\"'=.,#\n\r\\{}e-1 \u{0}é".utf8)
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0...random.below(3) {
                let index = random.below(damaged.count)
                switch random.below(3) {
                case 0: damaged[index] = marks[random.below(marks.count)]
                case 1: damaged.remove(at: index)
                default: damaged.removeLast(min(random.below(50), damaged.count - 1))
                }
            }
            if let error = error(String(decoding: damaged, as: UTF8.self)) {
                #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
            }
        }
    }

    @Test("recordings belong to cameras by name, else by order") func recordings() throws {
        let calibration = try CameraCalibration(
            parsing: camera("cam_01") + camera("cam_02") + camera("cam_03"))
        func names(_ files: [String]) throws -> [String] {
            try calibration.cameras(forRecordings: files).map(\.name)
        }
        #expect(try names(["x_cam03.jsonl", "x_Cam-01.mp4"]) == ["cam_03", "cam_01"])
        #expect(try names(["a.mp4", "b.mp4", "c.mp4"]) == ["cam_01", "cam_02", "cam_03"])
        for files in [["a.mp4", "b.mp4"], ["cam01.mp4", "cam01_again.mp4"], []]
        where files.count > 0 {
            #expect(
                throws: CalibrationError.recordingsDoNotMatch(
                    recordings: files, cameras: ["cam_01", "cam_02", "cam_03"])
            ) { try names(files) }
        }
    }
}
