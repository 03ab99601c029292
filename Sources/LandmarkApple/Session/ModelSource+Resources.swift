import Foundation
public import LandmarkTasks

extension ModelSource {
    /// The model of this name among the app's resources. A missing one is reported with its name when
    /// a task is prepared.
    public static func resource(_ name: String) -> ModelSource {
        .file(resourcePath(name) ?? name)
    }

    /// The model file of this name, wherever Xcode has put the resources of the app's target; nil if
    /// there is none.
    public static func resourcePath(_ name: String) -> String? {
        let folder = Bundle.main.bundlePath
        let bundles =
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?
            .filter { $0.hasSuffix(".bundle") } ?? []
        let places = [folder, folder + "/Models"] + bundles.map { "\(folder)/\($0)/Models" }
        return places.map { "\($0)/\(name)" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}
