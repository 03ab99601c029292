import LandmarkCommandSupport
import LandmarkCore

/// What a run has processed so far.
struct RunSummary {
    /// Counts of images or frames.
    struct Counts {
        var processed = 0
        /// Hands, poses or faces in all of them.
        var instances = 0
        /// Images or frames with at least one instance.
        var withInstances = 0
        var duration = Duration.zero

        mutating func add(instances count: Int) {
            processed += 1
            instances += count
            if count > 0 { withInstances += 1 }
        }

        /// The duration and the rate, as in `1.20 s, 25 frames/s`.
        func pace(_ unit: String) -> String {
            let seconds = String(Rate.seconds(duration), places: 2)
            return "\(seconds) s, \(Rate.text(count: processed, in: duration, of: unit))"
        }
    }

    /// Single images.
    var images = Counts()
    /// Frames of videos, folders, cameras and pipes.
    var frames = Counts()
    /// Errors that were reported: inputs or frames that could not be read or processed.
    var failures = 0
    /// Frames that arrived in live mode, dropped ones included; nil without live mode.
    var received: Int?

    /// Images and frames together.
    var all: Counts {
        Counts(
            processed: images.processed + frames.processed,
            instances: images.instances + frames.instances,
            withInstances: images.withInstances + frames.withInstances,
            duration: images.duration + frames.duration)
    }

    /// The line about frames that were dropped; nil without live mode.
    var liveLine: String? {
        received.map { received in
            "live: \(received) received, \(frames.processed) processed,"
                + " \(received - frames.processed) dropped"
        }
    }

    /// `1 frame` or `2 frames`.
    static func counted(_ count: Int, _ unit: String) -> String {
        "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
