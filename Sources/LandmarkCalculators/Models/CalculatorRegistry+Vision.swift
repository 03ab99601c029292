public import LandmarkGraph

extension CalculatorRegistry {
    /// The standard calculators, and those for images, landmarks and drivers, also under the
    /// names of MediaPipe's subgraphs.
    ///
    /// - Parameter models: Where the models are, for nodes that do not say so.
    public static func vision(_ models: VisionModels = VisionModels()) -> CalculatorRegistry {
        var registry = CalculatorRegistry.standard
        registry.register("ImagePropertiesCalculator", ImagePropertiesCalculator.self)
        registry.register("ImageTransformationCalculator", ImageTransformationCalculator.self)
        registry.register("DriverMonitoringCalculator", DriverMonitoringCalculator.self)
        registry.register("FaceRendererCpu", FaceRendererCalculator.self)
        registry.register("HandRendererSubgraph", HandRendererCalculator.self)
        registry.register("PoseRendererCpu", PoseRendererCalculator.self)
        let tasks: [(task: String, type: any Calculator.Type, names: [String])] = [
            (
                "FaceLandmarkerTask", FaceLandmarkerCalculator.self,
                ["FaceLandmarkerCalculator", "FaceLandmarkFrontCpu"]
            ),
            (
                "HandLandmarkerTask", HandLandmarkerCalculator.self,
                ["HandLandmarkerCalculator", "HandLandmarkTrackingCpu"]
            ),
            (
                "PoseLandmarkerTask", PoseLandmarkerCalculator.self,
                ["PoseLandmarkerCalculator", "PoseLandmarkCpu"]
            ),
        ]
        let defaults = models.defaults
        for entry in tasks {
            registry.register(entry.task, entry.type)
            for name in entry.names {
                registry.register(name) { node in
                    GraphConfig(wrapping: entry.task, in: node, options: defaults)
                }
            }
        }
        return registry
    }
}

extension VisionModels {
    /// What nodes are told besides their options.
    fileprivate var defaults: NodeOptions.Entry {
        let paths = [
            ("face", face), ("hand", hand), ("pose_lite", poseLite), ("pose_full", poseFull),
            ("pose_heavy", poseHeavy),
        ]
        var fields = paths.compactMap { name, path in path.map { TextField(name, .string($0)) } }
        if let threads { fields.append(TextField("threads", .integer(threads))) }
        return NodeOptions.Entry(type: TaskNode.defaultsType, message: TextMessage(fields))
    }
}

extension GraphConfig {
    /// A subgraph of one calculator that has all the streams and side packets of `node`.
    fileprivate init(wrapping calculator: String, in node: NodeConfig, options: NodeOptions.Entry) {
        var inner = NodeConfig(
            calculator: calculator,
            inputStreams: Self.renamed(node.inputStreams, "in"),
            outputStreams: Self.renamed(node.outputStreams, "out"),
            inputSidePackets: Self.renamed(node.inputSidePackets, "side"),
            outputSidePackets: Self.renamed(node.outputSidePackets, "made"))
        // MediaPipe's subgraphs are told apart by the name.
        let name = TextField("subgraph", .string(node.calculator))
        let facts = NodeOptions.Entry(
            type: options.type, message: TextMessage(options.message.fields + [name]))
        inner.options = NodeOptions(node.options.entries + [facts])
        inner.executor = node.executor
        self.init(
            nodes: [inner], inputStreams: inner.inputStreams, outputStreams: inner.outputStreams,
            inputSidePackets: inner.inputSidePackets, outputSidePackets: inner.outputSidePackets)
    }

    /// Names that are there once each, whatever the streams are called outside.
    private static func renamed(_ streams: [StreamReference], _ kind: String) -> [StreamReference] {
        streams.map { stream in
            StreamReference(
                tag: stream.tag, index: stream.index,
                name: "\(kind)_\(stream.tag.lowercased())_\(stream.index)")
        }
    }
}
