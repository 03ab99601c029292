import DriverMonitoring
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FuzzTarget {
    /// Files other than models and graphs.
    static let files: [FuzzTarget] = [
        image, bitmap, recoveryPoint, calibration, exercise, rules, progress, tables,
    ]

    private static let image = FuzzTarget(name: "image", maximumLength: 8192) { bytes in
        guard
            let image = attempt({
                try ImageFile.decode(bytes, name: "i", pixelLimit: 1 << 20)
            }), image.width * image.height < 1 << 12
        else { return }
        attempt { try PNGFile.encode(image, name: "o") }
        attempt { try JPEGFile.encode(image, name: "o", quality: Int(bytes.count % 120)) }
    }

    /// A packet of H.264, whose first two bytes are those that select how its units are divided.
    private static let recoveryPoint = FuzzTarget(name: "recovery-point", maximumLength: 512) {
        bytes in
        let configuration: [UInt8] = bytes.count < 2 ? [] : [bytes[0] & 1, 100, 0, 31, bytes[1]]
        bytes.dropFirst(2).withContiguousStorageIfAvailable {
            _ = H264RecoveryPoint.isLater($0, configuration: configuration)
        }
    }

    /// Decoded pixels in any layout, as a system's decoder may return them.
    private static let bitmap = FuzzTarget(name: "bitmap", maximumLength: 256) { bytes in
        var choices = Choices(bytes)
        let table = (0..<choices.below(40)).map { UInt8($0) }
        let models: [StoredBitmap.Model] = [.gray, .rgb, .cmyk, .indexed(table)]
        let alphas: [StoredBitmap.Alpha] = [
            .none, .first(isPremultiplied: false), .last(isPremultiplied: true), .skippedFirst,
            .skippedLast,
        ]
        let bits = choices.pick([1, 2, 4, 8, 8, 16, 16, 7, 0])
        let size = PixelSize(width: choices.below(20), height: choices.below(20))
        let components = 1 + choices.below(5)
        var bitmap = StoredBitmap(
            size, choices.pick(models),
            bitsPerPixel: choices.once(in: 8) ? Int(choices.number()) : bits * components,
            bytesPerRow: choices.once(in: 8) ? Int(choices.number()) : 8 + choices.below(160))
        bitmap.bitsPerComponent = bits
        bitmap.alpha = choices.pick(alphas)
        bitmap.order = choices.pick([.big, .little16, .little32])
        bitmap.isInverted = choices.once(in: 2)
        let memory = [UInt8](repeating: choices.byte(), count: choices.below(4096))
        memory.withUnsafeBytes { _ = bitmap.pixels($0) }
    }

    /// Calibrations of cameras in TOML.
    private static let calibration = FuzzTarget(
        name: "calibration", mutate: TextTokens.mutate
    ) { bytes in
        guard let text = String(utf8: bytes),
            let calibration = attempt({ try CameraCalibration(parsing: text) })
        else { return }
        attempt { try calibration.cameras(forRecordings: ["cam_01.mp4", "cam_02.mp4"]) }
        guard let camera = calibration.cameras.first else { return }
        _ = camera.axes
    }

    /// Definitions of exercises and a person's thresholds in JSON, with the reader of their mistakes.
    private static let exercise = FuzzTarget(
        name: "exercise", maximumLength: 8192, mutate: TextTokens.mutate
    ) { bytes in
        _ = JSONSyntaxProblem.first(in: bytes)
        if let thresholds = attempt({
            try JSONDecoder().decode(PatientThresholds.self, from: Data(bytes))
        }) {
            for definition in ExerciseDefinition.all {
                if let own = attempt({ try thresholds.applied(to: definition) }) {
                    _ = own.changes(since: definition)
                }
            }
        }
        guard
            let definition = attempt({
                try JSONDecoder().decode(ExerciseDefinition.self, from: Data(bytes))
            })
        else { return }
        attempt { try JSONEncoder().encode(definition) }
    }

    /// The policy of a driver's alerts in JSON.
    private static let rules = FuzzTarget(
        name: "rules", maximumLength: 8192, mutate: TextTokens.mutate
    ) { bytes in
        guard
            let options = attempt({
                try JSONDecoder().decode(DriverOptions.self, from: Data(bytes))
            })
        else { return }
        attempt { try JSONEncoder().encode(options) }
        // The eyes close, and the head turns aside.
        var machine = DriverStateMachine(options: options)
        for frame in 0..<80 {
            let reading = DriverReading(
                timestamp: .milliseconds(100 * frame), isFacePresent: true,
                openness: frame % 40 < 20 ? 1 : 0, mouthOpenness: 0,
                head: HeadPose(pitch: 0, yaw: frame < 40 ? 0 : 40, roll: 0), speed: 80)
            attempt { try machine.update(reading) }
        }
    }

    /// The reports of several visits as JSON Lines, with the comparison of their numbers.
    private static let progress = FuzzTarget(
        name: "progress", maximumLength: 16384, mutate: TextTokens.mutate
    ) { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(6)
        let visits = lines.enumerated().compactMap { index, line in
            attempt { try JSONDecoder().decode(SessionLine.self, from: Data(line)) }.map {
                ProgressReport.Visit(name: "visit \(index)", quantities: $0.quantities)
            }
        }
        guard let report = attempt({ try ProgressReport(of: visits) }) else { return }
        _ = (report.json, report.csv, report.lines)
    }

    /// Markers and angles as tables.
    private static let tables = FuzzTarget(name: "tables") { bytes in
        var choices = Choices(bytes)
        func number() -> Double {
            var bits: UInt64 = 0
            for _ in 0..<8 { bits = bits << 8 | UInt64(choices.byte()) }
            return choices.once(in: 3)
                ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits) >> 40)
        }
        var rows: [TRCFile.Row] = []
        while !choices.isEmpty, rows.count < 20 {
            let world = (0..<choices.below(40)).map { _ -> SIMD3<Double>? in
                choices.once(in: 4) ? nil : SIMD3(number(), number(), number())
            }
            rows.append(TRCFile.Row(time: number(), world: world))
        }
        var frame = MotionFrame()
        frame.visibility[choices.below(33)] = 1
        rows.append(TRCFile.Row(frame))
        let rate = choices.once(in: 2) ? number() : nil
        _ = TRCFile.bytes(
            of: rows, name: String(decoding: bytes.prefix(9), as: UTF8.self), frameRate: rate)
    }
}
