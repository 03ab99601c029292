import LandmarkCommandSupport
import LandmarkTasks

extension InputList {
    /// Refuses inputs and options that make no sense together.
    static func check(
        _ inputs: [Input], mode: RunningMode?, _ arguments: Arguments
    ) throws(CommandError) {
        if inputs.count(where: { $0 == .standardInput }) > 1 { throw .repeatedInput("-") }
        if let mode, mode != .image {
            for case .image(let path) in inputs {
                throw .imageInStreamMode(
                    path, mode: arguments.text("--mode") ?? mode.rawValue)
            }
        }
        let hasStandardInput = inputs.contains(.standardInput)
        let hasCamera = inputs.contains { if case .camera = $0 { true } else { false } }
        let hasVideoFolder =
            (mode ?? .image) != .image
            && inputs.contains { if case .folder = $0 { true } else { false } }
        let hasStream = isSmoothed(inputs, mode)
        if hasStandardInput, !arguments.has("--size") {
            throw .neededOption(
                "--size WxH", reason: "raw frames on standard input do not say how large they are")
        }
        let needs: [(option: String, isMet: Bool, use: String)] = [
            ("--size", hasStandardInput || hasCamera, "raw frames (-) and cameras"),
            ("--pixel-format", hasStandardInput, "raw frames (-)"),
            (
                "--fps", hasStandardInput || hasCamera || hasVideoFolder,
                "raw frames (-), cameras, and folders with --mode video or live"
            ),
            ("--smoothing", hasStream, "frames that follow each other: videos, cameras"),
            ("--raw", hasStream, "frames that follow each other: videos, cameras"),
        ]
        for need in needs where !need.isMet && arguments.has(need.option) {
            throw .uselessOption(need.option, use: need.use)
        }
    }

    private static func isSmoothed(_ inputs: [Input], _ mode: RunningMode?) -> Bool {
        if let mode { return mode != .image }
        return inputs.contains { input in
            switch input {
            case .image, .folder: false
            case .video, .camera, .standardInput: true
            }
        }
    }
}
