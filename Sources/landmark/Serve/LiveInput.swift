#if os(Linux)
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkTasks

/// Where the frames of a live run come from: an input of the command line, or a browser's camera.
struct LiveInput: Sendable {
    /// nil for a browser's camera.
    private let group: InputGroup?
    private let console: Console
    /// nil for an input of the command line.
    let camera: BrowserCamera?
    /// Whether a file begins again at its end.
    let repeats: Bool

    init(_ group: InputGroup, repeats: Bool, on console: Console) {
        self.group = group
        self.repeats = repeats
        self.console = console
        camera = nil
    }

    init(_ camera: BrowserCamera, on console: Console) {
        self.camera = camera
        self.console = console
        group = nil
        repeats = false
    }

    /// The name for people.
    var title: String { group?.main.title ?? "browser camera" }

    /// Whether its frames are played by their timestamps.
    var isRecorded: Bool { group?.main.isRecorded ?? false }

    /// Opens it at its first frame.
    ///
    /// - Returns: The source; nil as soon as the task is cancelled.
    /// - Throws: `CommandError`, `ImagingError` or `CaptureError`.
    func open() async throws -> (any FrameSource)? {
        guard let group else { return camera }
        return try await FrameSynchronizer.open(group, on: console)?.source
    }
}
#endif
