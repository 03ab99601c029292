package import LandmarkCore

/// The processor that samples images for the networks of a task.
///
/// The CPU is always available: it samples whatever another preprocessor cannot, and produces the
/// same bytes. The choice therefore affects time and energy, never results.
public struct ImagePreprocessor: Sendable {
    /// The sampler to try before the CPU; nil to use only the CPU.
    package let sampler: (any RegionSampler)?

    /// The CPU, with the kernels of the task's device.
    public static let cpu = ImagePreprocessor(nil)

    /// Creates a preprocessor that tries `sampler` first.
    package init(_ sampler: (any RegionSampler)?) {
        self.sampler = sampler
    }
}

/// Fills model inputs with regions of images, on hardware other than the CPU, bit-exact with
/// ``ImageToTensor``.
package protocol RegionSampler: Sendable {
    /// Fills `tensor` with the pixels of a region of interest, as
    /// ``ImageToTensor/convert(_:roi:border:range:into:on:)`` does, and returns when that is done.
    ///
    /// - Returns: Whether `tensor` is filled. If not, it may contain anything, and the caller uses
    ///   the CPU: for an image that this hardware cannot read, for a region that it does not
    ///   support, and after an error.
    func fill(
        _ tensor: TensorView, from image: PixelBuffer, roi: PixelRect,
        border: ImageToTensor.BorderMode, range: ClosedRange<Float>
    ) -> Bool
}
