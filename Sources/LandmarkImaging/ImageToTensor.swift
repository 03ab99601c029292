import CLandmarkKernels
package import LandmarkCore

/// Samples rotated regions of interest of images into model inputs, bit-exact with MediaPipe's
/// `ImageToTensorCalculator` on the CPU.
///
/// Output pixel (i, j) samples the image at the region's top left corner plus i/width and j/height
/// of its sides, quantized to 1/32 pixel, with bilinear interpolation rounded to a byte.
/// Downscaling does not average. Gray images become three equal channels; alpha is ignored.
/// Conversion retains no memory and is thread-safe.
package struct ImageToTensor: Sendable {
    /// The pixels outside the image.
    package enum BorderMode: Sendable {
        /// Black.
        case zero
        /// The nearest edge pixel.
        case replicate
    }

    private let toBytes: SplitWork.Kernel
    private let toFloats: SplitWork.Kernel

    /// Selects the kernels: those of `instructionSet`, else of `LANDMARK_KERNELS`, else the
    /// fastest.
    ///
    /// - Throws: ``ImagingError/environment(_:)`` or
    ///   ``ImagingError/instructionSetUnavailable(_:)``.
    package init(instructionSet: InstructionSet? = nil) throws(ImagingError) {
        let kernels = try InstructionSet.imaging(instructionSet)
        toBytes = kernels.pointee.u8_warp
        toFloats = kernels.pointee.f32_warp
    }

    /// Fills `tensor` with the pixels of a region of interest.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - roi: The region in pixels of the image. Its aspect ratio may differ from the tensor's;
    ///     letterboxing is part of the region.
    ///   - border: The pixels outside the image.
    ///   - range: The normalization: byte 0 becomes the lower bound, 255 the upper.
    ///   - tensor: The model's input, of three channels.
    ///   - runner: Runs the rows, possibly on several threads.
    /// - Throws: ``ImagingError/degenerateRegion(_:)``, or
    ///   ``ImagingError/unsupportedTensor(width:channels:rowStride:)`` unless the tensor has three
    ///   channels.
    package func convert(
        _ image: PixelBuffer, roi: PixelRect, border: BorderMode, range: ClosedRange<Float>,
        into tensor: TensorView, on runner: some WorkRunner = OneThread()
    ) throws(ImagingError) {
        guard tensor.channels == 3, tensor.rowStride >= 3 * tensor.width else {
            throw .unsupportedTensor(
                width: tensor.width, channels: tensor.channels, rowStride: tensor.rowStride)
        }
        let warp = try warp(roi, width: tensor.width, height: tensor.height, border: border)
        let scale = (range.upperBound - range.lowerBound) / 255
        image.withKernelImage { image in
            var arguments = lk_f32_warp(
                image: image, warp: warp, scale: scale, offset: range.lowerBound,
                output: tensor.base, stride: tensor.rowStride)
            withUnsafePointer(to: &arguments) {
                runner.run(
                    SplitWork(toFloats, $0, units: tensor.height, least: Self.rowsWorthAThread))
            }
        }
    }

    /// Returns a region of interest as an image of `width`×`height` RGB pixels.
    ///
    /// - Throws: ``ImagingError/degenerateRegion(_:)`` or
    ///   ``ImagingError/invalidImageSize(width:height:)``.
    package func crop(
        _ image: PixelBuffer, roi: PixelRect, border: BorderMode, width: Int, height: Int
    ) throws(ImagingError) -> PixelBuffer {
        let warp = try warp(roi, width: width, height: height, border: border)
        let count = width * height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            image.withKernelImage { image in
                var arguments = lk_u8_warp(
                    image: image, warp: warp, output: target.baseAddress, stride: width * 3)
                toBytes(&arguments, 0, Int32(height))
            }
            used = count
        }
        return PixelBuffer(
            trusted: PixelSize(width: width, height: height), format: .rgb24,
            bytesPerRow: width * 3, bytes: bytes)
    }

    private func warp(
        _ roi: PixelRect, width: Int, height: Int, border: BorderMode
    ) throws(ImagingError) -> lk_warp {
        guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
            throw .invalidImageSize(width: width, height: height)
        }
        guard roi.width > 0, roi.height > 0,
            let map = Homography.toROI(roi, width: width, height: height)
        else { throw .degenerateRegion(roi) }
        var warp = lk_warp()
        warp.matrix = (
            map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8
        )
        warp.replicate = border == .replicate
        warp.width = Int32(width)
        warp.height = Int32(height)
        return warp
    }

    /// The minimum number of rows per thread, some microseconds of work.
    private static let rowsWorthAThread = 8
    /// The maximum side of an output: larger than any model's input, and small enough for the
    /// kernels' arithmetic on columns and rows to be exact.
    private static let sideLimit = 1 << 14
}

extension InstructionSet {
    /// Returns the kernels to use: those of `requested`, else of `LANDMARK_KERNELS`, else the
    /// fastest.
    ///
    /// - Throws: ``ImagingError/environment(_:)`` or
    ///   ``ImagingError/instructionSetUnavailable(_:)``.
    static func imaging(
        _ requested: InstructionSet?
    ) throws(ImagingError) -> UnsafePointer<lk_kernel_table> {
        let set: InstructionSet
        do {
            set = try choice(requested, of: allCases.filter { lk_kernels($0.rawValue) != nil })
        } catch {
            throw .environment(error)
        }
        guard let kernels = lk_kernels(set.rawValue) else { throw .instructionSetUnavailable(set) }
        return kernels
    }
}
