import CLandmarkInterface
import LandmarkCore

/// Returns the device that a caller asks for.
///
/// - Throws: `InterfaceError.unknownValue`.
func computeDevice(
    _ device: landmark_device, _ precision: landmark_precision
) throws(InterfaceError) -> ComputeDevice {
    let precision = try precisionKind(precision)
    let other: ComputeDevice
    switch device {
    case LANDMARK_DEVICE_CPU: return .cpu(precision: precision)
    case LANDMARK_DEVICE_OPENVINO: other = .openVINO
    case LANDMARK_DEVICE_GPU: other = .gpu
    case LANDMARK_DEVICE_NEURAL_ENGINE: other = .neuralEngine
    case LANDMARK_DEVICE_AUTOMATIC: other = .automatic
    default:
        throw .unknownValue(
            name: "device", expected: "a landmark_device", got: "\(device.rawValue)")
    }
    guard precision == .single else {
        throw .unknownValue(
            name: "precision", expected: "single for the device \(other)", got: precision.rawValue)
    }
    return other
}

private func precisionKind(_ precision: landmark_precision) throws(InterfaceError) -> Precision {
    switch precision {
    case LANDMARK_PRECISION_SINGLE: return .single
    case LANDMARK_PRECISION_HALF: return .half
    case LANDMARK_PRECISION_FINE: return .fine
    case LANDMARK_PRECISION_FAST: return .fast
    default:
        throw .unknownValue(
            name: "precision", expected: "a landmark_precision", got: "\(precision.rawValue)")
    }
}
