import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FuzzTarget {
    /// Files other than models and graphs.
    static let files: [FuzzTarget] = [image, calibration, exercise, tables]

    private static let image = FuzzTarget(name: "image", maximumLength: 8192) { bytes in
        _ = try? ImageFile.decode(bytes, name: "i", pixelLimit: 1 << 20)
    }

    /// Calibrations of cameras in TOML.
    private static let calibration = FuzzTarget(
        name: "calibration", mutate: TextTokens.mutate
    ) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self),
            let calibration = try? CameraCalibration(parsing: text)
        else { return }
        _ = try? calibration.cameras(forRecordings: ["cam_01.mp4", "cam_02.mp4"])
        guard let camera = calibration.cameras.first else { return }
        _ = camera.axes
    }

    /// Definitions of exercises in JSON, with the reader of their mistakes.
    private static let exercise = FuzzTarget(
        name: "exercise", maximumLength: 8192, mutate: TextTokens.mutate
    ) { bytes in
        _ = JSONSyntaxProblem.first(in: bytes)
        guard
            let definition = try? JSONDecoder().decode(
                ExerciseDefinition.self, from: Data(bytes))
        else { return }
        _ = try? JSONEncoder().encode(definition)
    }

    /// Markers and angles as tables.
    private static let tables = FuzzTarget(name: "tables") { bytes in
        var choices = Choices(bytes)
        func number() -> Double {
            var bits: UInt64 = 0
            for _ in 0..<8 { bits = bits << 8 | UInt64(choices.byte()) }
            return choices.once(in: 3) ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits) >> 40)
        }
        var rows: [TRCFile.Row] = []
        while !choices.isEmpty, rows.count < 20 {
            let world = (0..<choices.below(40)).map { _ -> SIMD3<Double>? in
                choices.once(in: 4) ? nil : SIMD3(number(), number(), number())
            }
            rows.append(TRCFile.Row(time: number(), world: world))
        }
        let rate = choices.once(in: 2) ? number() : nil
        _ = TRCFile.bytes(
            of: rows, name: String(decoding: bytes.prefix(9), as: UTF8.self), frameRate: rate)
    }
}
