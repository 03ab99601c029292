/// Passes or drops packets according to a control stream or side packet, ALLOW or DISALLOW, a
/// `Bool`; without either, according to the option `allow`.
///
/// Untagged output streams correspond to the untagged input streams. Without a control packet the
/// packets are dropped, or passed with the option `empty_packets_as_allow`. The optional stream
/// STATE_CHANGE receives a `Bool` whenever the gate opens or closes. Options:
/// `mediapipe.GateCalculatorOptions`.
struct GateCalculator: Calculator {
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

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try GateCalculator(node)  // Reports invalid options during validation.
        let controls = [PortKind.inputStream, .inputSidePacket].flatMap { kind in
            node[kind].filter { $0.tag == "ALLOW" || $0.tag == "DISALLOW" }
        }
        try StandardCalculatorError.require(
            controls.count <= 1,
            "only one of ALLOW and DISALLOW may be connected, as a stream or a side packet")
        try StandardCalculatorError.require(
            node.count(.inputStream) == node.count(.outputStream),
            "the numbers of untagged input and output streams must be equal")
        contract.input(optional: true)
        contract.output("", nil, .sameAsInput(), optional: true)
        for tag in ["ALLOW", "DISALLOW"] {
            contract.input(tag, 0, .type(Bool.self), optional: true)
            contract.inputSidePacket(tag, 0, .type(Bool.self), optional: true)
        }
        contract.output("STATE_CHANGE", 0, .type(Bool.self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
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

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("ALLOW").isEmpty {
            sideAllows = try context.sideValue(Bool.self, "ALLOW")
        } else if !context.sidePacket("DISALLOW").isEmpty {
            sideAllows = try !context.sideValue(Bool.self, "DISALLOW")
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
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
                // A side packet closes the gate permanently, so close the outputs to unblock
                // downstream nodes.
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
