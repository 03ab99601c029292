import CLandmarkKernels
package import LandmarkCore

/// Samples rotated regions of images into networks' inputs, byte for byte as MediaPipe does.
///
/// Output pixel (i, j) reads the image at the region's top left corner plus i/width and j/height
/// of its sides, on a grid of 1/32 pixel between pixel indices, bilinearly, rounded to a byte.
/// Nothing is averaged when a region is scaled down. Gray images are spread to three equal
/// channels; alpha is ignored. Takes no memory that stays, and may be used from several threads.
package struct ImageToTensor: Sendable {
    /// What lies outside the image.
    package enum Border: Sendable {
        /// Black.
        case zero
        /// The image's edge pixels.
        case replicate
    }

    private let toBytes: SplitWork.Kernel
    private let toFloats: SplitWork.Kernel

    /// Chooses the kernels: of `level`, else of `LANDMARK_KERNELS`, else the fastest.
    ///
    /// - Throws: `ImagingError.environment` or `.instructionSetUnavailable`.
    package init(level: InstructionSet? = nil) throws(ImagingError) {
        let kernels = try InstructionSet.imaging(level)
        toBytes = kernels.pointee.u8_warp
        toFloats = kernels.pointee.f32_warp
    }

    /// Fills `tensor` with the region's pixels, byte 0 as the range's start and 255 as its end;
    /// `runner` may split the rows over threads.
    ///
    /// - Throws: `ImagingError.degenerateRegion`, or `.unsupportedTensor` when the tensor does
    ///   not have three channels.
    package func sample(
        _ image: PixelBuffer, region: PixelRect, border: Border, range: ClosedRange<Float>,
        into tensor: TensorView, on runner: some WorkRunner = OneThread()
    ) throws(ImagingError) {
        guard tensor.channels == 3, tensor.rowStride >= 3 * tensor.width else {
            throw .unsupportedTensor(
                width: tensor.width, channels: tensor.channels, rowStride: tensor.rowStride)
        }
        let warp = try warp(region, width: tensor.width, height: tensor.height, border: border)
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

    /// The region as an image of `width` by `height` RGB pixels.
    ///
    /// - Throws: `ImagingError.degenerateRegion` or `.invalidImageSize`.
    package func crop(
        _ image: PixelBuffer, region: PixelRect, border: Border, width: Int, height: Int
    ) throws(ImagingError) -> PixelBuffer {
        let warp = try warp(region, width: width, height: height, border: border)
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
        _ region: PixelRect, width: Int, height: Int, border: Border
    ) throws(ImagingError) -> lk_warp {
        guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
            throw .invalidImageSize(width: width, height: height)
        }
        guard region.width > 0, region.height > 0,
            let map = Homography.toRegion(region, width: width, height: height)
        else { throw .degenerateRegion(region) }
        var warp = lk_warp()
        warp.matrix = (
            map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8
        )
        warp.replicate = border == .replicate
        warp.width = Int32(width)
        warp.height = Int32(height)
        return warp
    }

    /// Some microseconds of them.
    private static let rowsWorthAThread = 8
    /// More than any network takes; keeps the kernels' arithmetic on columns and rows exact.
    private static let sideLimit = 1 << 14
}
