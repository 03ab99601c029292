#if canImport(MetalPerformanceShaders)
public import CoreVideo
import LandmarkCore
import Metal
import MetalPerformanceShaders

/// Converts pixel buffers between `BGRA` and `RGBA` on the graphics processor, with
/// `MPSImageConversion`.
///
/// Landmarkers accept both formats and do not need it; it is for other code in an app that expects one of
/// them:
///
/// ```swift
/// let processor = try MetalProcessor()
/// let converted = try processor.convert(pixelBuffer, to: kCVPixelFormatType_32RGBA)
/// ```
///
/// Only the order of bytes changes: neither colors nor alpha are converted. Thread-safe; threads that share
/// one wait for each other.
public final class MetalProcessor: Sendable {
    private struct Engine {
        let context: MetalContext
        let conversion: MPSImageConversion
    }

    // SAFETY: used only while `lock` is locked. Not all of Metal's objects are declared Sendable.
    nonisolated(unsafe) private let engine: Engine
    private let lock = Mutex(())

    /// Takes the system's device.
    ///
    /// - Throws: `MetalError.noDevice`, also if Metal Performance Shaders do not support the device,
    ///   `.noCommandQueue` or `.noTextureCache`.
    public init() throws(MetalError) {
        let context = try MetalContext()
        guard MPSSupportsMTLDevice(context.device) else { throw .noDevice }
        engine = Engine(
            context: context,
            conversion: MPSImageConversion(
                device: context.device, srcAlpha: .nonPremultiplied, destAlpha: .nonPremultiplied,
                backgroundColor: nil, conversionInfo: nil))
    }

    /// Returns a new buffer with the same pixels in another format, and waits until it is filled.
    ///
    /// - Parameters:
    ///   - buffer: A `kCVPixelFormatType_32BGRA` or `kCVPixelFormatType_32RGBA` buffer whose memory the
    ///     graphics processor can read, such as a camera's.
    ///   - format: One of these two formats.
    /// - Returns: A buffer of the same size, whose memory the graphics processor can read. It has the
    ///   attachments of `buffer` that propagate, such as the color space.
    /// - Throws: `MetalError.unsupportedConversion`, `.noPixelBuffer`, `.noTexture`, `.noCommands` or
    ///   `.commandsFailed`.
    public func convert(
        _ buffer: CVPixelBuffer, to format: OSType
    ) throws(MetalError) -> CVPixelBuffer {
        let given = CVPixelBufferGetPixelFormatType(buffer)
        guard let from = Self.metalFormat(given), let to = Self.metalFormat(format) else {
            throw .unsupportedConversion(
                from: FourCharacterCode(rawValue: given), to: FourCharacterCode(rawValue: format))
        }
        let columns = CVPixelBufferGetWidth(buffer), rows = CVPixelBufferGetHeight(buffer)
        let attributes =
            [
                kCVPixelBufferMetalCompatibilityKey as String: true,
                kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
            ] as [String: Any] as CFDictionary
        var created: CVPixelBuffer?
        let code = CVPixelBufferCreate(nil, columns, rows, format, attributes, &created)
        guard code == kCVReturnSuccess, let created else { throw .noPixelBuffer(code: code) }
        try lock.withLock { _ throws(MetalError) in
            let context = engine.context
            defer { context.releaseTextures() }
            let source = try context.texture(of: buffer, from, columns: columns, rows: rows)
            let target = try context.texture(
                of: created, to, columns: columns, rows: rows, usage: .shaderWrite)
            try context.run([source, target]) { commands throws(MetalError) in
                engine.conversion.encode(
                    commandBuffer: commands, sourceTexture: source.texture,
                    destinationTexture: target.texture)
            }
        }
        CVBufferPropagateAttachments(buffer, created)
        return created
    }

    private static func metalFormat(_ format: OSType) -> MTLPixelFormat? {
        switch format {
        case kCVPixelFormatType_32BGRA: .bgra8Unorm
        case kCVPixelFormatType_32RGBA: .rgba8Unorm
        default: nil
        }
    }
}
#endif
