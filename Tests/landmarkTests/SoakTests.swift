import LandmarkTestSupport
import Testing

/// The short form of `make soak`.
@Suite(
    "a soak",
    .enabled(if: Landmark.isReady && Fixtures.available(Fixtures.footage("carphone_pristine.mp4"))))
struct SoakTests {
    static let clip = Fixtures.footage("carphone_pristine.mp4")

    /// Over 400 frames the last quarter's mean memory may exceed the second one's by 4 MB; over the
    /// 20,000 of `make soak` by 2 MB.
    @Test("of 400 frames holds what it held", arguments: ["hand", "pose", "face"])
    func short(task: String) throws {
        let outcome = try Landmark.run(
            "bench", "soak", task, Self.clip, "--frames", "400", "--tolerance", "4")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").dropFirst()
        let numbers = lines.map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(numbers.map(\.count) == [6, 6, 6, 6])
        #expect(numbers.map(\.[1]) == [100, 100, 100, 100])
        // A megabyte of memory, a descriptor and a thread at the least.
        #expect(numbers.allSatisfy { $0[3] > 1 && $0[4] > 0 && $0[5] > 0 })
    }
}
