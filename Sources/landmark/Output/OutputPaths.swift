import LandmarkCommandSupport
import LandmarkSystem

/// The paths that options name for single files, checked before any of them is opened.
struct OutputPaths {
    private struct Entry {
        let option: String
        let path: String
        let resolved: String
    }

    private let entries: [Entry]

    /// - Parameter paths: Options with the paths they name; nil for options that are not given, `-`
    ///   for standard output.
    init(_ paths: [(option: String, path: String?)]) {
        entries = paths.compactMap { option, path in
            path.map { path in
                Entry(
                    option: option, path: path, resolved: path == "-" ? path : Path.resolved(path))
            }
        }
    }

    /// Checks that no two outputs have the same file and that none replaces a file that is read.
    ///
    /// - Throws: `CommandError.sameOutput`, or an error of ``InputFiles``.
    func check(
        against overlay: OverlayPaths? = nil, for inputs: InputFiles
    ) throws(CommandError) {
        for (index, entry) in entries.enumerated() {
            if let other = entries[..<index].first(where: { $0.resolved == entry.resolved }) {
                throw .sameOutput(file: entry.path, first: other.option, second: entry.option)
            }
        }
        for entry in entries where entry.path != "-" {
            try inputs.check(entry.path, for: entry.option)
            if let overlay, overlay.mayUse(entry.resolved) {
                throw .sameOutput(file: entry.path, first: entry.option, second: "--overlay")
            }
        }
    }

    /// Creates a folder for outputs, with its ancestors.
    ///
    /// - Throws: `CommandError.unwritable`.
    static func makeFolder(_ path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.makeFolder(path)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    /// Checks that the folder that `path` lies in exists.
    ///
    /// - Throws: `CommandError.unwritable`.
    static func checkFolder(of path: String) throws(CommandError) {
        do throws(SystemError) {
            _ = try FileSystem.status(of: Path.folder(of: path))
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }
}

/// File names derived from the names of inputs, each used once.
struct UniqueNames {
    private var used: Set<String> = []

    /// Returns `stem`, or `stem-2`, `stem-3`… when it was returned before.
    mutating func next(_ stem: String) -> String {
        var name = stem
        var count = 1
        while !used.insert(name).inserted {
            count += 1
            name = "\(stem)-\(count)"
        }
        return name
    }

    /// The names for all inputs, if none of them is skipped.
    static func all(for inputs: InputList) -> Set<String> {
        var names = UniqueNames()
        for group in inputs.groups { _ = names.next(group.main.stem) }
        return names.used
    }
}

/// The suffixes of image and video files that can be written.
enum OutputFormat {
    /// PNG or JPEG.
    case image
    /// H.264 in MP4.
    case video

    /// The format for the suffix of a path; nil for any other suffix.
    init?(path: String) {
        switch Path.suffix(of: path) {
        case "png", "jpg", "jpeg": self = .image
        case "mp4", "m4v": self = .video
        default: return nil
        }
    }

    /// The format for errors, as in “FILE is not …”.
    var expectation: String {
        switch self {
        case .image: "a PNG or JPEG file for an image"
        case .video: "an MP4 file for a video"
        }
    }
}
