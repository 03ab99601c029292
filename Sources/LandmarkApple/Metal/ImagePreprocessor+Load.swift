public import LandmarkImaging
public import LandmarkMotion

extension ImagePreprocessor {
    /// What samples images at a load level: the graphics processor where the level says so and the
    /// device has one, else the CPU. Networks run on the CPU in any case.
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
