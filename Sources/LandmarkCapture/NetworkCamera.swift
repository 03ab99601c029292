#if !canImport(AVFoundation)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif
import LandmarkCore
import LandmarkImaging

/// The images of a network camera, which is reopened after the connection is lost. Not thread-safe.
final class NetworkCamera: LiveFrames {
    /// How long to retry a lost camera, in seconds: a restarting camera takes a minute or two.
    private static let patience = 300.0
    /// The pauses between attempts, in seconds; the last one repeats.
    private static let pauses = [0.2, 0.5, 1, 2, 5]

    let size: PixelSize?
    let frameRate: FrameRate?
    private(set) var endReason: String?
    private let address: NetworkAddress
    private let options: CameraOptions
    private var reader: VideoReader?
    private let start = MonotonicTime.now
    /// The time of the current connection's first image, in milliseconds after that of the first
    /// connection.
    private var offset = 0
    private var last: Timestamp?
    private var count = 0
    /// When the connection was lost; nil while it is up.
    private var loss: MonotonicTime?
    private var attempts = 0

    /// Connects, and waits for the first image.
    ///
    /// - Throws: ``CaptureError/unreachable(address:reason:)`` or `cameraLost`.
    init(_ address: NetworkAddress, _ options: CameraOptions) throws(CaptureError) {
        guard address.isLive else {
            throw .unreachable(
                address: address.name, reason: "the address of a camera begins with rtsp://")
        }
        self.address = address
        self.options = options
        let reader = try Self.open(address, options)
        size = reader.size
        frameRate = reader.frameRate
        self.reader = reader
    }

    private static func open(
        _ address: NetworkAddress, _ options: CameraOptions
    ) throws(CaptureError) -> VideoReader {
        try CaptureLibraries.load()
        var video = VideoOptions()
        video.logger = options.logger
        // Frame threading would delay frames.
        video.threads = 1
        video.sizeChange = .deliver
        do throws(CaptureError) {
            return try VideoReader(
                Demuxer(stream: address, logger: options.logger), options: video, isLive: true)
        } catch .undecodable(_, let reason) {
            throw .cameraLost(device: address.name, frames: 0, reason: reason)
        }
    }

    func next() throws(CaptureError) -> Frame? {
        guard let frame = try reader?.next() else {
            endReason = reader?.endReason ?? endReason
            return nil
        }
        var milliseconds = offset + frame.timestamp.milliseconds
        if let last { milliseconds = max(milliseconds, last.milliseconds + 1) }
        let timestamp = Timestamp.milliseconds(milliseconds)
        last = timestamp
        defer { count += 1 }
        return Frame(image: frame.image, timestamp: timestamp).numbered(count)
    }

    func recovers() -> Bool {
        reader = nil
        let lost = loss ?? .now
        if loss == nil {
            loss = lost
            attempts = 0
            let reason = endReason ?? "it stopped sending"
            options.logger.log(.warning, "\(address.name) is lost (\(reason)); reconnecting")
        }
        guard lost.elapsedSeconds < Self.patience else { return false }
        usleep(UInt32(Self.pauses[min(attempts, Self.pauses.count - 1)] * 1e6))
        attempts += 1
        do throws(CaptureError) {
            reader = try Self.open(address, options)
            loss = nil
            offset = Int(start.elapsedSeconds * 1000)
            let gap = Int(lost.elapsedSeconds.rounded())
            options.logger.log(.warning, "\(address.name) is back after \(gap) s")
        } catch {
            endReason = "\(error)"
        }
        return true
    }
}
#endif
