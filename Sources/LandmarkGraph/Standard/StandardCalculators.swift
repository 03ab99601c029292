public import LandmarkCore

extension CalculatorRegistry {
    /// MediaPipe's calculators that are independent of images and models, under MediaPipe's names.
    public static let standard: CalculatorRegistry = {
        var registry = CalculatorRegistry()
        registry.register("ConstantSidePacketCalculator", ConstantSidePacketCalculator.self)
        registry.register("DefaultSidePacketCalculator", DefaultSidePacketCalculator.self)
        registry.register("FlowLimiterCalculator", FlowLimiterCalculator.self)
        registry.register("GateCalculator", GateCalculator.self)
        registry.register("MergeCalculator", MergeCalculator.self)
        registry.register("MuxCalculator", MuxCalculator.self)
        registry.register("PacketClonerCalculator", PacketClonerCalculator.self)
        registry.register("PacketPresenceCalculator", PacketPresenceCalculator.self)
        registry.register("PacketSequencerCalculator", PacketSequencerCalculator.self)
        registry.register("PacketThinnerCalculator", PacketThinnerCalculator.self)
        registry.register("PassThroughCalculator", PassThroughCalculator.self)
        registry.register("PreviousLoopbackCalculator", PreviousLoopbackCalculator.self)
        registry.register("RoundRobinDemuxCalculator", RoundRobinDemuxCalculator.self)
        registry.register("SidePacketToStreamCalculator", SidePacketToStreamCalculator.self)
        registry.register("SplitFloatVectorCalculator", SplitVectorCalculator<Float>.self)
        registry.register("SplitIntVectorCalculator", SplitVectorCalculator<Int>.self)
        registry.register("SplitStringVectorCalculator", SplitVectorCalculator<String>.self)
        registry.register("StreamToSidePacketCalculator", StreamToSidePacketCalculator.self)
        registry.register("SwitchContainer") { try SwitchContainer.graph($0) }
        registry.register("SwitchDemuxCalculator", SwitchDemuxCalculator.self)
        registry.register("SwitchMuxCalculator", SwitchMuxCalculator.self)
        return registry
    }()
}

/// An error that a standard calculator found in its node or its packets.
public struct StandardCalculatorError: LandmarkError, Hashable {
    /// The error as part of a sentence.
    public let description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }

    /// Throws an error unless a condition holds.
    package static func require(
        _ condition: Bool, _ description: @autoclosure () -> String
    ) throws(StandardCalculatorError) {
        if !condition { throw StandardCalculatorError(description()) }
    }
}
