#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import Foundation
import LandmarkCore

/// Copies the first audio track of a file into a video being written, without reencoding.
final class AssetAudio {
    private let path: String
    private let logger: Logger
    private let reader: AVAssetReader
    private let output: AVAssetReaderTrackOutput
    private let input: AVAssetWriterInput
    /// A sample that has been read but is not yet due.
    private var pending: CMSampleBuffer?
    private var hasEnded = false

    /// Adds an input for the audio; nil if there is none that MP4 can contain.
    ///
    /// - Throws: ``CaptureError`` when the source cannot be opened.
    init?(from path: String, to writer: AVAssetWriter, logger: Logger) throws(CaptureError) {
        self.path = path
        self.logger = logger
        let facts = try AssetFacts.load(path)
        guard let track = facts.audio.first else { return nil }
        output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        do {
            reader = try AVAssetReader(asset: facts.asset)
        } catch {
            throw .notVideo(file: path, reason: error.localizedDescription)
        }
        if reader.canAdd(output) {
            reader.add(output)
            if reader.startReading() { pending = output.copyNextSampleBuffer() }
        }
        input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: nil,
            sourceFormatHint: pending?.formatDescription)
        input.expectsMediaDataInRealTime = false
        guard pending != nil, writer.canAdd(input) else {
            logger.log(.warning, "\(path): its audio cannot be copied to MP4 and is omitted")
            return nil
        }
        writer.add(input)
    }

    deinit { reader.cancelReading() }

    /// Copies the samples that begin before `seconds`, or all remaining ones if nil.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)``.
    func copy(until seconds: Double?) throws(CaptureError) {
        while let sample = next() {
            let start = sample.presentationTimeStamp
            if let seconds, start.isNumeric, start.seconds >= seconds { return }
            while !input.isReadyForMoreMediaData {
                // Images take precedence, because the writer waits for them. At the end there are
                // none left.
                if seconds != nil { return }
                usleep(500)
            }
            pending = nil
            guard input.append(sample) else {
                throw .unencodable(file: path, reason: "its audio cannot be copied")
            }
        }
    }

    /// Signals that there is no more audio.
    func finish() { input.markAsFinished() }

    private func next() -> CMSampleBuffer? {
        if let pending { return pending }
        if hasEnded { return nil }
        pending = output.copyNextSampleBuffer()
        if pending == nil {
            hasEnded = true
            if reader.status == .failed {
                let reason = reader.error?.localizedDescription ?? "AVFoundation reported no reason"
                logger.log(.warning, "\(path): the audio ends early: \(reason)")
            }
        }
        return pending
    }
}
#endif
