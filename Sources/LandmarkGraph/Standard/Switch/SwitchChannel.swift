/// One of the nodes of a `SwitchContainer`, as identified by tags of the surrounding nodes:
/// `C2__IMAGE` is the port IMAGE of the third node (mediapipe/framework/tool/container_util.cc).
struct SwitchChannel: Hashable {
    /// The position of the node among the contained ones.
    let number: Int
    /// The tag of its port; may be empty.
    let tag: String

    init(_ number: Int, _ tag: String) {
        self.number = number
        self.tag = tag
    }

    /// Parses a tag; nil if it does not name a channel.
    init?(_ text: String) {
        guard text.hasPrefix("C") else { return nil }
        let index = text.dropFirst().prefix { $0 != "_" }
        let rest = text.dropFirst(1 + index.count)
        guard rest.hasPrefix("__"), let number = PortName.index(index) else { return nil }
        self.init(number, String(rest.dropFirst(2)))
    }

    /// The tag with the channel.
    var name: String { "C\(number)__\(tag)" }
}

extension SwitchChannel {
    /// Returns the options of a `SwitchContainer` or of the nodes that surround its contained ones.
    static func options(_ node: NodeConfig) throws -> TextMessage {
        let options = node.options.message("SwitchContainerOptions") ?? TextMessage()
        try options.requireFields(in: [
            "contained_node", "select", "enable", "synchronize_io", "async_selection",
            "tick_input_stream",
        ])
        let (select, enable) = (try options.int("select"), try options.bool("enable"))
        try StandardCalculatorError.require(
            select == nil || enable == nil, "only one of select and enable may be set")
        return options
    }
}

/// The channels selected over time.
struct SwitchSelection {
    /// The selected channels with the timestamps from which they apply, in ascending order.
    private(set) var history: [(from: GraphTimestamp, channel: Int)]
    private var channel: Int
    /// The number of channels; nil for a node without ports for them.
    private let count: Int?

    /// Declares the ports that select the channel: SELECT `Int` and ENABLE `Bool`, side packets or
    /// streams.
    static func declare(_ contract: inout CalculatorContract) {
        contract.input("SELECT", 0, .type(Int.self), optional: true)
        contract.input("ENABLE", 0, .type(Bool.self), optional: true)
        contract.inputSidePacket("SELECT", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("ENABLE", 0, .type(Bool.self), optional: true)
    }

    /// Whether a stream or side packet selects the channel.
    static func hasPort(_ reference: StreamReference) -> Bool {
        reference.tag == "SELECT" || reference.tag == "ENABLE"
    }

    /// Starts with the channel in the options: `select`, or 1 with `enable`, or the first.
    init(_ node: NodeConfig) throws {
        let options = try SwitchChannel.options(node)
        channel = try options.chosenChannel()
        let ports = PortKind.allCases.flatMap { node[$0] }
        count = ports.compactMap { SwitchChannel($0.tag)?.number }.max().map { $0 + 1 }
        history = [(.unstarted, channel)]
    }

    /// The initial channel.
    var first: Int { history[0].channel }

    /// Reads the selection from side packets.
    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("ENABLE").isEmpty {
            channel = try context.sideValue(Bool.self, "ENABLE") ? 1 : 0
        }
        if !context.sidePacket("SELECT").isEmpty {
            channel = try context.sideValue(Int.self, "SELECT")
        }
        try check()
        history = [(.unstarted, channel)]
    }

    /// Records the streams' selection at the input timestamp.
    mutating func record(_ context: CalculatorContext) throws {
        guard settled(context) == context.timestamp else { return }
        var new = channel
        if let isEnabled = try context.inputs["ENABLE"].value(Bool.self) { new = isEnabled ? 1 : 0 }
        if let selected = try context.inputs["SELECT"].value(Int.self) { new = selected }
        if new == channel { return }
        channel = new
        try check()
        history.removeAll { $0.from == context.timestamp }
        history.append((context.timestamp, new))
    }

    /// Rejects a channel that does not exist; MediaPipe sends nothing in this case.
    private func check() throws(StandardCalculatorError) {
        guard let count else { return }
        try StandardCalculatorError.require(
            (0..<count).contains(channel),
            "channel \(channel) is selected, but there are \(count), counted from 0")
    }

    /// The timestamp up to which the selection is known.
    func settled(_ context: CalculatorContext) -> GraphTimestamp {
        for tag in ["ENABLE", "SELECT"] where context.inputs[tag].isConnected {
            return context.inputs[tag].packet.timestamp
        }
        return .done
    }

    /// The channel at a timestamp; nil before the start.
    func channel(at timestamp: GraphTimestamp) -> Int? {
        history.last { $0.from <= timestamp }?.channel
    }

    /// Discards selections that do not affect timestamps at or after `bound`.
    mutating func forget(before bound: GraphTimestamp) {
        if let last = history.lastIndex(where: { $0.from <= bound }) { history.removeFirst(last) }
    }

    /// Discards the first selections.
    mutating func forget(first count: Int) { history.removeFirst(count) }
}

extension TextMessage {
    /// The channel that `mediapipe.SwitchContainerOptions` select: `select`, or 1 with `enable`,
    /// or 0.
    package func chosenChannel() throws -> Int {
        try int("select") ?? (try bool("enable") == true ? 1 : 0)
    }
}
