extension CalculatorRegistry {
    /// The calculators that know no image and no model, under MediaPipe's names.
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
        registry.register("PacketThinnerCalculator", PacketThinnerCalculator.self)
        registry.register("PassThroughCalculator", PassThroughCalculator.self)
        registry.register("PreviousLoopbackCalculator", PreviousLoopbackCalculator.self)
        registry.register("RoundRobinDemuxCalculator", RoundRobinDemuxCalculator.self)
        registry.register("SidePacketToStreamCalculator", SidePacketToStreamCalculator.self)
        registry.register("SplitFloatVectorCalculator", SplitVectorCalculator<Float>.self)
        registry.register("SplitIntVectorCalculator", SplitVectorCalculator<Int>.self)
        registry.register("SplitStringVectorCalculator", SplitVectorCalculator<String>.self)
        registry.register("StreamToSidePacketCalculator", StreamToSidePacketCalculator.self)
        return registry
    }()
}
