public import LandmarkCore
public import LandmarkGraph

extension CalculatorRegistry {
    /// Returns the standard calculators plus those for images, detections, landmarks, tensors,
    /// drawing, drivers and motion. Landmarkers and renderers are also registered under the names
    /// of MediaPipe's subgraphs.
    ///
    /// - Parameters:
    ///   - models: The model files of nodes that do not name one, and how networks are run.
    ///   - logger: Receives messages, such as why a network does not run on the requested device.
    public static func vision(
        _ models: VisionModels = VisionModels(), logger: Logger = .silent
    ) -> CalculatorRegistry {
        var registry = CalculatorRegistry.standard
        registry.services[NetworkService.self] = NetworkService(
            device: models.device, logger: logger)
        registry.registerMediaPipeCalculators()
        registry.register("ImagePropertiesCalculator", ImagePropertiesCalculator.self)
        registry.register("ImageTransformationCalculator", ImageTransformationCalculator.self)
        registry.register("DriverMonitoringCalculator", DriverMonitoringCalculator.self)
        registry.register("PoseMotionCalculator", PoseMotionCalculator.self)
        registry.register("ExerciseCalculator", ExerciseCalculator.self)
        registry.register("MotionRendererCalculator", RendererCalculator<MotionRenderer>.self)
        registry.register("FaceRendererCpu", RendererCalculator<FaceRenderer>.self)
        registry.register("HandRendererSubgraph", RendererCalculator<HandRenderer>.self)
        registry.register("PoseRendererCpu", RendererCalculator<PoseRenderer>.self)
        registry.register(
            LandmarkerCalculator<FaceLandmarkerAdapter>.self, task: "FaceLandmarkerTask",
            as: ["FaceLandmarkerCalculator", "FaceLandmarkFrontCpu"], models)
        registry.register(
            LandmarkerCalculator<HandLandmarkerAdapter>.self, task: "HandLandmarkerTask",
            as: ["HandLandmarkerCalculator", "HandLandmarkTrackingCpu"], models)
        registry.register(
            LandmarkerCalculator<PoseLandmarkerAdapter>.self, task: "PoseLandmarkerTask",
            as: ["PoseLandmarkerCalculator", "PoseLandmarkCpu"], models)
        registry.register(
            DriverFaceCalculator.self, task: DriverFaceCalculator.task,
            as: ["DriverFaceLandmarkerCalculator"], models)
        return registry
    }

    /// Registers a landmarker as `task`, and under each of `names` as a subgraph that contains it.
    ///
    /// Calculators are created only from their nodes, so the subgraph adds an options message with
    /// the models and the name to the node.
    private mutating func register(
        _ landmarker: any Calculator.Type, task: String, as names: [String], _ models: VisionModels
    ) {
        register(task, landmarker)
        for name in names {
            let defaults = LandmarkerSettings.defaults(models, registeredName: name)
            register(name) { GraphConfig(wrapping: task, in: $0, options: defaults) }
        }
    }
}

extension GraphConfig {
    /// Creates a subgraph of one calculator with the ports and options of `node`, plus `options`.
    fileprivate init(wrapping calculator: String, in node: NodeConfig, options: NodeOptions.Entry) {
        var inner = NodeConfig(
            calculator: calculator,
            inputStreams: Self.renamed(node.inputStreams, "in"),
            outputStreams: Self.renamed(node.outputStreams, "out"),
            inputSidePackets: Self.renamed(node.inputSidePackets, "side_in"),
            outputSidePackets: Self.renamed(node.outputSidePackets, "side_out"))
        inner.options = NodeOptions(node.options.entries + [options])
        inner.executor = node.executor
        self.init(
            nodes: [inner], inputStreams: inner.inputStreams, outputStreams: inner.outputStreams,
            inputSidePackets: inner.inputSidePackets, outputSidePackets: inner.outputSidePackets)
    }

    /// Gives ports unique names, independent of their outer names.
    private static func renamed(_ ports: [StreamReference], _ kind: String) -> [StreamReference] {
        ports.map { port in
            StreamReference(
                tag: port.tag, index: port.index,
                name: "\(kind)_\(port.tag.lowercased())_\(port.index)")
        }
    }
}
