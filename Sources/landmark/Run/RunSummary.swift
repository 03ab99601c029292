import LandmarkCommandSupport
import LandmarkCore

/// The summary of a run so far.
struct RunSummary {
    /// Counts of images or frames.
    struct Counts {
        var processed = 0
        /// Hands, poses or faces in all of them.
        var instances = 0
        /// Images or frames with at least one instance.
        var withInstances = 0
        /// Seconds.
        var duration = 0.0

        mutating func add(instances count: Int) {
            processed += 1
            instances += count
            if count > 0 { withInstances += 1 }
        }

        /// Adds other counts, with the time that they took in parallel or afterward.
        mutating func add(_ other: Counts) {
            processed += other.processed
            instances += other.instances
            withInstances += other.withInstances
            duration += other.duration
        }

        /// The duration and the rate, such as `1.20 s, 25 frames/s`.
        func pace(_ unit: String) -> String {
            let seconds = String(duration, places: 2)
            return "\(seconds) s, \(Rate.text(count: processed, in: duration, of: unit))"
        }
    }

    /// Single images.
    var images = Counts()
    /// Frames of videos, folders, cameras and pipes.
    var frames = Counts()
    /// Errors that were reported: inputs or frames that could not be read or processed.
    var failures = 0
    /// Frames that arrived in live mode, including dropped ones; nil without live mode.
    var received: Int?
    /// The names of inputs that could not be read to the end.
    var failedInputs: [String] = []

    /// Starts a run: watches for interruptions, and prints notes and problems of its inputs.
    mutating func begin(_ inputs: InputList, on console: Console) {
        Interruption.watch()
        for note in inputs.notes { console.note(note) }
        for problem in inputs.problems { report("\(problem)", on: console) }
    }

    /// Counts an error, and prints it.
    mutating func report(_ problem: String, on console: Console) {
        failures += 1
        console.printError(problem)
    }

    /// Adds the summary of another loop.
    mutating func add(_ other: RunSummary) {
        images.add(other.images)
        frames.add(other.frames)
        failures += other.failures
        if let received = other.received { self.received = received + (self.received ?? 0) }
        failedInputs += other.failedInputs
    }

    /// The exit code of the program.
    var exitCode: ExitCode {
        if Interruption.isRequested { return .interrupted }
        return failures == 0 ? .done : .failed
    }

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
}
