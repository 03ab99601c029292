/// The settings of an operator.
///
/// Operators without settings, and those that are not known, have ``none``.
public enum OperatorOptions: Sendable, Hashable {
    /// No settings.
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
    /// Of `CONCATENATION`; an axis below 0 counts from the last dimension.
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
    /// Of `MIRROR_PAD`: whether the border's own value is repeated.
    case mirrorPad(symmetric: Bool)
    /// Of `SHAPE`.
    case shape(type: ElementType)
    /// Of `CAST`, as stated; the tensors' types are what counts.
    case cast(from: ElementType, to: ElementType)
    /// Of a custom operator: bytes in a form of its own.
    case custom([UInt8])

    /// The function applied to the result, of every kind that can have one.
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
