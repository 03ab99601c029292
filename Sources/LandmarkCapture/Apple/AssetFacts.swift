#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging

/// The properties that a video file declares, loaded before its first image.
struct AssetFacts: Sendable {
    let asset: AVURLAsset
    let video: AVAssetTrack
    let audio: [AVAssetTrack]
    let size: CGSize
    let transform: CGAffineTransform
    let averageRate: Double
    let minimumFrameDuration: CMTime
    let timeScale: Int
    /// The duration in seconds; nil when unknown.
    let duration: Double?

    /// Loads the properties and waits for them.
    ///
    /// - Throws: ``CaptureError/notVideo(file:reason:)`` or ``CaptureError/noVideoStream(file:)``,
    ///   or the error of opening the file.
    static func load(_ path: String) throws(CaptureError) -> AssetFacts {
        try check(path)
        let outcome = Mutex<Result<AssetFacts, CaptureError>?>(nil)
        let finished = DispatchSemaphore(value: 0)
        Task.detached {
            let loaded = await loaded(path)
            outcome.withLock { $0 = loaded }
            finished.signal()
        }
        finished.wait()
        guard let result = outcome.withLock({ $0 }) else { throw .outOfMemory }
        return try result.get()
    }

    private static func loaded(_ path: String) async -> Result<AssetFacts, CaptureError> {
        do {
            let asset = AVURLAsset(url: URL(fileURLWithPath: path))
            guard let video = try await asset.loadTracks(withMediaType: .video).first else {
                return .failure(.noVideoStream(file: path))
            }
            let duration = try await asset.load(.duration)
            let audio = try await asset.loadTracks(withMediaType: .audio)
            return .success(
                AssetFacts(
                    asset: asset, video: video, audio: audio,
                    size: try await video.load(.naturalSize),
                    transform: try await video.load(.preferredTransform),
                    averageRate: Double(try await video.load(.nominalFrameRate)),
                    minimumFrameDuration: try await video.load(.minFrameDuration),
                    timeScale: max(1, Int(try await video.load(.naturalTimeScale))),
                    duration: duration.isNumeric && duration.seconds > 0 ? duration.seconds : nil))
        } catch {
            return .failure(.notVideo(file: path, reason: error.localizedDescription))
        }
    }

    /// Checks that the file exists and is not empty.
    private static func check(_ path: String) throws(CaptureError) {
        let status: FileStatus
        do throws(SystemError) {
            status = try OpenFile(reading: path).status()
        } catch {
            throw .reading(path, error)
        }
        switch status.kind {
        case .folder: throw .isFolder(file: path)
        case .file where status.byteCount == 0: throw .emptyFile(file: path)
        case .file: return
        case .other: throw .notVideo(file: path, reason: "AVFoundation cannot read pipes")
        }
    }

    /// The frame rate, an average if it varies; nil when unknown.
    var rate: FrameRate? {
        constantRate ?? FrameRate(Int((averageRate * 1000).rounded()), 1000)
    }

    /// The constant frame rate: the rate is constant if the shortest frame lasts as long as the
    /// average one.
    var constantRate: FrameRate? {
        let shortest = minimumFrameDuration
        guard shortest.isNumeric, shortest.value > 0,
            abs(averageRate * shortest.seconds - 1) < 0.001
        else { return nil }
        return FrameRate(Int(shortest.timescale), Int(shortest.value))
    }
}
#endif
