#if FUZZING
import LandmarkCore

@testable import landmark
@testable import LandmarkCommandSupport
@testable import LandmarkDashboard
@testable import LandmarkLive

extension FuzzTarget {
    /// What only a build of the fuzzer can reach: the command, which is a program in any other, and
    /// internal types of libraries whose tests do without them.
    static let commands: [FuzzTarget] = [words, poseLines, message]

    /// The words of a command line, each ending with a zero byte; the first byte names the command.
    private static let words = FuzzTarget(
        name: "arguments", maximumLength: 512, mutate: TextTokens.mutate
    ) { bytes in
        let words = bytes.dropFirst().split(separator: 0, maxSplits: 40).map {
            String(decoding: $0, as: UTF8.self)
        }
        let command = subcommands[Int(bytes.first ?? 0) % subcommands.count]
        guard var arguments = attempt({ try Arguments(words, options: command.options) })
        else { return }
        attempt { try arguments.device }
        arguments.set("--json", to: "a")
        _ = arguments.withoutFirstInput
        _ = arguments.detectionInterval
        for option in command.options {
            _ = arguments.texts(option.name)
            _ = arguments.integer(option.name)
            _ = arguments.fraction(option.name)
            _ = arguments.list(option.name)
        }
        _ = StreamSettings(arguments)
        for input in arguments.inputs { _ = Input(input, arguments) }
        // Patterns search the folder of the run, which is small; others would search this machine.
        let isInside = arguments.inputs.allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") }
        if isInside { _ = arguments.withPatternsExpanded }
    }

    private static let subcommands = Subcommand.all

    /// Poses as JSON Lines.
    private static let poseLines = FuzzTarget(
        name: "pose-lines", maximumLength: 16384, mutate: TextTokens.mutate
    ) { bytes in
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(4) {
            attempt { try PoseLineContent.decode(Array(line), isWhole: true) }
        }
    }

    /// Messages over a WebSocket: requests as JSON, and frames of a browser's camera.
    private static let message = FuzzTarget(name: "message", mutate: TextTokens.mutate) { bytes in
        _ = PageRequest(bytes)
        if case .image(_, let jpeg) = IncomingMessage(bytes) { _ = jpeg.count }
    }
}
#else
extension FuzzTarget {
    static let commands: [FuzzTarget] = []
}
#endif
