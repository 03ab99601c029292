/// Names for the files made from pictures: the picture's own, made unique.
struct PictureNames {
    private var used: Set<String> = []

    /// The picture's name without its ending; `-2`, `-3`… follow where two pictures share it.
    mutating func name(for path: String) -> String {
        let stem = Path.stem(of: path)
        var name = stem
        var count = 1
        while !used.insert(name).inserted {
            count += 1
            name = "\(stem)-\(count)"
        }
        return name
    }
}
