import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTasks

/// The networks of a task, each timed alone on noise, for comparison with the task's own times.
struct TaskNetworks {
    private static let warmup = 3
    private static let runs = 30

    private struct Row {
        let name: String
        let milliseconds: Double
        let macs: Int
        let rate: Double
        let shareOfPeak: Double?
    }

    private var rows: [Row] = []

    /// Times the networks with the options that the task uses.
    init(_ task: any BenchTask.Type, _ arguments: Arguments, threads: Int) throws {
        let bundle = try ModelBundle(path: task.modelPath(arguments))
        for spec in try task.networkSpecs(arguments) {
            if Interruption.isRequested { return }
            let timing = try NetworkTiming(
                bundle.model(named: spec.entry), name: spec.entry, options: spec.options,
                threads: threads)
            let report = NetworkReport(timing, withSteps: false)
            var workload: any Workload = timing
            var measurement = Measurement()
            for _ in 0..<Self.warmup { _ = timing.run() }
            try measurement.add(Self.runs, of: &workload)
            if measurement.runs.isEmpty { return }
            let rate = report.rate(measurement)
            rows.append(
                Row(
                    name: spec.entry,
                    milliseconds: Distribution(measurement.milliseconds).median,
                    macs: timing.network.macs, rate: rate,
                    shareOfPeak: report.shareOfPeak(rate)))
        }
    }

    /// A table with a line per network.
    var text: String {
        let head = ["network by itself", "p50 ms", "M MACs", "GFLOP/s", "of peak"]
        let lines = rows.map { row in
            [
                row.name, String(row.milliseconds, places: 3),
                String(Double(row.macs) / 1e6, places: 1),
                String(row.rate / 1e9, places: 1),
                row.shareOfPeak.map(BenchReport.percent) ?? "",
            ]
        }
        return TextTable(ofNumbers: [head] + lines).text
    }

    /// Writes the networks as a member of an object.
    func write(to json: inout JSONText) {
        json.key("networks")
        json.array { json in
            for row in rows {
                json.object { json in
                    json.key("name")
                    json.string(row.name)
                    json.key("p50")
                    json.number(Float(row.milliseconds))
                    json.key("macs")
                    json.integer(row.macs)
                    json.key("gigaflops")
                    json.number(Float(row.rate / 1e9))
                    json.key("shareOfPeak")
                    json.number(Float(row.shareOfPeak ?? .nan))
                }
            }
        }
    }
}

extension BenchTask {
    /// The networks that the task runs with the options that the arguments give.
    fileprivate static func networkSpecs(
        _ arguments: Arguments
    ) throws(CommandError) -> [NetworkSpec] {
        networks(for: try options(arguments, mode: .image, threads: nil))
    }
}
