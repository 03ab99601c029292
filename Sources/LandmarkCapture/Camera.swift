public import LandmarkCore
public import LandmarkImaging

/// The live frames of a camera on this machine or on the network. Frames that are not read in time
/// are dropped in favor of newer ones.
///
/// If the connection to a network camera is lost, the camera is retried for five minutes. The
/// timestamps of later frames include the gap.
///
/// Timestamps come from the driver, in milliseconds from the first frame. If the driver's clock is changed,
/// they advance by the real time that elapsed. The driver is asked to keep its frame rate in low light.
public final class Camera: FrameSource {
    /// The device, and the actual size and rate.
    public let information: SourceInformation
    private let feed = CameraFeed()

    /// Opens a camera and waits for its first frame.
    ///
    /// - Parameters:
    ///   - device: `camera:0` for the system's first camera; the path of a device, optionally after
    ///     `camera:`; or on Linux an address that begins with `rtsp://` or `rtsps://`, if the options
    ///     allow the network.
    ///   - options: The requested size and rate.
    /// - Throws: ``CaptureError/noCamera(device:reason:)``, `cameraNotPermitted`, `cameraBusy`,
    ///   `cameraLost`, `isAddress`, `unreachable`, `invalidOption` or `librariesMissing`.
    public convenience init(
        device: String, options: CameraOptions = CameraOptions()
    ) throws(CaptureError) {
        try Self.check(options)
        #if canImport(AVFoundation)
        try self.init(CameraReader(device: device, options: options), device: device)
        #else
        if let address = NetworkAddress(device) {
            guard options.allowsNetwork else { throw .isAddress(address.name) }
            try self.init(NetworkCamera(address, options), device: address.name)
            return
        }
        try self.init(name: device, system: CameraSystem.native, options: options)
        #endif
    }

    init(_ reader: sending any LiveFrames, device: String) throws(CaptureError) {
        information = SourceInformation(
            name: device, size: reader.size, frameRate: reader.frameRate, isLive: true)
        feed.start(reader, device: device)
    }

    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)``.
    static func check(_ options: CameraOptions) throws(CaptureError) {
        guard 1...16384 ~= options.size.width, 1...16384 ~= options.size.height else {
            throw .invalidOption(
                name: "size", value: "\(options.size)", expected: "from 1×1 to 16384×16384")
        }
    }

    deinit { feed.stop() }

    /// Waits for and returns the newest frame.
    ///
    /// - Throws: ``CaptureError/cameraLost(device:frames:reason:)`` once when the camera stops;
    ///   later calls return nil.
    public func next() throws(CaptureError) -> Frame? { try feed.next() }

    /// The number of frames dropped because they were not read in time.
    public var droppedFrames: Int { feed.dropped }

    /// Waits until the device has stopped.
    package func waitForEnd() { feed.waitForEnd() }
}

/// The requested settings of a camera, which uses the closest ones that it supports.
public struct CameraOptions: Sendable {
    /// The size of the images in pixels.
    public var size = PixelSize(width: 640, height: 480)
    /// The frame rate.
    public var frameRate = FrameRate.thirty
    /// Whether network addresses, including those that a server redirects to, may be opened. If
    /// false, no connection is opened.
    public var allowsNetwork = false
    /// Receives the driver's messages, such as the use of another size, and reports when a network
    /// camera is lost and found again.
    public var logger = Logger.silent

    /// Creates the default options: 640×480 at 30 frames per second.
    public init() {}
}
