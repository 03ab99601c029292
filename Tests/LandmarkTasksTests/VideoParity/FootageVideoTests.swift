import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Compares with MediaPipe's results in video mode on footage that every clone can fetch.
@Suite(.enabled(if: VideoImages.clipIsHere))
struct FootageVideoTests {
    @Test("the clip decodes to the reference's pixels and timestamps")
    func decoding() throws {
        let reference = try VideoReferences.results.get().clip
        let clip = try VideoImages.footage.get().clip
        #expect(clip.count == reference.checksums.count)
        for (index, (frame, checksum)) in zip(clip, reference.checksums).enumerated() {
            #expect(frame.image.size == PixelSize(width: reference.width, height: reference.height))
            #expect(
                FileContent.checksum(VideoImages.bytes(of: frame.image)) == checksum,
                "the pixels of frame \(index)")
            let time = Double(index * 1000 * reference.rate[1]) / Double(reference.rate[0])
            #expect(frame.timestamp == .milliseconds(Int(time.rounded())))
        }
    }

    @Test(
        "no hand is tracked where there is none",
        .enabled(if: Fixtures.available(Landmarkers.handModel)))
    func noHands() throws {
        try compare("hand", "the clip", limits: [:])
    }

    @Test(
        "hands are tracked as by MediaPipe",
        .enabled(if: Fixtures.available(Landmarkers.handModel, VideoImages.hands)))
    func hands() throws {
        let images = try VideoImages(VideoImages.hands)
        for name in ["shared hand", "two shared hands", "hands that meet"] {
            try compare(
                "hand", name, in: images,
                limits: [
                    .landmarks: .init(median: 0.15, high: 0.4), .world: .init(median: 0.7, high: 2),
                    .handedness: .init(median: 2e-3, high: 3e-2),
                ])
        }
    }

    @Test(
        "poses are tracked as by MediaPipe", .enabled(if: Fixtures.available(Landmarkers.poseModel))
    )
    func poses() throws {
        try compare(
            "pose", "the clip",
            limits: [
                .landmarks: .init(median: 2, high: 4), .world: .init(median: 10, high: 20),
                .visibility: .init(median: 0.02, high: 0.05),
            ])
        try compare(
            "pose", "two people",
            limits: [
                .landmarks: .init(median: 0.03, high: 0.1), .world: .init(median: 0.5, high: 1),
                .visibility: .init(median: 1e-3, high: 1e-2),
            ])
    }

    @Test(
        "faces are tracked as by MediaPipe", .enabled(if: Fixtures.available(Landmarkers.faceModel))
    )
    func faces() throws {
        for name in ["the clip", "two people"] {
            try compare(
                "face", name,
                limits: [
                    .landmarks: .init(median: 0.03, high: 0.06),
                    .blendshapes: .init(median: 7e-3, high: 2e-2),
                    .matrix: .init(median: 1e-3, high: 2e-3),
                ])
        }
    }

    @Test(
        "losses, gaps and odd timestamps are handled as by MediaPipe",
        .enabled(if: Fixtures.available(Landmarkers.faceModel, Landmarkers.poseModel)),
        arguments: [
            "lost for a frame", "time from 0", "time from 1000", "slow from 0", "slow from 1000",
            "time from -5", "times that go back", "a gap",
        ])
    func sequences(name: String) throws {
        try compare(
            "face", name,
            limits: [
                .landmarks: .init(median: 0.03, high: 0.06),
                .blendshapes: .init(median: 1e-3, high: 3e-3),
                .matrix: .init(median: 1e-3, high: 2e-3),
            ])
        try compare(
            "pose", name,
            limits: [
                .landmarks: .init(median: 0.4, high: 0.8, first: 0.2),
                .world: .init(median: 3, high: 8),
                .visibility: .init(median: 1e-3, high: 1e-2),
            ])
    }

    /// Faces only: for half a person, MediaPipe's own releases differ by 17 px here.
    @Test(
        "a change of the image size is handled as by MediaPipe",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func otherSize() throws {
        try compare(
            "face", "another size",
            limits: [
                .landmarks: .init(median: 0.03, high: 0.06),
                .matrix: .init(median: 1e-3, high: 2e-3),
            ])
    }

    /// With MediaPipe's ROI in each frame tracking cannot drift: differences are those of one
    /// frame.
    @Test(
        "with MediaPipe's ROIs each frame gives MediaPipe's landmarks",
        .enabled(if: Fixtures.available(Landmarkers.handModel, Landmarkers.poseModel)),
        arguments: ["hand", "pose"])
    func sameROIs(task: String) throws {
        try compareWithROIs(
            task,
            limits: [
                .landmarks: .init(median: 0.01, high: 0.02, largest: 0.1),
                .world: .init(median: 0.1, high: 0.2),
            ]
        ) { _ in true }
    }

    /// With MediaPipe's ROI only in every second frame, the other ROIs must be computed.
    @Test(
        "the next ROIs are those of MediaPipe",
        .enabled(if: Fixtures.available(Landmarkers.handModel, Landmarkers.poseModel)),
        arguments: ["hand", "pose"])
    func nextROIs(task: String) throws {
        try compareWithROIs(
            task,
            limits: [
                .landmarks: .init(median: 0.01, high: 0.03, first: 0.2),
                .world: .init(median: 0.1, high: 0.2),
            ]
        ) { $0.isMultiple(of: 2) }
    }

    private func compareWithROIs(
        _ task: String, limits: [VideoTable.Kind: VideoTable.Limits], givesROI: (Int) -> Bool
    ) throws {
        let items = try VideoReferences.withROIs.get().items.filter { $0.task == task }
        #expect(!items.isEmpty)
        for item in items {
            try compare(item, in: VideoImages.footage.get(), limits: limits, givesROI: givesROI)
        }
    }

    /// Compares each item of `task` called `name`.
    private func compare(
        _ task: String, _ name: String, in images: VideoImages? = nil,
        limits: [VideoTable.Kind: VideoTable.Limits]
    ) throws {
        let items = try VideoReferences.items(task, name)
        #expect(!items.isEmpty, "no reference is called \(name)")
        for item in items {
            try compare(item, in: images ?? VideoImages.footage.get(), limits: limits)
        }
    }

    private func compare(
        _ item: VideoReferences.Item, in images: VideoImages,
        limits: [VideoTable.Kind: VideoTable.Limits], givesROI: (Int) -> Bool = { _ in true }
    ) throws {
        let landmarker = try VideoLandmarker(
            item.task, num: item.num, confidences: item.confidences)
        var table = VideoTable(item.title, limits: limits)
        for (index, step) in item.steps.enumerated() {
            let frame = Frame(
                image: try images.image(step.image),
                timestamp: .milliseconds(step.milliseconds))
            if let region = item.regions?[index], givesROI(index) {
                landmarker.track(NormalizedRect(region))
            }
            guard let expected = item.frames[index] else {
                #expect(throws: TaskError.self) { _ = try landmarker.detect(frame) }
                continue
            }
            table.add(try landmarker.detect(frame), expected, kept: item.points)
        }
        table.conclude()
    }
}

extension NormalizedRect {
    /// Creates a rectangle from five numbers in the order of its fields.
    fileprivate init(_ numbers: [Float]) {
        self.init(
            xCenter: numbers[0], yCenter: numbers[1], width: numbers[2], height: numbers[3],
            rotation: numbers[4])
    }
}
