#if canImport(CoreVideo)
public import CoreVideo
public import LandmarkImaging

extension PixelBuffer {
    /// Creates an image from a Core Video pixel buffer.
    ///
    /// `32BGRA`, `32RGBA` and `OneComponent8` are used **without a copy**: the image keeps the buffer
    /// locked for reading as long as it lives, so release it soon: a camera has few buffers, and drops frames
    /// while all of them are in use. `420v` and `420f` are **converted** to BGRA when pixels are first read,
    /// for example by sampling on the processor, and the buffer is then released; ``MetalImageToTensor``
    /// samples them without conversion. The buffer's attachment selects BT.601 or BT.709; without one, BT.601
    /// is assumed up to 576 rows. Nothing may write to the buffer in the meantime.
    ///
    /// - Parameter buffer: The pixel buffer, of any width, height and stride.
    /// - Throws: `AppleImageError` with the unusable format, size, plane or stride.
    public init(_ buffer: CVPixelBuffer) throws(AppleImageError) {
        let format = FourCharacterCode(rawValue: CVPixelBufferGetPixelFormatType(buffer))
        let layout = try PixelLayout(format)
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let lock = try ReadLock(buffer)
        try self.init(
            layout, width: width, height: height, planes: buffer.planes,
            matrix: buffer.colorMatrix, owner: lock)
    }
}

/// A pixel buffer that is locked for reading as long as this lives.
private final class ReadLock: PixelBufferOwner {
    let pixelBuffer: CVPixelBuffer

    init(_ buffer: CVPixelBuffer) throws(AppleImageError) {
        let code = CVPixelBufferLockBaseAddress(buffer, .readOnly)
        guard code == kCVReturnSuccess else { throw .lockFailed(code: code) }
        pixelBuffer = buffer
    }

    deinit { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
}

extension CVPixelBuffer {
    /// The planes of a locked buffer; one for formats without planes.
    fileprivate var planes: [PixelPlane] {
        guard CVPixelBufferIsPlanar(self) else {
            return [
                PixelPlane(
                    base: CVPixelBufferGetBaseAddress(self).map { UnsafeRawPointer($0) },
                    rows: CVPixelBufferGetHeight(self),
                    bytesPerRow: CVPixelBufferGetBytesPerRow(self))
            ]
        }
        return (0..<CVPixelBufferGetPlaneCount(self)).map { plane in
            PixelPlane(
                base: CVPixelBufferGetBaseAddressOfPlane(self, plane).map { UnsafeRawPointer($0) },
                rows: CVPixelBufferGetHeightOfPlane(self, plane),
                bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(self, plane))
        }
    }

    /// The matrix that the buffer names, or the usual one for its size.
    fileprivate var colorMatrix: ColorMatrix {
        let name = CVBufferCopyAttachment(self, kCVImageBufferYCbCrMatrixKey, nil)
        return ColorMatrix(
            isNamedBT709: name.map { CFEqual($0, kCVImageBufferYCbCrMatrix_ITU_R_709_2) },
            height: CVPixelBufferGetHeight(self))
    }
}
#endif
