import Foundation
import LandmarkTestSupport

/// Files of the repository that tests compare with.
enum Repository {
    /// The text of a file of the package.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: Fixtures.packageRoot + "/" + name, encoding: .utf8)
    }

    /// An image among the imaging tests' fixtures.
    static func image(_ name: String) -> String {
        Fixtures.packageRoot + "/Tests/LandmarkImagingTests/Fixtures/images/" + name
    }
}
