package import LandmarkCore

/// An 8-bit YUV 4:2:0 image: three planes, as decoders produce them for videos.
///
/// The planes are immutable, belong to an owner, and may be used from several threads at once. A
/// column and row of chroma serve two columns and rows of luma.
package struct YUVImage: Sendable {
    /// One component: rows of bytes, top to bottom.
    package struct Plane: Sendable {
        /// The number of columns and rows.
        package let size: PixelSize
        /// The number of bytes from the start of one row to the start of the next.
        package let bytesPerRow: Int
        private let pixels: ExternalPixels

        /// Creates a plane from memory that belongs to `owner`, without copying it.
        ///
        /// - Parameters:
        ///   - size: The number of columns and rows, at least 1 each.
        ///   - bytesPerRow: The number of bytes between the starts of rows.
        ///   - memory: The rows, which must not change or move while `owner` lives.
        ///   - owner: Retained as long as the plane or a copy of it exists; may be released on any
        ///     thread.
        /// - Throws: ``ImagingError/invalidImageSize(width:height:)``, `rowTooShort` or
        ///   `tooFewBytes`.
        package init(
            size: PixelSize, bytesPerRow: Int, memory: UnsafeRawBufferPointer, owner: AnyObject
        ) throws(ImagingError) {
            self.bytesPerRow = try PixelBuffer.stride(
                width: size.width, height: size.height, format: .gray8, bytesPerRow: bytesPerRow,
                byteCount: memory.count)
            self.size = size
            pixels = ExternalPixels(memory: memory, owner: owner)
        }

        /// The owner of the memory, for hardware that reads it without a copy.
        package var owner: AnyObject { pixels.owner }

        /// Calls `body` with the rows, which are valid until it returns.
        ///
        /// - Throws: What `body` throws.
        package func withUnsafeBytes<Result, Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            defer { withExtendedLifetime(pixels) {} }
            return try body(pixels.memory)
        }
    }

    /// The size in pixels, which is that of ``luma``.
    package let size: PixelSize
    /// The brightness.
    package let luma: Plane
    /// The blue difference: half the columns and rows of ``luma``, rounded up.
    package let cb: Plane
    /// The red difference, of the same size as ``cb``.
    package let cr: Plane
    /// The meaning of the components.
    package let matrix: YUVMatrix
    /// Whether luma is in 0…255 and chroma in 1…255, instead of 16…235 and 16…240.
    package let isFullRange: Bool

    /// Creates an image from its planes.
    ///
    /// - Throws: ``ImagingError/invalidImageSize(width:height:)`` with the size of a chroma plane that
    ///   does not fit ``luma``, or of an image that would exceed 2 GiB as RGB.
    package init(
        luma: Plane, cb: Plane, cr: Plane, matrix: YUVMatrix, isFullRange: Bool
    ) throws(ImagingError) {
        // A side is below 2³¹.
        guard luma.size.width * luma.size.height <= Self.pixelLimit else {
            throw .invalidImageSize(width: luma.size.width, height: luma.size.height)
        }
        let expected = Self.chromaSize(of: luma.size)
        for plane in [cb, cr] where plane.size != expected {
            throw .invalidImageSize(width: plane.size.width, height: plane.size.height)
        }
        size = luma.size
        (self.luma, self.cb, self.cr) = (luma, cb, cr)
        (self.matrix, self.isFullRange) = (matrix, isFullRange)
    }

    /// Converted pixels take up memory for as long as the image exists.
    private static let pixelLimit = Int(Int32.max) / PixelFormat.rgb24.bytesPerPixel

    /// Returns the size of the chroma planes of an image of `size`.
    package static func chromaSize(of size: PixelSize) -> PixelSize {
        PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    }
}

/// The weights of red, green and blue in the luma of a video.
package enum YUVMatrix: Sendable, Hashable, CaseIterable {
    /// Those of BT.601: standard definition, and videos that do not specify a matrix.
    case bt601
    /// Those of BT.709: high definition.
    case bt709
    /// Those of BT.2020: ultra-high definition.
    case bt2020
}
