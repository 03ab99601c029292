import Foundation
import LandmarkApple
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Resources") struct ResourceTests {
    /// Writes an empty file and its folders.
    private func write(_ path: String, in folder: TemporaryFolder) throws {
        let file = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    @Test(
        "models are found in the layouts of a phone's and a Mac's bundles",
        arguments: ["", "Contents/Resources/"],
        ["a.task", "Models/a.task", "Kit_App.bundle/a.task", "Kit_App.bundle/Models/a.task"])
    func layouts(resources: String, file: String) throws {
        let folder = try TemporaryFolder()
        let root = "App.app/" + resources
        try write(root + file, in: folder)
        try write(root + "other.txt", in: folder)
        let bundle = try #require(Bundle(path: folder.path("App.app")))
        let found = try #require(ModelSource.resourcePath("a.task", in: bundle))
        #expect(found.hasSuffix(root + file))
        #expect(FileManager.default.fileExists(atPath: found))
        #expect(ModelSource.resourcePath("b.task", in: bundle) == nil)
    }

    @Test("a missing model keeps its name") func missing() {
        guard case .file(let path) = ModelSource.resource("missing.task") else {
            Issue.record("not a file")
            return
        }
        #expect(path == "missing.task")
    }
}
