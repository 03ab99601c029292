import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Frames of a video and images, once the first have been seen, take no memory beyond what is
/// there: in all tasks, when the caller lets each result go before the next frame.
@Suite(
    "No allocation per frame after warm-up",
    .enabled(
        if: Allocations.areCounted()
            && Fixtures.available(
                Landmarkers.handModel, Landmarkers.poseModel, Landmarkers.faceModel,
                Fixtures.footage("astronaut.png"), Fixtures.footage("carphone_0000.png"))
    ))
struct AllocationTests {
    /// How often the frames of a warm landmarker ask for memory. The frames are images in turn.
    ///
    /// - Parameter look: Looks at a frame, and says how many objects are in it.
    static func count(
        _ images: [PixelBuffer], _ look: (Frame) throws -> Int
    ) throws -> [Int] {
        let frames = (0..<(6 * images.count)).map { index in
            Frame(
                image: images[index % images.count],
                timestamp: .milliseconds(33 * index))
        }
        var seen = 0
        var counts = [Int](repeating: 0, count: frames.count)
        for index in frames.indices {
            counts[index] = try Allocations.count(traced: index >= frames.count / 2) {
                seen += try look(frames[index])
            }
        }
        #expect(seen > frames.count / 2, "hardly anything is in these frames")
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

    /// With as many hands as are looked for they are followed; with fewer the detector works on
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
        "a frame with poses does not allocate", arguments: [false, true])
    func poses(masks: Bool) throws {
        let landmarker = try Landmarkers.pose {
            $0.runningMode = .video
            $0.numPoses = 1
            $0.segmentationMasks = masks
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

    /// Images of their own have no frame before them, and take no memory for it either.
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
        let bodies = try Self.count(try Self.astronaut()) { try pose.detect($0.image).poses.count }
        #expect(bodies.allSatisfy { $0 == 0 }, "\(bodies)")
    }
}
