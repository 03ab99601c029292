import LandmarkApple
public import LandmarkImaging

/// What MediaPipe calls the delegate. Here networks run on the CPU; the GPU samples their inputs
/// from the camera's images.
public enum ProcessorChoice: String, Sendable, CaseIterable {
    case cpu
    case gpu

    /// The name for the user.
    public var title: String {
        switch self {
        case .cpu: Localized.text("delegate.cpu")
        case .gpu: Localized.text("delegate.gpu")
        }
    }

    /// What samples images for the networks.
    public var preprocessor: ImagePreprocessor {
        switch self {
        case .cpu: .cpu
        case .gpu: MetalImageToTensor.shared?.preprocessor ?? .cpu
        }
    }
}
