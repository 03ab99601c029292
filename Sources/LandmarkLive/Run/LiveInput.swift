#if os(Linux)
import LandmarkCapture
package import LandmarkCommandSupport
package import LandmarkCore
import LandmarkTasks

/// Where the frames of a live run come from: a file, a folder, a camera or a pipe, or a browser's camera.
package struct LiveInput: Sendable {
    /// nil for a browser's camera.
    private let group: InputGroup?
    private let console: Console
    /// nil for any other input.
    let camera: BrowserCamera?
    /// Whether a file restarts at its end.
    let repeats: Bool
    /// Whether the run ends when the input ends or fails.
    package var endsRun = false

    /// The clockwise quarter turns that make its images upright.
    let turns: Int

    package init(
        _ group: InputGroup, _ orientation: Orientation, repeats: Bool,
        on console: Console = Console(isQuiet: true)
    ) {
        var group = group
        group.settings.isLive = true
        self.group = group
        turns =
            switch orientation {
            case .up: 0
            case .right: 1
            case .down: 2
            case .left: 3
            }
        self.repeats = repeats
        self.console = console
        camera = nil
    }

    /// - Throws: ``LiveError/imageWithoutFrames(_:)``.
    init(_ source: LiveSource, _ options: LiveOptions) throws(LiveError) {
        let input: Input
        switch source {
        case .browserCamera:
            self.init(BrowserCamera())
            return
        case .file(let path): input = Input(path)
        case .camera(let device): input = .camera(device)
        }
        if case .image(let path) = input { throw .imageWithoutFrames(path) }
        self.init(
            InputGroup([input], mode: .video, settings: StreamSettings()),
            options.detection.orientation, repeats: options.repeats)
        endsRun = options.endsWithInput
    }

    package init(_ camera: BrowserCamera) {
        self.camera = camera
        console = Console(isQuiet: true)
        group = nil
        // Browsers turn their images upright.
        turns = 0
        repeats = false
    }

    /// The name for people; for a file, without its folder, which is private.
    var title: String {
        guard let main = group?.main else { return "browser camera" }
        return switch main {
        case .image, .folder, .video: Path.name(of: main.name)
        case .camera, .standardInput: main.title
        }
    }

    /// The name in reports.
    var reportName: String { group?.main.reportName ?? title }

    /// Whether its frames are played by their timestamps.
    var isRecorded: Bool { group?.main.isRecorded ?? false }

    /// Opens it at its first frame.
    ///
    /// - Parameter isRepeated: Whether it was opened before, so that its peculiarities have already
    ///   been reported.
    /// - Returns: The source; nil as soon as the task is canceled.
    /// - Throws: `CommandError`, `ImagingError` or `CaptureError`.
    func open(isRepeated: Bool) async throws -> (any FrameSource)? {
        guard let group else { return camera?.open() }
        return try await FrameSynchronizer.open(
            group, on: isRepeated ? Console(isQuiet: true) : console)?.source
    }
}
#endif
