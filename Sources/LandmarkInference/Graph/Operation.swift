internal import CLandmarkKernels

/// What a node computes, before its epilogue.
enum Operation {
    /// A convolution; weights and bias are constant values of the graph.
    case convolution(Window, weights: Int, bias: Int?)
    case depthwise(Window, weights: Int, bias: Int?)
    case pool(Window, average: Bool)
    case resize(alignCorners: Bool, halfPixelCenters: Bool)
    /// Its input, for the sake of the epilogue.
    case identity
    case depthToSpace(Int)
    case spatialMean
    /// Each row of a row-major tensor less its mean, over its deviation, times constant factors;
    /// when turned, its rows become channels and its channels rows.
    case normalize(factors: Int, epsilon: Int, turned: Bool)
    case padImage(top: Int, left: Int)
    /// Zero channels appended, in the blocks that the input lacks.
    case padChannels

    // From here on tensors are row-major.
    case binary(lk_binary, activation: lk_unary)
    case unary(lk_unary, parameter: Float)
    /// Strided copies into one output, over `fill` where they leave gaps.
    case copies([StridedCopy], fill: Float?)
    case reduce(axes: Set<Int>, mean: Bool)
    case softmax(beta: Float)
    /// The same values under another shape.
    case reshape

    /// Whether it works on blocked tensors.
    var isBlocked: Bool {
        switch self {
        case .convolution, .depthwise, .pool, .resize, .identity, .depthToSpace, .spatialMean,
            .normalize, .padImage, .padChannels:
            true
        case .binary, .unary, .copies, .reduce, .softmax, .reshape:
            false
        }
    }

    /// Whether its kernel ends with an epilogue.
    var takesEpilogue: Bool {
        switch self {
        case .convolution, .depthwise, .pool, .resize, .identity: true
        default: false
        }
    }

    /// The size and stride of a window, or nothing.
    var windowDescription: String {
        switch self {
        case .convolution(let window, _, _), .depthwise(let window, _, _), .pool(let window, _):
            "\(window.height)×\(window.width)/\(window.strideY) "
        default:
            ""
        }
    }
}
