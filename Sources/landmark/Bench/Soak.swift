import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// One task on the frames of a clip, around and around, while what the process holds is watched.
struct Soak {
    /// How many frames pass between two looks at the process.
    private static let interval = 5
    /// The fewest frames of which a soak can tell anything: two looks in each quarter.
    private static let leastFrames = 4 * 2 * interval
    /// Milliseconds between the last frame of a round and the first of the next.
    private static let gap = 33

    let path: String
    let frames: Int
    /// How much the last quarter's mean memory may exceed the second one's, in bytes.
    let tolerance: Int
    let look: Look

    init(_ arguments: Arguments) throws {
        let task = try BenchTask(arguments.inputs[1], of: "bench soak")
        path = arguments.inputs[2]
        frames = arguments.integer("--frames") ?? 20_000
        guard frames >= Self.leastFrames else {
            throw CommandError.invalidValue(
                option: "--frames", expected: "at least \(Self.leastFrames) frames of a soak",
                got: "\(frames)")
        }
        tolerance = (arguments.integer("--tolerance") ?? 2) << 20
        look = try task.look(
            arguments, mode: .video, threads: arguments.integer("--threads"))
    }

    /// Runs it all, prints what was held in each quarter, and fails where that grew.
    func run() throws -> ExitCode {
        var quarters = [Quarter](repeating: Quarter(), count: 4)
        var done = 0
        var start = 0
        while done < frames {
            // Each round opens the clip anew, so that what files hold is watched as well.
            let file = try VideoFile(path: path)
            var last = start
            while done < frames, let frame = try file.next() {
                last = start + frame.timestamp.milliseconds
                let found = try look(
                    Frame(
                        image: frame.image, timestamp: .milliseconds(last),
                        orientation: frame.orientation)
                ).found
                quarters[done * 4 / frames].add(found: found)
                if done % Self.interval == 0 { try quarters[done * 4 / frames].watch() }
                done += 1
            }
            start = last + Self.gap
        }
        return try report(quarters)
    }

    private func report(_ quarters: [Quarter]) throws -> ExitCode {
        let head = ["quarter", "frames", "found", "resident MB", "descriptors", "threads"]
        let rows = quarters.enumerated().map { index, quarter in
            [
                "\(index + 1)", "\(quarter.frames)", "\(quarter.found)",
                Self.megabytes(quarter.residentBytes), "\(quarter.descriptors)",
                "\(quarter.threads)",
            ]
        }
        try Console.print(TextTable(ofNumbers: [head] + rows).text)
        let growth = quarters[3].residentBytes - quarters[1].residentBytes
        var complaints: [String] = []
        if growth > tolerance {
            complaints.append(
                "memory grew by \(Self.megabytes(growth)) MB from the second quarter to the last,"
                    + " and may by \(Self.megabytes(tolerance))")
        }
        if quarters[3].descriptors > quarters[1].descriptors {
            complaints.append("file descriptors grew")
        }
        if quarters[3].threads > quarters[1].threads { complaints.append("threads grew") }
        for complaint in complaints { Console.complain(complaint) }
        return complaints.isEmpty ? .done : .failed
    }

    private static func megabytes(_ bytes: Int) -> String {
        String(Double(bytes) / Double(1 << 20), places: 2)
    }
}

extension Soak {
    /// What was seen in a quarter of the frames.
    struct Quarter {
        private(set) var frames = 0
        private(set) var found = 0
        /// The most descriptors and threads.
        private(set) var descriptors = 0
        private(set) var threads = 0
        private var sum = 0
        private var watched = 0

        /// The mean.
        var residentBytes: Int { sum / max(watched, 1) }

        mutating func add(found count: Int) {
            frames += 1
            found += count
        }

        mutating func watch() throws(CommandError) {
            guard let state = ProcessState.now else {
                throw .unreadable(file: "/proc/self", reason: "only Linux tells what is held")
            }
            sum += state.residentBytes
            watched += 1
            descriptors = max(descriptors, state.descriptors)
            threads = max(threads, state.threads)
        }
    }
}
