#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkReports
import LandmarkTasks

/// Monitors a driver.
struct DriverLiveTask: LiveTask {
    let kind = LiveTaskKind.drive
    private let detector: DriverDetector
    private let session: Mutex<DriveSession>

    /// Loads the models.
    ///
    /// - Parameters:
    ///   - options: Options of the assessment.
    ///   - speed: The vehicle's speed in km/h; nil if unknown.
    ///   - input: The input's name in reports.
    init(
        _ settings: DetectionSettings, _ options: DriverOptions, speed: Double?, input: String
    ) throws {
        detector = try DriverDetector(settings)
        session = Mutex(
            DriveSession(
                DriverReport.Run(input: input, speed: speed, hasEventLog: false),
                version: Version.current, isMirrored: settings.isMirrored, keepsImages: false,
                options: options))
    }

    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
        let start = MonotonicTime.now
        do {
            let detections = try detector.detect(frame)
            let detected = MonotonicTime.now
            return try session.withLock { session in
                let (result, events) = try session.update(
                    frame, detections.driver, hands: detections.hands)
                var output = LiveOutput(content: .driver(result, detections.driver.face))
                output.events = Self.events(events, at: frame.timestamp)
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
        session.withLock { session in
            session.end(.complete)
            let last = Timestamp.milliseconds(session.history.last)
            return Self.events(session.takeEnds(), at: last)
        }
    }

    func report() -> [UInt8]? {
        let (history, run) = session.withLock { ($0.history, $0.run) }
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
