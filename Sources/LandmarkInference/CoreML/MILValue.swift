/// `DataType` of MIL.proto.
enum MILType: Int {
    case boolean = 1
    case string = 2
    case float16 = 10
    case float32 = 11
    case int32 = 23
}

/// A value stored in the program itself.
enum MILValue {
    case boolean(Bool)
    case string(String)
    case integer(Int)
    case integers([Int])
    case float(Float)
    /// The bits of a half-precision number.
    case half(UInt16)

    var type: MILType {
        switch self {
        case .boolean: .boolean
        case .string: .string
        case .integer, .integers: .int32
        case .float: .float32
        case .half: .float16
        }
    }

    /// Empty for a single value.
    var shape: [Int] {
        if case .integers(let list) = self { [list.count] } else { [] }
    }
}

extension WireWriter {
    /// Writes the fields of a `ValueType` for a tensor.
    mutating func tensorType(_ type: MILType, _ shape: [Int]) {
        message(1) { tensor in
            tensor.number(1, type.rawValue)
            tensor.number(2, shape.count)
            for size in shape {
                tensor.message(3) { dimension in dimension.message(1) { $0.number(1, size) } }
            }
        }
    }

    /// Writes the fields of a `Value` with its type.
    mutating func immediate(_ value: MILValue) {
        message(2) { $0.tensorType(value.type, value.shape) }
        message(3) { immediate in
            immediate.message(1) { tensor in
                switch value {
                case .float(let number): tensor.message(1) { $0.floats(1, [number]) }
                case .integer(let number): tensor.message(2) { $0.numbers(1, [number]) }
                case .integers(let numbers): tensor.message(2) { $0.numbers(1, numbers) }
                case .boolean(let flag): tensor.message(3) { $0.numbers(1, [flag ? 1 : 0]) }
                case .string(let text): tensor.message(4) { $0.string(1, text) }
                case .half(let bits): tensor.message(7) { $0.data(1, littleEndian(bits)) }
                }
            }
        }
    }
}
