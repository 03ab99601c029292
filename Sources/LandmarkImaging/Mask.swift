public import LandmarkCore

/// How much each pixel of an image belongs to something: 0 not at all, 1 wholly.
public struct Mask: Sendable, Hashable, Codable {
    /// Columns and rows.
    public let size: PixelSize
    /// The values, row after row from the top left.
    public let values: [Float]

    /// Makes a mask from its values, row after row.
    ///
    /// - Throws: `ImagingError.invalidImageSize` or `.wrongMaskCount`.
    public init(width: Int, height: Int, values: [Float]) throws(ImagingError) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows else {
            throw .invalidImageSize(width: width, height: height)
        }
        guard values.count == count else {
            throw .wrongMaskCount(expected: count, got: values.count)
        }
        self.init(trusted: PixelSize(width: width, height: height), values: values)
    }

    /// Makes a mask of values that are known to be as many as the size says.
    package init(trusted size: PixelSize, values: [Float]) {
        self.size = size
        self.values = values
    }

    /// Decodes a mask.
    ///
    /// - Throws: `DecodingError` if a value is missing or the number of values does not match the
    ///   size.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let size = try container.decode(PixelSize.self, forKey: .size)
        let values = try container.decode([Float].self, forKey: .values)
        do throws(ImagingError) {
            try self.init(width: size.width, height: size.height, values: values)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: error.description)
        }
    }

    /// Columns.
    public var width: Int { size.width }

    /// Rows.
    public var height: Int { size.height }

    /// The mask as a gray image: 0 is black and 1 is white.
    public var image: PixelBuffer {
        let bytes = values.map { value in
            // A NaN compares false and becomes black.
            value > 0 ? UInt8((min(value, 1) * 255).rounded()) : 0
        }
        return PixelBuffer(trusted: size, format: .gray8, bytesPerRow: width, bytes: bytes)
    }
}
