extension Outputs {
    /// Refuses two outputs in one file, and one in the place of an input.
    static func check(
        json: String?, csv: String?, _ drawings: Drawings?, for inputs: InputList,
        at files: InputFiles
    ) throws(CommandError) {
        let texts = [("--json", json), ("--csv", csv)].compactMap { option, path in
            path.map { (option: option, path: $0, resolved: $0 == "-" ? $0 : System.resolved($0)) }
        }
        if let first = texts.first, let last = texts.last, first.option != last.option,
            first.resolved == last.resolved
        {
            throw .sameOutput(file: last.path, first: first.option, second: last.option)
        }
        for text in texts where text.path != "-" {
            try files.check(text.path, for: text.option)
            if let drawings, drawings.mayTake(text.resolved, for: inputs) {
                throw .sameOutput(file: text.path, first: text.option, second: "--overlay")
            }
        }
    }

    /// Refuses a folder of masks in which an input has the name of a mask.
    static func check(
        masks: String, for inputs: InputList, at files: InputFiles
    ) throws(CommandError) {
        let stems = FileNames.stems(of: inputs)
        for name in (try? System.names(in: masks)) ?? [] where isMask(name, of: stems) {
            try files.check(Path.join(masks, name), for: "--masks")
        }
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
