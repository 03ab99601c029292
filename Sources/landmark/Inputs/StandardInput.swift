import LandmarkCapture
import LandmarkCore
import LandmarkImaging

/// Raw frames on standard input, until they end or the person asks to stop.
final class StandardInput: FrameSource {
    private let frames: RawFrames

    /// The size is said; `InputList` sees to it.
    init(_ settings: StreamSettings) throws(CaptureError) {
        frames = try RawFrames(
            size: settings.size ?? PixelSize(width: 640, height: 480),
            format: settings.pixelFormat, frameRate: settings.rate)
    }

    var information: SourceInformation { frames.information }

    func next() throws(CaptureError) -> Frame? {
        // Nothing may ever come, and then nothing but this would notice Ctrl-C.
        while !System.waitForInput(0, milliseconds: 200) {
            if Interruption.isAsked { return nil }
        }
        return try frames.next()
    }
}
