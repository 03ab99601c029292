import CWarpShader
import LandmarkCore
package import LandmarkImaging

/// The memory layout of a supported pixel buffer.
public enum PixelLayout: Sendable, Hashable, CaseIterable {
    /// `BGRA` (`kCVPixelFormatType_32BGRA`): used without a copy.
    case bgra
    /// `RGBA` (`kCVPixelFormatType_32RGBA`): used without a copy.
    case rgba
    /// `L008` (`kCVPixelFormatType_OneComponent8`), luminance only: used without a copy.
    case gray
    /// `420v`, a plane of luma 16…235 and one of interleaved chroma: converted to BGRA when pixels are read,
    /// but sampled without conversion on the graphics processor.
    case biplanarVideoRange
    /// `420f`, a plane of luma 0…255 and one of interleaved chroma: like `420v`.
    case biplanarFullRange

    /// The layout of a Core Video pixel format.
    ///
    /// - Throws: `AppleImageError.unsupportedFormat`.
    public init(_ code: FourCharacterCode) throws(AppleImageError) {
        guard let layout = Self.allCases.first(where: { $0.code == code }) else {
            throw .unsupportedFormat(code)
        }
        self = layout
    }

    /// Core Video's code.
    public var code: FourCharacterCode {
        switch self {
        case .bgra: FourCharacterCode("BGRA")
        case .rgba: FourCharacterCode("RGBA")
        case .gray: FourCharacterCode("L008")
        case .biplanarVideoRange: FourCharacterCode("420v")
        case .biplanarFullRange: FourCharacterCode("420f")
        }
    }

    /// The format of an image that shares the memory; nil if the pixels must be converted.
    package var sharedFormat: PixelFormat? {
        switch self {
        case .bgra: .bgra32
        case .rgba: .rgba32
        case .gray: .gray8
        case .biplanarVideoRange, .biplanarFullRange: nil
        }
    }

    /// The number of planes.
    package var planeCount: Int { sharedFormat == nil ? 2 : 1 }

    /// All codes, for messages.
    package static var names: String {
        allCases.map { $0.code.description }.joined(separator: ", ")
    }
}

/// The properties of a pixel buffer's plane that are known before its pixels are read.
package struct PixelPlane {
    /// The first row; nil if the system provided no address.
    package var base: UnsafeRawPointer?
    /// The number of rows.
    package var rows: Int
    /// The number of bytes between the starts of rows.
    package var bytesPerRow: Int

    package init(base: UnsafeRawPointer?, rows: Int, bytesPerRow: Int) {
        self.base = base
        self.rows = rows
        self.bytesPerRow = bytesPerRow
    }

    /// The memory of `rows` rows of `rowLength` bytes.
    ///
    /// - Throws: `AppleImageError` for a plane that does not contain them.
    package func memory(
        plane: Int, rows needed: Int, rowLength: Int
    ) throws(AppleImageError) -> UnsafeRawBufferPointer {
        guard let base else { throw .missingBaseAddress(plane: plane) }
        guard rows >= needed else {
            throw .tooFewRows(plane: plane, rows: rows, needed: needed)
        }
        let (above, overflows) = bytesPerRow.multipliedReportingOverflow(by: needed - 1)
        guard bytesPerRow >= rowLength, !overflows, above <= Int.max - rowLength else {
            throw .rowTooShort(plane: plane, bytesPerRow: bytesPerRow, needed: rowLength)
        }
        return UnsafeRawBufferPointer(start: base, count: above + rowLength)
    }
}

extension PixelBuffer {
    /// Creates an image from the planes of a pixel buffer: with their memory if the layout allows, otherwise
    /// converted to BGRA when its pixels are first read.
    ///
    /// - Parameters:
    ///   - layout: The layout.
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - planes: The planes, whose memory does not change as long as `owner` lives.
    ///   - matrix: The color matrix of layouts with luma and chroma.
    ///   - owner: Retained as long as the image lives, or until its pixels are converted.
    /// - Throws: `AppleImageError` for planes that do not contain such an image.
    package init(
        _ layout: PixelLayout, width: Int, height: Int, planes: [PixelPlane],
        matrix: ColorMatrix = .bt601, owner: AnyObject
    ) throws(AppleImageError) {
        guard width > 0, height > 0 else { throw .emptyImage(width: width, height: height) }
        // Far above any image, and far below where products overflow.
        guard width < 1 << 24, height < 1 << 24 else {
            throw .imaging(.invalidImageSize(width: width, height: height))
        }
        guard planes.count >= layout.planeCount else {
            throw .tooFewPlanes(planes: planes.count, needed: layout.planeCount)
        }
        guard let format = layout.sharedFormat else {
            let luma = try planes[0].memory(plane: 0, rows: height, rowLength: width)
            let chroma = try planes[1].memory(
                plane: 1, rows: (height + 1) / 2, rowLength: (width + 1) / 2 * 2)
            let size = PixelSize(width: width, height: height)
            do throws(ImagingError) {
                let image = BiplanarImage(
                    size: size,
                    luma: try YUVImage.Plane(
                        size: size, bytesPerRow: planes[0].bytesPerRow, memory: luma, owner: owner),
                    chroma: try YUVImage.Plane(
                        size: PixelSize(width: (width + 1) / 2 * 2, height: (height + 1) / 2),
                        bytesPerRow: planes[1].bytesPerRow, memory: chroma, owner: owner),
                    conversion: lw_conversion(
                        matrix, isFullRange: layout == .biplanarFullRange))
                self.init(of: size, format: .bgra32, from: image)
                return
            } catch {
                throw .imaging(error)
            }
        }
        let memory = try planes[0].memory(
            plane: 0, rows: height, rowLength: width * format.bytesPerPixel)
        do throws(ImagingError) {
            try self.init(
                width: width, height: height, format: format, bytesPerRow: planes[0].bytesPerRow,
                memory: memory, owner: owner)
        } catch {
            throw .imaging(error)
        }
    }
}
