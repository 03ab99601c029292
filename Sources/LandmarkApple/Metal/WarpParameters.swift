package import CWarpShader
package import LandmarkCore
package import LandmarkImaging

extension lw_warp {
    /// The shader's parameters for a region; nil if the kernels must sample it.
    ///
    /// - Parameters:
    ///   - roi: The region in pixels of the image.
    ///   - image: The image, which fills the whole texture.
    ///   - tensor: The output; the shader's rows are adjacent, whatever the tensor's are.
    ///   - border: The pixels outside the image.
    package init?(
        _ roi: PixelRect, of image: PixelBuffer, to tensor: TensorView,
        border: ImageToTensor.BorderMode
    ) {
        self.init()
        guard tensor.channels == 3, tensor.rowStride >= 3 * tensor.width,
            let width = Int32(exactly: image.width), let height = Int32(exactly: image.height),
            let matrix = try? ImageToTensor.matrix(
                of: roi, width: tensor.width, height: tensor.height)
        else { return nil }
        let isPrepared = withUnsafeBytes(of: matrix) { bytes in
            lw_prepare(
                &self, bytes.assumingMemoryBound(to: Double.self).baseAddress,
                Int32(clamping: tensor.width), Int32(clamping: tensor.height))
        }
        guard isPrepared else { return nil }
        stride = 3 * self.width
        image_width = width
        image_height = height
        replicate = border == .replicate ? 1 : 0
        gray = image.format == .gray8 ? 1 : 0
    }
}
