#if canImport(ImageIO)
import CoreGraphics
import Foundation
import ImageIO
import LandmarkCore
import LandmarkImaging

/// Reads and writes image files with ImageIO, which every Apple system has.
enum ImageIOCodec: ImageCodec {
    /// The system's frameworks have no separate version.
    static var libraries: [(name: String, version: String)] { [("ImageIO", "the system's")] }

    static func decodeJPEG(
        _ bytes: [UInt8], _ header: JPEGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let pixels = try decode(bytes, header.size, name: name)
        guard pixels.format == (header.components == 1 ? .gray8 : .rgb24) else {
            throw .undecodable(
                file: name, reason: "ImageIO decodes it to \(pixels.format.rawValue)")
        }
        return pixels
    }

    static func decodePNG(
        _ bytes: [UInt8], _ header: PNGHeader, name: String
    ) throws(ImagingError) -> PixelBuffer {
        // ImageIO decodes as much as it can of a damaged image.
        try PNGChecksums.check(bytes, name: name)
        return try decode(bytes, header.size, name: name)
    }

    static func decodeStill(
        _ bytes: [UInt8], _ header: StillHeader, pixelLimit: Int, name: String
    ) throws(ImagingError) -> PixelBuffer {
        if let size = header.size {
            return try decode(bytes, size, name: name).upright(from: header.orientation)
        }
        let properties = try properties(of: bytes, name: name)
        guard let width = properties[kCGImagePropertyPixelWidth as String] as? Int,
            let height = properties[kCGImagePropertyPixelHeight as String] as? Int
        else { throw .undecodable(file: name, reason: "ImageIO cannot determine its size") }
        let size = PixelSize(width: width, height: height)
        try ImageFile.check(size, limit: pixelLimit, name: name, offset: header.sizeOffset)
        let orientation = properties[kCGImagePropertyOrientation as String] as? Int
        return try decode(bytes, size, name: name).upright(
            from: orientation.flatMap { UInt16(exactly: $0) }.flatMap(ExifOrientation.init) ?? .up)
    }

    static func encodeJPEG(
        _ image: PixelBuffer, quality: Int, name: String
    ) throws(ImagingError) -> [UInt8] {
        let quality = [kCGImageDestinationLossyCompressionQuality as String: Double(quality) / 100]
        return try encode(image, type: "public.jpeg", keepsAlpha: false, quality, name: name)
    }

    static func encodePNG(_ image: PixelBuffer, name: String) throws(ImagingError) -> [UInt8] {
        try encode(image, type: "public.png", keepsAlpha: true, [:], name: name)
    }
}

// MARK: Decoding

extension ImageIOCodec {
    private static func properties(
        of bytes: [UInt8], name: String
    ) throws(ImagingError) -> [String: Any] {
        guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        else { throw .undecodable(file: name, reason: "ImageIO finds no image") }
        return properties
    }

    private static func decode(
        _ bytes: [UInt8], _ size: PixelSize, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let options: [String: Any] = [
            kCGImageSourceShouldCache as String: false,
            kCGImageSourceShouldAllowFloat as String: false,
        ]
        guard
            let source = CGImageSourceCreateWithData(
                Data(bytes) as CFData, options as CFDictionary),
            let image = CGImageSourceCreateImageAtIndex(source, 0, options as CFDictionary)
        else { throw .undecodable(file: name, reason: "ImageIO finds no image") }
        // This decodes the pixels, so the status must be read afterwards.
        let data = image.dataProvider?.data
        let status = CGImageSourceGetStatusAtIndex(source, 0)
        guard let data, status == .statusComplete else {
            throw .undecodable(file: name, reason: "ImageIO's status is \(status.rawValue)")
        }
        let start: UnsafePointer<UInt8>? = CFDataGetBytePtr(data)
        guard image.width == size.width, image.height == size.height,
            let bitmap = StoredBitmap(image), let start,
            let pixels = bitmap.pixels(
                UnsafeRawBufferPointer(start: start, count: CFDataGetLength(data)))
        else {
            throw .undecodable(
                file: name,
                reason: "ImageIO decodes it to \(image.width)×\(image.height) pixels of"
                    + " \(image.bitsPerPixel) bits, which are not supported")
        }
        return pixels
    }
}

extension StoredBitmap {
    /// Describes an image's bytes; nil for floating-point numbers and for unknown color models.
    fileprivate init?(_ image: CGImage) {
        guard let space = image.colorSpace, let model = Model(space),
            !image.bitmapInfo.contains(.floatComponents)
        else { return nil }
        self.init(
            PixelSize(width: image.width, height: image.height), model,
            bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow)
        bitsPerComponent = image.bitsPerComponent
        switch image.alphaInfo {
        case .none: alpha = .none
        case .premultipliedLast: alpha = .last(isPremultiplied: true)
        case .premultipliedFirst: alpha = .first(isPremultiplied: true)
        case .last: alpha = .last(isPremultiplied: false)
        case .first: alpha = .first(isPremultiplied: false)
        case .noneSkipLast: alpha = .skippedLast
        case .noneSkipFirst: alpha = .skippedFirst
        default: return nil
        }
        switch image.bitmapInfo.intersection(.byteOrderMask) {
        case .byteOrder16Little: order = bitsPerComponent == 16 ? .little16 : .big
        case .byteOrder32Little: order = .little32
        default: order = .big
        }
        // A range that runs from 1 to 0 instead of from 0 to 1.
        if let decode = image.decode { isInverted = decode[0] > decode[1] }
    }
}

extension StoredBitmap.Model {
    fileprivate init?(_ space: CGColorSpace) {
        switch space.model {
        case .monochrome: self = .gray
        case .rgb: self = .rgb
        case .cmyk: self = .cmyk
        case .indexed:
            guard let table = space.colorTable, let base = space.baseColorSpace else { return nil }
            switch base.model {
            case .rgb: self = .indexed(table)
            case .monochrome: self = .indexed(table.flatMap { [$0, $0, $0] })
            default: return nil
            }
        default: return nil
        }
    }
}

// MARK: Encoding

extension ImageIOCodec {
    private static func encode(
        _ image: PixelBuffer, type: String, keepsAlpha: Bool, _ properties: [String: Any],
        name: String
    ) throws(ImagingError) -> [UInt8] {
        let data: CFMutableData? = CFDataCreateMutable(nil, 0)
        guard let source = cgImage(image, keepsAlpha: keepsAlpha), let data,
            let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil)
        else { throw .unencodable(file: name, reason: "ImageIO cannot create the file") }
        CGImageDestinationAddImage(destination, source, properties as CFDictionary)
        guard CGImageDestinationFinalize(destination) else {
            throw .unencodable(file: name, reason: "ImageIO cannot encode \(image.size) pixels")
        }
        return Array(
            UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data)))
    }

    private static func cgImage(_ image: PixelBuffer, keepsAlpha: Bool) -> CGImage? {
        let (alpha, order): (CGImageAlphaInfo, CGBitmapInfo) =
            switch image.format {
            case .gray8, .rgb24: (.none, [])
            case .rgba32: (keepsAlpha ? .last : .noneSkipLast, .byteOrder32Big)
            case .bgra32: (keepsAlpha ? .first : .noneSkipFirst, .byteOrder32Little)
            }
        let space =
            image.format == .gray8
            ? CGColorSpaceCreateDeviceGray()
            : CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
        let row = image.width * image.format.bytesPerPixel
        var rows = Data(capacity: row * image.height)
        image.withUnsafeBytes { pixels in
            for y in 0..<image.height {
                rows.append(contentsOf: pixels[y * image.bytesPerRow..<y * image.bytesPerRow + row])
            }
        }
        guard let provider = CGDataProvider(data: rows as CFData) else { return nil }
        return CGImage(
            width: image.width, height: image.height, bitsPerComponent: 8,
            bitsPerPixel: 8 * image.format.bytesPerPixel, bytesPerRow: row, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue), provider: provider,
            decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
}
#endif
