/// Lets packets pass or drops them, as a control stream or side packet says: ALLOW or DISALLOW, of
/// type `Bool`; without any, as the option `allow` says.
///
/// Input and output streams without a tag belong together. When nothing comes on the control stream
/// the packets are dropped, or with the option `empty_packets_as_allow` pass. The optional stream
/// STATE_CHANGE gets a `Bool` whenever the gate opens or shuts. Options:
/// `mediapipe.GateCalculatorOptions`.
public struct GateCalculator: Calculator {
    private enum State: String {
        case unspecified = "UNSPECIFIED"
        case uninitialized = "GATE_UNINITIALIZED"
        case allow = "GATE_ALLOW"
        case disallow = "GATE_DISALLOW"
    }

    private let emptyAllows: Bool
    private let optionAllows: Bool
    private var state: State
    private var sideAllows: Bool?

    /// Data streams without a tag; ALLOW or DISALLOW, as a stream or as a side packet; STATE_CHANGE.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try GateCalculator(node)  // Faults in options show before a run.
        let controls = [PortKind.inputStream, .inputSidePacket].flatMap { kind in
            node[kind].filter { $0.tag == "ALLOW" || $0.tag == "DISALLOW" }
        }
        try StandardFault.require(
            controls.count <= 1, "ALLOW and DISALLOW exclude each other, as stream and side packet")
        try StandardFault.require(
            node.count(.inputStream) == node.count(.outputStream),
            "there must be as many output streams without a tag as input streams")
        contract.input(optional: true)
        contract.output("", nil, .sameAsInput(), optional: true)
        for tag in ["ALLOW", "DISALLOW"] {
            contract.input(tag, 0, .type(Bool.self), optional: true)
            contract.sidePacket(tag, 0, .type(Bool.self), optional: true)
        }
        contract.output("STATE_CHANGE", 0, .type(Bool.self), optional: true)
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws {
        let options = node.options.message("GateCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["empty_packets_as_allow", "allow", "initial_gate_state"])
        emptyAllows = try options.bool("empty_packets_as_allow") ?? false
        optionAllows = try options.bool("allow") ?? false
        let name = try options.enumeration(
            "initial_gate_state",
            of: [
                "UNSPECIFIED": 0, "GATE_UNINITIALIZED": 1, "GATE_ALLOW": 2, "GATE_DISALLOW": 3,
            ])
        state = name.flatMap(State.init) ?? .uninitialized
    }

    /// Reads the side packet.
    public mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("ALLOW").isEmpty {
            sideAllows = try context.sideValue(Bool.self, "ALLOW")
        } else if !context.sidePacket("DISALLOW").isEmpty {
            sideAllows = try !context.sideValue(Bool.self, "DISALLOW")
        }
    }

    /// Lets the packets of a moment pass or drops them.
    public mutating func process(_ context: CalculatorContext) throws {
        let allows = try allows(context)
        let new = allows ? State.allow : .disallow
        if state != .uninitialized, state != new {
            try context.outputs["STATE_CHANGE"].send(allows)
        }
        state = new
        for index in 0..<context.inputs.count() {
            if allows, !context.inputs[index].isEmpty {
                try context.outputs[index].send(context.inputs[index].packet)
            } else if !allows, sideAllows != nil {
                // A gate that stays shut needs nobody to wait for it.
                context.outputs[index].close()
            }
        }
    }

    private func allows(_ context: CalculatorContext) throws -> Bool {
        if let sideAllows { return sideAllows }
        let allow = context.inputs["ALLOW"]
        let disallow = context.inputs["DISALLOW"]
        guard allow.isConnected || disallow.isConnected else { return optionAllows }
        if let allow = try allow.value(Bool.self) { return allow }
        if let disallow = try disallow.value(Bool.self) { return !disallow }
        return emptyAllows
    }
}
