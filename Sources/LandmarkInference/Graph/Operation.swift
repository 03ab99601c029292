extension NetworkGraph {
    /// The operation of a node, before its epilogue. Tensors are row-major unless a backend selects another
    /// layout.
    package enum Operation: Sendable {
        // Operations on images: each pixel is a vector of channels. Only these end in an epilogue.

        /// A convolution. Weights [outputs, height, width, inputs] and bias are constant values. On a
        /// value that is not an image, a pointwise convolution is a fully connected layer.
        case convolution(Window, weights: Int, bias: Int?)
        /// A depthwise convolution, with weights [1, height, width, channels].
        case depthwise(Window, weights: Int, bias: Int?)
        /// The maximum or mean over a window, in which padding does not count.
        case pool(Window, average: Bool)
        /// A bilinear resize, with TensorFlow Lite's two options.
        case resize(alignCorners: Bool, halfPixelCenters: Bool)
        /// A copy of its input, which may have fewer channels (zeros are appended); useful only for
        /// its epilogue.
        case identity
        /// Moves channels to squares of pixels with this side.
        case depthToSpace(Int)
        /// The mean over all pixels.
        case spatialMean
        /// Layer normalization over the last dimension with constant factors: x·f + (−mean)·f with
        /// f = factor/√(variance + epsilon). When transposed, the input's pixels are the channels of
        /// the output, and its channels the pixels.
        case layerNorm(factors: Int, epsilon: Int, transposed: Bool)
        /// A border of zeros; `top` and `left` are its sizes on those sides.
        case padImage(top: Int, left: Int)
        /// Appends channels of zeros.
        case padChannels

        // Operations on row-major arrays.

        /// A function of two tensors that broadcast, then a function of the result.
        case binary(BinaryFunction, activation: UnaryFunction?)
        case unary(UnaryFunction)
        /// Strided copies into one output; gaps become `fill`.
        case copies([StridedCopy], fill: Float?)
        case reduce(axes: Set<Int>, mean: Bool)
        /// exp(beta·x) divided by its sum, along the last dimension.
        case softmax(beta: Float)
        /// The same values with another shape.
        case reshape
        /// The 4×4 matrix from the cells of a crop around some landmarks [1, count, 3] to the
        /// landmarks' coordinates.
        case landmarkTransform(LandmarkTransform)
        /// A crop of an image: the second tensor is the matrix from the crop's cells to pixels. Cells
        /// outside the image are zero.
        case warp
        /// Points [1, count, 2 or 3] transformed by the matrix in the second tensor.
        case transformPoints

        /// Whether it operates on images rather than on row-major arrays.
        package var isOnImages: Bool {
            switch self {
            case .convolution, .depthwise, .pool, .resize, .identity, .depthToSpace, .spatialMean,
                .layerNorm, .padImage, .padChannels:
                true
            case .binary, .unary, .copies, .reduce, .softmax, .reshape, .landmarkTransform, .warp,
                .transformPoints:
                false
            }
        }

        /// Whether an epilogue can be fused into it.
        var takesEpilogue: Bool {
            switch self {
            case .convolution, .depthwise, .pool, .resize, .identity: true
            default: false
            }
        }

        /// The name in profiles.
        package var name: String {
            switch self {
            case .convolution: "convolution"
            case .depthwise: "depthwise convolution"
            case .pool: "pooling"
            case .resize: "resize"
            case .identity, .padChannels: "addition"
            case .depthToSpace: "depth to space"
            case .spatialMean: "spatial mean"
            case .layerNorm: "layer normalization"
            case .padImage, .copies: "copy"
            case .binary: "binary"
            case .unary: "unary"
            case .reduce: "reduction"
            case .softmax: "softmax"
            case .reshape: "reshape"
            case .landmarkTransform: "landmark transform"
            case .warp: "warp"
            case .transformPoints: "transform"
            }
        }

        /// The size and stride of a window, followed by a space; empty if there is no window.
        var windowDescription: String {
            switch self {
            case .convolution(let window, _, _), .depthwise(let window, _, _), .pool(let window, _):
                "\(window.height)×\(window.width)/\(window.strideY) "
            default:
                ""
            }
        }
    }

    /// A crop around some landmarks, upright on the line from one to another.
    package struct LandmarkTransform: Sendable {
        /// The landmarks on the line, which becomes horizontal.
        package var left: Int
        package var right: Int
        /// The landmarks that the crop contains.
        package var subset: [Int]
        /// The size of a cell as a share of the size of the landmarks' bounding box.
        package var scaleX: Float
        package var scaleY: Float
        /// The center of the crop in cells.
        package var centerX: Float
        package var centerY: Float
    }

    /// Operations fused into the end of another: an added tensor and an activation.
    package struct Epilogue: Sendable {
        /// An activation applied before the result is stored.
        package enum Activation: Equatable, Sendable {
            case none
            case relu
            case relu6
            case hardSwish
            /// max(x, 0) + slope·min(x, 0); `slopes` is a constant value with a slope per channel.
            case prelu(slopes: Int)
        }

        /// The added value. If it has fewer channels than the result, nothing is added to the
        /// others.
        package var residual: Int?
        /// Whether the residual is added after the activation instead of before it.
        package var residualLast = false
        package var activation = Activation.none

        /// Whether the epilogue changes nothing.
        var isEmpty: Bool { residual == nil && activation == .none }
    }

    /// A function of two numbers.
    package enum BinaryFunction: Sendable {
        case add, subtract, multiply, divide, maximum, minimum, squaredDifference
    }

    /// A function of one number.
    package enum UnaryFunction: Equatable, Sendable {
        case negate, absolute, squareRoot, reciprocalSquareRoot, square, exponential, logistic, tanh
        case relu, relu6, reluN1To1, hardSwish
        /// x for positive x, otherwise slope·x.
        case leakyRelu(slope: Float)
    }
}
