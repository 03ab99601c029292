import Foundation
import LandmarkTasks

/// Model files among the app's resources.
enum ModelFile {
    /// The file of this name, wherever Xcode has put the resources of the app's target.
    static func path(_ name: String) -> String? {
        let folder = Bundle.main.bundlePath
        let bundles =
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?
            .filter { $0.hasSuffix(".bundle") } ?? []
        let places = [folder, folder + "/Models"] + bundles.map { "\(folder)/\($0)/Models" }
        return places.map { "\($0)/\(name)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The model of this name. A missing one is reported by the session with its name.
    static func source(_ name: String) -> ModelSource { .file(path(name) ?? name) }
}
