#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// Decodes a video file with AVFoundation, which uses the hardware.
final class AssetVideo: VideoDecoding {
    let information: SourceInformation
    private(set) var timing: FrameTiming
    private let path: String
    private let options: VideoOptions
    private let facts: AssetFacts
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput
    private let orientation: ExifOrientation
    /// The first image, decoded by the initializer and not yet delivered.
    private var first: Frame?
    private var storedSize: PixelSize?
    private var frames = 0
    private var hasEnded = false

    init(path: String, options: VideoOptions) throws(CaptureError) {
        self.path = path
        self.options = options
        facts = try AssetFacts.load(path)
        let size = PixelSize(
            width: Int(abs(facts.size.width)), height: Int(abs(facts.size.height)))
        guard size.width <= options.pixelLimit / max(1, size.height) else {
            throw .imageTooLarge(file: path, size: size, limit: options.pixelLimit)
        }
        let transform = facts.transform
        let turned = DisplayMatrix.orientation(
            a: transform.a, b: transform.b, c: transform.c, d: transform.d)
        if turned == nil {
            options.logger.log(
                .warning, "\(path): its rotation is not a multiple of 90° and is ignored")
        }
        orientation = turned ?? .up
        timing = FrameTiming(
            unit: (numerator: 1, denominator: facts.timeScale), rate: facts.rate,
            isConstant: facts.constantRate != nil)
        var settings: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
        ]
        if options.sizeChange == .scaleToFirst {
            settings[kCVPixelBufferWidthKey as String] = size.width
            settings[kCVPixelBufferHeightKey as String] = size.height
        }
        output = AVAssetReaderTrackOutput(track: facts.video, outputSettings: settings)
        output.alwaysCopiesSampleData = false
        do {
            reader = try AVAssetReader(asset: facts.asset)
        } catch {
            throw .notVideo(file: path, reason: error.localizedDescription)
        }
        information = SourceInformation(
            name: path,
            size: orientation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size,
            frameRate: facts.rate, duration: facts.duration, rotation: orientation.degrees,
            hasAudio: !facts.audio.isEmpty)
        guard reader.canAdd(output) else {
            throw .undecodable(file: path, reason: "AVFoundation cannot decode it to BGRA")
        }
        reader.add(output)
        guard reader.startReading() else { throw .undecodable(file: path, reason: reason) }
        do throws(CaptureError) {
            first = try next()
        } catch .damaged(let file, _, _, let reason) {
            throw .undecodable(file: file, reason: reason)
        }
        if first == nil { throw .undecodable(file: path, reason: "it contains no image") }
    }

    deinit { reader.cancelReading() }

    func next() throws(CaptureError) -> Frame? {
        if let first {
            self.first = nil
            return first
        }
        while !hasEnded {
            guard let sample = output.copyNextSampleBuffer() else {
                hasEnded = true
                guard reader.status == .failed else { return nil }
                options.logger.log(.warning, "\(path): \(reason)")
                throw .damaged(file: path, frames: frames, faults: 1, reason: reason)
            }
            // Marker samples in the stream have no image.
            guard let pixels = sample.imageBuffer else { continue }
            return try frame(pixels, at: sample.presentationTimeStamp)
        }
        return nil
    }

    private func frame(_ pixels: CVPixelBuffer, at time: CMTime) throws(CaptureError) -> Frame {
        let image = try PixelBuffer(copying: pixels)
        if let storedSize, image.size != storedSize, options.sizeChange != .deliver {
            hasEnded = true
            throw .sizeChanged(file: path, frame: frames, from: storedSize, to: image.size)
        }
        storedSize = image.size
        defer { frames += 1 }
        return Frame(
            image: image.upright(from: orientation), timestamp: timing.timestamp(of: ticks(time))
        ).numbered(frames)
    }

    /// Returns a time in the track's time scale; nil if the image has none.
    private func ticks(_ time: CMTime) -> Int64? {
        guard time.isNumeric else { return nil }
        if Int(time.timescale) == facts.timeScale { return time.value }
        return Int64(exactly: (time.seconds * Double(facts.timeScale)).rounded())
    }

    private var reason: String {
        reader.error?.localizedDescription ?? "AVFoundation reported no reason"
    }
}
#endif
