/// An operator in a model's graph.
public struct Operator: Sendable, Hashable {
    /// The position in ``TFLiteModel/operators``.
    public let index: Int
    /// The operation.
    public let code: OperatorCode
    /// The version of the operation that the model requires, from 1.
    public let version: Int
    /// The indices of the input tensors; nil for an omitted optional input.
    public let inputs: [Int?]
    /// The indices of the output tensors.
    public let outputs: [Int]
    /// The options.
    public let options: OperatorOptions
}

/// The operation of an operator: built into TensorFlow Lite, or custom.
public enum OperatorCode: Sendable, Hashable {
    /// A built-in operator, identified by number.
    case builtin(BuiltinOperator)
    /// A custom operator, identified by name.
    case custom(String)
}

extension OperatorCode: CustomStringConvertible {
    /// `CONV_2D`, or the custom operator's name.
    public var description: String {
        switch self {
        case .builtin(let builtin): builtin.name
        case .custom(let name): name
        }
    }
}

/// A built-in operator of TensorFlow Lite, identified by its number in the schema.
///
/// Operators without a static property here are known by name only, or unknown.
public struct BuiltinOperator: RawRepresentable, Sendable, Hashable {
    /// The schema's number.
    public let rawValue: Int32

    /// Creates the operator with that number, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The schema's name, such as `CONV_2D`; `OPERATOR_n` for an unknown number.
    public var name: String {
        let index = Int(rawValue)
        return Self.names.indices.contains(index) ? Self.names[index] : "OPERATOR_\(rawValue)"
    }
}

extension BuiltinOperator: CustomStringConvertible {
    /// The schema's name.
    public var description: String { name }
}

extension BuiltinOperator {
    /// `ADD`.
    public static let add = Self(rawValue: 0)
    /// `AVERAGE_POOL_2D`.
    public static let averagePool2D = Self(rawValue: 1)
    /// `CONCATENATION`.
    public static let concatenation = Self(rawValue: 2)
    /// `CONV_2D`.
    public static let conv2D = Self(rawValue: 3)
    /// `DEPTHWISE_CONV_2D`.
    public static let depthwiseConv2D = Self(rawValue: 4)
    /// `DEPTH_TO_SPACE`.
    public static let depthToSpace = Self(rawValue: 5)
    /// `DEQUANTIZE`.
    public static let dequantize = Self(rawValue: 6)
    /// `FLOOR`.
    public static let floor = Self(rawValue: 8)
    /// `FULLY_CONNECTED`.
    public static let fullyConnected = Self(rawValue: 9)
    /// `LOGISTIC`.
    public static let logistic = Self(rawValue: 14)
    /// `MAX_POOL_2D`.
    public static let maxPool2D = Self(rawValue: 17)
    /// `MUL`.
    public static let mul = Self(rawValue: 18)
    /// `RELU`.
    public static let relu = Self(rawValue: 19)
    /// `RELU_N1_TO_1`.
    public static let reluN1To1 = Self(rawValue: 20)
    /// `RELU6`.
    public static let relu6 = Self(rawValue: 21)
    /// `RESHAPE`.
    public static let reshape = Self(rawValue: 22)
    /// `RESIZE_BILINEAR`.
    public static let resizeBilinear = Self(rawValue: 23)
    /// `SOFTMAX`.
    public static let softmax = Self(rawValue: 25)
    /// `SPACE_TO_DEPTH`.
    public static let spaceToDepth = Self(rawValue: 26)
    /// `TANH`.
    public static let tanh = Self(rawValue: 28)
    /// `CUSTOM`.
    public static let custom = Self(rawValue: 32)
    /// `PAD`.
    public static let pad = Self(rawValue: 34)
    /// `GATHER`.
    public static let gather = Self(rawValue: 36)
    /// `TRANSPOSE`.
    public static let transpose = Self(rawValue: 39)
    /// `MEAN`.
    public static let mean = Self(rawValue: 40)
    /// `SUB`.
    public static let sub = Self(rawValue: 41)
    /// `DIV`.
    public static let div = Self(rawValue: 42)
    /// `SQUEEZE`.
    public static let squeeze = Self(rawValue: 43)
    /// `STRIDED_SLICE`.
    public static let stridedSlice = Self(rawValue: 45)
    /// `EXP`.
    public static let exp = Self(rawValue: 47)
    /// `SPLIT`.
    public static let split = Self(rawValue: 49)
    /// `CAST`.
    public static let cast = Self(rawValue: 53)
    /// `PRELU`.
    public static let prelu = Self(rawValue: 54)
    /// `MAXIMUM`.
    public static let maximum = Self(rawValue: 55)
    /// `MINIMUM`.
    public static let minimum = Self(rawValue: 57)
    /// `NEG`.
    public static let neg = Self(rawValue: 59)
    /// `PADV2`.
    public static let padV2 = Self(rawValue: 60)
    /// `SLICE`.
    public static let slice = Self(rawValue: 65)
    /// `TRANSPOSE_CONV`.
    public static let transposeConv = Self(rawValue: 67)
    /// `EXPAND_DIMS`.
    public static let expandDims = Self(rawValue: 70)
    /// `LOG`.
    public static let log = Self(rawValue: 73)
    /// `SUM`.
    public static let sum = Self(rawValue: 74)
    /// `SQRT`.
    public static let sqrt = Self(rawValue: 75)
    /// `RSQRT`.
    public static let rsqrt = Self(rawValue: 76)
    /// `SHAPE`.
    public static let shape = Self(rawValue: 77)
    /// `POW`.
    public static let pow = Self(rawValue: 78)
    /// `REDUCE_PROD`.
    public static let reduceProd = Self(rawValue: 81)
    /// `REDUCE_MAX`.
    public static let reduceMax = Self(rawValue: 82)
    /// `PACK`.
    public static let pack = Self(rawValue: 83)
    /// `UNPACK`.
    public static let unpack = Self(rawValue: 88)
    /// `REDUCE_MIN`.
    public static let reduceMin = Self(rawValue: 89)
    /// `SQUARE`.
    public static let square = Self(rawValue: 92)
    /// `RESIZE_NEAREST_NEIGHBOR`.
    public static let resizeNearestNeighbor = Self(rawValue: 97)
    /// `LEAKY_RELU`.
    public static let leakyRelu = Self(rawValue: 98)
    /// `SQUARED_DIFFERENCE`.
    public static let squaredDifference = Self(rawValue: 99)
    /// `MIRROR_PAD`.
    public static let mirrorPad = Self(rawValue: 100)
    /// `ABS`.
    public static let abs = Self(rawValue: 101)
    /// `ELU`.
    public static let elu = Self(rawValue: 111)
    /// `QUANTIZE`.
    public static let quantize = Self(rawValue: 114)
    /// `HARD_SWISH`.
    public static let hardSwish = Self(rawValue: 117)
    /// `DENSIFY`.
    public static let densify = Self(rawValue: 124)
}
