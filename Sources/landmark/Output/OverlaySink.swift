import LandmarkCapture
import LandmarkCommandSupport
import LandmarkDrawing
import LandmarkImaging
import LandmarkSystem

/// The paths of drawn images and videos: one file, or one for each input in a folder.
struct OverlayPaths {
    private let path: String
    private let isFolder: Bool
    private let inputFiles: InputFiles
    /// Every path that a drawing may get. Which ones it will be depends on inputs that may turn out
    /// to be unreadable.
    private let candidates: [String]
    private var names = UniqueNames()

    /// Checks the value of `--overlay`.
    ///
    /// - Throws: `CommandError` when `path` does not suit the inputs, its folder does not exist, or
    ///   a drawing could replace a file that is read.
    init(_ path: String, for inputs: InputList, at files: InputFiles) throws(CommandError) {
        self.path = path
        inputFiles = files
        let format = OutputFormat(path: path)
        if FileSystem.isFolder(path) {
            isFolder = true
        } else if inputs.isSeveral {
            if format != nil {
                throw .unsupportedOutput(
                    option: "--overlay", file: path, expected: "a folder for several inputs")
            }
            isFolder = true
        } else if path.hasSuffix("/") {
            isFolder = true
        } else {
            isFolder = false
            if let needed = inputs.groups.first?.overlayFormat, needed != format {
                throw .unsupportedOutput(
                    option: "--overlay", file: path, expected: needed.expectation)
            }
            try OutputPaths.checkFolder(of: path)
        }
        if isFolder {
            let suffixes = Set(inputs.groups.map(\.overlaySuffix))
            candidates = UniqueNames.all(for: inputs).flatMap { stem in
                suffixes.map { Path.join(path, "\(stem).\($0)") }
            }
        } else {
            candidates = [path]
        }
        try files.check(candidates, for: "--overlay")
    }

    /// Whether a drawing may get the path `file`, which is resolved.
    func mayUse(_ file: String) -> Bool {
        guard isFolder else { return Path.resolved(path) == file }
        return Path.folder(of: file) == Path.resolved(Path.folder(of: Path.join(path, "x")))
            && candidates.contains { Path.name(of: $0) == Path.name(of: file) }
    }

    /// Creates the folder, if there is to be one.
    ///
    /// - Throws: `CommandError.unwritable`.
    func prepare() throws(CommandError) {
        if isFolder { try OutputPaths.makeFolder(path) }
    }

    /// The path of the drawing of `group`.
    ///
    /// - Throws: `CommandError` when it is a file that is read.
    mutating func next(for group: InputGroup) throws(CommandError) -> String {
        let target =
            isFolder
            ? Path.join(path, "\(names.next(group.main.stem)).\(group.overlaySuffix)") : path
        try inputFiles.check(target, for: "--overlay")
        return target
    }
}

extension InputGroup {
    fileprivate var overlayFormat: OutputFormat { isImage ? .image : .video }

    /// The suffix of the group's drawing in a folder.
    fileprivate var overlaySuffix: String { isImage ? "png" : "mp4" }
}

/// Drawings over the frames: an image for an image, a video for anything else.
///
/// Frames of a video are drawn on one thread and encoded on another, while the next frames are
/// processed.
final class OverlaySink<Record: FrameRecord>: OutputSink<Record> {
    typealias Draw = @Sendable (Record, Canvas) throws -> Void

    private enum Target {
        case image(path: String)
        case video(drawing: Stage<Record>, EncodingStage)
    }

    private var paths: OverlayPaths
    private let settings: VideoSettings
    private let console: Console
    private let draw: Draw
    /// The drawing of the current group.
    private var target: Target?

    /// Creates the folder, if `paths` needs one.
    init(
        _ paths: OverlayPaths, as settings: VideoSettings, on console: Console,
        draw: @escaping Draw
    ) throws(CommandError) {
        try paths.prepare()
        self.paths = paths
        self.settings = settings
        self.console = console
        self.draw = draw
    }

    override func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {
        let path = try paths.next(for: group)
        guard !group.isImage else { return target = .image(path: path) }
        let encoding = EncodingStage(VideoOutput(path, from: source, as: settings, on: console))
        let drawing = Stage<Record>("draw", limit: 2) { [draw] record in
            guard let frame = record.frame else { return }
            let drawn = try frame.image.drawn { try draw(record, $0) }
            try encoding.write(drawn, at: frame.timestamp, frame: record.label.number ?? 0)
        }
        target = .video(drawing: drawing, encoding)
    }

    /// - Throws: Of a video, the error of an earlier frame: ``InputFault`` for one of another size
    ///   than those before it, which one video cannot hold.
    override func write(_ record: Record) throws {
        switch target {
        case nil: break
        case .image(let path):
            guard let frame = record.frame else { return }
            try frame.image.drawn { try draw(record, $0) }.write(to: path)
        case .video(let drawing, _): try drawing.send(record)
        }
    }

    /// - Throws: As ``write(_:)``; the frames before the faulty one are whole.
    override func endInput(complete: Bool) throws {
        defer { target = nil }
        guard case .video(let drawing, let encoding) = target else { return }
        var fault: InputFault?
        do { try drawing.finish() } catch let error as InputFault { fault = error }
        try encoding.finish(complete: complete && fault == nil)
        if let fault { throw fault }
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
