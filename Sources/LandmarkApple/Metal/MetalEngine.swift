#if canImport(Metal)
import CWarpShader
import CoreVideo
import LandmarkCore
import LandmarkImaging
import Metal

/// The compiled shader with its queue and memory. One thread at a time may use it.
final class MetalEngine {
    private let device: any MTLDevice
    private let queue: any MTLCommandQueue
    private let pipeline: any MTLComputePipelineState
    private let cache: CVMetalTextureCache
    /// What the shader writes; shared with the CPU, and as large as the largest input so far.
    private var output: (any MTLBuffer)?

    /// Compiles the shader.
    ///
    /// - Throws: `MetalError.noDevice`, `.noCommandQueue`, `.noTextureCache` or `.shader`.
    init() throws(MetalError) {
        guard let device = MTLCreateSystemDefaultDevice() else { throw .noDevice }
        guard let queue = device.makeCommandQueue() else { throw .noCommandQueue }
        var cache: CVMetalTextureCache?
        let code = CVMetalTextureCacheCreate(nil, nil, device, nil, &cache)
        guard code == kCVReturnSuccess, let cache else { throw .noTextureCache(code: code) }
        self.device = device
        self.queue = queue
        self.cache = cache
        pipeline = try Self.pipeline(device)
    }

    private static func pipeline(
        _ device: any MTLDevice
    ) throws(MetalError) -> any MTLComputePipelineState {
        guard let text = lw_shader_text() else { throw .shader(reason: "it has no text") }
        do {
            let library = try device.makeLibrary(source: String(cString: text), options: nil)
            guard let function = library.makeFunction(name: "lw_sample") else {
                throw MetalError.shader(reason: "it has no function lw_sample")
            }
            return try device.makeComputePipelineState(function: function)
        } catch {
            throw error as? MetalError ?? .shader(reason: "\(error)")
        }
    }

    /// Samples a region, and waits until `tensor` is filled.
    ///
    /// - Throws: `MetalError.noTexture`, `.noMemory`, `.noCommands` or `.commandsFailed`.
    func sample(
        _ pixelBuffer: CVPixelBuffer, _ format: MTLPixelFormat, _ warp: lw_warp,
        range: ClosedRange<Float>, into tensor: TensorView
    ) throws(MetalError) {
        // The cache keeps textures, and so the camera's buffers, until it is told not to.
        defer { CVMetalTextureCacheFlush(cache, 0) }
        let output = try memory(
            bytes: 3 * tensor.width * tensor.height * MemoryLayout<Float>.stride)
        try run(pixelBuffer, format, warp, range: range, into: output)
        tensor.copy(
            from: UnsafeBufferPointer(
                start: output.contents().assumingMemoryBound(to: Float.self),
                count: 3 * tensor.width * tensor.height))
    }

    private func memory(bytes: Int) throws(MetalError) -> any MTLBuffer {
        if let output, output.length >= bytes { return output }
        // The empty options stand for memory that the CPU shares.
        guard let new = device.makeBuffer(length: bytes, options: []) else {
            throw .noMemory(bytes: bytes)
        }
        output = new
        return new
    }

    private func run(
        _ pixelBuffer: CVPixelBuffer, _ format: MTLPixelFormat, _ warp: lw_warp,
        range: ClosedRange<Float>, into output: any MTLBuffer
    ) throws(MetalError) {
        var image: CVMetalTexture?
        let code = CVMetalTextureCacheCreateTextureFromImage(
            nil, cache, pixelBuffer, nil, format, Int(warp.image_width), Int(warp.image_height), 0,
            &image)
        guard code == kCVReturnSuccess, let image, let texture = CVMetalTextureGetTexture(image)
        else { throw .noTexture(code: code) }
        // The texture is valid as long as the image that it is a view of.
        defer { withExtendedLifetime(image) {} }
        guard let commands = queue.makeCommandBuffer(),
            let encoder = commands.makeComputeCommandEncoder()
        else { throw .noCommands }
        encoder.setComputePipelineState(pipeline)
        encoder.setTexture(texture, index: 0)
        withUnsafeBytes(of: warp) { bytes in
            if let base = bytes.baseAddress {
                encoder.setBytes(base, length: bytes.count, index: 0)
            }
        }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 256) { values in
            if let base = values.baseAddress {
                lw_normalize(ImageToTensor.scale(of: range), range.lowerBound, base)
                encoder.setBytes(
                    base, length: values.count * MemoryLayout<Float>.stride, index: 1)
            }
        }
        encoder.setBuffer(output, offset: 0, index: 2)
        let group = ThreadGroups(
            width: Int(warp.width), height: Int(warp.height),
            simdWidth: pipeline.threadExecutionWidth,
            limit: pipeline.maxTotalThreadsPerThreadgroup)
        encoder.dispatchThreadgroups(
            MTLSize(width: group.columns, height: group.rows, depth: 1),
            threadsPerThreadgroup: MTLSize(width: group.width, height: group.height, depth: 1))
        encoder.endEncoding()
        commands.commit()
        commands.waitUntilCompleted()
        guard commands.status == .completed else {
            throw .commandsFailed(
                reason: commands.error.map { "\($0)" } ?? "status \(commands.status.rawValue)")
        }
    }
}
#endif
