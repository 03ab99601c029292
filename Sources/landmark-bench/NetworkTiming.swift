import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile

/// One network on noise.
struct NetworkTiming: Workload {
    let network: Network
    let threads: Int
    private let name: String

    /// Prepares the network at `place`: a `.tflite` file, or `BUNDLE:ENTRY`.
    init(_ place: String, _ arguments: Arguments) throws {
        try self.init(
            Self.model(place), name: place,
            options: NetworkOptions(
                device: try arguments.device,
                outputs: arguments.list("--outputs"),
                lazyOutputs: Set(arguments.list("--lazy-outputs") ?? [])),
            threads: arguments.integer("--threads") ?? 1)
    }

    /// Prepares the network of `model`.
    init(_ model: TFLiteModel, name: String, options: NetworkOptions, threads: Int) throws {
        self.name = name
        self.threads = threads
        network = try Network(model, options: options, pool: WorkerPool(threads: threads))
        if let reason = network.placement.reason {
            Console.printError("the processor runs it, because \(reason)")
        }
        for (index, input) in network.inputs.enumerated() {
            try network.setInput(Self.noise(input.count), at: index)
        }
        // The first run touches memory that is warm in later runs.
        try network.run()
    }

    var facts: BenchFacts {
        var facts = BenchFacts()
        facts.add("network", name)
        facts.add("device", network.device.description)
        facts.add("threads", threads)
        facts.add("macs", network.macs)
        return facts
    }

    func run() throws -> BenchRun {
        let start = MonotonicTime.now
        try network.run()
        return BenchRun(duration: start.elapsedSeconds)
    }

    private static func model(_ place: String) throws -> TFLiteModel {
        let parts = place.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, !FileSystem.isFile(place) else {
            let bytes = try FileBytes(mapping: place)
            if !ModelBundle.isModel(bytes), let bundle = try? ModelBundle(bytes: bytes, name: place)
            {
                let networks = bundle.entries.map(\.name).filter { $0.hasSuffix(".tflite") }
                throw CommandError.invalidValue(
                    option: "bench network",
                    expected: "a network of this bundle, one of "
                        + networks.map { "\(place):\($0)" }.joined(separator: ", "), got: place)
            }
            return try TFLiteModel(bytes: bytes, name: place)
        }
        return try ModelBundle(path: parts[0]).model(named: parts[1])
    }

    /// The same numbers from 0 to 1 every time (a linear congruential generator).
    private static func noise(_ count: Int) -> [Float] {
        var state: UInt32 = 1
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 24)
        }
    }
}

/// How close a network comes to the processor's peak MAC rate.
///
/// Rates are floating-point operations per second, two per MAC.
struct NetworkReport {
    /// How often each step runs to be timed.
    private static let profileRuns = 50

    private let timing: NetworkTiming
    /// The peak rate of one core, or nil if this build cannot measure it.
    private let peak: Double?
    private let steps: [StepTiming]

    init(_ timing: NetworkTiming, withSteps: Bool) throws {
        self.timing = timing
        peak = timing.network.device.instructionSet?.measuredPeak().map { 2 * $0 }
        steps = withSteps ? try timing.network.profile(runs: Self.profileRuns) : []
    }

    /// The rate of the median run, and its share of the peak of all threads.
    func facts(_ measurement: Measurement) -> BenchFacts {
        var facts = BenchFacts()
        if let peak { facts.add("peakGigaflops", peak / 1e9) }
        let rate = rate(measurement)
        facts.add("gigaflops", rate / 1e9)
        if let share = shareOfPeak(rate) { facts.add("shareOfPeak", share: share) }
        return facts
    }

    /// A table of the steps; empty without `--steps`.
    var text: String {
        guard !steps.isEmpty else { return "" }
        let total = steps.reduce(0) { $0 + $1.duration * 1000 }
        let rows = steps.enumerated().map { index, step in
            let milliseconds = step.duration * 1000
            let rate = Self.rate(step.macs, milliseconds: milliseconds)
            let multiplies = step.macs > 0
            return [
                "\(index)", String(milliseconds, places: 4),
                BenchReport.percent(milliseconds / total),
                String(Double(step.macs) / 1e6, places: 3),
                multiplies ? String(rate / 1e9, places: 1) : "",
                multiplies ? shareOfPeak(rate).map(BenchReport.percent) ?? "" : "",
                step.name,
            ]
        }
        let head = ["step", "ms", "of time", "M MACs", "GFLOP/s", "of peak", "operator"]
        let sum = ["all", String(total, places: 4)]
        return TextTable([head] + rows + [sum], rightAligned: Set(0...5)).text
    }

    /// Writes the steps, if `--steps` was given.
    func write(to json: inout JSONText) {
        guard !steps.isEmpty else { return }
        json.key("steps")
        json.array { json in
            for step in steps {
                let milliseconds = step.duration * 1000
                let rate = Self.rate(step.macs, milliseconds: milliseconds)
                json.object { json in
                    json.key("name")
                    json.string(step.name)
                    json.key("ms")
                    json.number(Float(milliseconds))
                    json.key("macs")
                    json.integer(step.macs)
                    json.key("shareOfPeak")
                    json.number(Float(shareOfPeak(rate) ?? .nan))
                }
            }
        }
    }

    /// The rate of the median run.
    func rate(_ measurement: Measurement) -> Double {
        Self.rate(
            timing.network.macs,
            milliseconds: Distribution(measurement.milliseconds).median)
    }

    /// A rate as a share of the peak of all threads, or nil if the peak is unknown.
    func shareOfPeak(_ rate: Double) -> Double? {
        peak.map { rate / ($0 * Double(timing.threads)) }
    }

    private static func rate(_ macs: Int, milliseconds: Double) -> Double {
        milliseconds > 0 ? 2e3 * Double(macs) / milliseconds : 0
    }
}
