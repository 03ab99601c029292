import LandmarkCommandSupport
import LandmarkMotion

/// `--fit`: keeps the landmarks of a recording until its end and then fits everyone's limbs.
struct FitBuffer {
    /// A frame with the landmarks of everyone who was found.
    struct Entry {
        /// Without the image.
        let output: PoseFrame
        var frames: [MotionFrame]
    }

    private var entries: [Entry] = []

    /// Nil without `--fit`.
    ///
    /// - Throws: `CommandError.misplacedOption` for inputs and options that `--fit` does not support.
    init?(_ arguments: Arguments, isLive: Bool) throws(CommandError) {
        guard arguments.has("--fit") else { return nil }
        if isLive { throw .misplacedOption("--fit", use: "recordings") }
        for option in ["--overlay", "--calibration"] where arguments.has(option) {
            throw .misplacedOption("--fit", use: "runs without \(option)")
        }
    }

    mutating func add(_ frames: [MotionFrame], _ output: PoseFrame) {
        let output = PoseFrame(label: output.label, frame: nil, views: output.views)
        entries.append(Entry(output: output, frames: frames))
    }

    /// Removes all frames, with everyone's limbs fitted.
    ///
    /// - Throws: `MotionError` for times that do not increase.
    mutating func takeFitted() throws(MotionError) -> [Entry] {
        var result = entries
        entries = []
        // If several people in a frame have the same id, the first counts, as in the analyzer.
        var places: [Int: [(entry: Int, frame: Int)]] = [:]
        for (entry, content) in result.enumerated() {
            for (place, frame) in content.frames.enumerated()
            where places[frame.id]?.last?.entry != entry {
                places[frame.id, default: []].append((entry, place))
            }
        }
        var options = BodyFit.Options()
        options.sideGuard = result.lazy.flatMap(\.output.views).allSatisfy { $0?.isRaw ?? true }
        let fit = BodyFit(options)
        for places in places.values {
            let fitted = try fit.fitted(places.map { result[$0.entry].frames[$0.frame] })
            for (place, frame) in zip(places, fitted) {
                result[place.entry].frames[place.frame] = frame
            }
        }
        return result
    }
}
