/// The input stream handlers by MediaPipe's names.
package enum InputHandlers {
    /// The names that `make` knows.
    package static let names = [
        "BarrierInputStreamHandler", "DefaultInputStreamHandler", "EarlyCloseInputStreamHandler",
        "FixedSizeInputStreamHandler", "ImmediateInputStreamHandler", "MuxInputStreamHandler",
        "SyncSetInputStreamHandler", "TimestampAlignInputStreamHandler",
    ]

    /// The handler that a config asks for, for a node with these input streams.
    package static func make(
        _ config: HandlerConfig?, for streams: [StreamReference], processesBounds: Bool
    ) throws(InputHandlerFault) -> any InputHandler {
        let ports = streams.indices
        switch config?.type {
        case nil, "DefaultInputStreamHandler":
            return SynchronizedHandler(ports: ports, processesBounds: processesBounds)
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
    ) throws(InputHandlerFault) -> FixedSizeHandler {
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

    /// The sets of the options, and one of all streams that stand in none of them.
    private static func sets(
        _ options: TextMessage, _ streams: [StreamReference]
    ) throws(InputHandlerFault) -> [[Int]] {
        var names: [[String]] = []
        do {
            try options.requireFields(in: ["sync_set"])
            for message in try options.messages("sync_set") {
                try message.requireFields(in: ["tag_index"])
                names.append(try message.strings("tag_index"))
            }
        } catch { throw .option(error) }
        let places = places(streams)
        var sets: [[Int]] = []
        var rest = Set(streams.indices)
        for names in names {
            var ports: [Int] = []
            for name in names {
                guard let port = port(name, places) else { throw .noSuchStream(name) }
                guard rest.remove(port) != nil else { throw .inTwoSets(name) }
                ports.append(port)
            }
            sets.append(ports)
        }
        return rest.isEmpty ? sets : sets + [rest.sorted()]
    }

    /// The stream whose time is that of the calls.
    private static func base(
        _ options: TextMessage, _ streams: [StreamReference]
    ) throws(InputHandlerFault) -> Int {
        let name: String
        do {
            try options.requireFields(in: ["timestamp_base_tag_index"])
            name = try options.string("timestamp_base_tag_index") ?? ""
        } catch { throw .option(error) }
        guard let port = port(name, places(streams)) else { throw .noSuchStream(name) }
        return port
    }

    /// The port of `TAG`, `TAG:1`, `:1` or the empty string.
    private static func port(_ name: String, _ places: [Port: Int]) -> Int? {
        PortName.tagIndex(name).flatMap { places[Port(tag: $0.tag, index: $0.index)] }
    }

    private static func places(_ streams: [StreamReference]) -> [Port: Int] {
        Dictionary(
            streams.enumerated().map { (Port($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The control stream is that of tag SELECT, or else the last by tag and index, as in MediaPipe.
    private static func mux(_ streams: [StreamReference]) throws(InputHandlerFault) -> MuxHandler {
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
