package import LandmarkCapture
package import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// What the arguments say about frames that do not say it themselves.
package struct StreamSettings: Sendable {
    /// Of raw frames, or what a camera is asked for.
    package let size: PixelSize?
    package let pixelFormat: PixelFormat
    /// Frames a second.
    package let rate: FrameRate

    package init(_ arguments: Arguments) {
        size = arguments.text("--size").flatMap(PixelSize.init(words:))
        pixelFormat = arguments.text("--pixel-format") == "bgra" ? .bgra32 : .rgb24
        rate = arguments.text("--fps").flatMap { FrameRate($0) } ?? .thirty
    }
}

extension PixelSize {
    /// Reads `640x480`; nil for what is no size from 1 to 16 384 pixels a side.
    package init?(words: String) {
        let parts = words.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            1...16_384 ~= width, 1...16_384 ~= height
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension RunningMode {
    /// The mode that `--mode` calls `word`.
    package init?(word: String) {
        switch word {
        case "image": self = .image
        case "video": self = .video
        case "live": self = .liveStream
        default: return nil
        }
    }
}
