import LandmarkCommandSupport
import LandmarkCore

/// What was measured, for a person or a program.
struct BenchReport {
    let kind: BenchKind
    let facts: BenchFacts
    let measurement: Measurement
    var network: NetworkReport?
    var taskNetworks: TaskNetworks?

    /// The report as lines and tables.
    var text: String {
        var parts = [facts.text, times, stages]
        if let network { parts.append(network.text) }
        if let taskNetworks { parts.append(taskNetworks.text) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The report as one JSON object, with the time of every run.
    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("bench")
            json.string(kind.rawValue)
            facts.write(to: &json)
            json.key("ms")
            Self.write(Distribution(measurement.milliseconds), to: &json)
            if !measurement.stages.isEmpty {
                json.key("stages")
                json.object { json in
                    for (stage, times) in measurement.stages {
                        json.key(stage.rawValue)
                        Self.write(Distribution(times), to: &json)
                    }
                    if !measurement.judging.isEmpty {
                        json.key("judging")
                        Self.write(Distribution(measurement.judging), to: &json)
                    }
                }
            }
            network?.write(to: &json)
            taskNetworks?.write(to: &json)
            json.key("times")
            json.numbers(measurement.milliseconds.map { Float($0) })
            if !measurement.found.isEmpty {
                json.key("found")
                json.array { json in
                    for count in measurement.found { json.integer(count) }
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private var times: String {
        let times = Distribution(measurement.milliseconds).summary
        return TextTable(ofNumbers: [
            [""] + times.map(\.name),
            ["ms"] + times.map { String($0.value, places: 3) },
        ]).text
    }

    private var stages: String {
        let stages = measurement.stages
        guard !stages.isEmpty else { return "" }
        let whole = Distribution(measurement.milliseconds).mean
        var rest = whole
        func row(_ name: String, _ times: [Double]) -> [String] {
            let times = Distribution(times)
            rest -= times.mean
            return [
                name, String(times.median, places: 3), String(times.mean, places: 3),
                Self.percent(times.mean / whole),
            ]
        }
        var rows = stages.map { row($0.rawValue, $1) }
        if !measurement.judging.isEmpty { rows.append(row("judging", measurement.judging)) }
        rows.append(["the rest", "", String(rest, places: 3), Self.percent(rest / whole)])
        return TextTable(ofNumbers: [["stage", "p50 ms", "mean ms", "share"]] + rows).text
    }

    private static func percent(_ fraction: Double) -> String {
        String(100 * fraction, places: 1) + " %"
    }

    private static func write(_ times: Distribution, to json: inout JSONText) {
        json.object { json in
            for (name, value) in times.summary {
                json.key(name)
                json.number(Float(value))
            }
        }
    }
}
