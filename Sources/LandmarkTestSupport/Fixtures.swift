#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where tests find what is not in the repository, and their own committed fixtures.
package enum Fixtures {
    /// The package's folder, found from this file.
    package static let packageRoot = folder(of: #filePath, levels: 3)

    /// A model bundle or model in `models/`, which `scripts/fetch-models` fills.
    package static func model(_ name: String) -> String { packageRoot + "/models/" + name }

    /// An image or video in `footage/`, which `scripts/fetch-footage` fills.
    package static func footage(_ name: String) -> String { packageRoot + "/footage/" + name }

    /// A file in `shared/` beside or in the package, for tests that go further where it is there.
    package static func shared(_ name: String) -> String {
        let inside = packageRoot + "/shared/" + name
        return exists(inside) ? inside : folder(of: packageRoot, levels: 1) + "/shared/" + name
    }

    /// A committed file in the `Fixtures` folder beside the calling test.
    package static func committed(_ name: String, testFile: String = #filePath) -> String {
        folder(of: testFile, levels: 1) + "/Fixtures/" + name
    }

    /// Whether all of `paths` can be read; says aloud what is skipped when they cannot.
    ///
    /// Use as `@Test(.enabled(if: Fixtures.available(…)))`.
    package static func available(_ paths: String..., from file: String = #fileID) -> Bool {
        let missing = paths.filter { !exists($0) }
        for path in missing {
            let line = "SKIPPED in \(file): \(path) is absent; see “make fetch loose-models”\n"
            _ = write(2, line, line.utf8.count)
        }
        return missing.isEmpty
    }

    /// Whether there is something at `path`.
    package static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

    private static func folder(of path: String, levels: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
            .joined(separator: "/")
    }
}
