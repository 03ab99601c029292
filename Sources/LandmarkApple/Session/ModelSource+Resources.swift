public import Foundation
public import LandmarkTasks

extension ModelSource {
    /// The model of this name among the resources of a bundle. A missing model is reported by name when a
    /// task is prepared.
    ///
    /// - Parameters:
    ///   - name: The file's name, such as `hand_landmarker.task`.
    ///   - bundle: The bundle to search: the app's, or a package's `Bundle.module`.
    public static func resource(_ name: String, in bundle: Bundle = .main) -> ModelSource {
        .file(resourcePath(name, in: bundle) ?? name)
    }

    /// The model file of this name among a bundle's resources, in its folder `Models`, or in a nested bundle,
    /// which is how SwiftPM packs a package's resources; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The file's name, such as `hand_landmarker.task`.
    ///   - bundle: The bundle to search: the app's, or a package's `Bundle.module`.
    public static func resourcePath(_ name: String, in bundle: Bundle = .main) -> String? {
        let inner = bundle.paths(forResourcesOfType: "bundle", inDirectory: nil)
        for bundle in [bundle] + inner.compactMap(Bundle.init(path:)) {
            let path =
                bundle.path(forResource: name, ofType: nil)
                ?? bundle.path(forResource: name, ofType: nil, inDirectory: "Models")
            if let path { return path }
        }
        return nil
    }
}
