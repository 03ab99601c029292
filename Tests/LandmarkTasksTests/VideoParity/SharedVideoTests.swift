import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Compares with MediaPipe's results in video mode on clips, one of which is not in the repository.
@Suite(
    .enabled(
        if: Fixtures.available(
            Fixtures.shared(SharedVideos.golden), Fixtures.shared("assets/hand_test_video.mp4"),
            Fixtures.shared("assets/carphone_pristine.mp4"))))
struct SharedVideoTests {
    @Test(
        "hands are tracked as by MediaPipe", .enabled(if: Fixtures.available(Landmarkers.handModel))
    )
    func hands() throws {
        try compare(
            "hand", "hand_test_video.mp4",
            limits: [
                .landmarks: .init(median: 0.15, high: 0.4), .world: .init(median: 0.5, high: 1),
                .handedness: .init(median: 1e-3, high: 5e-3),
            ])
        try compare("hand", "carphone_pristine.mp4", limits: [:])
    }

    /// The other clip shows no person, and what is tracked there is arbitrary.
    @Test(
        "poses are tracked as by MediaPipe", .enabled(if: Fixtures.available(Landmarkers.poseModel))
    )
    func poses() throws {
        try compare(
            "pose", "carphone_pristine.mp4",
            limits: [
                .landmarks: .init(median: 2, high: 4), .world: .init(median: 10, high: 20),
                .visibility: .init(median: 0.02, high: 0.05),
            ])
    }

    @Test(
        "faces are tracked as by MediaPipe", .enabled(if: Fixtures.available(Landmarkers.faceModel))
    )
    func faces() throws {
        try compare(
            "face", "carphone_pristine.mp4",
            limits: [
                .landmarks: .init(median: 0.03, high: 0.06),
                .blendshapes: .init(median: 7e-3, high: 2e-2),
                .matrix: .init(median: 1e-3, high: 2e-3),
            ])
        try compare("face", "hand_test_video.mp4", limits: [:])
    }

    private func compare(
        _ task: String, _ file: String, limits: [VideoTable.Kind: VideoTable.Limits]
    ) throws {
        let expected = try SharedVideos.frames(of: task, in: file)
        let landmarker = try VideoLandmarker(task)
        let video = try VideoFile(path: Fixtures.shared("assets/" + file))
        var table = VideoTable("\(task) on the shared \(file)", limits: limits)
        var count = 0
        while let frame = try video.next() {
            if count < expected.count { table.add(try landmarker.detect(frame), expected[count]) }
            count += 1
        }
        #expect(count == expected.count, "frames of \(file)")
        table.conclude()
    }
}
