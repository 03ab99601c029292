import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkSystem

/// Runs when told to, so that runs can alternate with those of another program.
struct Conversation {
    /// What is known of what runs beside its times.
    let facts: BenchFacts
    /// Makes so many runs.
    let measure: (Int) throws -> Measurement

    /// Says `{"ready":true,…}` and answers each `run K` and `peak`, until the input ends or says
    /// `quit`.
    func hold() throws -> ExitCode {
        var ready = JSONText()
        ready.object { json in
            json.key("ready")
            json.flag(true)
            facts.write(to: &json)
        }
        try Self.say(ready)
        while let line = readLine(), line != "quit" {
            if line == "peak" {
                try Self.say(peak())
                continue
            }
            let words = line.split(separator: " ")
            let counts = Measurement.counts
            guard words.count == 2, words[0] == "run", let count = Int(words[1]),
                counts.contains(count)
            else {
                throw CommandError.invalidValue(
                    option: "standard input",
                    expected: "“peak”, “quit”, or “run K” with K from \(counts.lowerBound) to "
                        + "\(counts.upperBound)", got: line)
            }
            try Self.say(Self.answer(measure(count)))
        }
        return .done
    }

    /// What one core can do at this moment, and for work of several threads what two threads do
    /// together; nothing where this build cannot measure it.
    private func peak() throws -> JSONText {
        let level = try InstructionSet.resolved(nil)
        let threads = max(facts.whole("threads") ?? 1, facts.whole("streams") ?? 1)
        let rates = [
            ("peakGigaflops", level.measuredPeak()),
            ("pairGigaflops", threads > 1 ? try level.measuredPeak(threads: 2) : nil),
        ]
        var json = JSONText()
        json.object { json in
            for case (let name, let rate?) in rates {
                json.key(name)
                // A product and its addition are two operations.
                json.number(Float(2e-9 * rate))
            }
        }
        return json
    }

    /// The milliseconds of each run and of all from the first one's start to the last one's end,
    /// what the processors gave to all, what each found, and what the process holds.
    private static func answer(_ measurement: Measurement) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.key("ms")
            json.numbers(measurement.milliseconds.map { Float($0) })
            json.key("wallMs")
            json.number(Float(Rate.milliseconds(measurement.wall)))
            json.key("processorMs")
            json.number(Float(Rate.milliseconds(measurement.processor)))
            json.key("found")
            json.array { json in
                for count in measurement.found { json.integer(count) }
            }
            if let state = ProcessState.now {
                json.key("residentBytes")
                json.integer(state.residentBytes)
            }
        }
        return json
    }

    private static func say(_ json: JSONText) throws(CommandError) {
        try Console.print(String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
}
