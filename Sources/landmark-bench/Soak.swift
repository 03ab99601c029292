import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A task on the frames of a video in a loop, with the resources of the process checked for growth.
struct Soak {
    /// The number of frames between samples of the process.
    private static let interval = 5
    /// The fewest frames of a soak: two samples in each quarter.
    private static let minFrames = 4 * 2 * interval
    /// The milliseconds between the last frame of a round and the first of the next.
    private static let gap = 33

    private let path: String
    private let frames: Int
    /// The bytes by which the mean memory of the last quarter may exceed that of the second.
    private let tolerance: Int
    /// Prepares the task. Every call returns a new one.
    private let prepare: () throws -> BenchInference
    /// Whether every frame gets a new task.
    private let reopens: Bool

    /// Reads the options; memory is compared from the second quarter on, after caches have filled.
    init(_ arguments: Arguments) throws {
        let task = try BenchTasks.named(arguments.inputs[1], in: "bench soak")
        path = arguments.inputs[2]
        frames = arguments.integer("--frames") ?? 20_000
        guard frames >= Self.minFrames else {
            throw CommandError.invalidValue(
                option: "--frames", expected: "at least \(Self.minFrames) frames of a soak",
                got: "\(frames)")
        }
        tolerance = (arguments.integer("--tolerance") ?? 2) << 20
        prepare = {
            try task.inference(arguments, mode: .video, threads: arguments.integer("--threads"))
        }
        reopens = arguments.has("--reopen")
    }

    /// Runs all frames, prints the resources that the process held in each quarter, and fails if
    /// they grew. After Ctrl-C, prints the quarters so far, which prove nothing.
    ///
    /// - Throws: `CaptureError` or `TaskError` if a frame cannot be read or processed;
    ///   `CommandError` where the system does not report the process's resources.
    func run() throws -> ExitCode {
        var quarters = [Quarter](repeating: Quarter(), count: 4)
        var inference = try prepare()
        var done = 0
        var start = 0
        while done < frames, !Interruption.isRequested {
            // Opens the video again in each round, to include the resources of opening it.
            let file = try VideoFile(path: path)
            var last = start
            while done < frames, !Interruption.isRequested, let frame = try file.next() {
                last = start + frame.timestamp.milliseconds
                if reopens, done > 0 { inference = try prepare() }
                let sample = try inference(
                    Frame(
                        image: frame.image, timestamp: .milliseconds(last),
                        orientation: frame.orientation))
                quarters[done * 4 / frames].add(found: sample.found)
                if done % Self.interval == 0 {
                    try quarters[done * 4 / frames].sampleProcess()
                }
                done += 1
            }
            start = last + Self.gap
        }
        return try report(quarters)
    }

    private func report(_ quarters: [Quarter]) throws -> ExitCode {
        let head = ["quarter", "frames", "found", "resident MB", "descriptors", "threads"]
        let begun = quarters.filter { $0.frames > 0 }
        if Interruption.isRequested, begun.isEmpty { return .interrupted }
        let rows = begun.enumerated().map { index, quarter in
            [
                "\(index + 1)", "\(quarter.frames)", "\(quarter.found)",
                Self.megabytes(quarter.residentBytes), "\(quarter.descriptors)",
                "\(quarter.threads)",
            ]
        }
        try Console.print(TextTable(ofNumbers: [head] + rows).text)
        if Interruption.isRequested {
            let done = begun.reduce(0) { $0 + $1.frames }
            Console.printError("interrupted after \(done) of \(frames) frames")
            return .interrupted
        }
        let growth = quarters[3].residentBytes - quarters[1].residentBytes
        var problems: [String] = []
        if growth > tolerance {
            problems.append(
                "memory grew by \(Self.megabytes(growth)) MB from the second quarter to the last;"
                    + " the limit is \(Self.megabytes(tolerance))")
        }
        if quarters[3].descriptors > quarters[1].descriptors {
            problems.append("file descriptors grew")
        }
        if quarters[3].threads > quarters[1].threads { problems.append("threads grew") }
        for problem in problems { Console.printError(problem) }
        return problems.isEmpty ? .done : .failed
    }

    private static func megabytes(_ bytes: Int) -> String {
        String(Double(bytes) / Double(1 << 20), places: 2)
    }

    /// The instances found, and the resources that the process held, in a quarter of the frames.
    private struct Quarter {
        private(set) var frames = 0
        private(set) var found = 0
        /// The maximum number of descriptors and threads over all samples.
        private(set) var descriptors = 0
        private(set) var threads = 0
        private var residentSum = 0
        private var samples = 0

        /// The mean of all samples.
        var residentBytes: Int { residentSum / max(samples, 1) }

        mutating func add(found count: Int) {
            frames += 1
            found += count
        }

        mutating func sampleProcess() throws(CommandError) {
            guard let state = ProcessState.now else {
                throw .unreadable(file: "/proc/self", reason: "only Linux reports resources in use")
            }
            residentSum += state.residentBytes
            samples += 1
            descriptors = max(descriptors, state.descriptors)
            threads = max(threads, state.threads)
        }
    }
}
