import LandmarkCommandSupport

/// Names for the files made from inputs: the input's own, made unique.
struct FileNames {
    private var used: Set<String> = []

    /// `stem`, or `stem-2`, `stem-3`… where it was handed out before.
    mutating func unique(_ stem: String) -> String {
        var name = stem
        var count = 1
        while !used.insert(name).inserted {
            count += 1
            name = "\(stem)-\(count)"
        }
        return name
    }

    /// The names for all of `inputs`, none of which is left out.
    static func stems(of inputs: InputList) -> Set<String> {
        var names = FileNames()
        for item in inputs.items { _ = names.unique(item.input.stem) }
        return names.used
    }
}
