import LandmarkCommandSupport
import LandmarkCore

/// What a run has done so far.
struct Tally {
    /// Images or frames, and what was found in them.
    struct Count {
        var searched = 0
        /// All that was found.
        var found = 0
        /// Images or frames with something in them.
        var hits = 0
        var duration = Duration.zero

        mutating func add(found: Int) {
            searched += 1
            self.found += found
            if found > 0 { hits += 1 }
        }
    }

    /// Images of their own.
    var images = Count()
    /// Frames of streams.
    var frames = Count()
    /// Inputs that could not be read, or not to their end.
    var failed = 0
    /// Frames that came in live mode, looked at or not; nil without live mode.
    var received: Int?

    /// Whether errors are all that came of the inputs.
    var isFruitless: Bool { failed > 0 && images.searched == 0 && frames.searched == 0 }

    /// The lines for whoever watches, about things called `noun`.
    func summary(_ noun: (one: String, several: String), withImages: Bool) -> [String] {
        var lines: [String] = []
        if withImages, images.searched > 0 || frames.searched == 0 {
            let name = images.found == 1 ? noun.one : noun.several
            let unit = images.searched == 1 ? "image" : "images"
            lines.append(
                "\(images.searched) \(unit), \(images.found) \(name), "
                    + Self.pace(images, "images"))
        }
        if frames.searched > 0 {
            let unit = frames.searched == 1 ? "frame" : "frames"
            lines.append(
                "\(frames.searched) \(unit), \(noun.several) in \(frames.hits), "
                    + Self.pace(frames, "frames"))
        }
        if let received {
            let dropped = received - frames.searched
            lines.append(
                "live: \(received) received, \(frames.searched) processed, \(dropped) dropped")
        }
        return lines
    }

    private static func pace(_ count: Count, _ unit: String) -> String {
        let seconds = String(Rate.seconds(count.duration), places: 2)
        return "\(seconds) s, \(Rate.text(count: count.searched, in: count.duration, of: unit))"
    }
}
