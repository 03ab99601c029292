import LandmarkCapture
import LandmarkCore
package import LandmarkTasks

extension Option.Value {
    /// Frames a second.
    package static let frameRate = Option.Value.parsed(
        placeholder: "F", expectation: "frames a second such as 30, 29.97 or 30000/1001",
        accepts: { FrameRate($0) != nil })

    /// Width and height in pixels.
    package static let size = Option.Value.parsed(
        placeholder: "WxH", expectation: "width and height in pixels, such as 640x480",
        accepts: { PixelSize(words: $0) != nil })

    /// How landmarks are steadied.
    package static let smoothing = Option.Value.parsed(
        placeholder: "KIND",
        expectation: "off, mediapipe, one-euro or one-euro:MINCUTOFF,BETA",
        accepts: { Smoothing(words: $0) != nil })
}

extension Smoothing {
    /// Reads `off`, `mediapipe`, `one-euro` (with the numbers that MediaPipe has for bodies and
    /// faces) or `one-euro:MINCUTOFF,BETA`.
    package init?(words: String) {
        switch words {
        case "off": self = .off
        case "mediapipe": self = .mediaPipe
        case "one-euro": self = .oneEuro(minCutoff: 0.05, beta: 80)
        default:
            guard words.hasPrefix("one-euro:") else { return nil }
            let parts = words.dropFirst("one-euro:".count)
                .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard parts.count == 2, let minCutoff = parts[0], let beta = parts[1],
                minCutoff.isFinite, minCutoff > 0, beta.isFinite, beta >= 0
            else { return nil }
            self = .oneEuro(minCutoff: minCutoff, beta: beta)
        }
    }
}
