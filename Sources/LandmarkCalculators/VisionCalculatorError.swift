public import LandmarkCore
public import LandmarkImaging
public import LandmarkMotion

/// An error that a calculator for images, landmarks, drivers or motion found in its node or its
/// packets.
public enum VisionCalculatorError: LandmarkError, Hashable {
    /// No model file is specified for the node.
    case modelMissing(option: String)
    /// A number is out of range.
    case number(name: String, expected: String, got: Int)
    /// The device calculates in one precision only.
    case precision(Precision, device: ComputeDevice)
    /// A feature of MediaPipe's calculator is not supported.
    case unsupported(String)
    /// The calculator runs only on a GPU; `alternative` explains what to do instead.
    case needsGPU(calculator: String, alternative: String)
    /// The landmarks to draw have the wrong count.
    case landmarkCount(expected: [Int], got: Int)
    /// A stream or side packet, `source`, has an implausible speed in km/h.
    case speed(source: String, expected: ClosedRange<Double>, got: Double)
    /// The faces of a stream lack data needed for driver monitoring: these options of
    /// `FaceLandmarkerCalculator` are off.
    case incompleteFaces(stream: String, options: [String])
    /// The option `angles` names a measure that does not exist.
    case unknownMeasure(String, nearest: String?)
    /// Only one of these options may be set.
    case exclusiveOptions([String])
    /// The node has no exercise: none of these options is set.
    case exerciseMissing(options: [String])
    /// The definition of an exercise, from an option or a file, is not valid.
    case exercise(source: String, ExerciseError)
    /// The file with an exercise's definition could not be read.
    case exerciseFile(ImagingError)
    /// The definition of an exercise, from an option or a file, is not JSON; `reason` contains the
    /// place.
    case exerciseText(source: String, reason: String)

    /// One sentence with the facts of the error.
    public var description: String {
        switch self {
        case .modelMissing(let option):
            "no model is specified: set the option \(option), the side packet MODEL_PATH, or the"
                + " models that the graph is run with"
        case .number(let name, let expected, let got):
            "\(name) must be \(expected), not \(got)"
        case .precision(let precision, let device):
            "precision: \(precision.rawValue) needs device: cpu, not \(device)"
        case .unsupported(let feature): "\(feature) is not supported"
        case .needsGPU(let calculator, let alternative):
            "\(calculator) needs images on a GPU, but graphs keep them in memory here; \(alternative)"
        case .landmarkCount(let expected, let got):
            "expected \(expected.map(String.init).joined(separator: " or ")) landmarks, got \(got)"
        case .speed(let source, let expected, let got):
            "\(source): the speed must be from \(expected.lowerBound) to"
                + " \(expected.upperBound) km/h, not \(got)"
        case .incompleteFaces(let stream, let options):
            "stream \"\(stream)\": the faces lack data for driver monitoring; their face landmarker"
                + " needs " + options.map { "\($0): true" }.joined(separator: " and ")
        case .unknownMeasure(let name, let nearest):
            "angles: there is no measure \"\(name)\""
                + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .exclusiveOptions(let options):
            "only one of the options \(options.joined(separator: ", ")) may be set"
        case .exerciseMissing(let options):
            "no exercise is specified: set one of the options \(options.joined(separator: ", "))"
                + " or the side packet EXERCISE"
        case .exercise(let source, let error): "\(source): \(error)"
        case .exerciseFile(let error): error.description
        case .exerciseText(let source, let reason): "\(source): \(reason)"
        }
    }
}

extension VisionCalculatorError {
    /// Checks the number of landmarks of an object.
    ///
    /// - Throws: `VisionCalculatorError.landmarkCount` if it is not one of `expected`.
    static func check(
        _ landmarks: [Landmark], _ expected: Int...
    ) throws(VisionCalculatorError) {
        guard expected.contains(landmarks.count) else {
            throw .landmarkCount(expected: expected, got: landmarks.count)
        }
    }
}
