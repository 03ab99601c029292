import LandmarkCore

/// Recognizes files that begin like a single image but hold several, which are read as videos.
enum MovingImage {
    /// The number of bytes to examine: a PNG declares its animation before its pixels, and the first of
    /// several JPEGs is rarely larger.
    private static let (pngBytes, jpegBytes) = (1 << 16, 1 << 22)

    /// Whether a file is an animated PNG, or JPEGs without a container around them.
    static func isFile(_ path: String) -> Bool {
        switch Path.suffix(of: path) {
        case "apng", "mjpeg", "mjpg": return true
        // A camera may append a preview to the image.
        case "jpg", "jpeg", "mpo": return false
        default: break
        }
        guard let start = FileSystem.start(of: path, count: signature.count) else { return false }
        let isPNG = start == signature
        guard isPNG || start.starts(with: [0xff, 0xd8, 0xff]),
            let bytes = FileSystem.start(of: path, count: isPNG ? pngBytes : jpegBytes)
        else { return false }
        return isPNG ? isAnimated(png: bytes) : isFollowed(jpeg: bytes)
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Whether the chunk `acTL` precedes the pixels.
    private static func isAnimated(png bytes: [UInt8]) -> Bool {
        var offset = signature.count
        while offset + 8 <= bytes.count {
            let kind = bytes[offset + 4..<offset + 8]
            if kind.elementsEqual("acTL".utf8) { return true }
            if kind.elementsEqual("IDAT".utf8) { return false }
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            // The data is surrounded by its length, its kind and a checksum.
            offset += length + 12
        }
        return false
    }

    /// Whether another image begins right where the first ends.
    private static func isFollowed(jpeg bytes: [UInt8]) -> Bool {
        let seam: [UInt8] = [0xff, 0xd9, 0xff, 0xd8, 0xff]
        guard bytes.count >= seam.count else { return false }
        return (0...bytes.count - seam.count).contains { at in
            bytes[at] == seam[0] && bytes[at + 1] == seam[1]
                && bytes[at..<at + seam.count].elementsEqual(seam)
        }
    }
}

extension FileSystem {
    /// The first `count` bytes of a file, or all of a shorter one; nil for a path that is not a
    /// file or cannot be read.
    static func start(of path: String, count: Int) -> [UInt8]? {
        isFile(path) ? try? read(path, atMost: count) : nil
    }
}
