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
        for (spec, model) in try task.timedNetworks(arguments) {
            if Interruption.isRequested { return }
            let timing = try NetworkTiming(
                model, name: spec.entry, options: spec.options, threads: threads)
            let report = try NetworkReport(timing, withSteps: false)
            var workload: any Workload = timing
            var measurement = Measurement()
            for _ in 0..<Self.warmup { _ = try timing.run() }
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

    /// A table with one line per network.
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
        json.objects("networks", rows) { json, row in
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

extension BenchTask {
    /// The networks that the task runs with the options in the arguments, each from the first file that
    /// contains it.
    fileprivate static func timedNetworks(
        _ arguments: Arguments
    ) throws -> [(spec: NetworkSpec, model: TFLiteModel)] {
        let options = try options(arguments, mode: .image, threads: nil)
        let files = models(of: options).map(\.name)
        return try networks(for: options).map { spec in
            for file in files {
                let bytes = try FileBytes(mapping: file)
                // A file may be the only network of its task.
                if ModelBundle.isModel(bytes) {
                    return (spec, try TFLiteModel(bytes: bytes, name: file))
                }
                let bundle = try ModelBundle(bytes: bytes, name: file)
                if files.count == 1 || bundle.entries.contains(where: { $0.name == spec.entry }) {
                    return (spec, try bundle.model(named: spec.entry))
                }
            }
            throw CommandError.unreadable(
                file: files.joined(separator: ", "), reason: "there is no \(spec.entry)")
        }
    }
}
