/// Decides which packets of a node's input streams are processed together, and when.
///
/// Handlers are values without clock, thread or lock. `readiness` is evaluated whenever something
/// has changed and the node is not running; if it returns `process`, `fill` follows immediately.
package protocol InputHandler: Sendable {
    /// Determines whether the node can run.
    mutating func readiness(_ queues: inout [InputQueue]) -> Readiness

    /// Moves the packets of a timestamp from the queues to the inputs, which are all empty
    /// beforehand.
    mutating func fill(
        at timestamp: GraphTimestamp, from queues: inout [InputQueue],
        into inputs: inout [NodePorts.Input])

    /// Called after a packet was added to an input queue.
    mutating func added(_ queues: inout [InputQueue])

    /// The bound up to which everything is processed once the packets at `timestamp` are.
    func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue]) -> GraphTimestamp
}

extension InputHandler {
    package mutating func added(_ queues: inout [InputQueue]) {}

    package func settledBound(after timestamp: GraphTimestamp, _ queues: [InputQueue])
        -> GraphTimestamp
    {
        timestamp.nextAllowedInStream
    }
}

extension [InputQueue] {
    /// The lowest timestamp at which any queue has a packet or may receive one.
    var leastFrontOrBound: GraphTimestamp {
        var least = GraphTimestamp.done
        for index in indices { least = Swift.min(least, self[index].frontOrBound) }
        return least
    }
}

/// Whether a node can run, given its input queues.
package enum Readiness: Sendable, Hashable {
    /// Not ready. No packet before `bound` will be processed.
    case waiting(bound: GraphTimestamp)
    /// The packets at this timestamp can be processed.
    case process(GraphTimestamp)
    /// All input streams are done.
    case close
    /// A packet of an input stream cannot be used.
    case failed(port: Int, StreamError.Kind)
}

/// Creates input stream handlers by MediaPipe's names.
package enum InputHandlerFactory {
    /// The supported handler names.
    package static let names = [
        "BarrierInputStreamHandler", "DefaultInputStreamHandler", "EarlyCloseInputStreamHandler",
        "FixedSizeInputStreamHandler", "ImmediateInputStreamHandler", "MuxInputStreamHandler",
        "SyncSetInputStreamHandler", "TimestampAlignInputStreamHandler",
    ]

    /// Creates the configured handler for a node with these input streams; the default handler for
    /// nil.
    ///
    /// - Throws: `InputHandlerError` for an unknown handler, invalid options, unknown streams, or
    ///   too few streams.
    package static func make(
        _ config: HandlerConfig?, for streams: [StreamReference], processesBounds: Bool
    ) throws(InputHandlerError) -> any InputHandler {
        let ports = streams.indices
        switch config?.type {
        case nil, "DefaultInputStreamHandler":
            return DefaultHandler(ports: ports, processesBounds: processesBounds)
        case "ImmediateInputStreamHandler":
            return ImmediateHandler(ports: ports, processesBounds: processesBounds)
        case "EarlyCloseInputStreamHandler":
            return EarlyCloseHandler(ports: ports)
        case "FixedSizeInputStreamHandler":
            return try fixedSize(options(config), ports, processesBounds)
        case "SyncSetInputStreamHandler":
            return SyncSetsHandler(
                sets: try sets(options(config), streams), processesBounds: processesBounds)
        case "BarrierInputStreamHandler":
            return BarrierHandler()
        case "TimestampAlignInputStreamHandler":
            return TimestampAlignHandler(ports: ports, base: try base(options(config), streams))
        case "MuxInputStreamHandler":
            return try mux(streams)
        case let name?:
            throw .unknown(name)
        }
    }

    private static func options(_ config: HandlerConfig?) -> TextMessage {
        guard let config else { return TextMessage() }
        return config.options.message(config.type + "Options") ?? TextMessage()
    }

    private static func fixedSize(
        _ options: TextMessage, _ ports: Range<Int>, _ processesBounds: Bool
    ) throws(InputHandlerError) -> FixedSizeHandler {
        do {
            try options.requireFields(
                in: ["trigger_queue_size", "target_queue_size", "fixed_min_size"])
            return FixedSizeHandler(
                ports: ports, processesBounds: processesBounds,
                trigger: try options.int("trigger_queue_size", in: 1 ... .max) ?? 2,
                target: try options.int("target_queue_size", in: 1 ... .max) ?? 1,
                fixedMinSize: try options.bool("fixed_min_size") ?? false)
        } catch { throw .option(error) }
    }

    /// The synchronization sets in the options, plus one with all remaining streams.
    private static func sets(
        _ options: TextMessage, _ streams: [StreamReference]
    ) throws(InputHandlerError) -> [[Int]] {
        var names: [[String]] = []
        do {
            try options.requireFields(in: ["sync_set"])
            for message in try options.messages("sync_set") {
                try message.requireFields(in: ["tag_index"])
                names.append(try message.strings("tag_index"))
            }
        } catch { throw .option(error) }
        let indices = indices(streams)
        var sets: [[Int]] = []
        var rest = Set(streams.indices)
        for names in names {
            var ports: [Int] = []
            for name in names {
                guard let port = port(name, indices) else { throw .noSuchStream(name) }
                guard rest.remove(port) != nil else { throw .inTwoSets(name) }
                ports.append(port)
            }
            sets.append(ports)
        }
        return rest.isEmpty ? sets : sets + [rest.sorted()]
    }

    /// The stream whose timestamps are those of the node.
    private static func base(
        _ options: TextMessage, _ streams: [StreamReference]
    ) throws(InputHandlerError) -> Int {
        let name: String
        do {
            try options.requireFields(in: ["timestamp_base_tag_index"])
            name = try options.string("timestamp_base_tag_index") ?? ""
        } catch { throw .option(error) }
        guard let port = port(name, indices(streams)) else { throw .noSuchStream(name) }
        return port
    }

    /// The port named by `TAG`, `TAG:1`, `:1` or the empty string.
    private static func port(_ name: String, _ indices: [Port: Int]) -> Int? {
        PortName.tagIndex(name).flatMap { indices[Port(tag: $0.tag, index: $0.index)] }
    }

    private static func indices(_ streams: [StreamReference]) -> [Port: Int] {
        Dictionary(
            streams.enumerated().map { (Port($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The control stream has the tag SELECT; otherwise it is the last one by tag and index, as in
    /// MediaPipe.
    private static func mux(_ streams: [StreamReference]) throws(InputHandlerError) -> MuxHandler {
        var ports = streams.indices.sorted {
            (streams[$0].tag, streams[$0].index) < (streams[$1].tag, streams[$1].index)
        }
        guard ports.count > 1, let last = ports.last else {
            throw .tooFewStreams("MuxInputStreamHandler")
        }
        let control = streams.firstIndex { $0.tag == "SELECT" } ?? last
        ports.removeAll { $0 == control }
        return MuxHandler(control: control, data: ports)
    }
}

/// The reason that a node's input stream handler cannot be created.
public enum InputHandlerError: Error, Sendable, Hashable {
    /// No handler is registered under this name.
    case unknown(String)
    /// An option refers to an input stream that the node does not have.
    case noSuchStream(String)
    /// An input stream is in two synchronization sets.
    case inTwoSets(String)
    /// An option has an invalid value.
    case option(TextFormatError)
    /// The handler requires more input streams.
    case tooFewStreams(String)
}

extension InputHandlerError: CustomStringConvertible {
    /// The error as part of a sentence.
    public var description: String {
        switch self {
        case .unknown(let name): "no input stream handler is named \"\(name)\""
        case .noSuchStream(let name):
            "the handler refers to input stream \"\(name)\", which the node does not have"
        case .inTwoSets(let name):
            "input stream \"\(name)\" is in more than one synchronization set"
        case .option(let error): error.description
        case .tooFewStreams(let name): "\(name) requires a data stream and a control stream"
        }
    }
}
