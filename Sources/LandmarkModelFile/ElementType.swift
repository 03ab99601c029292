/// What a tensor's elements are; the raw value is the model format's number.
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
    /// Texts, behind a list of offsets.
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
    /// A handle.
    case resource = 13
    /// A nested tensor.
    case variant = 14
    /// 32-bit unsigned integer.
    case uint32 = 15
    /// 16-bit unsigned integer.
    case uint16 = 16
    /// 4-bit integer, two to a byte.
    case int4 = 17
    /// The upper half of a single precision number.
    case bfloat16 = 18

    /// Bytes of one element; nil for kinds without a whole number of them.
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
