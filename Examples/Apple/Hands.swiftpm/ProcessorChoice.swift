import LandmarkApple
import LandmarkImaging

/// What MediaPipe calls the delegate. Networks always run on the CPU; the GPU samples their inputs
/// from the camera's images.
enum ProcessorChoice: String, Sendable, CaseIterable {
    case cpu = "CPU"
    case gpu = "GPU (sampling of images)"

    var preprocessor: ImagePreprocessor {
        switch self {
        case .cpu: .cpu
        case .gpu: MetalImageToTensor.shared?.preprocessor ?? .cpu
        }
    }
}
