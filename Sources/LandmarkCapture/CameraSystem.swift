#if !canImport(AVFoundation)
import LandmarkCore
import LandmarkImaging

extension Camera {
    /// Opens a camera through a given FFmpeg device reader, like ``init(device:options:)``.
    ///
    /// - Throws: ``CaptureError``, like ``init(device:options:)``.
    package convenience init(name: String, system: CameraSystem, options: CameraOptions)
        throws(CaptureError)
    {
        try Self.check(options)
        let address = try system.address(of: name)
        let demuxer = try Demuxer(camera: address, name: name, of: system, options: options)
        var video = VideoOptions()
        video.logger = options.logger
        // Frame threading would delay frames.
        video.threads = 1
        let reader: VideoReader
        do throws(CaptureError) {
            reader = try VideoReader(demuxer, options: video, isLive: true)
        } catch .undecodable(_, let reason) {
            throw .cameraLost(device: name, frames: 0, reason: reason)
        }
        try self.init(reader, device: name)
    }
}

extension VideoReader: LiveFrames {
    var frameRate: FrameRate? { demuxer.frameRate(of: stream) }
}

/// The operating system's camera names and their FFmpeg device reader.
package struct CameraSystem {
    /// FFmpeg's name of the device reader.
    let format: String
    /// The prefix of a camera's number in its device name.
    let prefix: String
    /// Whether the reader accepts a size and a frame rate.
    let takesSettings: Bool

    /// The cameras of this operating system.
    package static let native = CameraSystem(
        format: "v4l2", prefix: "/dev/video", takesSettings: true)

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
            throw .noCamera(device: name, reason: "camera numbers are 0 to 255")
        }
        return "\(prefix)\(value)"
    }
}
#endif
