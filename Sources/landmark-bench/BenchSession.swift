import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkTasks

/// One benchmark: warms up, runs, and reports.
struct BenchSession {
    private let kind: BenchKind
    private let arguments: Arguments
    private let console: Console
    private let runs: Int
    private let warmup: Int

    init(_ kind: BenchKind, _ arguments: Arguments) {
        self.kind = kind
        self.arguments = arguments
        console = Console(isQuiet: arguments.has("--quiet"))
        // Loading is slow, and its first run matters most.
        let isLoading = kind == .load || kind == .first
        runs = arguments.integer("--runs") ?? (isLoading ? 20 : 200)
        warmup = arguments.integer("--warmup") ?? (isLoading ? 0 : 10)
    }

    /// Runs the benchmark.
    ///
    /// - Throws: `CommandError` for unsuitable arguments and for outputs that cannot be written, and the
    ///   errors of the timed work.
    func run() throws -> ExitCode {
        let isInteractive = arguments.has("--interactive")
        // An interactive benchmark ends with its input, and at once on Ctrl-C.
        if !isInteractive { Interruption.watch() }
        let output = try output()
        guard let task = BenchTasks.all.first(where: { $0.name == kind.rawValue }) else {
            let workload = try workload()
            if isInteractive { return try runInteractively(workload) }
            let network = try (workload as? NetworkTiming).map {
                try NetworkReport($0, withSteps: arguments.has("--steps"))
            }
            return try report(measure(workload), of: workload, network: network, to: output)
        }
        let input = try BenchInput(arguments)
        if Interruption.isRequested { return .interrupted }
        let count = arguments.integer("--streams") ?? 1
        let streams = try (0..<count).map { _ in try TaskTiming(task, input, arguments) }
        if isInteractive {
            return try count > 1
                ? runInteractively(ConcurrentStreams(streams), facts: streams[0].facts)
                : runInteractively(streams[0])
        }
        let measurement =
            try count > 1
            ? ConcurrentStreams(streams).measure(runs: runs, warmup: warmup)
            : measure(streams[0])
        return try report(
            measurement, of: streams[0],
            taskNetworks: TaskNetworks(task, arguments, threads: streams[0].threads), to: output)
    }

    /// Checks and opens the file of `--json`, if given.
    private func output() throws(CommandError) -> OutputFile? {
        guard let path = arguments.text("--json") else { return nil }
        let operands = arguments.inputs.dropFirst()
        // A network may be given as BUNDLE:ENTRY.
        let bundles = operands.compactMap { $0.split(separator: ":").first.map(String.init) }
        try InputFiles(operands.map(Input.init), and: bundles, arguments)
            .check(path, for: "--json")
        return try OutputFile(path)
    }

    /// The workload of a kind that is not a task.
    private func workload() throws -> any Workload {
        let inputs = arguments.inputs
        func task() throws(CommandError) -> any BenchTask.Type {
            try BenchTasks.named(inputs[1], in: "bench \(kind.rawValue)")
        }
        return switch kind {
        case .drive: try DriverTiming(BenchInput(arguments), arguments)
        case .graph: try GraphTiming(inputs[1])
        case .network: try NetworkTiming(inputs[1], arguments)
        case .first: try FirstTiming(task(), inputs[2], arguments)
        case .draw: try DrawTiming(task(), inputs[2], arguments)
        case .decode: try DecodeTiming(inputs[1])
        case .encode: try EncodeTiming(inputs[1])
        default: LoadTiming(inputs[1], arguments)
        }
    }

    private func measure(_ workload: any Workload) throws -> Measurement {
        var workload = workload
        var ignored = Measurement()
        try ignored.add(warmup, of: &workload)
        var progress = Progress(on: console)
        let start = MonotonicTime.now
        var measurement = Measurement()
        try measurement.add(runs, of: &workload) { done in
            progress.show(done, of: runs, unit: "runs", since: start.elapsedSeconds)
        }
        console.clearProgress()
        return measurement
    }

    private func runInteractively(_ workload: any Workload) throws -> ExitCode {
        var workload = workload
        return try InteractiveBench(facts: workload.facts) { count in
            var measurement = Measurement()
            try measurement.add(count, of: &workload)
            return measurement
        }.run()
    }

    /// Each stream makes the requested number of runs.
    private func runInteractively(
        _ streams: ConcurrentStreams, facts: BenchFacts
    ) throws -> ExitCode {
        var streams = streams
        return try InteractiveBench(facts: facts) { count in
            var measurement = Measurement()
            try streams.add(count, to: &measurement)
            return measurement
        }.run()
    }

    /// Reports a measurement, even one that was cut short by Ctrl-C.
    private func report(
        _ measurement: Measurement, of workload: any Workload, network: NetworkReport? = nil,
        taskNetworks: @autoclosure () throws -> TaskNetworks? = nil, to output: OutputFile?
    ) throws -> ExitCode {
        if measurement.runs.isEmpty { return .interrupted }
        var facts = workload.facts
        facts.add("kernels", try InstructionSet.resolved(nil).rawValue)
        facts.add("runs", measurement.runs.count)
        facts.add("warmup", warmup)
        if let network { facts.add(network.facts(measurement)) }
        if !measurement.found.isEmpty {
            facts.add("framesPerSecond", measurement.runsPerSecond)
            facts.add("foundPerFrame", Distribution(measurement.found.map(Double.init)).mean)
        }
        facts.add("processorMs", measurement.processorMilliseconds)
        if let state = ProcessState.now {
            facts.add("residentBytes", bytes: state.residentBytes)
            facts.add("peakBytes", bytes: state.peakBytes)
        }
        let report = BenchReport(
            kind: kind, facts: facts, measurement: measurement, network: network,
            taskNetworks: Interruption.isRequested ? nil : try taskNetworks())
        if let output {
            try output.write(report.json)
            try output.close()
        } else {
            try Console.print(report.text)
        }
        return Interruption.isRequested ? .interrupted : .done
    }
}
