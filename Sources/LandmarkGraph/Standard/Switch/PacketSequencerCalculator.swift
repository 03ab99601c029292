/// Gives packets the timestamps of another stream: each INPUT packet goes to the OUTPUT with the
/// same index at the first timestamp after the last packet of any TICK. Part of a `SwitchContainer`
/// controlled by streams. Follows mediapipe/calculators/core/packet_sequencer_calculator.cc.
struct PacketSequencerCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: "INPUT") == node.count(.outputStream, tag: "OUTPUT"),
            "the numbers of INPUT and OUTPUT streams must be equal")
        contract.input("INPUT")
        contract.input("TICK", optional: true)
        contract.output("OUTPUT", nil, .sameAsInput("INPUT"))
        contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        let (inputs, outputs) = (context.inputs, context.outputs)
        let count = inputs.count("INPUT")
        for index in 0..<count where !inputs["INPUT", index].isEmpty {
            let output = outputs["OUTPUT", index]
            try output.send(inputs["INPUT", index].packet.at(max(.min, output.bound)))
        }
        let hasTick = (0..<inputs.count("TICK")).contains {
            inputs["TICK", $0].packet.timestamp == context.timestamp
        }
        let tick = hasTick ? context.timestamp : .min
        for index in 0..<count {
            let output = outputs["OUTPUT", index]
            if tick >= output.bound, !output.isClosed {
                try output.setNextTimestampBound(tick.nextAllowedInStream)
            }
        }
    }
}
