import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

/// `--picture`: the frame with the greatest angle of a movement, with the angle drawn on it.
final class PeakPictureSink: OutputSink<MotionRecord> {
    private struct Peak {
        let image: PixelBuffer
        let person: MotionOverlay.Person
        let measure: Measure
        let position: Double
    }

    private let file: OutputFile
    private let path: String
    private let movement: JointMovement
    private let console: Console
    /// The frame is kept without copying its pixels.
    private var peak: Peak?

    init(
        _ path: String, _ movement: JointMovement, on console: Console
    ) throws(CommandError) {
        guard ["png", "jpg", "jpeg"].contains(Path.suffix(of: path)) else {
            throw .unsupportedOutput(
                option: "--picture", file: path, expected: "a PNG or JPEG file")
        }
        self.path = path
        self.movement = movement
        self.console = console
        file = try OutputFile(path)
    }

    override func write(_ record: MotionRecord) throws {
        guard let image = record.frame?.image else { return }
        for person in record.people {
            for side in BodySide.allCases {
                guard let measure = movement.measure(of: side, in: person.sample) else { continue }
                let position = movement.position(of: person.sample[measure].value)
                guard position > peak?.position ?? -.infinity else { continue }
                peak = Peak(
                    image: image, person: person.result, measure: measure, position: position)
            }
        }
    }

    override func close() throws {
        guard let peak else {
            file.discard()
            return console.note(
                "landmark: \(movement.title) was not measured, so \(path) was not written")
        }
        try file.write(bytes(of: peak))
        try file.close()
    }

    override func discard() { file.discard() }

    override func keepPartial() -> [PartialFile] {
        guard let peak, let bytes = try? bytes(of: peak) else {
            file.discard()
            return []
        }
        try? file.write(bytes)
        return [file.keepWhole()].compactMap { $0 }
    }

    private func bytes(of peak: Peak) throws -> [UInt8] {
        let drawn = try peak.image.drawn { canvas in
            try MotionOverlay(
                [peak.person], measures: [peak.measure, peak.measure.opposite], definition: nil,
                target: nil, on: canvas
            ).draw()
        }
        return Path.suffix(of: path) == "png"
            ? try PNGFile.encode(drawn, name: path) : try JPEGFile.encode(drawn, name: path)
    }
}
