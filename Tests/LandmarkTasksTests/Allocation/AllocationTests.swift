import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// After a warm-up, frames of a video and independent images do not allocate, in any task, provided
/// that the caller releases each result before the next frame.
@Suite(
    "No allocation per frame after warm-up",
    .enabled(
        if: Allocations.areCounted()
            && Fixtures.available(
                Landmarkers.handModel, Landmarkers.poseModel, Landmarkers.faceModel,
                Fixtures.footage("astronaut.png"), Fixtures.footage("carphone_0000.png"))
    ))
struct AllocationTests {
    /// Returns the number of allocations for each frame after the warm-up. Frames cycle through
    /// `images`.
    ///
    /// - Parameter detect: Processes a frame; returns the number of instances.
    static func count(
        _ images: [PixelBuffer], _ detect: (Frame) throws -> Int
    ) throws -> [Int] {
        let frames = (0..<(6 * images.count)).map { index in
            Frame(
                image: images[index % images.count],
                timestamp: .milliseconds(33 * index))
        }
        var found = 0
        var counts = [Int](repeating: 0, count: frames.count)
        for index in frames.indices {
            counts[index] = try Allocations.count(traced: index >= frames.count / 2) {
                found += try detect(frames[index])
            }
        }
        #expect(found > frames.count / 2, "too few instances in these frames")
        return Array(counts.suffix(frames.count / 2))
    }

    static func carphone() throws -> [PixelBuffer] {
        try ["0000", "0030", "0060", "0090"].map { try Landmarkers.footage("carphone_\($0).png") }
    }

    static func astronaut() throws -> [PixelBuffer] {
        let image = try Landmarkers.footage("astronaut.png")
        return Array(repeating: image, count: 4)
    }

    @Test("allocations are counted")
    func counting() {
        var kept: [[Int]] = []
        #expect(Allocations.count { kept.append([kept.count]) } > 0)
        #expect(Allocations.count { kept[0][0] += 1 } == 0)
    }

    /// If as many hands are visible as requested, they are tracked; otherwise the detector runs on
    /// every frame.
    @Test(
        "a frame with hands does not allocate", arguments: [1, 2],
        [Smoothing.mediaPipe, .oneEuro(minCutoff: 1, beta: 1)])
    func hands(count: Int, smoothing: Smoothing) throws {
        let landmarker = try Landmarkers.hand {
            $0.runningMode = .video
            $0.numHands = count
            $0.minDetectionConfidence = 0.02
            $0.minPresenceConfidence = 0.001
            $0.smoothing = smoothing
            $0.threads = 1
        }
        let counts = try Self.count(try Self.astronaut()) { try landmarker.detect($0).hands.count }
        #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
    }

    @Test(
        "a frame with poses does not allocate", arguments: [false, true], [false, true])
    func poses(masks: Bool, sideGuard: Bool) throws {
        let landmarker = try Landmarkers.pose {
            $0.runningMode = .video
            $0.numPoses = 1
            $0.segmentationMasks = masks
            $0.sideGuard = sideGuard
            $0.threads = 1
        }
        let counts = try Self.count(try Self.astronaut()) { try landmarker.detect($0).poses.count }
        #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
    }

    @Test(
        "a frame with faces does not allocate", arguments: [1, 2])
    func faces(count: Int) throws {
        let landmarker = try Landmarkers.face {
            $0.runningMode = .video
            $0.numFaces = count
            $0.threads = 1
        }
        let counts = try Self.count(try Self.carphone()) { try landmarker.detect($0).faces.count }
        #expect(counts.allSatisfy { $0 == 0 }, "\(counts)")
    }

    @Test("an independent image does not allocate")
    func images() throws {
        let hand = try Landmarkers.hand {
            $0.minDetectionConfidence = 0.02
            $0.minPresenceConfidence = 0.001
            $0.threads = 1
        }
        let hands = try Self.count(try Self.astronaut()) { try hand.detect($0.image).hands.count }
        #expect(hands.allSatisfy { $0 == 0 }, "hands: \(hands)")
        let face = try Landmarkers.face { $0.threads = 1 }
        let faces = try Self.count(try Self.carphone()) { try face.detect($0.image).faces.count }
        #expect(faces.allSatisfy { $0 == 0 }, "faces: \(faces)")
    }

    @Test(
        "an independent image with poses does not allocate", arguments: [false, true])
    func poseImages(masks: Bool) throws {
        let pose = try Landmarkers.pose {
            $0.numPoses = 1
            $0.segmentationMasks = masks
            $0.threads = 1
        }
        let poses = try Self.count(try Self.astronaut()) { try pose.detect($0.image).poses.count }
        #expect(poses.allSatisfy { $0 == 0 }, "\(poses)")
    }
}
