import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays

/// The paths of drawn images and videos: one file, or one for each input in a folder.
struct OverlayPaths: Sendable {
    private let path: String
    /// Whether each input has its own drawing in a folder.
    let isFolder: Bool
    private let inputFiles: InputFiles
    /// Every path that a drawing may have. Some may remain unused, because inputs can turn out to be
    /// unreadable.
    private let candidates: [String]

    /// Checks the value of `--overlay`.
    ///
    /// - Throws: `CommandError` when `path` does not match the inputs, its folder does not exist, or a
    ///   drawing could replace a file that is read.
    init(_ path: String, for inputs: InputList, at files: InputFiles) throws(CommandError) {
        self.path = path
        inputFiles = files
        let format = OutputFormat(path: path)
        if try OutputPaths.isFolder(path) {
            isFolder = true
        } else if inputs.isSeveral {
            if format != nil {
                throw .unsupportedOutput(
                    option: "--overlay", file: path, expected: "a folder for several inputs")
            }
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
            candidates = inputs.groups.map(\.outputStem).flatMap { stem in
                suffixes.map { Path.join(path, "\(stem).\($0)") }
            }
        } else {
            candidates = [path]
        }
        try files.check(candidates, for: "--overlay")
    }

    /// Whether a drawing may have the resolved path `file`.
    func mayUse(_ file: String) -> Bool {
        guard isFolder else { return Path.resolved(path) == file }
        return Path.folder(of: file) == Path.resolved(Path.folder(of: Path.join(path, "x")))
            && candidates.contains { Path.name(of: $0) == Path.name(of: file) }
    }

    /// Creates the folder, if needed.
    ///
    /// - Throws: `CommandError.unwritable`.
    func prepare() throws(CommandError) {
        if isFolder { try OutputPaths.makeFolder(path) }
    }

    /// The path of the drawing of `group`.
    ///
    /// - Throws: `CommandError` when it is a file that is read.
    func path(for group: InputGroup) throws(CommandError) -> String {
        let target =
            isFolder ? Path.join(path, "\(group.outputStem).\(group.overlaySuffix)") : path
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
        case video(path: String, drawing: Stage<Record>, EncodingStage)
    }

    private let paths: OverlayPaths
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
        let path = try paths.path(for: group)
        guard !group.isImage else { return target = .image(path: path) }
        let encoding = EncodingStage(
            VideoOutput(path, from: source, as: settings, on: console), ahead: source.framesAhead)
        let drawing = Stage<Record>("draw", limit: 1) { [draw] record in
            guard let frame = record.frame else { return }
            let drawn = try frame.image.drawn { try draw(record, $0) }
            try encoding.write(drawn, at: frame.timestamp, frame: record.label.number ?? 0)
        }
        target = .video(path: path, drawing: drawing, encoding)
    }

    /// - Throws: For a video, the error of an earlier frame: ``InputFault`` for a frame whose size
    ///   differs from earlier ones, which a single video cannot hold.
    override func write(_ record: Record) throws {
        switch target {
        case nil: break
        case .image(let path):
            guard let frame = record.frame else { return }
            try frame.image.drawn { try draw(record, $0) }.write(to: path)
        case .video(_, let drawing, _): try drawing.send(record)
        }
    }

    /// - Throws: As ``write(_:)``; the frames before the faulty one are complete.
    override func endInput(complete: Bool) throws {
        guard case .video(let path, let drawing, let encoding) = target else { return target = nil }
        try drawing.finish { isFlawless in
            try encoding.finish(complete: complete && isFlawless)
            target = nil
            if isCut, paths.isFolder {
                // In a folder, a video under its own name is always complete.
                try? FileSystem.move(path, to: Path.replacingSuffix(of: path, by: "partial.mp4"))
            }
        }
    }

    override func keepPartial() -> [PartialFile] {
        guard case .video(_, let drawing, let encoding) = target else { return [] }
        target = nil
        try? drawing.finish()
        return [encoding.keepPartial()].compactMap { $0 }
    }
}

extension LandmarkOverlay.Style {
    /// The style in the arguments.
    ///
    /// - Throws: `CommandError.misplacedOption` for a drawing option when nothing is drawn.
    init(_ arguments: Arguments) throws(CommandError) {
        self.init()
        let options = ["--draw-region", "--line-width", "--draw-visibility", "--background"]
        if !arguments.has("--overlay"), !arguments.has("--show"),
            let option = options.first(where: arguments.has)
        {
            throw .misplacedOption(option, use: "--overlay or --show")
        }
        showsRegion = arguments.has("--draw-region")
        if let least = arguments.fraction("--draw-visibility") { minVisibility = least }
        if let factor = arguments.text("--line-width").flatMap(Double.init) { lineScale = factor }
    }
}
