#if canImport(AVFoundation)
import AVFoundation
import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import LandmarkCore
import LandmarkImaging

/// Reads a video file at its own speed.
struct VideoPlayer: Sendable {
    let url: URL
    let loops: Bool
    let isMirrored: Bool

    /// Plays the file to its end, or until `deliver` returns false.
    ///
    /// - Throws: `CameraError.noVideoTrack`, `.unreadableFile` or `.unusableFrame`.
    func play(_ deliver: @Sendable (CameraEvent) -> Bool) async throws(CameraError) {
        let asset = AVURLAsset(url: url)
        let track: AVAssetTrack
        let orientation: Orientation
        do {
            guard let first = try await asset.loadTracks(withMediaType: .video).first else {
                throw CameraError.noVideoTrack(file: url.path)
            }
            let transform = try await first.load(.preferredTransform)
            track = first
            orientation = Orientation(transformA: transform.a, b: transform.b)
        } catch let error as CameraError {
            throw error
        } catch {
            throw unreadable(error)
        }
        guard deliver(.started) else { return }
        var clock = LoopClock()
        repeat {
            let reader: AVAssetReader
            do {
                reader = try AVAssetReader(asset: asset)
            } catch {
                throw unreadable(error)
            }
            let output = AVAssetReaderTrackOutput(
                track: track,
                outputSettings: [
                    kCVPixelBufferPixelFormatTypeKey as String: NSNumber(
                        value: kCVPixelFormatType_32BGRA)
                ])
            output.alwaysCopiesSampleData = false
            guard reader.canAdd(output) else {
                throw .unsupported(what: "BGRA pixels of \(url.path)")
            }
            reader.add(output)
            guard reader.startReading() else { throw unreadable(reader.error) }
            clock.begin(at: Uptime.now)
            while let sample = output.copyNextSampleBuffer() {
                let stored = try frame(sample, orientation)
                let (timestamp, wait) = clock.place(stored.timestamp, now: Uptime.now)
                if wait > 0 { try? await Task.sleep(nanoseconds: UInt64(wait * 1e9)) }
                let frame = Frame(
                    image: stored.image, timestamp: timestamp, orientation: orientation)
                guard deliver(.frame(CameraFrame(frame, isMirrored: isMirrored))) else {
                    reader.cancelReading()
                    return
                }
            }
            if reader.status == .failed { throw unreadable(reader.error) }
        } while loops && clock.hasFrames
        _ = deliver(.ended)
    }

    private func frame(
        _ sample: CMSampleBuffer, _ orientation: Orientation
    ) throws(CameraError) -> Frame {
        do throws(AppleImageError) {
            return try Frame(sample, orientation: orientation)
        } catch {
            throw .unusableFrame(error)
        }
    }

    private func unreadable(_ error: (any Error)?) -> CameraError {
        .unreadableFile(
            file: url.path, reason: error?.localizedDescription ?? "it is not a video")
    }
}
#endif
