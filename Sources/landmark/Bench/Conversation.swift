import LandmarkCore

/// Runs when told to, so that runs can alternate with those of another program.
struct Conversation {
    var timed: any Timed
    /// What is known of it beside its times.
    let facts: BenchFacts

    /// Says `{"ready":true,…}` and answers each `run K`, until the input ends or says `quit`.
    mutating func hold() throws -> ExitCode {
        var ready = JSONText()
        ready.object { json in
            json.key("ready")
            json.flag(true)
            facts.write(to: &json)
        }
        try Self.say(ready)
        while let line = System.inputLine(), line != "quit" {
            let words = line.split(separator: " ")
            let counts = Measurement.counts
            guard words.count == 2, words[0] == "run", let count = Int(words[1]),
                counts.contains(count)
            else {
                throw CommandError.invalidValue(
                    option: "standard input",
                    expected: "“quit”, or “run K” with K from \(counts.lowerBound) to "
                        + "\(counts.upperBound)", got: line)
            }
            var measurement = Measurement()
            try measurement.add(count, of: &timed)
            try Self.say(Self.answer(measurement))
        }
        return .done
    }

    /// The milliseconds of each run, what the processors gave to all, what each found, and what
    /// the process holds.
    private static func answer(_ measurement: Measurement) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.key("ms")
            json.numbers(measurement.milliseconds.map { Float($0) })
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
