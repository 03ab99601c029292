import LandmarkImaging

/// Images made for tests.
enum Images {
    /// An image whose bytes are all `value`.
    static func blank(
        width: Int, height: Int, format: PixelFormat = .rgb24, value: UInt8 = 0
    ) throws -> PixelBuffer {
        try PixelBuffer(
            width: width, height: height, format: format,
            bytes: Array(repeating: value, count: width * height * format.bytesPerPixel))
    }
}

extension PixelBuffer {
    /// The image, which is RGB, in another format; gray by the mean of the channels.
    func converted(to format: PixelFormat) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let channels = pixel(x: x, y: y)
                let (red, green, blue) = (channels[0], channels[1], channels[2])
                switch format {
                case .rgb24: bytes += [red, green, blue]
                case .rgba32: bytes += [red, green, blue, 7]
                case .bgra32: bytes += [blue, green, red, 7]
                case .gray8: bytes.append(UInt8((Int(red) + Int(green) + Int(blue)) / 3))
                }
            }
        }
        return try PixelBuffer(width: width, height: height, format: format, bytes: bytes)
    }
}
