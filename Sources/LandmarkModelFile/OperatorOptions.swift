/// The options of an operator.
///
/// Operators without options, and unknown ones, have ``none``.
public enum OperatorOptions: Sendable, Hashable {
    /// No options.
    case none
    /// Of `CONV_2D`.
    case conv2D(Conv2D)
    /// Of `DEPTHWISE_CONV_2D`.
    case depthwiseConv2D(DepthwiseConv2D)
    /// Of `TRANSPOSE_CONV`.
    case transposeConv(TransposeConv)
    /// Of `MAX_POOL_2D` and `AVERAGE_POOL_2D`.
    case pool2D(Pool2D)
    /// Of `FULLY_CONNECTED`.
    case fullyConnected(FullyConnected)
    /// Of `ADD`, `SUB`, `MUL` and `DIV`.
    case elementwise(activation: Activation)
    /// Of `CONCATENATION`; a negative axis counts from the last dimension.
    case concatenation(axis: Int, activation: Activation)
    /// Of `RESHAPE`; nil when the shape is the operator's second input.
    case reshape(newShape: [Int]?)
    /// Of `RESIZE_BILINEAR`.
    case resizeBilinear(alignCorners: Bool, halfPixelCenters: Bool)
    /// Of `RESIZE_NEAREST_NEIGHBOR`.
    case resizeNearestNeighbor(alignCorners: Bool, halfPixelCenters: Bool)
    /// Of `DEPTH_TO_SPACE`.
    case depthToSpace(blockSize: Int)
    /// Of `SPACE_TO_DEPTH`.
    case spaceToDepth(blockSize: Int)
    /// Of `SOFTMAX`.
    case softmax(beta: Float)
    /// Of `MEAN`, `SUM` and the other reductions.
    case reducer(keepDims: Bool)
    /// Of `STRIDED_SLICE`.
    case stridedSlice(StridedSlice)
    /// Of `LEAKY_RELU`.
    case leakyRelu(alpha: Float)
    /// Of `SPLIT`.
    case split(count: Int)
    /// Of `SQUEEZE`; empty for all dimensions of size 1.
    case squeeze(dimensions: [Int])
    /// Of `PACK`.
    case pack(axis: Int, count: Int)
    /// Of `UNPACK`.
    case unpack(axis: Int, count: Int)
    /// Of `GATHER`.
    case gather(axis: Int, batchDimensions: Int)
    /// Of `MIRROR_PAD`; `symmetric` repeats the border value.
    case mirrorPad(symmetric: Bool)
    /// Of `SHAPE`.
    case shape(type: ElementType)
    /// Of `CAST`, as declared; the types of the tensors take precedence.
    case cast(from: ElementType, to: ElementType)
    /// Of a custom operator, in its own format.
    case custom([UInt8])

    /// The fused activation; `none` for operators that cannot have one.
    public var activation: Activation {
        switch self {
        case .conv2D(let options): options.activation
        case .depthwiseConv2D(let options): options.activation
        case .transposeConv(let options): options.activation
        case .pool2D(let options): options.activation
        case .fullyConnected(let options): options.activation
        case .elementwise(let activation): activation
        case .concatenation(_, let activation): activation
        default: .none
        }
    }
}

extension OperatorOptions {
    /// The options of a convolution. Strides and dilations are at least 1.
    public struct Conv2D: Sendable, Hashable {
        /// The padding scheme.
        public let padding: Padding
        /// The vertical stride in rows.
        public let strideHeight: Int
        /// The horizontal stride in columns.
        public let strideWidth: Int
        /// The vertical dilation in rows.
        public let dilationHeight: Int
        /// The horizontal dilation in columns.
        public let dilationWidth: Int
        /// The fused activation.
        public let activation: Activation
    }

    /// The options of a depthwise convolution. Strides, dilations and the multiplier are at least
    /// 1.
    public struct DepthwiseConv2D: Sendable, Hashable {
        /// The padding scheme.
        public let padding: Padding
        /// The vertical stride in rows.
        public let strideHeight: Int
        /// The horizontal stride in columns.
        public let strideWidth: Int
        /// The vertical dilation in rows.
        public let dilationHeight: Int
        /// The horizontal dilation in columns.
        public let dilationWidth: Int
        /// The number of output channels per input channel.
        public let depthMultiplier: Int
        /// The fused activation.
        public let activation: Activation
    }

    /// The options of a transposed convolution. Strides are at least 1.
    public struct TransposeConv: Sendable, Hashable {
        /// The padding scheme.
        public let padding: Padding
        /// The number of output rows per input row.
        public let strideHeight: Int
        /// The number of output columns per input column.
        public let strideWidth: Int
        /// The fused activation.
        public let activation: Activation
    }

    /// The options of a pooling operator. All sizes are at least 1.
    public struct Pool2D: Sendable, Hashable {
        /// The padding scheme.
        public let padding: Padding
        /// The vertical stride in rows.
        public let strideHeight: Int
        /// The horizontal stride in columns.
        public let strideWidth: Int
        /// The window height in rows.
        public let filterHeight: Int
        /// The window width in columns.
        public let filterWidth: Int
        /// The fused activation.
        public let activation: Activation
    }

    /// The options of a fully connected layer.
    public struct FullyConnected: Sendable, Hashable {
        /// The fused activation.
        public let activation: Activation
        /// Whether the output keeps the input's number of dimensions instead of having two.
        public let keepNumDims: Bool
        /// Whether the weights use the shuffled layout for 8-bit integers.
        public let shuffledWeights: Bool
    }

    /// The options of a strided slice. Bit n of a mask applies to dimension n of the slice.
    public struct StridedSlice: Sendable, Hashable {
        /// The dimensions whose beginning is ignored: they start at the first position.
        public let beginMask: Int
        /// The dimensions whose end is ignored: they run to the last position.
        public let endMask: Int
        /// The dimension that is an ellipsis for all unspecified ones.
        public let ellipsisMask: Int
        /// The positions at which a dimension of size 1 is inserted.
        public let newAxisMask: Int
        /// The dimensions reduced to one position and removed.
        public let shrinkAxisMask: Int
        /// Whether the end is relative to the beginning.
        public let endIsOffset: Bool
    }
}

/// The activation function fused into an operator; the raw value is the schema's number.
public enum Activation: Int, Sendable, Hashable {
    /// No activation.
    case none = 0
    /// `max(x, 0)`.
    case relu = 1
    /// `min(max(x, -1), 1)`.
    case reluN1To1 = 2
    /// `min(max(x, 0), 6)`.
    case relu6 = 3
    /// Hyperbolic tangent.
    case tanh = 4
    /// 1 for negative numbers, otherwise 0.
    case signBit = 5
}

/// The padding scheme of a window operator; the raw value is the schema's number.
public enum Padding: Int, Sendable, Hashable {
    /// Zero padding such that the output has `ceil(input / stride)` positions.
    case same = 0
    /// No padding: only windows entirely inside the input.
    case valid = 1
}
