#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The paths of downloaded files and of committed fixtures that tests read.
package enum Fixtures {
    /// The package's folder, found from this file.
    package static let packageRoot = folder(of: #filePath, levels: 3)

    /// A model bundle or model in `models/`, which `scripts/fetch-models` fills.
    package static func model(_ name: String) -> String { packageRoot + "/models/" + name }

    /// An image or video in `footage/`, which `scripts/fetch-footage` fills.
    package static func footage(_ name: String) -> String { packageRoot + "/footage/" + name }

    /// An unpublished file in `shared/`, in the package or next to it, for additional tests.
    package static func shared(_ name: String) -> String {
        let inside = packageRoot + "/shared/" + name
        return exists(inside) ? inside : folder(of: packageRoot, levels: 1) + "/shared/" + name
    }

    /// A committed file in the `Fixtures` folder beside the calling test.
    package static func committed(_ name: String, testFile: String = #filePath) -> String {
        folder(of: testFile, levels: 1) + "/Fixtures/" + name
    }

    /// Whether all of `paths` can be read. Reports each missing file, and its source, on standard
    /// error.
    ///
    /// Use as `@Test(.enabled(if: Fixtures.available(…)))`.
    package static func available(_ paths: String..., from file: String = #fileID) -> Bool {
        let missing = paths.filter { !exists($0) }
        for path in missing {
            let line = "SKIPPED in \(file): \(path) is missing; \(source(of: path))\n"
            _ = write(2, line, line.utf8.count)
        }
        return missing.isEmpty
    }

    /// Where a missing file comes from, as an instruction.
    private static func source(of path: String) -> String {
        if path.contains("/shared/") { return "it is not published; the test needs a copy of it" }
        if path.hasPrefix(footage("")) { return "`make fetch` downloads it" }
        if path.contains("/models/mediapipe-") { return "`make loose-models` downloads it" }
        if path.hasPrefix(model("pose_landmarker_lite"))
            || path.hasPrefix(model("pose_landmarker_heavy"))
        {
            return "`scripts/fetch-models all` downloads it"
        }
        if path.hasPrefix(model("")) { return "`make fetch` downloads it" }
        if path.contains("/.build/") { return "`make build` builds it" }
        return "this system does not have it"
    }

    /// Whether `path` exists and can be read.
    package static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

    private static func folder(of path: String, levels: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
            .joined(separator: "/")
    }
}
