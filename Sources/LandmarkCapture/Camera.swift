import LandmarkCore
public import LandmarkImaging

/// The frames of a camera, newest first come: those that nobody takes in time are dropped.
///
/// Timestamps are the driver's, in milliseconds from the first frame. The camera is asked to keep
/// its rate in the dark.
public final class Camera: FrameSource {
    /// The device, and the size and rate that it really gives.
    public let information: SourceInformation
    private let feed = CameraFeed()

    /// Opens a camera and waits for its first frame.
    ///
    /// - Parameters:
    ///   - device: `camera:0` for the first camera of the system, or the path of a device, which
    ///     may stand after `camera:` too.
    ///   - options: The size and rate to ask for.
    /// - Throws: `CaptureError.noCamera`, `.cameraNotPermitted`, `.cameraBusy` or `.cameraLost`.
    public convenience init(
        device: String, options: CameraOptions = CameraOptions()
    ) throws(CaptureError) {
        try self.init(name: device, system: CameraSystem.native, options: options)
    }

    package init(name: String, system: CameraSystem, options: CameraOptions) throws(CaptureError) {
        guard 1...16384 ~= options.size.width, 1...16384 ~= options.size.height else {
            throw .invalidOption(
                name: "size", value: "\(options.size)", expected: "from 1×1 to 16384×16384")
        }
        let address = try system.address(of: name)
        let demuxer = try Demuxer(camera: address, name: name, of: system, options: options)
        var video = VideoOptions()
        video.logger = options.logger
        // One frame at a time: threads would hold several back.
        video.threads = 1
        let reader: VideoReader
        do throws(CaptureError) {
            reader = try VideoReader(demuxer, options: video, isLive: true)
        } catch .undecodable(_, let reason) {
            throw .cameraLost(device: name, frames: 0, reason: reason)
        }
        information = SourceInformation(
            name: name, size: reader.size, frameRate: demuxer.frameRate(of: reader.stream),
            isLive: true)
        feed.start(reader, device: name)
    }

    deinit { feed.stop() }

    /// Waits for the next frame.
    ///
    /// - Throws: `CaptureError.cameraLost` when the camera was unplugged; then it gives nil.
    public func next() throws(CaptureError) -> Frame? { try feed.next() }

    /// How many frames were dropped because nobody took them in time.
    public var droppedFrames: Int { feed.dropped }

    /// Waits until the device has ended.
    package func waitForEnd() { feed.waitForEnd() }
}
