public import LandmarkCore
public import LandmarkImaging

/// The live frames of a camera. Frames that are not read in time are dropped in favor of newer
/// ones.
///
/// Timestamps are the driver's, in milliseconds from the first frame. The driver is asked to keep
/// its frame rate in low light.
public final class Camera: FrameSource {
    /// The device, and the size and rate that it delivers.
    public let information: SourceInformation
    private let feed = CameraFeed()

    /// Opens a camera and waits for its first frame.
    ///
    /// - Parameters:
    ///   - device: `camera:0` for the system's first camera, or the path of a device, optionally
    ///     after `camera:`.
    ///   - options: The requested size and rate.
    /// - Throws: ``CaptureError/noCamera(device:reason:)``, `cameraNotPermitted`, `cameraBusy`,
    ///   `cameraLost`, `invalidOption` or `librariesMissing`.
    public convenience init(
        device: String, options: CameraOptions = CameraOptions()
    ) throws(CaptureError) {
        try self.init(name: device, system: CameraSystem.native, options: options)
    }

    /// Opens a camera through a given FFmpeg device reader, as ``init(device:options:)`` does.
    ///
    /// - Throws: ``CaptureError``, as ``init(device:options:)`` does.
    package init(name: String, system: CameraSystem, options: CameraOptions) throws(CaptureError) {
        guard 1...16384 ~= options.size.width, 1...16384 ~= options.size.height else {
            throw .invalidOption(
                name: "size", value: "\(options.size)", expected: "from 1×1 to 16384×16384")
        }
        let address = try system.address(of: name)
        let demuxer = try Demuxer(camera: address, name: name, of: system, options: options)
        var video = VideoOptions()
        video.logger = options.logger
        // Frame threads would delay frames.
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

    /// Waits for and returns the newest frame.
    ///
    /// - Throws: ``CaptureError/cameraLost(device:frames:reason:)`` once when the camera stops;
    ///   then it returns nil.
    public func next() throws(CaptureError) -> Frame? { try feed.next() }

    /// The number of frames dropped because they were not read in time.
    public var droppedFrames: Int { feed.dropped }

    /// Waits until the device has stopped.
    package func waitForEnd() { feed.waitForEnd() }
}

/// The requested settings of a camera, which delivers the closest it supports.
public struct CameraOptions: Sendable {
    /// The size of the images in pixels.
    public var size = PixelSize(width: 640, height: 480)
    /// The frame rate.
    public var frameRate = FrameRate.thirty
    /// Receives the driver's messages, such as that it uses another size.
    public var logger = Logger.silent

    /// Creates the default options: 640×480 at 30 frames per second.
    public init() {}
}

/// The operating system's camera names and the FFmpeg device reader for them.
package struct CameraSystem {
    /// FFmpeg's name of the device reader.
    let format: String
    /// The prefix of a camera's number in its device name.
    let prefix: String
    /// Whether the reader accepts a size and a rate.
    let takesSettings: Bool

    #if os(Linux)
    /// The cameras of this operating system.
    package static let native = CameraSystem(
        format: "v4l2", prefix: "/dev/video", takesSettings: true)
    #else
    /// The cameras of this operating system.
    package static let native = CameraSystem(
        format: "avfoundation", prefix: "", takesSettings: true)
    #endif

    package init(format: String, prefix: String, takesSettings: Bool) {
        self.format = format
        self.prefix = prefix
        self.takesSettings = takesSettings
    }

    /// Returns the device that FFmpeg opens for `camera:N`, or for a path with or without
    /// `camera:`.
    ///
    /// - Throws: ``CaptureError/noCamera(device:reason:)`` for a number outside 0…255.
    func address(of name: String) throws(CaptureError) -> String {
        let scheme = "camera:"
        guard name.hasPrefix(scheme) else { return name }
        let number = name.dropFirst(scheme.count)
        if number.hasPrefix("/") { return String(number) }
        guard let value = Int(number), 0...255 ~= value else {
            throw .noCamera(device: name, reason: "cameras are numbered from 0 to 255")
        }
        return "\(prefix)\(value)"
    }
}
