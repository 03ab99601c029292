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
        }
    }
}
