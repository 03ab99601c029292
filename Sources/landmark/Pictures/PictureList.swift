/// The pictures that the inputs mean, in the order to read them.
struct PictureList {
    /// The pictures' paths.
    let paths: [String]
    /// Whether there can be several: a folder or more than one input.
    let isSeveral: Bool
    /// Inputs that cannot be read, to report; the others go on.
    let problems: [CommandError]

    private static let pictureSuffixes: Set = ["jpg", "jpeg", "png"]
    private static let videoSuffixes: Set = [
        "mp4", "m4v", "mov", "avi", "mkv", "webm", "mpg", "mpeg", "y4m", "gif",
    ]

    /// Looks into folders; throws for inputs that no picture can be.
    init(_ inputs: [String]) throws(CommandError) {
        var paths: [String] = []
        var problems: [CommandError] = []
        var hasFolder = false
        for input in inputs {
            try Self.refuseVideo(input)
            switch System.kind(of: input) {
            case .success(.folder):
                hasFolder = true
                do throws(CommandError) {
                    paths += try Self.pictures(in: input)
                } catch {
                    problems.append(error)
                }
            case .success: paths.append(input)
            case .failure(let error):
                problems.append(.unreadable(file: input, reason: error.message))
            }
        }
        self.paths = paths
        self.problems = problems
        isSeveral = hasFolder || inputs.count > 1
    }

    private static func refuseVideo(_ input: String) throws(CommandError) {
        if input == "-" { throw .notPictures(input: input, what: "frames on standard input") }
        if input.hasPrefix("camera:") { throw .notPictures(input: input, what: "a camera") }
        if videoSuffixes.contains(Path.suffix(of: input)) {
            throw .notPictures(input: input, what: "a video")
        }
    }

    private static func pictures(in folder: String) throws(CommandError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try System.names(in: folder)
        } catch {
            throw .unreadable(file: folder, reason: error.message)
        }
        let paths = names.map { Path.join(folder, $0) }.filter {
            pictureSuffixes.contains(Path.suffix(of: $0)) && System.isFile($0)
        }
        if paths.isEmpty { throw .emptyFolder(folder) }
        return paths
    }
}
