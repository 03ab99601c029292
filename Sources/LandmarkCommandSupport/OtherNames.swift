import LandmarkCore

/// The options that a user may have meant by a name that does not exist.
enum OtherNames {
    /// The names of options in MediaPipe, OpenPose, Ultralytics and OpenCV programs, without
    /// leading dashes.
    private static let known: [String: [String]] = [
        "confidence": confidences, "conf": confidences, "score": confidences,
        "threshold": confidences, "min-confidence": confidences, "min-score": confidences,
        "min-detection-confidence": ["--min-detection"],
        "min-hand-detection-confidence": ["--min-detection"],
        "min-pose-detection-confidence": ["--min-detection"],
        "min-face-detection-confidence": ["--min-detection"],
        "min-presence-confidence": ["--min-presence"],
        "min-hand-presence-confidence": ["--min-presence"],
        "min-pose-presence-confidence": ["--min-presence"],
        "min-face-presence-confidence": ["--min-presence"],
        "min-tracking-confidence": ["--min-tracking"],
        "num-hands": ["--max"], "num-poses": ["--max"], "num-faces": ["--max"],
        "max-num-hands": ["--max"], "max-num-faces": ["--max"], "number-people-max": ["--max"],
        "running-mode": ["--mode"], "static-image-mode": ["--mode"],
        "model-path": ["--model"], "model-asset-path": ["--model"],
        "model-complexity": ["--model"], "weights": ["--model"],
        "output": outputs, "out": outputs, "o": outputs, "save": outputs,
        "write-json": ["--json", "--openpose"], "write-video": ["--overlay"],
        "write-images": ["--overlay"], "write-coco-json": ["--coco"],
        "draw": ["--overlay"], "save-txt": ["--csv", "--json"],
        "vid-stride": ["--stride"], "frame-step": ["--stride"], "skip": ["--stride"],
        "smooth-landmarks": ["--smoothing"], "flip": ["--mirrored"], "rotate": ["--orientation"],
        "segmentation": ["--masks"], "enable-segmentation": ["--masks"],
        "mask": ["--masks"], "background-image": ["--background"],
        "background-color": ["--background"], "model-selection": ["--model"],
        "workers": ["--jobs"], "silent": ["--quiet"],
    ]
    private static let confidences = ["--min-detection", "--min-presence", "--min-tracking"]
    private static let outputs = ["--json", "--csv", "--overlay"]

    /// Returns the options to suggest in place of `name`, as words: the equivalents of another program's
    /// option, or else the option with the most similar spelling. Nil for none.
    static func suggestion(for name: String, among options: [String]) -> String? {
        let dashed = "--" + word(name)
        if options.contains(dashed) { return dashed }
        let meant = (known[word(name)] ?? []).filter(options.contains)
        guard let last = meant.last else { return NearestName.of(dashed, among: options) }
        return meant.count == 1
            ? last : meant.dropLast().joined(separator: ", ") + " or " + last
    }

    /// `--Min_Confidence` as `min-confidence`.
    private static func word(_ name: String) -> String {
        String(name.drop { $0 == "-" }).lowercased().split(
            separator: "_", omittingEmptySubsequences: false
        ).joined(separator: "-")
    }
}
