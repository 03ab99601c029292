import LandmarkCore
import LandmarkImaging
import LandmarkInference
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Landmarkers that calculate with integers: what they report, and how near their landmarks are to those in
/// single precision. Elsewhere than on processors with VNNI the scalar kernels run, which are slow.
@Suite(.serialized)
struct PrecisionTests {
    private static func device(_ precision: Precision) -> ComputeDevice {
        let set = InstructionSet.available.last { $0.precisions.contains(precision) }
        return .cpu(set, precision: precision)
    }

    /// The farthest that one of the landmarks of `found` is from that of `expected`, in image widths.
    private static func distance(_ found: [Landmark], _ expected: [Landmark]) -> Float {
        zip(found, expected).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? .infinity
    }

    @Test(
        "hands",
        .enabled(if: Fixtures.available(Landmarkers.handModel, Fixtures.footage("bunny_0040.png"))),
        arguments: [(Precision.fine, Float(0.005)), (.fast, 0.02)])
    func hands(precision: Precision, limit: Float) throws {
        let image = try Landmarkers.footage("bunny_0040.png")
        let single = try Landmarkers.hand().detect(image)
        let found = try Landmarkers.hand { $0.device = Self.device(precision) }.detect(image)
        #expect(found.device.precision == precision)
        #expect(!found.hands.isEmpty && found.hands.count == single.hands.count)
        for (hand, expected) in zip(found.hands, single.hands) {
            #expect(hand.handedness == expected.handedness)
            let distance = Self.distance(hand.landmarks, expected.landmarks)
            #expect(0 < distance && distance < limit)
        }
    }

    @Test(
        "poses",
        .enabled(if: Fixtures.available(Landmarkers.poseModel, Fixtures.footage("astronaut.png"))),
        arguments: [(Precision.fine, Float(0.002)), (.fast, 0.02)])
    func poses(precision: Precision, limit: Float) throws {
        let image = try Landmarkers.footage("astronaut.png")
        let single = try Landmarkers.pose().detect(image)
        let found = try Landmarkers.pose { $0.device = Self.device(precision) }.detect(image)
        #expect(found.device.precision == precision)
        #expect(found.poses.count == 1 && single.poses.count == 1)
        // The head and the arms; the legs are outside the image.
        let pair = zip(found.poses, single.poses).map { ($0.landmarks[..<23], $1.landmarks[..<23]) }
        for (landmarks, expected) in pair {
            let distance = Self.distance(Array(landmarks), Array(expected))
            #expect(0 < distance && distance < limit)
        }
    }

    @Test(
        "faces use single precision, and report it",
        .enabled(if: Fixtures.available(Landmarkers.faceModel, Fixtures.footage("astronaut.png"))),
        arguments: [Precision.fine, .fast])
    func faces(precision: Precision) throws {
        let image = try Landmarkers.footage("astronaut.png")
        let device = Self.device(precision)
        let set = try #require(device.instructionSet)
        let single = try Landmarkers.face { $0.device = .cpu(set) }.detect(image)
        let found = try Landmarkers.face { $0.device = device }.detect(image)
        #expect(found.device == .cpu(set))
        #expect(found.faces.map(\.landmarks) == single.faces.map(\.landmarks))
        #expect(found.faces.count == 1)
    }
}
