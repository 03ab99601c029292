package import DriverMonitoring
package import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// What a run of `drive` has shown so far, for the report and the summary.
package final class DriveLog {
    package private(set) var history: DriverHistory
    package private(set) var run: DriverReport.Run
    private var openEvents = OpenEvents()
    private var ends: [DriverEventRecord] = []

    package init(_ run: DriverReport.Run, keepsImages: Bool) {
        history = DriverHistory(keepsImages: keepsImages)
        self.run = run
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - result: The driver's state.
    ///   - events: The events that fired or ended in the frame.
    ///   - face: The driver's face; nil when it was not found.
    ///   - size: The size of the frame in pixels.
    ///   - image: The frame; nil where no images are kept.
    /// - Throws: `ImagingError` when an image for the report cannot be drawn.
    package func add(
        _ result: DriverResult, _ events: [DriverEventRecord], face: Face?,
        imageSize size: PixelSize?,
        image: PixelBuffer?
    ) throws(ImagingError) {
        run.imageSize = size
        history.add(result, events)
        if let image { try history.addImage(image, face, of: result) }
        openEvents.update(events)
    }

    /// Ends the events that are still going on, at the time of the last frame.
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
