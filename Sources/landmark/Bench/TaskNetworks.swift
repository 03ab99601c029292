import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkSystem

/// The networks of a task's bundle, each timed by itself on noise: how near the task's own work is
/// to what the processor can do.
struct TaskNetworks {
    private static let warmup = 3
    private static let runs = 30

    private struct Row {
        let entry: String
        let milliseconds: Double
        let macs: Int
        let rate: Double
        let share: Double?
    }

    private var rows: [Row] = []

    /// Times the networks of the bundle that the arguments mean, as the task uses them.
    init(_ task: BenchTask, _ arguments: Arguments, threads: Int) throws {
        let bundle = try ModelBundle(path: task.modelPath(arguments))
        for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
            if Interruption.isRequested { return }
            let timing = try NetworkTiming(
                bundle.model(named: entry.name), called: entry.name,
                options: task.options(of: entry.name, arguments), threads: threads)
            let report = NetworkReport(timing, withSteps: false)
            var work: any Timed = timing
            var measurement = Measurement()
            for _ in 0..<Self.warmup { _ = timing.run() }
            try measurement.add(Self.runs, of: &work)
            if measurement.runs.isEmpty { return }
            let rate = report.rate(measurement)
            rows.append(
                Row(
                    entry: entry.name,
                    milliseconds: Distribution(measurement.milliseconds).median,
                    macs: timing.network.macs, rate: rate,
                    share: report.share(rate)))
        }
    }

    /// A line for each network.
    var text: String {
        let head = ["network by itself", "p50 ms", "M mul-adds", "GFLOP/s", "of peak"]
        return TextTable(
            ofNumbers: [head]
                + rows.map { row in
                    [
                        row.entry, String(row.milliseconds, places: 3),
                        String(Double(row.macs) / 1e6, places: 1),
                        String(row.rate / 1e9, places: 1),
                        row.share.map(NetworkReport.percent) ?? "",
                    ]
                }
        ).text
    }

    /// Writes the networks.
    func write(to json: inout JSONText) {
        json.key("networks")
        json.array { json in
            for row in rows {
                json.object { json in
                    json.key("name")
                    json.string(row.entry)
                    json.key("p50")
                    json.number(Float(row.milliseconds))
                    json.key("multiplyAdds")
                    json.integer(row.macs)
                    json.key("gigaflops")
                    json.number(Float(row.rate / 1e9))
                    json.key("shareOfPeak")
                    json.number(Float(row.share ?? .nan))
                }
            }
        }
    }
}
