#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// Monitors a driver.
struct DriverLiveTask: LiveTask {
    private struct State {
        var analyzer: DriverAnalyzer
        var selector = DriverFaceSelector()
        /// The run so far.
        let log: DriveLog
    }

    let kind = LiveTaskKind.drive
    private let detector: DriverDetector
    private let speed: Double?
    private let state: Mutex<State>

    /// Loads the models.
    ///
    /// - Parameters:
    ///   - speed: The vehicle's speed in km/h; nil if it is unknown.
    ///   - input: The input's name in reports.
    init(_ settings: DetectionSettings, speed: Double?, input: String) throws {
        detector = try DriverDetector(settings)
        self.speed = speed
        var run = DriverReport.Run(input: input, speed: speed, hasEventLog: false)
        run.date = ReportDate.text
        run.program = "LandmarkKit \(Version.current)"
        state = Mutex(
            State(
                analyzer: DriverAnalyzer(isMirrored: settings.isMirrored),
                log: DriveLog(run, keepsImages: false)))
    }

    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
        let start = MonotonicTime.now
        do {
            let detections = try detector.detect(frame)
            let detected = MonotonicTime.now
            return try state.withLock { state in
                if detections.isTurned {
                    state.selector.reset()
                    state.analyzer.recalibrate()
                }
                let face = state.selector.select(from: detections.faces, at: frame.timestamp)
                let result = try state.analyzer.update(
                    DriverObservation(
                        timestamp: frame.timestamp, imageSize: frame.image.size, face: face,
                        eyeImages: face.map { EyeImages($0, in: frame.image) },
                        context: DriverContext(speed: speed, hands: detections.hands)))
                try state.log.add(
                    result, result.eventRecords, face: face, imageSize: frame.image.size, image: nil
                )
                var output = LiveOutput(content: .driver(result, face))
                output.events = Self.events(result.eventRecords, at: frame.timestamp)
                output.stages = [
                    ("detect", Double(detected.nanoseconds - start.nanoseconds) * 1e-9),
                    ("analyze", detected.elapsedSeconds),
                ]
                return .success(output)
            }
        } catch {
            return .failure(LiveFault(error))
        }
    }

    func finish() -> [LiveEvent] {
        state.withLock { state in
            state.log.end(.complete)
            let last = Timestamp.milliseconds(state.log.history.last)
            return Self.events(state.log.takeEnds(), at: last)
        }
    }

    func report() -> [UInt8]? {
        let (history, run) = state.withLock { ($0.log.history, $0.log.run) }
        return DriverReport.html(of: history, run)
    }

    private static func events(
        _ records: [DriverEventRecord], at timestamp: Timestamp
    ) -> [LiveEvent] {
        records.map {
            LiveEvent(kind: .driver($0), timestamp: timestamp, sentence: $0.sentence)
        }
    }
}
#endif
