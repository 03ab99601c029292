import LandmarkGraph

/// Sends the elements of an array one by one, for a part of a graph that processes one at a time:
/// ITERABLE `[Element]` in; ITEM `Element`, and BATCH_END `GraphTimestamp` with the last one, out.
/// The packets of any number of CLONE streams are repeated with each element.
///
/// Elements have separate timestamps, which count from 0. `EndLoopCalculator` restores the array's
/// timestamp on the results.
struct BeginLoopCalculator<Element: Sendable>: Calculator {
    private var next = GraphTimestamp.microseconds(0)

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let clones = node.count(.inputStream, tag: "CLONE")
        try StandardCalculatorError.require(
            clones == node.count(.outputStream, tag: "CLONE"),
            "the numbers of CLONE input and output streams must be equal")
        contract.input("ITERABLE", 0, .type([Element].self))
        contract.input("TICK", 0, optional: true)
        contract.input("CLONE", nil, optional: true)
        contract.output("ITEM", 0, .type(Element.self))
        contract.output("BATCH_END", 0, .type(GraphTimestamp.self))
        contract.output("CLONE", nil, .sameAsInput("CLONE"), optional: true)
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        let outputs = context.outputs
        let start = next
        for element in try context.inputs["ITERABLE"].value([Element].self) ?? [] {
            try outputs["ITEM"].send(Packet(element, at: next))
            for index in 0..<context.inputs.count("CLONE") {
                let packet = context.inputs["CLONE", index].packet
                if !packet.isEmpty { try outputs["CLONE", index].send(packet.at(next)) }
            }
            next = next + 1
        }
        if next == start {
            // An empty array uses up one timestamp for the end of its batch.
            next = next + 1
            try outputs["ITEM"].setNextTimestampBound(next)
            for index in 0..<outputs.count("CLONE") {
                try outputs["CLONE", index].setNextTimestampBound(next)
            }
        }
        try outputs["BATCH_END"].send(Packet(context.timestamp, at: next - 1))
    }
}

/// Collects the results that a part of a graph computed from the elements of a
/// `BeginLoopCalculator`: ITEM `Element` and BATCH_END `GraphTimestamp` in, ITERABLE `[Element]`
/// out. Sends nothing if there are no elements.
struct EndLoopCalculator<Element: Sendable>: Calculator {
    private var elements: [Element] = []

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("ITEM", 0, .type(Element.self))
        contract.input("BATCH_END", 0, .type(GraphTimestamp.self))
        contract.output("ITERABLE", 0, .type([Element].self))
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        if let element = try context.inputs["ITEM"].value(Element.self) {
            elements.append(element)
        }
        guard let timestamp = try context.inputs["BATCH_END"].value(GraphTimestamp.self)
        else { return }
        let output = context.outputs["ITERABLE"]
        if elements.isEmpty { return try output.setNextTimestampBound(timestamp + 1) }
        try output.send(Packet(elements, at: timestamp))
        elements = []
    }
}
