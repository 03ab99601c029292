import DriverMonitoring
import LandmarkCommandSupport

/// The options for driver monitoring that set the warning policy.
enum DriverPolicyOptions {
    static let all = Option.group(
        "Policy for drivers",
        [
            Option(
                name: "--speed-kmh", value: .speed,
                help:
                    "vehicle speed: no fatigue alerts below 50, no distraction alerts below 20, see"
                    + " --rules (default: unknown, treated as fast)"),
            Option(
                name: "--rules", value: rules,
                help:
                    "limits by speed: default (looks away up to 3 s from 20 km/h, fatigue alerts"
                    + " from 50) or eu (6 s from 20, 3.5 s from 50, fatigue alerts from 70); or a"
                    + " JSON file with these, gaze zones and all that the options below set"),
            Option(
                name: "--right-hand-drive", value: .flag,
                help: "the wheel is on the right; changes the gaze zones' names"),
            Option(
                name: "--microsleep", value: .seconds(DriverOptions.microsleepDurations),
                help: "seconds of closed eyes that count as a microsleep (default 1)"),
            Option(
                name: "--learning-speed", value: .speed,
                help:
                    "with --speed-kmh: learn the driver's eyes and head only from this speed on, in"
                    + " km/h (default 5)"),
            Option(
                name: "--attention", value: attention,
                help: "seconds without attention until a notice, a prompt and a terminal warning"
                    + " (default 3,5,11)"),
            Option(
                name: "--lock-out", value: lockOut,
                help:
                    "how many terminal warnings, or seconds of them in total, cause LOCKED_OUT, 0"
                    + " for no such limit; or never (default 3,30)"),
        ])

    private static let rules = Option.Value.parsed(
        placeholder: "default|eu|FILE",
        expectation: "default, eu, or the path of a JSON file that ends in .json",
        accepts: { ["default", "eu"].contains($0) || $0.hasSuffix(".json") })

    private static let attention = Option.Value.parsed(
        placeholder: "N,P,T",
        expectation: "three numbers of seconds up to \(Int(AttentionRules.times.upperBound)), none"
            + " below the one before",
        accepts: { AttentionRules($0) != nil })

    private static let lockOut = Option.Value.parsed(
        placeholder: "N,S|never",
        expectation: "a number of warnings and seconds, such as 3,30, 0 for no limit, or never",
        accepts: { $0 == "never" || LockOutRules($0) != nil })
}

extension DriverOptions {
    /// The options given on a command line.
    ///
    /// - Throws: `CommandError` if the file of `--rules` cannot be read or has a mistake, or if
    ///   `--learning-speed` has no speed to compare with.
    init(_ arguments: Arguments) throws(CommandError) {
        if arguments.has("--learning-speed"), !arguments.has("--speed-kmh") {
            throw .misplacedOption("--learning-speed", use: "--speed-kmh")
        }
        switch arguments.text("--rules") {
        case nil, "default": self.init()
        case "eu": self = .euRegulations
        case let path?: self = try JSONFile.decode(DriverOptions.self, from: path)
        }
        if arguments.has("--right-hand-drive") { gazeZones = .rightHandDrive }
        if let seconds = arguments.text("--microsleep").flatMap({ Double($0) }) {
            microsleepDuration = seconds
        }
        if let speed = arguments.text("--learning-speed").flatMap({ Double($0) }) {
            learningSpeed = speed
        }
        if let rules = arguments.text("--attention").flatMap({ AttentionRules($0) }) {
            attention = rules
        }
        guard let text = arguments.text("--lock-out") else { return }
        lockOut = LockOutRules(text)
    }
}

extension AttentionRules {
    /// Reads three numbers of seconds; nil for other text, and for rules that are not valid.
    fileprivate init?(_ text: String) {
        let times = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard times.count == 3, let notice = times[0], let prompt = times[1],
            let terminal = times[2]
        else { return nil }
        self.init(notice: notice, prompt: prompt, terminal: terminal)
        guard isValid else { return nil }
    }
}

extension LockOutRules {
    /// Reads a number of warnings and their seconds; nil for other text, and for rules that are not
    /// valid.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let alerts = Int(parts[0]), let seconds = Double(parts[1])
        else { return nil }
        self.init(alerts: alerts, seconds: seconds)
        guard isValid else { return nil }
    }
}

extension Option.Value {
    /// A speed in kilometers per hour.
    fileprivate static let speed = Option.Value.parsed(
        placeholder: "F", expectation: "kilometers per hour from 0 to 1000",
        accepts: { text in Double(text).map { DriverLimits.speeds.contains($0) } ?? false })

    /// A number of seconds in a range.
    fileprivate static func seconds(_ range: ClosedRange<Double>) -> Option.Value {
        .parsed(
            placeholder: "F",
            expectation: "seconds from \(range.lowerBound) to \(range.upperBound)",
            accepts: { text in Double(text).map { range.contains($0) } ?? false })
    }
}
