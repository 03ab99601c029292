import LandmarkCommandSupport
import LandmarkSystem

extension Outputs {
    /// Refuses a folder of masks in which an input has the name of a mask, and one of inputs.
    static func check(
        masks: String, for inputs: InputList, at files: InputFiles
    ) throws(CommandError) {
        let stems = FileNames.stems(of: inputs)
        let names = ((try? FileSystem.names(in: masks)) ?? []).filter { isMask($0, of: stems) }
        // What is there already, and one that need not be.
        let all = names + stems.sorted().prefix(1).map { "\($0)-1.png" }
        try files.check(all.map { Path.join(masks, $0) }, for: "--masks")
    }

    /// Whether `name` is `STEM-ID.png` or `STEM-FRAME-ID.png`.
    private static func isMask(_ name: String, of stems: Set<String>) -> Bool {
        guard name.hasSuffix(".png") else { return false }
        var stem = Path.stem(of: name)[...]
        for _ in 0..<2 {
            guard let dash = stem.lastIndex(of: "-"),
                stem[dash...].dropFirst().allSatisfy(\.isNumber)
            else { return false }
            stem = stem[..<dash]
            if stems.contains(String(stem)) { return true }
        }
        return false
    }
}
