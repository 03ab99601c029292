#if canImport(Metal)
import CoreVideo
import Metal

/// A device with a queue for its commands, and with textures that are views of pixel buffers. One
/// thread at a time may use it.
final class MetalContext {
    let device: any MTLDevice
    private let queue: any MTLCommandQueue
    private let cache: CVMetalTextureCache

    /// Takes the system's device.
    ///
    /// - Throws: `MetalError.noDevice`, `.noCommandQueue` or `.noTextureCache`.
    init() throws(MetalError) {
        guard let device = MTLCreateSystemDefaultDevice() else { throw .noDevice }
        guard let queue = device.makeCommandQueue() else { throw .noCommandQueue }
        var cache: CVMetalTextureCache?
        let code = CVMetalTextureCacheCreate(nil, nil, device, nil, &cache)
        guard code == kCVReturnSuccess, let cache else { throw .noTextureCache(code: code) }
        self.device = device
        self.queue = queue
        self.cache = cache
    }

    /// A view of a plane, valid as long as the texture's image.
    struct Texture {
        private let image: CVMetalTexture
        let texture: any MTLTexture

        fileprivate init?(_ image: CVMetalTexture) {
            guard let texture = CVMetalTextureGetTexture(image) else { return nil }
            self.image = image
            self.texture = texture
        }
    }

    /// Returns a view of a plane's memory.
    ///
    /// - Parameter usage: How commands use it.
    /// - Throws: `MetalError.noTexture`.
    func texture(
        of buffer: CVPixelBuffer, plane: Int = 0, _ format: MTLPixelFormat, columns: Int, rows: Int,
        usage: MTLTextureUsage = .shaderRead
    ) throws(MetalError) -> Texture {
        let attributes =
            [
                kCVMetalTextureUsage as String: NSNumber(
                    value: UInt32(truncatingIfNeeded: usage.rawValue))
            ]
            as CFDictionary
        var image: CVMetalTexture?
        let code = CVMetalTextureCacheCreateTextureFromImage(
            nil, cache, buffer, attributes, format, columns, rows, plane, &image)
        guard code == kCVReturnSuccess, let image, let texture = Texture(image) else {
            throw .noTexture(code: code)
        }
        return texture
    }

    /// Releases the buffers of textures that are no longer used. Until then the cache retains them, and with
    /// them the camera's buffers.
    func releaseTextures() { CVMetalTextureCacheFlush(cache, 0) }

    /// Runs commands on textures, and waits until they are done.
    ///
    /// - Throws: `MetalError.noCommands` or `.commandsFailed`, and any error that `encode` throws.
    func run(
        _ textures: [Texture], _ encode: (any MTLCommandBuffer) throws(MetalError) -> Void
    ) throws(MetalError) {
        defer { withExtendedLifetime(textures) {} }
        guard let commands = queue.makeCommandBuffer() else { throw .noCommands }
        try encode(commands)
        commands.commit()
        commands.waitUntilCompleted()
        guard commands.status == .completed else {
            throw .commandsFailed(
                reason: commands.error.map { "\($0)" } ?? "status \(commands.status.rawValue)")
        }
    }
}
#endif
