/// Which operator: one of the format's own or a named one of the model's maker.
public enum OperatorCode: Sendable, Hashable {
    /// An operator that the model format numbers.
    case builtin(BuiltinOperator)
    /// An operator that the model only names.
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
