public import LandmarkCore

/// What a calculator of this module finds wrong with its node or its packets.
public enum VisionFault: LandmarkError, Hashable {
    /// Nothing says where the calculator's model is.
    case modelMissing(option: String)
    /// A number lies outside what makes sense.
    case number(name: String, expected: String, got: Int)
    /// The option or stream is one of MediaPipe's that is not supported here.
    case unsupported(String)
    /// Landmarks of another number than such an object has.
    case landmarkCount(expected: [Int], got: Int)
    /// A stream or side packet, `source`, says a speed in km/h that no vehicle has.
    case speed(source: String, expected: ClosedRange<Double>, got: Double)
    /// The faces of a stream come without what the driver is judged by: these options of
    /// `FaceLandmarkerCalculator` are off.
    case incompleteFaces(stream: String, options: [String])

    /// One sentence.
    public var description: String {
        switch self {
        case .modelMissing(let option):
            "nothing says where the model is: neither the option \(option), nor the side packet"
                + " MODEL_PATH, nor the models that the graph is run with"
        case .number(let name, let expected, let got):
            "\(name) must be \(expected), not \(got)"
        case .unsupported(let what): "\(what) is not supported"
        case .landmarkCount(let expected, let got):
            "there are \(got) landmarks where "
                + expected.map(String.init).joined(separator: " or ") + " are expected"
        case .speed(let source, let expected, let got):
            "\(source): the speed must be from \(expected.lowerBound) to"
                + " \(expected.upperBound) km/h, not \(got)"
        case .incompleteFaces(let stream, let options):
            "stream \"\(stream)\": the faces come without what a driver is judged by; the node that"
                + " finds them needs "
                + options.map { "\($0): true" }.joined(separator: " and ")
        }
    }
}
