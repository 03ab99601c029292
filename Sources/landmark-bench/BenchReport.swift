import LandmarkCommandSupport
import LandmarkCore

/// A measurement as text or JSON.
struct BenchReport {
    let kind: BenchKind
    let facts: BenchFacts
    let measurement: Measurement
    var network: NetworkReport?
    var taskNetworks: TaskNetworks?

    /// The report as lines and tables.
    var text: String {
        var parts = [facts.text, timesText, stagesText]
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
                    for (name, times) in measurement.stages {
                        json.key(name)
                        Self.write(Distribution(times), to: &json)
                    }
                }
            }
            network?.write(to: &json)
            taskNetworks?.write(to: &json)
            json.key("times")
            json.numbers(measurement.milliseconds.map { Float($0) })
            if !measurement.found.isEmpty {
                json.list("found", measurement.found) { $0.integer($1) }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private var timesText: String {
        let times = Distribution(measurement.milliseconds).summary
        return TextTable(ofNumbers: [
            [""] + times.map(\.name),
            ["ms"] + times.map { String($0.value, places: 3) },
        ]).text
    }

    private var stagesText: String {
        let stages = measurement.stages
        guard !stages.isEmpty else { return "" }
        let total = Distribution(measurement.milliseconds).mean
        var rest = total
        var rows = stages.map { name, times in
            let times = Distribution(times)
            rest -= times.mean
            return [
                name, String(times.median, places: 3), String(times.mean, places: 3),
                Self.percent(times.mean / total),
            ]
        }
        rows.append(["the rest", "", String(rest, places: 3), Self.percent(rest / total)])
        return TextTable(ofNumbers: [["stage", "p50 ms", "mean ms", "share"]] + rows).text
    }

    /// A fraction in percent.
    static func percent(_ share: Double) -> String { String(100 * share, places: 1) + " %" }

    private static func write(_ times: Distribution, to json: inout JSONText) {
        json.object { json in
            for (name, value) in times.summary {
                json.key(name)
                json.number(Float(value))
            }
        }
    }
}
