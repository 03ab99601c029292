import LandmarkGraph

/// Stands for MediaPipe's calculators that run on a GPU alone: its nodes are errors that say what to use in
/// their place.
struct GPUCalculator: Calculator {
    /// What to do instead of each calculator, by its registered name.
    static let alternatives = [
        "GlScalerCalculator": "use ImageTransformationCalculator",
        "GpuBufferToImageFrameCalculator": "leave it out: images are in memory",
        "ImageFrameToGpuBufferCalculator": "leave it out: images stay in memory",
        "TfLiteConverterGpuCalculator": "use TfLiteConverterCalculator",
        "FaceRendererGpu": "use FaceRendererCpu",
        "FaceLandmarkFrontGpu": "use FaceLandmarkFrontCpu",
        "HandLandmarkTrackingGpu": "use HandLandmarkTrackingCpu",
        "PoseLandmarkGpu": "use PoseLandmarkCpu",
        "PoseRendererGpu": "use PoseRendererCpu",
    ]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        throw VisionCalculatorError.needsGPU(
            calculator: node.calculator, alternative: alternatives[node.calculator] ?? "")
    }

    init(_ node: NodeConfig) {}
}

extension CalculatorRegistry {
    /// Registers the calculators that are errors.
    mutating func registerGPUCalculators() {
        for name in GPUCalculator.alternatives.keys { register(name, GPUCalculator.self) }
    }
}
