import Foundation
import LandmarkCore

/// The paths of fixtures, and of the models and footage that are not in the repository.
package enum Fixtures {
    /// The package's folder, derived from the path of this file.
    package static let packageRoot = folder(of: #filePath, levels: 3)

    /// A model in `models/`, which `scripts/fetch-models` and `scripts/fetch-loose-models` fill.
    package static func model(_ name: String) -> String { packageRoot + "/models/" + name }

    /// An image or video in `footage/`, which `scripts/fetch-footage` fills.
    package static func footage(_ name: String) -> String { packageRoot + "/footage/" + name }

    /// A file in `shared/`, in or next to the package, which no script fetches.
    package static func shared(_ name: String) -> String {
        let inside = packageRoot + "/shared/" + name
        return exists(inside) ? inside : folder(of: packageRoot, levels: 1) + "/shared/" + name
    }

    /// A committed file in the `Fixtures` folder next to the calling test.
    package static func committed(_ name: String, testFile: String = #filePath) -> String {
        folder(of: testFile, levels: 1) + "/Fixtures/" + name
    }

    /// The bytes of a committed file in the `Fixtures` folder next to the calling test.
    package static func bytes(_ name: String, testFile: String = #filePath) throws -> [UInt8] {
        try OpenFile(reading: committed(name, testFile: testFile)).read(atMost: .max)
    }

    /// The lines of such a file as space-separated fields, without comments.
    package static func lines(
        _ name: String, testFile: String = #filePath
    ) throws -> [[String]] {
        String(decoding: try bytes(name, testFile: testFile), as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").map(String.init) }
    }

    /// Whether all of `paths` can be read; reports the missing ones, and how to get them, on
    /// standard error.
    ///
    /// Use it as `@Test(.enabled(if: Fixtures.available(…)))`.
    package static func available(_ paths: String..., from file: String = #fileID) -> Bool {
        let reasons = paths.compactMap { missing($0) }
        for reason in reasons { reportSkip(reason, from: file) }
        return reasons.isEmpty
    }

    /// Describes what is missing at `path`, and how to get it; nil if it can be read.
    ///
    /// Use it where some arguments of a test need a file:
    /// `if let reason = Fixtures.missing(path) { try Test.cancel("\(reason)") }`.
    package static func missing(_ path: String) -> String? {
        exists(path) ? nil : "\(path) is missing; \(origin(of: path))"
    }

    /// Whether a file at `path` can be read.
    package static func exists(_ path: String) -> Bool { FileSystem.isReadable(path) }

    /// Reports on standard error that tests are skipped.
    package static func reportSkip(_ reason: String, from file: String = #fileID) {
        let line = "SKIPPED in \(file): \(reason)\n"
        try? StandardStream.error.write(Array(line.utf8))
    }

    /// How to get the missing file at `path`.
    private static func origin(of path: String) -> String {
        if path.contains("/shared/") { return "it is not published; the test needs a copy of it" }
        if path.hasPrefix(footage("")) { return "`make fetch` downloads it" }
        if path.hasPrefix(model("mediapipe-")) { return "`make loose-models` downloads it" }
        for size in ["lite", "heavy"] where path == model("pose_landmarker_\(size).task") {
            return "`scripts/fetch-models pose-\(size)` downloads it"
        }
        if path.hasPrefix(model("")) { return "`make fetch` downloads it" }
        if path.contains("/.build/") { return "`make build` builds it" }
        return "this system does not have it"
    }

    private static func folder(of path: String, levels: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
            .joined(separator: "/")
    }
}
