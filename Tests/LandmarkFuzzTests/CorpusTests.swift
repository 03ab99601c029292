import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// The inputs that fuzzing found worth keeping: each reaches something that the others do not.
@Suite(.serialized)
struct CorpusTests {
    private static let folder = Fixtures.packageRoot + "/Tools/fuzz/corpus/"

    @Test("no kept input crashes what reads it", arguments: FuzzTarget.all.map(\.name))
    func replay(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let archive = try ModelBundle(path: Self.folder + name + ".zip")
        #expect(!archive.entries.isEmpty)
        for entry in archive.entries {
            let bytes = try archive.bytes(named: entry.name)
            target.run(bytes.withUnsafeBytes { Array($0) })
        }
        target.run([])
        #if os(Linux)
        Recording.clean()
        #endif
    }
}
