package import LandmarkCore
package import LandmarkImaging
package import LandmarkMotion

/// The report of a run of motion analysis or of an exercise: for each person the main figures,
/// curves, tables, and images.
package struct MotionReport {
    /// The facts about a run that a report shows in addition to its people.
    package struct Run: Sendable {
        /// The name of the input for people.
        let input: String
        let measures: [Measure]
        let definition: ExerciseDefinition?
        /// The number of repetitions to reach, on each side if sides are counted separately, or the seconds
        /// of a hold; nil without a target.
        let target: Int?
        /// The number of cameras.
        let cameras: Int
        /// Whether a separate file lists all events.
        let hasEventLog: Bool
        /// The changes to the exercise by a person's own thresholds; nil without thresholds.
        let thresholds: String?
        /// The size of the images, or nil without images.
        package var imageSize: PixelSize?
        /// The time of the run's first frame in seconds, from which times are counted; nil for the
        /// first frame with a person.
        package var start: Double?
        package var ending = RunEnding.complete
        /// The number of frames in people's histories if the run had more; nil if the histories have all of
        /// them.
        package var frameLimit: Int?

        package init(
            input: String, measures: [Measure], definition: ExerciseDefinition? = nil,
            target: Int? = nil, cameras: Int = 1, hasEventLog: Bool = false,
            thresholds: String? = nil
        ) {
            self.input = input
            self.measures = measures
            self.definition = definition
            self.target = target
            self.cameras = cameras
            self.hasEventLog = hasEventLog
            self.thresholds = thresholds
        }

        /// The report's title.
        var title: String {
            definition.map { "\(Self.exerciseTitle): \($0.title)" } ?? "Motion report"
        }

        fileprivate static let exerciseTitle = "Exercise report"
    }

    let run: Run
    var page: PageBuilder

    var layout: PageLayout { page.layout }

    /// Lays out the report.
    package static func page(
        of people: [MotionHistory], _ run: Run, _ layout: PageLayout = .wide
    ) -> Page {
        page(of: prepared(people, run), run, layout)
    }

    private static func prepared(_ people: [MotionHistory], _ run: Run) -> [ReportedPerson] {
        let first = people.filter { $0.frames > 0 }.map { $0.signal.first }.min() ?? 0
        let start = run.start.map { Milliseconds.of(seconds: $0) } ?? first
        return people.map { ReportedPerson($0, origin: Double(start)) }
    }

    private static func page(
        of people: [ReportedPerson], _ run: Run, _ layout: PageLayout
    ) -> Page {
        var report = MotionReport(run: run, page: PageBuilder(layout))
        // A long name is below the title.
        let isLong = run.title.count > (layout.isNarrow ? 23 : 48)
        report.page.addTitle(
            isLong ? Run.exerciseTitle : run.title,
            subtitle: run.input.shortened(to: layout.subtitleLength), warning: run.ending.warning)
        let title = isLong ? run.definition?.title ?? "" : ""
        let paragraphs = [title, run.definition?.summary ?? "", run.thresholds ?? ""]
        for text in paragraphs where !text.isEmpty { report.page.addParagraph(text) }
        if let limit = run.frameLimit {
            report.page.addParagraph(
                "The run is too long for a full report: curves, ranges and faults cover only its first"
                    + " \(limit) frames.")
        }
        if people.isEmpty { report.page.addStatement("No one was seen, so there are no results.") }
        for person in people { report.add(person, isAlone: people.count == 1) }
        for text in report.smallPrint { report.page.addSmallPrint(text) }
        var page = report.page.page(
            title: "\(run.title): \(run.input.shortened(to: 80))", palette: Ink.motionPalette)
        page.isStructured = true
        return page
    }

    /// The report as an HTML file.
    package static func html(of people: [MotionHistory], _ run: Run) -> [UInt8] {
        let people = prepared(people, run)
        return page(of: people, run, .wide).html(narrow: page(of: people, run, .narrow))
    }

    /// The report as an image.
    ///
    /// - Throws: `ImagingError` when the canvas cannot be created.
    package static func image(
        of people: [MotionHistory], _ run: Run
    ) throws(ImagingError) -> PixelBuffer {
        try page(of: people, run).image()
    }

    private mutating func add(_ person: ReportedPerson, isAlone: Bool) {
        if !isAlone { page.addSection("Person \(person.history.id)") }
        addTiles(of: person)
        guard person.history.frames > 0 else {
            page.addStatement("There were no frames, so there are no results.")
            return
        }
        addCharts(of: person)
        addTestResult(of: person)
        addRepetitions(of: person)
        addHolds(of: person)
        addImages(of: person)
        addSets(of: person)
        addFaults(of: person)
        addRanges(of: person)
        addMissing(of: person)
    }

    // MARK: Small print

    private var smallPrint: [String] {
        let cameras =
            run.cameras > 1
            ? "Measured with \(run.cameras) cameras, triangulated."
            : "Measured with a single camera: depth is estimated, and hidden parts are not seen."
        return [
            "Not a medical device, and not a diagnosis. \(cameras)",
            // The tables of FromLandmarksToAngles.md and SeveralCameras.md.
            "Measured errors: on a public recording of a man balancing (a hard case: tilted"
                + " cameras, unusual motion, and a reference from four cameras that is itself"
                + " markerless), angles from one camera differ from the reference by a root mean"
                + " square of 20° to 26° at the knee, 12° to 15° at the hip, 18° to 28° at the elbow and"
                + " 12° to 18° at the shoulder; triangulated from three cameras, by 13°, 9°, 12° and 5°."
                + " In one woman"
                + " standing straight, the knee measured 13 ± 1° of flexion.",
            "Published elsewhere, for the knee in squats, one camera against inertial sensors:"
                + " −14 ± 15° seen obliquely (45–90°) and −2 ± 6° seen from the side.",
            "Left–right differences are 100·|L−R| / ((L+R)/2); 0 % is equal. Ranges come from"
                + " zero-lag filtered curves, and exclude missing values.",
        ]
    }
}

extension PageBuilder {
    /// Adds text broken into lines, on the page itself.
    mutating func addParagraph(_ text: String) {
        for line in PageLayout.lines(text, atMost: layout.lineLength - layout.lineLength / 10) {
            add(line, x: layout.margin, y: top + 10, Mark.TextStyle(size: 12.5, ink: .plain))
            top += 18
        }
        top += layout.gap / 2
    }

    /// Adds the heading of a section of the page.
    mutating func addSection(_ title: String) {
        top += 8
        add(
            title, x: layout.margin, y: top + 18,
            Mark.TextStyle(size: 19, isBold: true, ink: .strong, role: .heading))
        top += 20 + layout.gap
    }
}
