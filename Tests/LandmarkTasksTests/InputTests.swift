import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Landmarkers on images of all kinds.
@Suite(
    .enabled(
        if: Fixtures.available(
            Landmarkers.handModel, Landmarkers.poseModel, Landmarkers.faceModel,
            Fixtures.footage("astronaut.png"))))
struct InputTests {
    @Test(
        "the order of channels does not matter", arguments: [PixelFormat.rgba32, .bgra32])
    func channelOrder(format: PixelFormat) throws {
        let landmarker = try Landmarkers.face()
        let image = try Landmarkers.footage("astronaut.png")
        let expected = try landmarker.detect(image).faces
        #expect(expected.count == 1)
        #expect(try landmarker.detect(image.converted(to: format)).faces == expected)
    }

    @Test("a gray image gives the same as three equal channels")
    func gray() throws {
        let landmarker = try Landmarkers.face()
        let gray = try Landmarkers.footage("astronaut.png").converted(to: .gray8)
        let spread = try PixelBuffer(
            width: gray.width, height: gray.height, format: .rgb24,
            bytes: gray.withUnsafeBytes { bytes in
                bytes.flatMap { [$0, $0, $0] }
            })
        let found = try landmarker.detect(gray).faces
        #expect(found.count == 1)
        #expect(try landmarker.detect(spread).faces == found)
    }

    @Test(
        "an empty image gives no instances", arguments: [(1, 1), (1, 300), (300, 1), (97, 61)])
    func empty(width: Int, height: Int) throws {
        let image = try Images.blank(width: width, height: height, value: 128)
        for orientation in Orientation.allCases {
            let hand = try Landmarkers.hand().detect(image, orientation: orientation)
            #expect(hand.hands.isEmpty)
            #expect(hand.imageSize == image.size)
            #expect(
                try Landmarkers.pose().detect(image, orientation: orientation).poses.isEmpty)
            #expect(
                try Landmarkers.face().detect(image, orientation: orientation).faces.isEmpty)
        }
    }

    @Test("ROIs of arbitrary detections do no harm")
    func nonsense() throws {
        // Without a threshold, the landmark model runs on every anchor's box, wherever it is.
        let landmarker = try Landmarkers.pose {
            $0.minDetectionConfidence = 0
            $0.minPresenceConfidence = 1
            $0.numPoses = 5
        }
        let image = try Images.blank(width: 3, height: 2, value: 200)
        #expect(try landmarker.detect(image).poses.isEmpty)
    }

    @Test("two threads give the same bytes as one")
    func threads() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let pose = try [1, 2].map { threads in
            try Landmarkers.pose { $0.threads = threads }.detect(image).poses
        }
        #expect(pose[0] == pose[1])
        #expect(pose[0].count == 1)
        let face = try [1, 2].map { threads in
            try Landmarkers.face { $0.threads = threads }.detect(image).faces
        }
        #expect(face[0] == face[1])
        let hand = try [1, 2].map { threads in
            try Landmarkers.hand {
                $0.threads = threads
                $0.minDetectionConfidence = 0.02
                $0.minPresenceConfidence = 0.001
            }.detect(image).hands
        }
        #expect(hand[0] == hand[1])
        #expect(!hand[0].isEmpty)
    }

    @Test("images do not influence each other")
    func independent() throws {
        let landmarker = try Landmarkers.pose()
        let image = try Landmarkers.footage("astronaut.png")
        let first = try landmarker.detect(image).poses
        _ = try landmarker.detect(Images.blank(width: 64, height: 64))
        #expect(try landmarker.detect(image).poses == first)
    }

    @Test("outputs that are not enabled are nil")
    func optionalOutputs() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let pose = try Landmarkers.pose { $0.segmentationMasks = false }.detect(image)
        #expect(pose.poses.first?.mask == nil)
        let face = try Landmarkers.face {
            $0.blendshapes = false
            $0.transformationMatrices = false
        }.detect(image)
        #expect(face.faces.first?.blendshapes == nil)
        #expect(face.faces.first?.transformationMatrix == nil)
    }

    @Test("landmarks are the same with and without masks")
    func masks() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let with = try Landmarkers.pose().detect(image)
        let without = try Landmarkers.pose { $0.segmentationMasks = false }.detect(image)
        #expect(with.poses.map(\.landmarks) == without.poses.map(\.landmarks))
        #expect(with.poses.first?.mask?.size == image.size)
    }

    @Test("a result has the time of each stage")
    func timings() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let found = try Landmarkers.face().detect(image)
        let stages: [StageTimings.Stage] = [
            .detectorInput, .detector, .landmarkInput, .landmarks, .blendshapes, .total,
        ]
        for stage in stages { #expect(found.timings[stage] > .zero, "\(stage)") }
        #expect(found.timings[.masks] == .zero)
        #expect(found.timings[.total] >= found.timings[.landmarks])
    }

    @Test("concurrent calls give the same results")
    func concurrentCalls() async throws {
        let landmarker = try Landmarkers.face()
        let image = try Landmarkers.footage("astronaut.png")
        let expected = try landmarker.detect(image).faces
        try await withThrowingTaskGroup(of: [Face].self) { group in
            for _ in 0..<6 {
                group.addTask { try landmarker.detect(image).faces }
            }
            for try await faces in group { #expect(faces == expected) }
        }
    }
}
