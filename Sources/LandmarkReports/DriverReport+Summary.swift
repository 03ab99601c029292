import DriverMonitoring
import LandmarkCore

/// The results of a run in sentences: that they are not validated, what could not be seen, and then what was
/// found, because finding no incident is meaningless if none could have been found.
extension DriverReport {
    /// The share of the time with readable eyes up to which nothing can be concluded, and that from which the
    /// unreadable rest is not worth a warning.
    static let noSight = 0.1
    static let fullSight = 0.9
    /// The lowest rate at which short closures are seen, in frames a second.
    private static let lowestRate = "8"
    /// The share of the time with too few frames from which the report mentions it.
    private static let slowShare = 0.1
    /// The maximum number of incidents that are named.
    private static let named = 3

    struct Sentence {
        let text: String
        /// Whether the sentence limits the report's conclusions.
        var isWarning = false
    }

    /// The sentences for the top of the page.
    var summary: [Sentence] {
        guard history.frames > 0 else {
            return [
                Sentence(text: "There were no frames, so there are no results.", isWarning: true)
            ]
        }
        return [Self.validity, sight] + [rate, incidentSentence].compactMap { $0 }
    }

    /// States what the numbers on the page are not.
    private static let validity = Sentence(
        text:
            "The score, its levels and the estimated sleepiness (KSS) are not validated: they were"
            + " never compared with drowsy drivers.",
        isWarning: true)

    /// How much could be seen.
    private var sight: Sentence {
        let share = history.availability ?? 0
        let reasons = history.readability.reasonText(.eyes, atMost: 3)
        let why = reasons.isEmpty ? "" : " (\(reasons))"
        if share < Self.noSight {
            let amount =
                history.usableFrames == 0
                ? "the eyes were never readable"
                : "the eyes were readable for only \(TimeText.share(share)) of the time"
            return Sentence(
                text: "Could not see: \(amount)\(why). Whether the driver was awake is unknown."
                    + headSentence,
                isWarning: true)
        }
        if history.isUnassessed, !isTooSlow {
            let mean = history.meanConfidence.map { String($0, places: 2) } ?? "0"
            return Sentence(
                text: "Could not judge: the eyes were readable for \(TimeText.share(share)) of the"
                    + " time, but never well enough (mean confidence \(mean)). How tired the"
                    + " driver was is unknown.", isWarning: true)
        }
        if share < Self.fullSight {
            return Sentence(
                text: "Could not see the eyes for \(TimeText.share(1 - share)) of the time\(why)."
                    + " Whether the driver was awake then is unknown.", isWarning: true)
        }
        return Sentence(text: "The eyes were readable for \(TimeText.share(share)) of the time.")
    }

    /// Whether most frames came too slowly to judge how tired the driver was.
    var isTooSlow: Bool {
        let all = history.readability
        guard let rate = all.slowRate, 2 * all.slowTime >= all.duration else { return false }
        return rate < DriverLimits.assessedFrameRate
    }

    /// States what could be judged without the eyes.
    private var headSentence: String {
        let share = history.readability.share(.head) ?? 0
        guard share >= Self.noSight else { return "" }
        return " The head was readable for \(TimeText.share(share)) of the time."
    }

    /// States that there were too few frames, if so.
    private var rate: Sentence? {
        let all = history.readability
        let share = Double(all.slowTime) / Double(max(all.duration, 1))
        guard all.duration > 0, share >= Self.slowShare else { return nil }
        let mean = all.slowRate.map { " (\(String($0, places: 1)) per second)" } ?? ""
        let judgment =
            history.isUnassessed && isTooSlow ? " How tired the driver was cannot be judged." : ""
        return Sentence(
            text: "Frames arrived too slowly for \(TimeText.share(share)) of the time\(mean): short"
                + " closures cannot be seen below \(Self.lowestRate) frames/s.\(judgment)",
            isWarning: true)
    }

    /// The number of incidents, and the most urgent of them.
    private var incidentSentence: Sentence? {
        let count = history.incidentCount
        guard count > 0 else {
            let isSeen = (history.availability ?? 0) >= Self.fullSight && !history.isUnassessed
            return Sentence(
                text: isSeen
                    ? "There were no incidents."
                    : "No incidents were found in the time that was readable.")
        }
        let named = history.incidents.byUrgency.prefix(Self.named).map { incident in
            let time = TimeText.clock(Double(incident.start - history.first), places: 0)
            let name = incident.name.lowercased()
            return "\(name) at \(time) for \(TimeText.duration(incident.duration))"
        }
        let rest = count - named.count
        let more = rest > 0 ? ["\(rest) more"] : []
        return Sentence(
            text: "\(count) incident\(count == 1 ? "" : "s"): "
                + (named + more).joined(separator: "; ") + ".")
    }

    /// Adds the sentences on a card, warnings in bold text.
    mutating func addSummary() {
        let sentences = summary
        page.addCard { page in
            page.top += 14
            for sentence in sentences {
                let size = 14.0
                let limit = Int((page.layout.innerWidth - 2 * page.inset - 20) / (size * 0.64))
                for line in PageLayout.lines(sentence.text, atMost: limit) {
                    page.add(
                        line, x: page.layout.margin + page.inset, y: page.top + 13,
                        Mark.TextStyle(
                            size: size, isBold: sentence.isWarning,
                            ink: sentence.isWarning ? .warning : .strong))
                    page.top += 20
                }
                page.top += 4
            }
            page.top += 10
        }
    }
}
