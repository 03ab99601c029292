public import LandmarkCore

/// The reason that the graphics processor cannot sample or convert an image.
public enum MetalError: LandmarkError, Hashable {
    /// The system has no Metal device, or this package was built without Metal.
    case noDevice
    /// The device returned no command queue.
    case noCommandQueue
    /// Core Video created no texture cache; `code` is its error.
    case noTextureCache(code: Int32)
    /// The shader does not compile; `reason` is Metal's message.
    case shader(reason: String)
    /// Core Video created no texture for the pixel buffer; `code` is its error. Buffers need memory that the
    /// graphics processor can read (`kCVPixelBufferMetalCompatibilityKey`), which a camera's buffers have.
    case noTexture(code: Int32)
    /// Core Video created no pixel buffer for a result; `code` is its error.
    case noPixelBuffer(code: Int32)
    /// Pixel buffers are converted only between `BGRA` and `RGBA`.
    case unsupportedConversion(from: FourCharacterCode, to: FourCharacterCode)
    /// The device has no memory for an input of this many bytes.
    case noMemory(bytes: Int)
    /// The device accepted no commands.
    case noCommands
    /// The commands failed; `reason` is Metal's message. An app in the background may not use the
    /// graphics processor.
    case commandsFailed(reason: String)

    /// One sentence without a final period.
    public var description: String {
        switch self {
        case .noDevice: "there is no Metal device"
        case .noCommandQueue: "the Metal device cannot create a command queue"
        case .noTextureCache(let code): "no texture cache can be created (error \(code))"
        case .shader(let reason): "the shader cannot be used: \(reason)"
        case .noTexture(let code): "the pixel buffer cannot be used as a texture (error \(code))"
        case .noPixelBuffer(let code): "no pixel buffer can be created (error \(code))"
        case .unsupportedConversion(let from, let to):
            "the graphics processor converts 'BGRA' and 'RGBA', not \(from) to \(to)"
        case .noMemory(let bytes): "the Metal device cannot create a buffer of \(bytes) bytes"
        case .noCommands: "the Metal device does not accept commands"
        case .commandsFailed(let reason): "the graphics processor failed: \(reason)"
        }
    }
}
