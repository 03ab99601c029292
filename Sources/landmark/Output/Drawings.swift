import LandmarkCommandSupport
import LandmarkImaging
import LandmarkSystem

/// Where drawn images and videos go: one file, or a folder with one file for each input.
struct Drawings {
    private let path: String
    private let isFolder: Bool
    private let inputs: InputFiles
    private var names = FileNames()

    private static let imageSuffixes: Set = ["png", "jpg", "jpeg"]
    private static let videoSuffixes: Set = ["mp4", "m4v"]

    /// Checks `path` against `inputs`, whose files are never drawn over.
    init(_ path: String, for inputs: InputList, at files: InputFiles) throws(CommandError) {
        self.path = path
        self.inputs = files
        let suffix = Path.suffix(of: path)
        let isFile = Self.imageSuffixes.union(Self.videoSuffixes).contains(suffix)
        if FileSystem.isFolder(path) {
            isFolder = true
        } else if inputs.isSeveral {
            if isFile {
                throw .unsupportedOutput(
                    option: "--overlay", file: path, expected: "a folder for several inputs")
            }
            isFolder = true
        } else if path.hasSuffix("/") {
            isFolder = true
        } else {
            isFolder = false
            try Self.check(path, suffix, for: inputs.items.first)
            do throws(SystemError) {
                _ = try FileSystem.status(of: Path.folder(of: path))
            } catch {
                throw .unwritable(file: path, reason: "\(error)")
            }
        }
        try files.check(targets(for: inputs), for: "--overlay")
    }

    /// Every path that a drawing may get: which one depends on inputs that may turn out bad.
    private func targets(for inputs: InputList) -> [String] {
        guard isFolder else { return [path] }
        let suffixes = Set(inputs.items.map(Self.suffix))
        return FileNames.stems(of: inputs).flatMap { stem in
            suffixes.map { Path.join(path, "\(stem).\($0)") }
        }
    }

    /// The ending of an item's drawing in a folder.
    private static func suffix(of item: InputList.Item) -> String {
        switch item {
        case .image: "png"
        case .stream: "mp4"
        }
    }

    /// Whether a drawing may get the path `file`, which is resolved.
    func mayTake(_ file: String, for inputs: InputList) -> Bool {
        guard isFolder else { return Path.resolved(path) == file }
        return Path.folder(of: file) == Path.resolved(Path.folder(of: Path.join(path, "x")))
            && targets(for: inputs).contains { Path.name(of: $0) == Path.name(of: file) }
    }

    /// Makes the folder when there can be several files.
    func prepare() throws(CommandError) {
        if isFolder { try Self.makeFolder(path) }
    }

    private static func check(
        _ path: String, _ suffix: String, for item: InputList.Item?
    ) throws(CommandError) {
        switch item {
        case .stream where !videoSuffixes.contains(suffix):
            throw .unsupportedOutput(
                option: "--overlay", file: path, expected: "an MP4 file for a video")
        case .image where !imageSuffixes.contains(suffix):
            throw .unsupportedOutput(
                option: "--overlay", file: path, expected: "a PNG or JPEG file for an image")
        default: break
        }
    }

    /// Makes a folder for outputs.
    static func makeFolder(_ path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.makeFolder(path)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    /// Where the drawing of `input` goes, which is never where an input is.
    mutating func target(for input: Input, suffix: String) throws(CommandError) -> String {
        let target =
            isFolder ? Path.join(path, "\(names.unique(input.stem)).\(suffix)") : path
        try inputs.check(target, for: "--overlay")
        return target
    }
}

extension PixelBuffer {
    /// A copy with something drawn on it.
    func drawn(_ drawing: (Canvas) throws -> Void) throws -> PixelBuffer {
        let canvas = try Canvas(self)
        try drawing(canvas)
        return try canvas.image()
    }

    /// Writes a PNG or JPEG file, by the ending of its name.
    func write(to path: String) throws(ImagingError) {
        if Path.suffix(of: path) == "png" {
            try PNGFile.write(self, to: path)
        } else {
            try JPEGFile.write(self, to: path)
        }
    }
}
