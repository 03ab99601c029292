#if canImport(AVFoundation)
public import Foundation
import LandmarkCore

/// A video file in place of a camera: for the simulator, which has none, and for tests and demos.
///
/// Frames arrive at the file's own pace with its timestamps, which keep increasing when the file repeats. The
/// session drops late frames, as with a camera.
public final class VideoFileCamera: PreviewImageSource {
    /// The file.
    public let url: URL
    /// Whether the file repeats.
    public let loops: Bool
    /// Whether the preview is mirrored, as for a front camera.
    public let isMirrored: Bool

    private let state = Mutex(State())

    private struct State: Sendable {
        /// The number of the newest start; frames of earlier ones are not delivered.
        var run = 0
        var handler: (@Sendable (CameraEvent) -> Void)?
        var preview: (@Sendable (CameraFrame) -> Void)?
    }

    /// Creates a source; the file is opened by `start(_:)`.
    ///
    /// - Parameters:
    ///   - url: A file that AVFoundation plays.
    ///   - loops: Whether the file repeats.
    ///   - isMirrored: Whether the preview is mirrored.
    public init(url: URL, loops: Bool = true, isMirrored: Bool = false) {
        self.url = url
        self.loops = loops
        self.isMirrored = isMirrored
    }

    deinit { stop() }

    /// Plays the file from its start.
    ///
    /// Errors arrive as `CameraEvent.failed`: `.noVideoTrack`, `.unreadableFile` and `.unusableFrame`.
    public func start(_ handler: @escaping @Sendable (CameraEvent) -> Void) {
        let run = state.withLock { state in
            state.run += 1
            state.handler = handler
            return state.run
        }
        let player = VideoPlayer(url: url, loops: loops, isMirrored: isMirrored)
        Task.detached(priority: .userInitiated) { [weak self] in
            do throws(CameraError) {
                try await player.play { [weak self] event in
                    self?.deliver(event, run: run) ?? false
                }
            } catch {
                _ = self?.deliver(.failed(error), run: run)
            }
        }
    }

    /// Stops the file.
    public func stop() {
        state.withLock { state in
            state.run += 1
            state.handler = nil
        }
    }

    /// Sets the closure that receives each frame for a preview; nil for none.
    public func setPreview(_ handler: (@Sendable (CameraFrame) -> Void)?) {
        state.withLock { $0.preview = handler }
    }

    /// Passes an event on; returns whether to continue.
    private func deliver(_ event: CameraEvent, run: Int) -> Bool {
        let (handler, preview) = state.withLock { state in
            state.run == run ? (state.handler, state.preview) : (nil, nil)
        }
        guard let handler else { return false }
        if case .frame(let frame) = event { preview?(frame) }
        handler(event)
        return true
    }
}
#endif
