import LandmarkGraph

/// Concatenates arrays and elements in the order of the streams: any number of untagged `Element`
/// or `[Element]` in, `[Element]` out. Streams without a packet are skipped; with
/// `only_emit_if_all_present`, nothing is sent in that case.
struct ConcatenateVectorCalculator<Element: Sendable>: Calculator {
    private let needsAll: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ConcatenateVectorCalculator(node)
        contract.input("", nil, .oneOf([Element.self, [Element].self]))
        contract.output("", 0, .type([Element].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ConcatenateVectorCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["only_emit_if_all_present"])
        needsAll = try options.bool("only_emit_if_all_present") ?? false
    }

    mutating func process(_ context: CalculatorContext) throws {
        var elements: [Element] = []
        for index in 0..<context.inputs.count() {
            let packet = context.inputs[index].packet
            if packet.isEmpty {
                if needsAll { return }
            } else if packet.holds(Element.self) {
                elements.append(try packet.get(Element.self))
            } else {
                elements += try context.inputs[index].get([Element].self)
            }
        }
        try context.outputs[0].send(elements)
    }
}

/// Reports whether an array has at least `min_size` elements: ITERABLE `[Element]` in, untagged
/// `Bool` out. An untagged side packet, `Int`, takes precedence over that option of
/// `mediapipe.CollectionHasMinSizeCalculatorOptions`.
struct HasMinSizeCalculator<Element: Sendable>: Calculator {
    private var size: Int

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try HasMinSizeCalculator(node)
        contract.mapList(of: Element.self, from: "ITERABLE", to: Bool.self)
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("CollectionHasMinSizeCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["min_size"])
        size = try options.int("min_size", in: 0 ... .max) ?? 0
    }

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket().isEmpty { size = try context.sideValue(Int.self) }
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let elements = try context.inputs["ITERABLE"].value([Element].self) else { return }
        try context.outputs[0].send(elements.count >= size)
    }
}

/// Passes on the first elements of an array: untagged `[Element]` in and out. The number is the
/// option `max_vec_size` of `mediapipe.ClipVectorSizeCalculatorOptions`, 1 by default, or an
/// untagged side packet, `Int`.
struct ClipVectorSizeCalculator<Element: Sendable>: Calculator {
    private var limit: Int

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ClipVectorSizeCalculator(node)
        contract.mapList(of: Element.self, from: "", to: [Element].self)
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ClipVectorSizeCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["max_vec_size"])
        limit = try options.int("max_vec_size", in: 1 ... .max) ?? 1
    }

    mutating func open(_ context: CalculatorContext) throws {
        guard !context.sidePacket().isEmpty else { return }
        limit = try context.sideValue(Int.self)
        try StandardCalculatorError.require(
            limit > 0, "the side packet must be at least 1, not \(limit)")
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let elements = try context.inputs[0].value([Element].self) else { return }
        try context.outputs[0].send(Array(elements.prefix(limit)))
    }
}

extension CalculatorContract {
    /// Declares the ports of a calculator that computes one packet from an array: `[Element]` in,
    /// untagged `Output` out at the same time, and an untagged side packet, `Int`, in place of an
    /// option.
    fileprivate mutating func mapList<Element: Sendable, Output: Sendable>(
        of _: Element.Type, from tag: String, to _: Output.Type
    ) {
        input(tag, 0, .type([Element].self))
        inputSidePacket("", 0, .type(Int.self), optional: true)
        output("", 0, .type(Output.self))
        timestampOffset = 0
    }
}

/// Compares numbers: FLOAT `Float` in; FLAG `Bool`, whether the number is above the threshold,
/// ACCEPT, true if it is, and REJECT, false if it is not, out.
///
/// The threshold is the option of `mediapipe.ThresholdingCalculatorOptions`, or THRESHOLD `Double`, a
/// side packet or a stream.
struct ThresholdingCalculator: Calculator {
    private var threshold: Double

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ThresholdingCalculator(node)
        let option = node.options.message("ThresholdingCalculatorOptions")?.has("threshold") == true
        let sources =
            (option ? 1 : 0) + node.count(.inputStream, tag: "THRESHOLD")
            + node.count(.inputSidePacket, tag: "THRESHOLD")
        try StandardCalculatorError.require(
            sources <= 1,
            "the threshold is set by more than one of option, side packet and stream")
        contract.input("FLOAT", 0, .type(Float.self))
        contract.input("THRESHOLD", 0, .type(Double.self), optional: true)
        contract.inputSidePacket("THRESHOLD", 0, .type(Double.self), optional: true)
        for tag in ["FLAG", "ACCEPT", "REJECT"] {
            contract.output(tag, 0, .type(Bool.self), optional: true)
        }
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ThresholdingCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["threshold"])
        threshold = try options.double("threshold") ?? 0
    }

    mutating func open(_ context: CalculatorContext) throws {
        guard !context.sidePacket("THRESHOLD").isEmpty else { return }
        threshold = try context.sideValue(Double.self, "THRESHOLD")
    }

    mutating func process(_ context: CalculatorContext) throws {
        if let given = try context.inputs["THRESHOLD"].value(Double.self) { threshold = given }
        guard let value = try context.inputs["FLOAT"].value(Float.self) else { return }
        let isAbove = Double(value) > threshold
        try context.outputs["FLAG"].send(isAbove)
        try context.outputs[isAbove ? "ACCEPT" : "REJECT"].send(isAbove)
    }
}
