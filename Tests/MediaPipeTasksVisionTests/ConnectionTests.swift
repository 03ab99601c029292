import Foundation
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// The connections of hands, poses and faces, compared with MediaPipe's.
@Suite("Connections")
struct ConnectionTests {
    static func pairs(_ connections: [Connection]) -> [[UInt]] {
        connections.map { [$0.start, $0.end] }
    }

    /// MediaPipe's connections, by the names of its constants.
    static func faceLists() throws -> [String: [[UInt]]] {
        let path = Fixtures.committed("face-connections.json")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode([String: [[UInt]]].self, from: data)
    }

    @Test("Hand connections are MediaPipe's")
    func hands() {
        let palm: [[UInt]] = [[0, 1], [0, 5], [9, 13], [13, 17], [5, 9], [0, 17]]
        #expect(Self.pairs(HandLandmarker.handPalmConnections) == palm)
        let fingers: [([Connection], UInt)] = [
            (HandLandmarker.handThumbConnections, 1),
            (HandLandmarker.handIndexFingerConnections, 5),
            (HandLandmarker.handMiddleFingerConnections, 9),
            (HandLandmarker.handRingFingerConnections, 13),
            (HandLandmarker.handPinkyConnections, 17),
        ]
        for (finger, first) in fingers {
            #expect(Self.pairs(finger) == (first..<first + 3).map { [$0, $0 + 1] })
        }
        let all = palm + fingers.flatMap { Self.pairs($0.0) }
        #expect(Self.pairs(HandLandmarker.handConnections) == all)
        #expect(all.count == 21)
    }

    @Test("Pose connections are MediaPipe's, in its order")
    func poses() {
        let lines = """
            0-1 1-2 2-3 3-7 0-4 4-5 5-6 6-8 9-10 11-12 11-13 13-15 15-17 15-19 15-21 17-19 12-14 \
            14-16 16-18 16-20 16-22 18-20 11-23 12-24 23-24 23-25 24-26 25-27 26-28 27-29 28-30 \
            29-31 30-32 27-31 28-32
            """
        let found = PoseLandmarker.poseLandmarks.map { "\($0.start)-\($0.end)" }
        #expect(found.joined(separator: " ") == lines)
        #expect(found.count == 35)
    }

    @Test("Face connections are MediaPipe's, in its order")
    func faces() throws {
        let lists = try Self.faceLists()
        func expected(_ names: String...) -> [[UInt]] {
            names.flatMap { lists["MPPFaceLandmarks" + $0] ?? [] }
        }
        let contours = [
            "Lips", "LeftEye", "LeftEyebrow", "LeftIris", "RightEye", "RightEyebrow", "RightIris",
            "FaceOval",
        ].flatMap { expected($0) }
        let found: [(list: [Connection], expected: [[UInt]], count: Int)] = [
            (FaceLandmarker.lipsConnections(), expected("Lips"), 40),
            (FaceLandmarker.leftEyeConnections(), expected("LeftEye"), 16),
            (FaceLandmarker.leftEyebrowConnections(), expected("LeftEyebrow"), 8),
            (FaceLandmarker.leftIrisConnections(), expected("LeftIris"), 4),
            (FaceLandmarker.rightEyeConnections(), expected("RightEye"), 16),
            (FaceLandmarker.rightEyebrowConnections(), expected("RightEyebrow"), 8),
            (FaceLandmarker.rightIrisConnections(), expected("RightIris"), 4),
            (FaceLandmarker.faceOvalConnections(), expected("FaceOval"), 36),
            (FaceLandmarker.contoursConnections(), contours, 132),
            (FaceLandmarker.tesselationConnections(), expected("Tesselation"), 2556),
            (
                FaceLandmarker.faceConnections(),
                expected("Lips") + contours + expected("Tesselation"), 2728
            ),
        ]
        for (list, expected, count) in found {
            #expect(list.count == count)
            #expect(Self.pairs(list) == expected)
        }
    }

    /// Connections compare by identity, so equal lists hold the same objects.
    @Test("Every access returns the same objects")
    func sameObjects() {
        let lists: [() -> [Connection]] = [
            { HandLandmarker.handPalmConnections }, { HandLandmarker.handThumbConnections },
            { HandLandmarker.handIndexFingerConnections },
            { HandLandmarker.handMiddleFingerConnections },
            { HandLandmarker.handRingFingerConnections },
            { HandLandmarker.handPinkyConnections }, { HandLandmarker.handConnections },
            { PoseLandmarker.poseLandmarks },
            FaceLandmarker.lipsConnections, FaceLandmarker.leftEyeConnections,
            FaceLandmarker.leftEyebrowConnections, FaceLandmarker.leftIrisConnections,
            FaceLandmarker.rightEyeConnections, FaceLandmarker.rightEyebrowConnections,
            FaceLandmarker.rightIrisConnections, FaceLandmarker.faceOvalConnections,
            FaceLandmarker.contoursConnections, FaceLandmarker.tesselationConnections,
            FaceLandmarker.faceConnections,
        ]
        for list in lists {
            let (first, second) = (list(), list())
            #expect(!first.isEmpty && first == second)
        }
        #expect(FaceLandmarker.lipsConnections() != FaceLandmarker.leftEyeConnections())
    }

    @Test("The right iris is not the left one")
    func rightIris() {
        let right = FaceLandmarker.rightIrisConnections()
        #expect(Self.pairs(right) == [[469, 470], [470, 471], [471, 472], [472, 469]])
    }
}
