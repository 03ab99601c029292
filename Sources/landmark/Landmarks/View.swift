import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

/// How an image is looked at: turned, or in a mirror.
struct View: Sendable {
    /// How the scene lies in the image that is looked at.
    let orientation: Orientation
    /// Whether the image's mirror image is searched, and the findings mapped back.
    let isMirrored: Bool

    init(_ arguments: Arguments) {
        let stored = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        isMirrored = arguments.has("--mirrored")
        orientation = isMirrored ? stored.mirrored : stored
    }

    /// Looks at images as they are stored.
    init(orientation: Orientation) {
        self.orientation = orientation
        isMirrored = false
    }

    /// What is searched of `image`.
    func seen(_ image: PixelBuffer) -> PixelBuffer {
        isMirrored ? image.mirrored : image
    }

    /// What is searched of `frame`.
    func seen(_ frame: Frame) -> Frame {
        Frame(image: seen(frame.image), timestamp: frame.timestamp, orientation: orientation)
    }

    /// The frame that `seen` was made of.
    func original(of seen: Frame) -> Frame {
        Frame(image: self.seen(seen.image), timestamp: seen.timestamp)
    }
}

extension Orientation {
    /// Where the scene's top is in the mirror image.
    fileprivate var mirrored: Orientation {
        switch self {
        case .left: .right
        case .right: .left
        case .up, .down: self
        }
    }
}

extension PixelBuffer {
    /// The image with left and right exchanged.
    fileprivate var mirrored: PixelBuffer {
        let step = format.bytesPerPixel
        let row = width * step
        let bytes = withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: row * height) { target, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let from = y * bytesPerRow + (width - 1 - x) * step
                        for channel in 0..<step {
                            target[y * row + x * step + channel] = source[from + channel]
                        }
                    }
                }
                count = row * height
            }
        }
        // The same count of bytes for the same size: there is nothing to refuse.
        return (try? PixelBuffer(width: width, height: height, format: format, bytes: bytes))
            ?? self
    }
}
