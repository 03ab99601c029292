import LandmarkApple
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

@Suite struct OverlayDrawingTests {
    private func points(
        _ orientation: Orientation, isMirrored: Bool, _ width: Double, _ height: Double,
        _ scaling: ViewTransform.Scaling = .fit
    ) -> [OverlayDrawing.Point] {
        let shape = LandmarkShape(
            landmarks: [Landmark(x: 0.25, y: 0.5, z: 0), Landmark(x: 0.75, y: 0.5, z: 0)],
            connections: [], sides: [.left, .right])
        return OverlayDrawing(
            [shape],
            geometry: FrameGeometry(
                imageSize: PixelSize(width: 640, height: 480), orientation: orientation,
                isMirrored: isMirrored),
            viewSize: ViewSize(width: width, height: height), scaling: scaling
        ).points
    }

    @Test func turnsMirrorsAndScales() {
        #expect(
            points(.up, isMirrored: false, 640, 480).map(\.position)
                == [SIMD2(160, 240), SIMD2(480, 240)])
        #expect(
            points(.right, isMirrored: false, 480, 640).map(\.position)
                == [SIMD2(240, 160), SIMD2(240, 480)])
        let mirrored = points(.up, isMirrored: true, 640, 480)
        #expect(mirrored.map(\.position) == [SIMD2(480, 240), SIMD2(160, 240)])
        #expect(mirrored.map(\.side) == [.left, .right])
        #expect(points(.up, isMirrored: false, 1280, 480)[0].position == SIMD2(480, 240))
        #expect(points(.up, isMirrored: false, 1280, 480, .fill)[0].position == SIMD2(320, 240))
        #expect(points(.up, isMirrored: false, 0, 480).isEmpty)
    }

    @Test func posesHaveSixteenPointsOnEachSide() {
        let pose = Pose(
            id: 1, presence: 1, landmarks: (0..<33).map { _ in Landmark(x: 0, y: 0, z: 0) },
            worldLandmarks: (0..<33).map { _ in WorldLandmark(x: 0, y: 0, z: 0) }, region: .full)
        #expect(pose.shape.sides.filter { $0 == .left }.count == 16)
        #expect(pose.shape.sides.filter { $0 == .right }.count == 16)
        #expect(pose.shape.sides[PoseJoint.mouthLeft.rawValue] == .left)
    }

    @Test(arguments: InterfaceTurn.allCases, CameraPosition.allCases)
    func turnsAreInverse(_ turn: InterfaceTurn, _ position: CameraPosition) {
        #expect(InterfaceTurn(rotation: turn.rotation(of: position), of: position) == turn)
    }
}
