import LandmarkGraph

/// A placeholder for MediaPipe's calculators that run only on a GPU: its nodes are errors that
/// explain what to use instead.
struct GPUCalculator: Calculator {
    /// The alternative to each calculator, by its registered name.
    static let alternatives = [
        "GlScalerCalculator": "use ImageTransformationCalculator",
        "GpuBufferToImageFrameCalculator": "remove it: images are in memory",
        "ImageFrameToGpuBufferCalculator": "remove it: images stay in memory",
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
