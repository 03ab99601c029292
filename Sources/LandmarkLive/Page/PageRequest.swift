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
    private var background: String?
    private var mirrored: Bool?
    /// The place of the person to measure, in fractions of the image's width and height.
    private var person: [Float]?

    /// nil for a text that is not a request.
    init?(_ text: [UInt8]) {
        guard let request = try? JSONDecoder().decode(PageRequest.self, from: Data(text)) else {
            return nil
        }
        self = request
    }

    /// Applies the request to a run.
    func apply(to live: LiveRun) {
        if let person {
            guard person.count == 2, person.allSatisfy({ (0...1).contains($0) }) else { return }
            live.choosePerson(at: SIMD2(person[0], person[1]))
            return
        }
        live.control.request { settings, runs in
            switch run {
            case "start": runs = true
            case "stop": runs = false
            default: break
            }
            if let task,
                let chosen = try? LiveSettings(task: task, among: live.loader.exercises.all)
            {
                settings.kind = chosen.kind
                settings.exercise = chosen.exercise
            }
            Self.choose(model, among: LiveGreeting.models, &settings.model)
            Self.choose(smoothing, among: LiveSettings.smoothings, &settings.smoothing)
            Self.choose(background, among: LiveSettings.backgrounds, &settings.background)
            if let mirrored { settings.mirrored = mirrored }
        }
    }

    /// Sets a choice if it is one of the names; an empty text resets it to the value in the options.
    private static func choose(
        _ text: String?, among names: [String], _ choice: inout String?
    ) {
        guard let text else { return }
        if text.isEmpty { choice = nil } else if names.contains(text) { choice = text }
    }
}
#endif
