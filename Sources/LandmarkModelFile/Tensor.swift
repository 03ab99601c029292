/// A tensor in a model's graph.
public struct Tensor: Sendable, Hashable {
    /// The position in ``TFLiteModel/tensors``.
    public let index: Int
    /// The name in the model; may be empty.
    public let name: String
    /// The dimensions, outermost first, each at least 1; empty for a scalar.
    public let shape: [Int]
    /// The element type.
    public let type: ElementType
    /// Whether the model contains the elements.
    public let isConstant: Bool
    /// Whether the value persists between runs.
    public let isVariable: Bool
    /// The quantization; nil for tensors that are not quantized.
    public let quantization: Quantization?
    /// The storage format of a sparse constant; nil for dense tensors.
    public let sparsity: Sparsity?

    /// The number of elements: the product of the dimensions, at most ``maximumElementCount``.
    public var elementCount: Int { shape.reduce(1, *) }

    /// The maximum number of elements of a tensor.
    public static let maximumElementCount = 1 << 28
    /// The maximum number of dimensions of a tensor.
    public static let maximumRank = 8
}

/// The element type of a tensor; the raw value is the schema's number.
public enum ElementType: Int, Sendable, Hashable, CaseIterable {
    /// IEEE 754 single precision.
    case float32 = 0
    /// IEEE 754 half precision.
    case float16 = 1
    /// 32-bit integer.
    case int32 = 2
    /// 8-bit unsigned integer.
    case uint8 = 3
    /// 64-bit integer.
    case int64 = 4
    /// Strings, preceded by a list of offsets.
    case string = 5
    /// One byte, 0 or 1.
    case bool = 6
    /// 16-bit integer.
    case int16 = 7
    /// Two single precision numbers.
    case complex64 = 8
    /// 8-bit integer.
    case int8 = 9
    /// IEEE 754 double precision.
    case float64 = 10
    /// Two double precision numbers.
    case complex128 = 11
    /// 64-bit unsigned integer.
    case uint64 = 12
    /// A resource handle.
    case resource = 13
    /// A nested tensor.
    case variant = 14
    /// 32-bit unsigned integer.
    case uint32 = 15
    /// 16-bit unsigned integer.
    case uint16 = 16
    /// 4-bit integer, two per byte.
    case int4 = 17
    /// The upper 16 bits of a single precision number.
    case bfloat16 = 18

    /// The size of one element in bytes; nil for types without a whole number of bytes.
    public var size: Int? {
        switch self {
        case .uint8, .int8, .bool: 1
        case .float16, .bfloat16, .int16, .uint16: 2
        case .float32, .int32, .uint32: 4
        case .float64, .int64, .uint64, .complex64: 8
        case .complex128: 16
        case .string, .resource, .variant, .int4: nil
        }
    }
}

/// A tensor's affine quantization: `real = (integer − zero point) · scale`.
public struct Quantization: Sendable, Hashable {
    /// One scale for the whole tensor, or one per slice along ``dimension``.
    public let scales: [Float]
    /// The zero points, as many as scales.
    public let zeroPoints: [Int]
    /// The minimum real values observed; empty when not recorded.
    public let minimum: [Float]
    /// The maximum real values observed; empty when not recorded.
    public let maximum: [Float]
    /// The dimension along which the scales are given.
    public let dimension: Int
}
