#if canImport(Metal)
import CWarpShader
import CoreVideo
import LandmarkCore
import LandmarkImaging
import Metal

/// The memory of an image, as the shader reads it.
enum MetalSource {
    /// Whole pixels.
    case pixels(CVPixelBuffer, MTLPixelFormat)
    /// A plane of luma, and one of chroma with half the columns and rows.
    case planes(CVPixelBuffer, lw_conversion)
}

/// The compiled shader with its device and memory. One thread at a time may use it.
final class MetalEngine {
    private let context: MetalContext
    private let pixelPipeline: any MTLComputePipelineState
    private let planePipeline: any MTLComputePipelineState
    /// The shader's output; shared with the CPU, and as large as the largest input so far.
    private var output: (any MTLBuffer)?

    /// Compiles the shader.
    ///
    /// - Throws: `MetalError.noDevice`, `.noCommandQueue`, `.noTextureCache` or `.shader`.
    init() throws(MetalError) {
        context = try MetalContext()
        guard let text = lw_shader_text() else { throw .shader(reason: "it has no text") }
        let library: any MTLLibrary
        do {
            library = try context.device.makeLibrary(source: String(cString: text), options: nil)
        } catch {
            throw .shader(reason: "\(error)")
        }
        pixelPipeline = try Self.pipeline("lw_sample", library, context.device)
        planePipeline = try Self.pipeline("lw_sample_planes", library, context.device)
    }

    private static func pipeline(
        _ name: String, _ library: any MTLLibrary, _ device: any MTLDevice
    ) throws(MetalError) -> any MTLComputePipelineState {
        guard let function = library.makeFunction(name: name) else {
            throw .shader(reason: "it has no function \(name)")
        }
        do {
            return try device.makeComputePipelineState(function: function)
        } catch {
            throw .shader(reason: "\(error)")
        }
    }

    /// Samples a region, and waits until `tensor` is filled.
    ///
    /// - Throws: `MetalError.noTexture`, `.noMemory`, `.noCommands` or `.commandsFailed`.
    func sample(
        _ source: MetalSource, _ warp: lw_warp, range: ClosedRange<Float>, into tensor: TensorView
    ) throws(MetalError) {
        defer { context.releaseTextures() }
        let output = try memory(
            bytes: 3 * tensor.width * tensor.height * MemoryLayout<Float>.stride)
        let columns = Int(warp.image_width), rows = Int(warp.image_height)
        switch source {
        case .pixels(let buffer, let format):
            let texture = try context.texture(of: buffer, format, columns: columns, rows: rows)
            try run(pixelPipeline, [texture], nil, warp, range: range, into: output)
        case .planes(let buffer, let conversion):
            let luma = try context.texture(of: buffer, .r8Unorm, columns: columns, rows: rows)
            let chroma = try context.texture(
                of: buffer, plane: 1, .rg8Unorm, columns: (columns + 1) / 2, rows: (rows + 1) / 2)
            try run(planePipeline, [luma, chroma], conversion, warp, range: range, into: output)
        }
        tensor.copy(
            from: UnsafeBufferPointer(
                start: output.contents().assumingMemoryBound(to: Float.self),
                count: 3 * tensor.width * tensor.height))
    }

    private func memory(bytes: Int) throws(MetalError) -> any MTLBuffer {
        if let output, output.length >= bytes { return output }
        // Empty options mean memory shared with the CPU.
        guard let new = context.device.makeBuffer(length: bytes, options: []) else {
            throw .noMemory(bytes: bytes)
        }
        output = new
        return new
    }

    private func run(
        _ pipeline: any MTLComputePipelineState, _ textures: [MetalContext.Texture],
        _ conversion: lw_conversion?, _ warp: lw_warp, range: ClosedRange<Float>,
        into output: any MTLBuffer
    ) throws(MetalError) {
        try context.run(textures) { commands throws(MetalError) in
            guard let encoder = commands.makeComputeCommandEncoder() else { throw .noCommands }
            encoder.setComputePipelineState(pipeline)
            for (index, texture) in textures.enumerated() {
                encoder.setTexture(texture.texture, index: index)
            }
            if let conversion {
                withUnsafeBytes(of: conversion) { bytes in
                    if let base = bytes.baseAddress {
                        encoder.setBytes(base, length: bytes.count, index: 3)
                    }
                }
            }
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
        }
    }
}
#endif
