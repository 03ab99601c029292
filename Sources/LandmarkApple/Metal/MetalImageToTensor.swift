#if canImport(Metal)
import CWarpShader
import CoreVideo
package import LandmarkCore
public import LandmarkImaging
import Metal

/// Samples the regions of camera images into model inputs on the graphics processor, to the same
/// bytes as the CPU.
///
/// It reads the memory of `BGRA`, `RGBA`, one-channel, `420v` and `420f` pixel buffers as textures, without
/// a copy; for the last two, only until the image's pixels are read, which converts them. The CPU
/// samples other images, regions far from their image, regions at which Metal fails and, after three failures
/// in sequence, the next 300 regions. Pass ``preprocessor`` to the options of a landmarker:
///
/// ```swift
/// var options = HandLandmarkerOptions(model: .file(path))
/// options.preprocessor = try MetalImageToTensor().preprocessor
/// ```
///
/// Thread-safe; landmarkers that share one wait for each other.
public final class MetalImageToTensor: Sendable {
    // SAFETY: used only while `state` is locked. Not all of Metal's objects are declared Sendable.
    nonisolated(unsafe) private let engine: MetalEngine
    private let state = Mutex(PreprocessingStatistics())

    /// Compiles the shader for the system's device, which takes a noticeable fraction of a second.
    ///
    /// - Throws: `MetalError` if there is no device or it does not accept the shader.
    public init() throws(MetalError) {
        engine = try MetalEngine()
    }

    /// A shared instance, created at its first use; nil without a usable device.
    public static let shared = try? MetalImageToTensor()

    /// The preprocessor to set in a landmarker's options.
    public var preprocessor: ImagePreprocessor { ImagePreprocessor(self) }

    /// Counts of the regions sampled so far.
    public var statistics: PreprocessingStatistics { state.withLock { $0 } }
}

extension MetalImageToTensor: RegionSampler {
    package func fill(
        _ tensor: TensorView, from image: PixelBuffer, roi: PixelRect,
        border: ImageToTensor.BorderMode, range: ClosedRange<Float>
    ) -> Bool {
        state.withLock { statistics in
            guard statistics.begin() else { return false }
            guard let source = MetalSource(image),
                let warp = lw_warp(roi, of: image, to: tensor, border: border)
            else {
                statistics.didRefuse()
                return false
            }
            do throws(MetalError) {
                try engine.sample(source, warp, range: range, into: tensor)
                statistics.didSample()
                return true
            } catch {
                statistics.didFail(error)
                return false
            }
        }
    }
}

extension MetalSource {
    /// The memory of an image; nil if no texture can represent it.
    fileprivate init?(_ image: PixelBuffer) {
        if let planes = image.source as? BiplanarImage {
            guard let owner = planes.owner as? any PixelBufferOwner else { return nil }
            self = .planes(owner.pixelBuffer, planes.conversion)
        } else {
            guard let owner = image.owner as? any PixelBufferOwner,
                let format = image.format.metal
            else { return nil }
            self = .pixels(owner.pixelBuffer, format)
        }
    }
}

extension PixelFormat {
    /// The texture format of the same memory; nil if there is none.
    fileprivate var metal: MTLPixelFormat? {
        switch self {
        case .bgra32: .bgra8Unorm
        case .rgba32: .rgba8Unorm
        case .gray8: .r8Unorm
        case .rgb24: nil
        }
    }
}
#endif
