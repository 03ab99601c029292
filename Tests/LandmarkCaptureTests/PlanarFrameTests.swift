#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Frames that are delivered as decoded, compared with FFmpeg's own conversion.
@Suite("Planar frames")
struct PlanarFrameTests {
    private final class Owner {
        var frame = av_frame_alloc()

        deinit { av_frame_free(&frame) }
    }

    private static let matrices: [(AVColorSpace, YUVMatrix)] = [
        (AVCOL_SPC_UNSPECIFIED, .bt601), (AVCOL_SPC_SMPTE170M, .bt601),
        (AVCOL_SPC_BT470BG, .bt601), (AVCOL_SPC_BT709, .bt709), (AVCOL_SPC_BT2020_NCL, .bt2020),
    ]
    private static let sizes = [(2, 2), (7, 6), (33, 2), (64, 48), (321, 180), (1280, 32)]

    @Test("the conversion has libswscale's bytes", arguments: matrices.indices, [false, true])
    func bytes(_ index: Int, isFullRange: Bool) throws {
        try #require(lk_libraries_load() == nil)
        var generator = SplitMix64(seed: UInt64(index))
        let (space, matrix) = Self.matrices[index]
        for (width, height) in Self.sizes {
            let owner = Owner()
            let frame = try #require(owner.frame)
            frame.pointee.width = Int32(width)
            frame.pointee.height = Int32(height)
            frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            frame.pointee.colorspace = space
            frame.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
            try #require(av_frame_get_buffer(frame, 0) >= 0)
            func plane(
                _ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32, _ width: Int, _ height: Int
            ) throws -> YUVImage.Plane {
                let data = try #require(data)
                let count = Int(stride) * (height - 1) + width
                for index in 0..<count {
                    data[index] = UInt8(truncatingIfNeeded: generator.next())
                }
                return try YUVImage.Plane(
                    size: PixelSize(width: width, height: height), bytesPerRow: Int(stride),
                    memory: UnsafeRawBufferPointer(start: data, count: count), owner: owner)
            }
            let image = PixelBuffer(
                try YUVImage(
                    luma: plane(frame.pointee.data.0, frame.pointee.linesize.0, width, height),
                    cb: plane(
                        frame.pointee.data.1, frame.pointee.linesize.1, (width + 1) / 2, height / 2),
                    cr: plane(
                        frame.pointee.data.2, frame.pointee.linesize.2, (width + 1) / 2, height / 2),
                    matrix: matrix, isFullRange: isFullRange))
            let packed = image.packed
            #expect(packed == (try Self.converted(frame)), "\(width)×\(height)")
        }
    }

    /// The bytes from the filter chain that all other frames pass through. It consumes the frame's
    /// planes.
    private static func converted(_ frame: UnsafeMutablePointer<AVFrame>) throws -> [UInt8] {
        var chain = lk_chain()
        defer { lk_chain_close(&chain) }
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        frame.pointee.pts = 0
        let code = lk_chain_open(
            &chain, frame, AVRational(num: 1, den: 25),
            "scale=\(width):\(height):flags=bicubic,format=pix_fmts=rgb24")
        try #require(code >= 0)
        try #require(av_buffersrc_add_frame(chain.source, frame) >= 0)
        var output = av_frame_alloc()
        defer { av_frame_free(&output) }
        let result = try #require(output)
        try #require(av_buffersink_get_frame(chain.sink, result) >= 0)
        let data = try #require(result.pointee.data.0)
        let stride = Int(result.pointee.linesize.0)
        return (0..<height).flatMap { row in
            UnsafeBufferPointer(start: data + row * stride, count: width * 3)
        }
    }

    @Test("frames of even height keep their planes, others are converted")
    func delivery() throws {
        let folder = try TemporaryFolder()
        for (height, isPlanar) in [(48, true), (47, false)] {
            var clip = Clip()
            clip.codec = "mpeg4"
            clip.codecOptions = [:]
            clip.size = PixelSize(width: 64, height: height)
            let path = folder.path("\(height).mp4")
            try clip.write(to: path)
            let (frames, error) = try VideoFile(path: path).all()
            #expect(error == nil)
            #expect(frames.count == 10)
            #expect(frames.allSatisfy { ($0.image.yuv != nil) == isPlanar })
            #expect(frames.map(\.number) == Array(0..<10))
        }
    }
}
#endif
