package import DriverMonitoring
import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// A run of `drive`: analyzes the driver's face over time, and keeps the results so far for the report and
/// the summary.
package final class DriveSession {
    package private(set) var history: DriverHistory
    package private(set) var run: DriverReport.Run
    private var analyzer: DriverAnalyzer
    private var openEvents = OpenEvents()
    private var ends: [DriverEventRecord] = []

    /// - Parameters:
    ///   - run: The run; the date is added.
    ///   - version: The version of the program, for the report.
    ///   - isMirrored: Whether the images are mirrored.
    ///   - keepsImages: Whether the report has images.
    ///   - options: Options of the assessment.
    package init(
        _ run: DriverReport.Run, version: String, isMirrored: Bool, keepsImages: Bool,
        options: DriverOptions = DriverOptions()
    ) {
        history = DriverHistory(keepsImages: keepsImages)
        self.run = run
        self.run.date = ReportDate.text
        self.run.program = "LandmarkKit \(version)"
        analyzer = DriverAnalyzer(isMirrored: isMirrored, options: options)
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - driver: The driver in it.
    ///   - hands: The hands in it; nil if only faces are detected.
    /// - Returns: The driver's state, and the events that fired or ended in the frame.
    /// - Throws: `DriverError`, or `ImagingError` when an image for the report cannot be drawn.
    package func update(
        _ frame: Frame, _ driver: DriverSighting, hands: [Hand]?
    ) throws -> (result: DriverResult, events: [DriverEventRecord]) {
        if driver.isTurned { analyzer.recalibrate() }
        let face = driver.face
        let result = try analyzer.update(
            DriverObservation(
                timestamp: frame.timestamp, imageSize: frame.image.size, face: face,
                eyeImages: face.map { EyeImages($0, in: frame.image) }, change: driver.change,
                context: DriverContext(speed: run.speed, hands: hands)))
        let events = result.eventRecords
        run.imageSize = frame.image.size
        history.add(result, events)
        try history.addImage(frame.image, face, of: result)
        openEvents.update(events)
        return (result, events)
    }

    /// Ends the events in progress at the time of the last frame.
    package func end(_ ending: RunEnding) {
        run.ending = ending
        let ended = openEvents.end(at: .milliseconds(history.last), ending.ofOpenEvents)
        history.add(ended)
        ends += ended
    }

    /// Removes and returns the events that ``end(_:)`` has ended.
    package func takeEnds() -> [DriverEventRecord] {
        defer { ends = [] }
        return ends
    }
}
