import CLandmarkKernels

extension PixelBuffer {
    /// Hands the pixels to `body` in the form that the kernels take.
    func withKernelImage(_ body: (lk_image) -> Void) {
        withUnsafeBytes { bytes in
            let image = lk_image(
                pixels: bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                width: Int32(clamping: width), height: Int32(clamping: height), stride: bytesPerRow,
                format: format.kernel)
            body(image)
        }
    }
}

extension PixelFormat {
    fileprivate var kernel: lk_pixels {
        switch self {
        case .rgb24: LK_RGB24
        case .rgba32: LK_RGBA32
        case .bgra32: LK_BGRA32
        case .gray8: LK_GRAY8
        }
    }
}
