import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging

extension FuzzTarget {
    /// Graph files.
    static let graphs: [FuzzTarget] = [graph, binaryGraph, calculators]

    /// A graph file of either format, with all checks.
    private static let graph = FuzzTarget(name: "graph", mutate: TextTokens.mutate) { bytes in
        GraphTrial.check(bytes)
    }

    /// A graph file in the binary format.
    private static let binaryGraph = FuzzTarget(name: "binarypb") { bytes in
        // What has no control character counts as text.
        GraphTrial.check(bytes + [0x0a, 0])
        GraphTrial.check(bytes)
    }

    /// A graph that runs, with the options of its calculators.
    private static let calculators = FuzzTarget(
        name: "calculators", maximumLength: 2048, mutate: TextTokens.mutate
    ) { bytes in
        GraphTrial.run(bytes)
    }
}

/// Reads a graph, checks it, and runs it on small images.
enum GraphTrial {
    private static let registry = CalculatorRegistry.vision()

    static func check(_ bytes: [UInt8]) {
        if let message = FuzzTarget.attempt({ try TextMessage(parsing: bytes) }) {
            let text = message.description
            precondition((try? TextMessage(parsing: text)) == message)
        }
        guard let config = FuzzTarget.attempt({ try GraphConfig(parsing: bytes) }) else { return }
        // The graph as a subgraph of itself, and of none.
        var others = registry
        others.register("Sub", subgraph: config)
        for registry in [registry, others] {
            let check = GraphCheck(config, registry: registry)
            for error in check.errors { _ = error.description }
        }
        // A path in the file must not be opened, but may be looked up.
        _ = config.missingFiles
    }

    static func run(_ bytes: [UInt8]) {
        guard let config = FuzzTarget.attempt({ try GraphConfig(parsing: bytes) }),
            config.missingFiles.isEmpty, !namesFiles(bytes),
            let runner = FuzzTarget.attempt({
                try GraphRunner(config: config, registry: registry)
            })
        else { return }
        let bytes = (0..<144).map { UInt8(truncatingIfNeeded: $0 * 37) }
        guard let image = try? PixelBuffer(width: 8, height: 6, format: .rgb24, bytes: bytes)
        else { return }
        for time in 0..<3 {
            let packets = runner.inputs.map { stream in
                (
                    stream: stream,
                    packet: Packet(image, at: GraphTimestamp(.milliseconds(time * 33)))
                )
            }
            FuzzTarget.attempt { try runner.step(packets) }
        }
        FuzzTarget.attempt { try runner.close() }
    }

    /// Whether the text names a path, so that a run would read files of this machine.
    private static func namesFiles(_ bytes: [UInt8]) -> Bool { bytes.contains(UInt8(ascii: "/")) }
}

/// Changes of protobuf text, and of other text, that keep its words.
enum TextTokens {
    private static let marks = Array("{}[]<>:;,\"'#.-/=()\n \\".utf8)
    private static let words: [[UInt8]] = [
        "0", "-1", "1e400", "nan", "inf", "-0", "0x7fffffffffffffff", "9223372036854775807",
        "-9223372036854775808", "4294967296", "true", "false", "\"\"", "{}", "[]", "null",
        "\\u0000", "\\xff", "\u{feff}", "1.5", "0.0", "10000000000000000000000",
    ].map { Array($0.utf8) }

    @Sendable static func mutate(_ bytes: inout [UInt8], _ choices: inout Choices) {
        let tokens = tokens(of: bytes)
        guard !tokens.isEmpty else {
            bytes += choices.pick(words)
            return
        }
        let place = tokens[choices.below(tokens.count)]
        let other = tokens[choices.below(tokens.count)]
        switch choices.below(6) {
        case 0: bytes.removeSubrange(place)
        case 1: bytes.insert(contentsOf: bytes[other], at: place.lowerBound)
        case 2: bytes.replaceSubrange(place, with: Array(bytes[other]))
        case 3: bytes.replaceSubrange(place, with: choices.pick(words))
        case 4: bytes.insert(choices.pick(marks), at: place.upperBound)
        default:
            // A part of the text, such as a message, once more.
            let start = min(place.lowerBound, other.lowerBound)
            let end = min(max(place.upperBound, other.upperBound), start + 512)
            bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
        }
    }

    /// The places of words, and of marks between them.
    private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where marks.contains(byte) {
            if start < index { tokens.append(start..<index) }
            tokens.append(index..<index + 1)
            start = index + 1
        }
        if start < bytes.count { tokens.append(start..<bytes.count) }
        return tokens
    }
}
