import DriverMonitoring
package import LandmarkCore
package import LandmarkImaging

/// The report of a run: its main figures, charts over time, and events.
package struct DriverReport {
    /// The facts about a run that a report shows in addition to its history.
    package struct Run: Sendable {
        /// The name of the input for people, without its folder.
        let input: String
        /// The size of the images, or nil without images.
        package var imageSize: PixelSize?
        /// The vehicle's speed in km/h, if given.
        let speed: Double?
        /// Whether hands were detected.
        let hasHands: Bool
        /// Whether a separate file lists all events.
        let hasEventLog: Bool
        /// The date of the run, as text; nil to omit it.
        package var date: String?
        /// The program that made the report and its version; nil to omit them.
        package var program: String?
        package var ending = Ending.complete

        package init(input: String, speed: Double?, hasHands: Bool = false, hasEventLog: Bool) {
            self.input = input
            self.speed = speed
            self.hasHands = hasHands
            self.hasEventLog = hasEventLog
        }

        /// The date of the run and the program; nil if both are unknown.
        fileprivate var origin: String? {
            let parts = [date, program.map { "with \($0)" }].compactMap { $0 }
            return parts.isEmpty ? nil : "Made \(parts.joined(separator: " "))"
        }
    }

    package typealias Ending = RunEnding

    let history: DriverHistory
    let run: Run
    var page: PageBuilder

    var layout: PageLayout { page.layout }

    /// Lays out the report.
    package static func page(
        of history: DriverHistory, _ run: Run, _ layout: PageLayout = .wide
    ) -> Page {
        var report = DriverReport(history: history, run: run, page: PageBuilder(layout))
        report.page.addTitle(
            "Driver report", subtitle: run.inputName(atMost: layout.subtitleLength),
            warning: run.ending.warning)
        if let origin = run.origin { report.page.addSmallPrint(origin) }
        report.addSummary()
        report.addTiles()
        if history.frames > 0 {
            report.addIncidents()
            report.addImages()
            report.addCharts()
            report.addReadability()
            report.addRates()
            report.addEventList()
        }
        for text in smallPrint { report.page.addSmallPrint(text) }
        var page = report.page.page(
            title: "Driver report: \(run.inputName(atMost: 80))", palette: Ink.driverPalette)
        page.isStructured = true
        return page
    }

    /// The report as an HTML file.
    package static func html(of history: DriverHistory, _ run: Run) -> [UInt8] {
        page(of: history, run).html(narrow: page(of: history, run, .narrow))
    }

    /// The report as an image.
    ///
    /// - Throws: `ImagingError` when the canvas cannot be created.
    package static func image(
        of history: DriverHistory, _ run: Run
    ) throws(ImagingError) -> PixelBuffer {
        try page(of: history, run).image()
    }

    private static let smallPrint = [
        "Not validated: never measured on footage of a drowsy driver. The score, levels and events"
            + " follow published definitions and were tested on synthetic signals and an alert driver;"
            + " how many drowsy drivers they find, and how often they are wrong, is unknown."
            + " Confidence is how likely the eyes were judged correctly, measured on photographs, not"
            + " how likely the driver was tired. This is not a safety device."
    ]
}

// MARK: Tiles

extension DriverReport {
    private mutating func addTiles() {
        page.addTiles([
            durationTile, framesTile, levelTile, incidentsTile, availabilityTile, calibrationTile,
        ])
    }

    private var durationTile: PageBuilder.Tile {
        let speed = run.speed.map { "driving at \(String($0, places: 0)) km/h" }
        return PageBuilder.Tile(
            name: "Duration", value: TimeText.duration(history.series.duration),
            note: speed ?? "speed unknown")
    }

    private var framesTile: PageBuilder.Tile {
        let step = history.series.step
        let rate = step > 0 ? "\(String(1000 / step, places: 1)) per second" : ""
        let size = run.imageSize.map { "\($0)" } ?? ""
        return PageBuilder.Tile(
            name: "Frames", value: "\(history.frames)",
            note: [rate, size].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private var levelTile: PageBuilder.Tile {
        guard let share = history.availability, !history.isUnassessed else {
            return PageBuilder.Tile(
                name: "Highest level", value: "unknown",
                note: history.usableFrames == 0
                    ? "eyes never readable" : isTooSlow ? "too few frames" : "eyes not seen enough",
                ink: .warning)
        }
        let highest = history.highestLevel
        let score = String(history.highestScore, places: 0)
        return PageBuilder.Tile(
            name: "Highest level", value: "\(highest.rawValue) \(highest.displayName)",
            note: share < 0.6
                ? "seen \(TimeText.percent(share)) of the time" : "score up to \(score) of 100",
            ink: highest >= .severe ? .alarm : .strong)
    }

    private var incidentsTile: PageBuilder.Tile {
        let count = history.incidentCount
        return PageBuilder.Tile(
            name: "Incidents", value: "\(count)",
            note: history.alertTime == 0
                ? "no alerts"
                : "alerts on for \(TimeText.duration(Double(history.alertTime)))",
            ink: count > 0 ? .alarm : .strong)
    }

    private var availabilityTile: PageBuilder.Tile {
        let reason = history.readability.reasons(.eyes).first?.text
        let isFull = (history.availability ?? 0) >= Self.fullSight
        return PageBuilder.Tile(
            name: "Availability", value: history.availability.map(TimeText.share) ?? "–",
            note: isFull
                ? "of the time, eyes readable" : reason.map { "rest: \($0)" } ?? "eyes readable",
            ink: isFull ? .strong : .warning)
    }

    private var calibrationTile: PageBuilder.Tile {
        let note =
            history.calibrationTime.map { "since \(TimeText.clock(Double($0), places: 1))" }
            ?? "eyes not learned"
        return PageBuilder.Tile(
            name: "Calibration", value: history.calibration.displayName, note: note)
    }
}

// MARK: Name and colors

extension DriverReport.Run {
    /// The input's name in at most `limit` characters.
    func inputName(atMost limit: Int) -> String { input.shortened(to: limit) }
}

extension Ink {
    static let openness = Ink("openness", light: 0x1F77C9, dark: 0x62B0F5)
    static let perclos = Ink("perclos", light: 0x8A4FBF, dark: 0xC08BF0)
    static let yaw = Ink("yaw", light: 0x0F8F83, dark: 0x3ECFC0)
    static let pitch = Ink("pitch", light: 0xC2601C, dark: 0xF39A58)
    static let score = Ink("score", light: 0x14202B, dark: 0xF2F5F8)
    static let confidence = Ink("confidence", light: 0x47698A, dark: 0x9DBBD8)
    static let speed = Ink("speed", light: 0x6B6B1F, dark: 0xCFCF73)
    /// For times in which a signal was readable.
    static let readable = Ink("readable", light: 0x7FA7C9, dark: 0x3F6D93)
    /// For times in which the eyes were not readable.
    static let unusable = Ink("unusable", light: 0xAEB8C2, dark: 0x4A5663)

    private static let levels = [
        Ink("level0", light: 0x3BA55D, dark: 0x3FB968),
        Ink("level1", light: 0xB5BD2C, dark: 0xC4CC3A),
        Ink("level2", light: 0xE8B51F, dark: 0xF0C23A),
        Ink("level3", light: 0xE8791E, dark: 0xF28A35),
        Ink("level4", light: 0xD42F2F, dark: 0xEE4B4B),
    ]

    static func level(_ level: FatigueLevel) -> Ink { levels[level.rawValue] }

    fileprivate static let driverPalette =
        base
        + [
            .openness, .perclos, .yaw, .pitch, .score, .confidence, .speed, .readable, .unusable,
        ] + levels + signals
}

extension DriverEventKind {
    /// The color of the event's mark.
    var ink: Ink {
        switch self {
        case .blink: .openness
        case .longBlink, .yawn: .level(.moderate)
        case .microsleep, .slump, .headNod, .distractionShort, .phoneLike: .level(.severe)
        case .sleep, .unresponsive, .distractionLong, .lockedOut: .level(.critical)
        case .yawnRetracted, .noFace, .degraded, .eyesUnreadable: .faint
        case .levelChanged, .driverChanged: .strong
        }
    }
}
