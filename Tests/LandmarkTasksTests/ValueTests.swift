import LandmarkCore
import LandmarkTasks
import Testing

struct ValueTests {
    @Test("joints are in the model's order")
    func joints() {
        #expect(HandJoint.allCases.count == 21)
        #expect(HandJoint.indexFingerTip.rawValue == 8)
        #expect(HandJoint.pinkyTip.rawValue == 20)
        #expect(PoseJoint.allCases.count == 33)
        #expect(PoseJoint.leftWrist.rawValue == 15)
        #expect(PoseJoint.rightFootIndex.rawValue == 32)
        #expect(PoseJoint.leftWrist.name == "leftWrist")
    }

    @Test("blendshapes are in the model's order")
    func blendshapes() {
        #expect(Blendshape.allCases.count == 52)
        #expect(Blendshape.neutral.name == "_neutral")
        #expect(Blendshape.eyeBlinkLeft.rawValue == 9)
        #expect(Blendshape.jawOpen.rawValue == 25)
        #expect(Blendshape.noseSneerRight.name == "noseSneerRight")
        #expect(Blendshapes((0..<52).map { Float($0) })[.jawOpen] == 25)
    }

    @Test(
        "connections stay within the landmarks", arguments: ConnectionCase.all)
    func connections(of expected: ConnectionCase) {
        let lines = expected.lines
        #expect(lines.count == expected.count)
        // Outside the expectation, which would print thousands of lines on failure.
        let highest = lines.map { max($0.start, $0.end) }.max()
        let areLines = lines.allSatisfy { $0.start != $0.end && $0.start >= 0 && $0.end >= 0 }
        #expect(highest == expected.highest)
        #expect(areLines)
    }

    @Test("iris connections surround the iris centers")
    func irises() {
        #expect(FaceConnections.rightIris.map(\.start) == [469, 470, 471, 472])
        #expect(FaceConnections.leftIris.map(\.start) == [474, 475, 476, 477])
    }

    @Test("a matrix is read by row and column")
    func matrix() {
        let matrix = TransformMatrix([1, 2, 3, 0], [4, 5, 6, 0], [7, 8, 9, 0], [10, 11, 12, 1])
        #expect(matrix[row: 0, column: 3] == 10)
        #expect(matrix.row(1) == SIMD4(2, 5, 8, 11))
        #expect(matrix.column(2) == SIMD4(7, 8, 9, 0))
        #expect(matrix.rowMajor == [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 0, 0, 0, 1])
    }

    @Test("a hand is read by joint")
    func hand() {
        let points = (0..<21).map { Landmark(x: Float($0), y: 0, z: 0) }
        let meters = (0..<21).map { WorldLandmark(x: 0, y: Float($0), z: 0) }
        let hand = Hand(
            id: 1, handedness: .left, handednessScore: 1, presence: 1, landmarks: points,
            worldLandmarks: meters, region: .full)
        #expect(hand[.indexFingerTip].x == 8)
        #expect(hand.world(.pinkyTip).y == 20)
        #expect(hand.handedness.mirrored == .right)
    }
}

/// A list of connections and its expected properties. In logs it appears by name, since it has
/// thousands of elements.
struct ConnectionCase: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [Connection]
    let count: Int
    /// The highest index of a landmark.
    let highest: Int

    var testDescription: String { name }

    static let all = [
        ConnectionCase(name: "hand", lines: HandConnections.all, count: 21, highest: 20),
        ConnectionCase(name: "pose", lines: PoseConnections.all, count: 35, highest: 32),
        ConnectionCase(name: "lips", lines: FaceConnections.lips, count: 40, highest: 415),
        ConnectionCase(name: "oval", lines: FaceConnections.oval, count: 36, highest: 454),
        ConnectionCase(name: "contours", lines: FaceConnections.contours, count: 132, highest: 477),
        ConnectionCase(
            name: "tesselation", lines: FaceConnections.tesselation, count: 2556, highest: 467),
    ]
}
