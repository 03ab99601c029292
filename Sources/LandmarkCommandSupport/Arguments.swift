import LandmarkCapture
package import LandmarkCore
package import LandmarkTasks

/// The arguments of a subcommand, checked against its options.
package struct Arguments: Sendable {
    /// The arguments that are not options.
    package private(set) var inputs: [String] = []
    private var values: [String: [String]] = [:]

    /// Parses the words of a command line.
    ///
    /// `--name value` and `--name=value` are equivalent; after `--` every word is an input; `-` is
    /// an input.
    ///
    /// - Throws: `CommandError` for an unknown or repeated option, or a value that is missing,
    ///   invalid or not expected.
    package init(_ words: [String], options: [Option]) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                inputs += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                inputs.append(word)
                continue
            }
            let (name, attached) = Self.split(word)
            guard let option = options.first(where: { $0.name == name }) else {
                throw .unknownOption(
                    name, nearest: OtherNames.suggestion(for: name, among: options.map(\.name)))
            }
            let value = try Self.value(of: option, attached: attached, rest: &rest)
            if values[name] != nil, !option.repeats { throw .repeatedOption(name) }
            values[name, default: []].append(value)
        }
    }

    /// The arguments with patterns among the inputs replaced by the paths that match. A pattern
    /// that names a file, or that matches nothing, is kept.
    package var withPatternsExpanded: Arguments {
        var expanded = self
        expanded.inputs = inputs.flatMap { input in
            guard FileSystem.identity(of: input) == nil, !Input.isAddress(input),
                let pattern = PathPattern(input)
            else { return [input] }
            let paths = pattern.matches()
            return paths.isEmpty ? [input] : paths
        }
        return expanded
    }

    /// The arguments without the first one that is not an option.
    package var withoutFirstInput: Arguments {
        var rest = self
        rest.inputs = Array(inputs.dropFirst())
        return rest
    }

    /// Sets the value of an option, overriding the command line; nil for none.
    package mutating func set(_ name: String, to value: String?) {
        values[name] = value.map { [$0] }
    }

    /// Splits `--name=value`.
    private static func split(_ word: String) -> (name: String, attached: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
            return (word, nil)
        }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private static func value(
        of option: Option, attached: String?, rest: inout ArraySlice<String>
    ) throws(CommandError) -> String {
        if case .flag = option.value {
            if let attached { throw .unwantedValue(option: option.name, value: attached) }
            return ""
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .missingValue(option: option.name, placeholder: option.placeholder)
        }
        guard option.accepts(value) else {
            throw .invalidValue(option: option.name, expected: option.expectation, got: value)
        }
        return value
    }

    /// Whether an option is given.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option as text; nil when it is not given.
    package func text(_ name: String) -> String? { values[name]?.first }

    /// All values of an option that can be repeated.
    package func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option as an integer; nil when it is not given.
    package func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// The value of an option as a number; nil when it is not given.
    package func fraction(_ name: String) -> Float? { text(name).flatMap { Float($0) } }

    /// The value of an option as a list of integers; nil when it is not given.
    package func list(_ name: String) -> [Int]? { text(name).flatMap(Option.list) }
}

/// An option of a subcommand, with its line of help.
package struct Option: Sendable {
    /// The kinds of values.
    package enum Value: Sendable {
        /// No value.
        case flag
        /// Any text, such as a path, with its placeholder in help.
        case text(String)
        /// One of several words.
        case choice([String])
        /// An integer.
        case integer(ClosedRange<Int>)
        /// A number from 0 to 1.
        case fraction
        /// Non-negative integers, separated by commas.
        case list
        /// Text that a parser accepts.
        case parsed(
            placeholder: String, expectation: String, accepts: @Sendable (String) -> Bool)
    }

    package let name: String
    package let value: Value
    package let help: String
    /// The heading above the option in help; empty for none.
    package var group: String
    /// Whether it can be given several times.
    package var repeats: Bool

    package init(
        name: String, value: Value, help: String, group: String = "", repeats: Bool = false
    ) {
        self.name = name
        self.value = value
        self.help = help
        self.group = group
        self.repeats = repeats
    }

    /// The options under a heading in help.
    package static func group(_ title: String, _ options: [Option]) -> [Option] {
        options.map { option in
            var option = option
            option.group = title
            return option
        }
    }

    /// The placeholder of the value in help and errors; empty for a flag.
    package var placeholder: String {
        switch value {
        case .flag: ""
        case .text(let name): name
        case .choice(let words): words.joined(separator: "|")
        case .integer: "N"
        case .fraction: "F"
        case .list: "N,N…"
        case .parsed(let placeholder, _, _): placeholder
        }
    }

    /// The expected value in errors, as in “--max takes …”.
    package var expectation: String {
        switch value {
        case .flag: "nothing"
        case .text: "a value"
        case .choice(let words): words.joined(separator: ", ")
        case .integer(let range):
            "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .fraction: "a number from 0 to 1"
        case .list: "integers separated by commas"
        case .parsed(_, let expectation, _): expectation
        }
    }

    /// Whether `text` is a valid value.
    package func accepts(_ text: String) -> Bool {
        switch value {
        case .flag: false
        case .text: !text.isEmpty
        case .choice(let words): words.contains(text)
        case .integer(let range): Int(text).map(range.contains) ?? false
        case .fraction: Float(text).map { (0...1).contains($0) } ?? false
        case .list: Self.list(text) != nil
        case .parsed(_, _, let accepts): accepts(text)
        }
    }

    /// The numbers of a list; nil when `text` is not a list.
    package static func list(_ text: String) -> [Int]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
    }
}

// MARK: Values

extension Option.Value {
    /// A frame rate.
    package static let frameRate = Option.Value.parsed(
        placeholder: "F", expectation: "frames per second, such as 30, 29.97 or 30000/1001",
        accepts: { FrameRate($0) != nil })

    /// A time in a video.
    package static let time = Option.Value.parsed(
        placeholder: "SECONDS|MM:SS", expectation: "a time such as 90, 1:30 or 0:01:30.5",
        accepts: { FramePart.seconds($0) != nil })

    /// A size in pixels.
    package static let size = Option.Value.parsed(
        placeholder: "WxH", expectation: "width and height in pixels, such as 640x480",
        accepts: { PixelSize(words: $0) != nil })

    /// How landmarks are smoothed from frame to frame.
    package static let smoothing = Option.Value.parsed(
        placeholder: "KIND",
        expectation: "off, mediapipe, one-euro or one-euro:MINCUTOFF,BETA",
        accepts: { Smoothing(words: $0) != nil })
}

extension Option {
    /// How often the detector runs.
    package static let detectionInterval = Option(
        name: "--detection-interval",
        value: .parsed(
            placeholder: "N|adaptive", expectation: "a number of frames from 1, or adaptive",
            accepts: { DetectionInterval(words: $0) != nil }),
        help: "run the detector every N frames while fewer than --max are tracked (default 1;"
            + " live adaptive)")
}

extension Arguments {
    /// The value of `--detection-interval`; nil without it.
    package var detectionInterval: DetectionInterval? {
        text("--detection-interval").flatMap(DetectionInterval.init(words:))
    }
}

extension Option {
    /// The precision in which landmark networks run.
    package static let precision = Option(
        name: "--precision", value: .choice(Precision.allCases.map(\.rawValue)),
        help: "precision of the landmark models (default single); half needs ARM with FEAT_FP16,"
            + " fine and fast need x86 with VNNI")
}

extension Option {
    /// The device that runs the networks.
    package static let device = Option(
        name: "--device", value: .choice(ComputeDevice.requestable.map(\.kind.rawValue)),
        help: "device that runs the networks (default cpu); others fall back to cpu")
}

extension Arguments {
    /// The value of `--precision`.
    package var precision: Precision {
        text("--precision").flatMap(Precision.init) ?? .single
    }

    /// The device given by `--device` and `--precision`.
    ///
    /// - Throws: `CommandError.misplacedOption` for a precision on a device other than the CPU.
    package var device: ComputeDevice {
        get throws(CommandError) {
            let named = ComputeDevice.requestable.first { $0.kind.rawValue == text("--device") }
            guard let named, named.kind != .cpu else { return .cpu(precision: precision) }
            if precision != .single {
                throw .misplacedOption("--precision \(precision.rawValue)", use: "--device cpu")
            }
            return named
        }
    }
}

extension DetectionInterval {
    /// Parses a number of frames, or `adaptive`; nil for any other text.
    package init?(words: String) {
        if words == "adaptive" {
            self = .adaptive
        } else if let count = Int(words), count >= 1 {
            self = .frames(count)
        } else {
            return nil
        }
    }
}

extension Smoothing {
    /// Parses `off`, `mediapipe`, `one-euro` (with MediaPipe's parameters for poses and faces) or
    /// `one-euro:MINCUTOFF,BETA`; nil for any other text.
    package init?(words: String) {
        switch words {
        case "off": self = .off
        case "mediapipe": self = .mediaPipe
        case "one-euro": self = .oneEuro(minCutoff: 0.05, beta: 80)
        default:
            guard words.hasPrefix("one-euro:") else { return nil }
            let parts = words.dropFirst("one-euro:".count)
                .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard parts.count == 2, let minCutoff = parts[0], let beta = parts[1],
                minCutoff.isFinite, minCutoff > 0, beta.isFinite, beta >= 0
            else { return nil }
            self = .oneEuro(minCutoff: minCutoff, beta: beta)
        }
    }
}

extension Option {
    /// The models for the parts of a body.
    package static let bodyParts = [
        Option(
            name: "--hand-model", value: .text("PATH"),
            help: "model bundle for the hands of a body (default holistic_hands.task)"),
        Option(
            name: "--face-model", value: .text("PATH"),
            help: "model bundle for the face of a body (default face_mesh_with_attention.task)"),
    ]
}
