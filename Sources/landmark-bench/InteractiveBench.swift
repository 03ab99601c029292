import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference

/// Makes runs on request, so that they can alternate with those of another program.
///
/// Requests are lines on standard input: `run K` makes K runs, `peak` measures the peak MAC
/// rate of the processor, and `quit` ends. Each answer is one line of JSON.
struct InteractiveBench {
    let facts: BenchFacts
    /// Makes a number of runs.
    let measure: (Int) throws -> Measurement

    /// Prints `{"ready":true,…}` and answers requests until the input ends.
    ///
    /// - Throws: `CommandError.invalidValue` for an unknown request, and the errors of the runs.
    func run() throws -> ExitCode {
        var ready = JSONText()
        ready.object { json in
            json.key("ready")
            json.flag(true)
            facts.write(to: &json)
        }
        try Self.print(ready)
        while let line = readLine(), line != "quit" {
            try Self.print(line == "peak" ? peak() : Self.answer(measure(Self.runCount(line))))
        }
        return .done
    }

    private static func runCount(_ line: String) throws(CommandError) -> Int {
        let words = line.split(separator: " ")
        let counts = Measurement.validCounts
        guard words.count == 2, words[0] == "run", let count = Int(words[1]),
            counts.contains(count)
        else {
            throw .invalidValue(
                option: "standard input",
                expected: "“peak”, “quit”, or “run K” with K from \(counts.lowerBound) to "
                    + "\(counts.upperBound)", got: line)
        }
        return count
    }

    /// Measures the peak rate of one core, and, if the work uses several threads, that of two
    /// threads together; empty if this build cannot measure it.
    private func peak() throws -> JSONText {
        let instructionSet = try InstructionSet.resolved(nil)
        let threads = max(facts.integer("threads") ?? 1, facts.integer("streams") ?? 1)
        let rates = [
            ("peakGigaflops", instructionSet.measuredPeak()),
            ("pairGigaflops", threads > 1 ? try instructionSet.measuredPeak(threads: 2) : nil),
        ]
        var json = JSONText()
        json.object { json in
            for case (let name, let rate?) in rates {
                json.key(name)
                // A MAC is two operations.
                json.number(Float(2e-9 * rate))
            }
        }
        return json
    }

    private static func answer(_ measurement: Measurement) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.key("ms")
            json.numbers(measurement.milliseconds.map { Float($0) })
            json.key("wallMs")
            json.number(Float(measurement.wall * 1000))
            json.key("processorMs")
            json.number(Float(measurement.processor * 1000))
            json.list("found", measurement.found) { $0.integer($1) }
            if let state = ProcessState.now {
                json.key("residentBytes")
                json.integer(state.residentBytes)
            }
        }
        return json
    }

    private static func print(_ json: JSONText) throws(CommandError) {
        try Console.print(String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
}
