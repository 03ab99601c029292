import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference

/// How near a network comes to what the processor can multiply and add.
struct NetworkReport {
    /// How often every step runs for its time.
    private static let profileRuns = 50

    private let timing: NetworkTiming
    /// The floating-point operations that one core does in a second at most; nil when this build
    /// cannot measure them.
    private let peak: Double?
    private let steps: [StepTiming]

    init(_ timing: NetworkTiming, withSteps: Bool) {
        self.timing = timing
        // A product and its addition are two operations.
        peak = timing.network.device.instructionSet?.measuredPeak().map { 2 * $0 }
        steps = withSteps ? timing.network.profile(runs: Self.profileRuns) : []
    }

    /// Operations a second and what part of the peak of all threads they are, at the median.
    func facts(_ measurement: Measurement) -> BenchFacts {
        var facts = BenchFacts()
        if let peak { facts.add("peakGigaflops", peak / 1e9) }
        let rate = rate(measurement)
        facts.add("gigaflops", rate / 1e9)
        if let share = share(rate) { facts.add("shareOfPeak", share: share) }
        return facts
    }

    /// A line for each step; empty when they were not asked for.
    var text: String {
        guard !steps.isEmpty else { return "" }
        let whole = steps.reduce(0) { $0 + Rate.milliseconds($1.duration) }
        let rows = steps.enumerated().map { index, step in
            let milliseconds = Rate.milliseconds(step.duration)
            let rate = Self.rate(step.macs, milliseconds: milliseconds)
            return [
                "\(index)", String(milliseconds, places: 4),
                Self.percent(milliseconds / whole),
                String(Double(step.macs) / 1e6, places: 3),
                step.macs > 0 ? String(rate / 1e9, places: 1) : "",
                step.macs > 0 ? share(rate).map(Self.percent) ?? "" : "",
                step.name,
            ]
        }
        let head = ["step", "ms", "of time", "M mul-adds", "GFLOP/s", "of peak", "operator"]
        let sum = ["all", String(whole, places: 4)]
        return TextTable([head] + rows + [sum], alignedRight: Set(0...5)).text
    }

    /// Writes the steps, if they were asked for.
    func write(to json: inout JSONText) {
        guard !steps.isEmpty else { return }
        json.key("steps")
        json.array { json in
            for step in steps {
                let milliseconds = Rate.milliseconds(step.duration)
                let rate = Self.rate(step.macs, milliseconds: milliseconds)
                json.object { json in
                    json.key("name")
                    json.string(step.name)
                    json.key("ms")
                    json.number(Float(milliseconds))
                    json.key("multiplyAdds")
                    json.integer(step.macs)
                    json.key("shareOfPeak")
                    json.number(Float(share(rate) ?? .nan))
                }
            }
        }
    }

    /// The operations a second of the median run.
    func rate(_ measurement: Measurement) -> Double {
        Self.rate(
            timing.network.macs,
            milliseconds: Distribution(measurement.milliseconds).median)
    }

    /// What part of the peak of all threads a rate is; nil where the peak is not known.
    func share(_ rate: Double) -> Double? {
        peak.map { rate / ($0 * Double(timing.threads)) }
    }

    private static func rate(_ macs: Int, milliseconds: Double) -> Double {
        milliseconds > 0 ? 2e3 * Double(macs) / milliseconds : 0
    }

    static func percent(_ fraction: Double) -> String {
        String(100 * fraction, places: 1) + " %"
    }
}
