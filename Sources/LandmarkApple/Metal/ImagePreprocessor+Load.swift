public import LandmarkImaging
public import LandmarkMotion

extension ImagePreprocessor {
    /// The preprocessor for a load level: the graphics processor if the level requests it and the device has
    /// one, otherwise the CPU. It does not change which device runs the networks.
    public static func preprocessor(for level: LoadLevel) -> ImagePreprocessor {
        switch level.delegate {
        case .cpu: return .cpu
        case .gpu:
            #if canImport(Metal)
            return MetalImageToTensor.shared?.preprocessor ?? .cpu
            #else
            return .cpu
            #endif
        }
    }
}
