#if os(Linux)
import FoundationEssentials
import LandmarkMotion
import LandmarkTasks

/// A request from the page, as JSON. Only names that the program knows are accepted, so no request
/// can make it read a file.
struct PageRequest: Decodable {
    /// `start`, `stop`, or nothing if only settings change.
    private var run: String?
    private var task: String?
    private var model: String?
    private var smoothing: String?
    private var mirrored: Bool?

    /// nil for a text that is not a request.
    init?(_ text: [UInt8]) {
        guard let request = try? JSONDecoder().decode(PageRequest.self, from: Data(text)) else {
            return nil
        }
        self = request
    }

    /// Applies the request to a run.
    func apply(to control: LiveControl) {
        control.request { settings, runs in
            switch run {
            case "start": runs = true
            case "stop": runs = false
            default: break
            }
            if let task, let chosen = try? LiveSettings(task: task) {
                settings.kind = chosen.kind
                settings.exercise = chosen.exercise
            }
            if let model, LiveGreeting.models.contains(model) { settings.model = model }
            if let smoothing, LiveSettings.smoothings.contains(smoothing) {
                settings.smoothing = smoothing
            }
            if let mirrored { settings.mirrored = mirrored }
        }
    }
}
#endif
