import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkSystem

/// One call of `landmark bench`: warm up, run, report.
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
        // What makes landmarkers anew is slow, and what it is like the first time is the question.
        let isBeginning = kind == .load || kind == .first
        runs = arguments.integer("--runs") ?? (isBeginning ? 20 : 200)
        warmup = arguments.integer("--warmup") ?? (isBeginning ? 0 : 10)
    }

    /// What is read, beside models; a network may be given as `BUNDLE:ENTRY`.
    private var files: InputFiles {
        let operands = arguments.inputs.dropFirst()
        let bundles = operands.compactMap { $0.split(separator: ":").first.map(String.init) }
        return InputFiles(operands.map(Input.init), and: bundles, arguments)
    }

    func run() throws -> ExitCode {
        let isInteractive = arguments.has("--interactive")
        // In a conversation the other side says when to stop.
        if !isInteractive { Interruption.watch() }
        if let path = arguments.text("--json") {
            try files.check(path, for: "--json")
        }
        let output = try arguments.text("--json").map { try OutputFile($0) }
        if let task = BenchTask(rawValue: kind.rawValue) {
            let input = try BenchInput(arguments)
            if Interruption.isRequested { return .interrupted }
            let count = arguments.integer("--streams") ?? 1
            let works = try (0..<count).map { _ in try TaskTiming(task, input, arguments) }
            if isInteractive {
                return try count > 1
                    ? converse(Crowd(works), facts: works[0].facts) : converse(works[0])
            }
            let measurement =
                try count > 1
                ? Crowd(works).measure(runs: runs, warmup: warmup) : measure(works[0])
            return try report(
                measurement, of: works[0],
                taskNetworks: TaskNetworks(task, arguments, threads: works[0].threads), to: output)
        }
        let timed = try timed()
        if isInteractive { return try converse(timed) }
        let network = (timed as? NetworkTiming).map {
            NetworkReport($0, withSteps: arguments.has("--steps"))
        }
        return try report(measure(timed), of: timed, network: network, to: output)
    }

    /// What is no task on frames.
    private func timed() throws -> any Timed {
        let inputs = arguments.inputs
        return switch kind {
        case .drive: try DriveTiming(BenchInput(arguments), arguments)
        case .graph: try GraphTiming(inputs[1])
        case .network: try NetworkTiming(inputs[1], arguments)
        case .first: try FirstTiming(BenchTask(inputs[1], of: "bench first"), inputs[2], arguments)
        case .draw: try DrawTiming(BenchTask(inputs[1], of: "bench draw"), inputs[2])
        case .decode: try DecodeTiming(inputs[1])
        case .encode: try EncodeTiming(inputs[1])
        default: LoadTiming(inputs[1], arguments)
        }
    }

    private func measure(_ work: any Timed) throws -> Measurement {
        var work = work
        var ignored = Measurement()
        try ignored.add(warmup, of: &work)
        var progress = Progress(on: console)
        let start = ContinuousClock.now
        var measurement = Measurement()
        try measurement.add(runs, of: &work) { done in
            progress.show(done, of: runs, unit: "runs", since: ContinuousClock.now - start)
        }
        console.clearProgress()
        return measurement
    }

    private func converse(_ work: any Timed) throws -> ExitCode {
        var work = work
        return try Conversation(facts: work.facts) { count in
            var measurement = Measurement()
            try measurement.add(count, of: &work)
            return measurement
        }.hold()
    }

    /// Each stream makes as many runs as are asked for.
    private func converse(_ crowd: Crowd, facts: BenchFacts) throws -> ExitCode {
        var crowd = crowd
        return try Conversation(facts: facts) { count in
            var measurement = Measurement()
            try crowd.add(count, to: &measurement)
            return measurement
        }.hold()
    }

    /// Reports what was measured, also what there was before Ctrl-C.
    private func report(
        _ measurement: Measurement, of timed: any Timed, network: NetworkReport? = nil,
        taskNetworks: @autoclosure () throws -> TaskNetworks? = nil, to output: OutputFile?
    ) throws -> ExitCode {
        if measurement.runs.isEmpty { return .interrupted }
        var facts = timed.facts
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
