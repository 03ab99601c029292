/// What an `MPImage` was made of.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The type's number.
    public let rawValue: Int

    /// The type of number `rawValue`.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An image of UIKit, or a file.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A pixel buffer.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A sample buffer of Core Media.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
}
