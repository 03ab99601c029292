/// How the bytes of one pixel are laid out; each channel is one byte.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
    /// Red, green, blue.
    case rgb24
    /// Red, green, blue, alpha. Colors are not multiplied by alpha.
    case rgba32
    /// Blue, green, red, alpha. Colors are not multiplied by alpha.
    case bgra32
    /// Luminance only.
    case gray8

    /// Bytes from one pixel to the next.
    public var bytesPerPixel: Int {
        switch self {
        case .rgb24: 3
        case .rgba32, .bgra32: 4
        case .gray8: 1
        }
    }
}
