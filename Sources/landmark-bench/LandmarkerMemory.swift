import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks

/// Many landmarkers of one model in one process: their memory, and how long they take to create.
struct LandmarkerMemory {
    private let arguments: Arguments
    private let task: any BenchTask.Type
    private let count: Int

    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        task = try BenchTasks.named(arguments.inputs[1], in: "bench memory")
        count = arguments.integer("--count") ?? 100
    }

    /// Creates the landmarkers and prints a row for 1, 10, 100 of them and so on.
    ///
    /// - Throws: `CommandError` if the model bundle is not found, or where the system does not report
    ///   the process's memory; `TaskError` if the model cannot be used.
    func run() throws -> ExitCode { try run(task) }

    private func run<Task: BenchTask>(_ task: Task.Type) throws -> ExitCode {
        let options = try Task.options(
            arguments, mode: .image, threads: arguments.integer("--threads") ?? 1)
        var landmarkers: [Landmarker<Task>] = []
        landmarkers.reserveCapacity(count)
        var rows = [["landmarkers", "resident MB", "creating each, ms"]]
        let before = try Self.residentBytes()
        rows.append(["0", Self.megabytes(before), ""])
        var milestone = 1
        while landmarkers.count < count, !Interruption.isRequested {
            let start = MonotonicTime.now
            let already = landmarkers.count
            while landmarkers.count < min(milestone, count), !Interruption.isRequested {
                landmarkers.append(try Landmarker(options: options))
            }
            let created = max(landmarkers.count - already, 1)
            let milliseconds = start.elapsedSeconds * 1000 / Double(created)
            rows.append([
                "\(landmarkers.count)", Self.megabytes(try Self.residentBytes()),
                String(milliseconds, places: 2),
            ])
            milestone *= 10
        }
        try Console.print(TextTable(ofNumbers: rows).text)
        return withExtendedLifetime(landmarkers) {
            Interruption.isRequested ? .interrupted : .done
        }
    }

    private static func residentBytes() throws(CommandError) -> Int {
        guard let state = ProcessState.now else {
            throw .unreadable(file: "/proc/self", reason: "only Linux reports resources in use")
        }
        return state.residentBytes
    }

    private static func megabytes(_ bytes: Int) -> String {
        String(Double(bytes) / Double(1 << 20), places: 1)
    }
}
