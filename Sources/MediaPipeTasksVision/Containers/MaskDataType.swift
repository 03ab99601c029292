/// How a mask's values were given.
public enum MaskDataType: UInt, Sendable {
    /// 0…255.
    case uInt8 = 0
    /// 0…1.
    case float32 = 1
}
