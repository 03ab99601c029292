package import LandmarkCore
package import LandmarkImaging
package import LandmarkMotion

/// The report of a run of motion analysis or of an exercise: for each person the main figures,
/// curves, tables, and images.
package struct MotionReport {
    /// What a report shows of a run beside its people.
    package struct Run: Sendable {
        /// The name of the input, as people know it.
        let input: String
        let measures: [Measure]
        let definition: ExerciseDefinition?
        /// The number of repetitions to reach, or nil if there is none.
        let target: Int?
        /// The number of cameras.
        let cameras: Int
        /// Whether a file of its own lists all events.
        let hasEventLog: Bool
        /// The size of the images, or nil if there was none.
        package var imageSize: PixelSize?
        package var ending = RunEnding.complete

        package init(
            input: String, measures: [Measure], definition: ExerciseDefinition? = nil,
            target: Int? = nil, cameras: Int = 1, hasEventLog: Bool = false
        ) {
            self.input = input
            self.measures = measures
            self.definition = definition
            self.target = target
            self.cameras = cameras
            self.hasEventLog = hasEventLog
        }
    }

    let people: [MotionHistory]
    let run: Run
    var page: PageBuilder

    /// Lays out the report.
    package static func page(
        of people: [MotionHistory], _ run: Run, _ layout: PageLayout = .wide
    ) -> Page {
        var report = MotionReport(people: people, run: run, page: PageBuilder(layout))
        report.page.addTitle(
            "Motion report", subtitle: run.input.shortened(to: layout.subtitleLength),
            warning: run.ending.warning)
        return report.page.page(title: "Motion report", palette: Ink.base)
    }

    /// The report as an HTML file.
    package static func html(of people: [MotionHistory], _ run: Run) -> [UInt8] {
        page(of: people, run).html(narrow: page(of: people, run, .narrow))
    }

    /// The report as an image.
    ///
    /// - Throws: `ImagingError` when the canvas cannot be created.
    package static func image(
        of people: [MotionHistory], _ run: Run
    ) throws(ImagingError) -> PixelBuffer {
        try page(of: people, run).image()
    }
}
