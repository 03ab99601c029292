/// The size of an image in whole pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a size of `width` columns by `height` rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PixelSize: CustomStringConvertible {
    /// `width×height`.
    public var description: String { "\(width)×\(height)" }
}
