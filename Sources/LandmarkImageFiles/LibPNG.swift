#if !canImport(ImageIO)
import CPNG
import LandmarkCore
import LandmarkImaging

/// Reads and writes PNG with libpng.
enum LibPNG {
    static func decode(
        _ bytes: [UInt8], _ header: PNGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        try bytes.withUnsafeBufferPointer { (file) throws(ImagingError) in
            try decode(file, name: name, expecting: header.size)
        }
    }

    static func encode(_ image: PixelBuffer, name: String) throws(ImagingError) -> [UInt8] {
        guard let width = UInt32(exactly: image.width),
            let height = UInt32(exactly: image.height),
            let stride = Int32(exactly: image.bytesPerRow)
        else { throw .unencodable(file: name, reason: "\(image.size) is too large for PNG") }
        let format = image.format.png
        let bound = lk_png_bound(width, height, format)
        guard bound > 0 else {
            throw .unencodable(file: name, reason: "\(image.size) is too large for PNG")
        }
        var message = [CChar](repeating: 0, count: 64)
        var failed = false
        let bytes = image.withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: bound) { target, count in
                count = bound
                failed =
                    lk_png_write(
                        width, height, format,
                        pixels.assumingMemoryBound(to: UInt8.self).baseAddress,
                        stride, target.baseAddress, &count, &message) != 0
                if failed { count = 0 }
            }
        }
        if failed { throw .unencodable(file: name, reason: text(message)) }
        return bytes
    }

    private static func decode(
        _ file: UnsafeBufferPointer<UInt8>, name: String, expecting size: PixelSize
    ) throws(ImagingError) -> PixelBuffer {
        var reader = lk_png_reader()
        defer { lk_png_close(&reader) }
        guard lk_png_open(&reader, file.baseAddress, file.count) == 0 else {
            throw failure(reader, name: name)
        }
        let format: PixelFormat? =
            switch reader.channels {
            case 1: .gray8
            case 3: .rgb24
            case 4: .rgba32
            default: nil
            }
        guard let format, reader.width == size.width, reader.height == size.height else {
            throw .malformed(file: name, offset: PNGHeader.sizeOffset, flaw: .header)
        }
        let row = size.width * format.bytesPerPixel
        let total = row * size.height
        var status: Int32 = -1
        let pixels = [UInt8](unsafeUninitializedCapacity: total) { target, count in
            status = lk_png_read(&reader, target.baseAddress, row)
            count = status == 0 ? total : 0
        }
        guard status == 0 else { throw failure(reader, name: name) }
        return PixelBuffer(trusted: size, format: format, bytesPerRow: row, bytes: pixels)
    }

    private static func failure(_ reader: lk_png_reader, name: String) -> ImagingError {
        if reader.truncated != 0 { return .truncated(file: name, offset: reader.count) }
        return withUnsafeBytes(of: reader.message) { bytes in
            .undecodable(file: name, reason: text(bytes.map { CChar(bitPattern: $0) }))
        }
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension PixelFormat {
    fileprivate var png: UInt32 {
        switch self {
        case .rgb24: lk_png_rgb
        case .rgba32: lk_png_rgba
        case .bgra32: lk_png_bgra
        case .gray8: lk_png_gray
        }
    }
}
#endif
