import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Angles and signs of the head pose, on synthetic faces.
@Suite("The head pose")
struct HeadTests {
    static let poses = [
        HeadPose(pitch: -20), HeadPose(pitch: 15), HeadPose(yaw: -30), HeadPose(yaw: 40),
        HeadPose(roll: -25), HeadPose(roll: 33), HeadPose(pitch: -12, yaw: 25, roll: 14),
        HeadPose(pitch: 9, yaw: -37, roll: -170),
    ]

    static func head(_ sketch: Sketch, isMirrored: Bool = false) throws -> HeadPose {
        var analyzer = DriverAnalyzer(isMirrored: isMirrored)
        let result = try analyzer.update(sketch.observation(at: 0))
        return try #require(result.signals.head)
    }

    static func expect(
        _ got: HeadPose, _ expected: HeadPose, within tolerance: Double = 1e-3,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let differences = [
            got.pitch - expected.pitch, got.yaw - expected.yaw,
            (got.roll - expected.roll).remainder(dividingBy: 360),
        ]
        #expect(
            differences.allSatisfy { abs($0) < tolerance }, "\(got), not \(expected)",
            sourceLocation: sourceLocation)
    }

    @Test("is extracted from the transformation matrix", arguments: poses)
    func angles(pose: HeadPose) throws {
        Self.expect(try Self.head(Sketch(head: pose)), pose)
    }

    @Test("is negative down and to the driver's left")
    func signs() throws {
        // The third column is the direction in which the face points: x right in the image, y up.
        let down = Sketch(head: HeadPose(pitch: -20)).matrix().columns.2
        #expect(down.y < -0.3 && down.z > 0.9)
        let left = Sketch(head: HeadPose(yaw: -20)).matrix().columns.2
        #expect(left.x > 0.3 && left.z > 0.9, "the driver's left is the image's right")
        // The second column points to the top of the head.
        let leaning = Sketch(head: HeadPose(roll: -20)).matrix().columns.1
        #expect(leaning.x > 0.3 && leaning.y > 0.9)
    }

    @Test("is the same in a mirrored image", arguments: poses)
    func mirrored(pose: HeadPose) throws {
        let sketch = Sketch(head: pose)
        Self.expect(try Self.head(sketch.mirrored, isMirrored: true), pose)
    }

    @Test("is independent of scale and shear", arguments: poses)
    func scaleAndShear(pose: HeadPose) throws {
        var matrix = Sketch(head: pose).matrix(scale: 3.7)
        let face = try Self.head(matrix)
        Self.expect(face, pose)
        // A second column that is not perpendicular to the first is made so.
        let leaning = matrix.columns.1 + 0.2 * matrix.columns.0
        matrix = TransformMatrix(
            matrix.columns.0, leaning, matrix.columns.2, matrix.columns.3)
        Self.expect(try Self.head(matrix), pose)
    }

    static func head(_ matrix: TransformMatrix) throws -> HeadPose {
        var analyzer = DriverAnalyzer()
        var observation = Sketch().observation(at: 0)
        observation.face = observation.face.map { $0.with(matrix: matrix) }
        return try #require(try analyzer.update(observation).signals.head)
    }

    @Test(
        "changes in roll alone when the camera rolls", arguments: [-170.0, -90, -20, 20, 90, 180])
    func cameraRoll(roll: Double) throws {
        for pose in Self.poses {
            var turned = pose
            turned.roll += roll
            Self.expect(try Self.head(Sketch(head: turned)), turned)
        }
    }

    @Test("is zero relative to the neutral pose")
    func neutral() throws {
        var analyzer = DriverAnalyzer()
        let usual = HeadPose(pitch: -15, yaw: 12, roll: 176)
        let drive = try SketchedDrive(10, analyzer: &analyzer) { time in
            var sketch = Sketch(head: usual)
            // The roll oscillates across ±180°.
            sketch.head.roll += 8 * sine(3 * time)
            if time > 9.99 {
                sketch.head = HeadPose(
                    pitch: usual.pitch - 10, yaw: usual.yaw + 30, roll: usual.roll + 20)
            }
            return sketch.observation(at: time)
        }
        let last = try #require(drive.last?.signals.relativeHead)
        Self.expect(last, HeadPose(pitch: -10, yaw: 30, roll: 20), within: 1)
        #expect(drive.times(.distractionLong).isEmpty)
    }

    @Test("is nil for a matrix that is not a rotation")
    func invalidMatrices() throws {
        let good = Sketch().matrix()
        let bad = [
            TransformMatrix([.nan, 0, 0, 0], good.columns.1, good.columns.2, good.columns.3),
            TransformMatrix([.infinity, 0, 0, 0], good.columns.1, good.columns.2, good.columns.3),
            TransformMatrix(.zero, good.columns.1, good.columns.2, good.columns.3),
            TransformMatrix(good.columns.1, good.columns.1, good.columns.2, good.columns.3),
            // A reflection.
            TransformMatrix(good.columns.0, good.columns.1, -good.columns.2, good.columns.3),
        ]
        for matrix in bad {
            var analyzer = DriverAnalyzer()
            var observation = Sketch().observation(at: 0)
            observation.face = observation.face.map { $0.with(matrix: matrix) }
            let signals = try analyzer.update(observation).signals
            #expect(signals.head == nil && !signals.isUsable && signals.isFacePresent)
        }
    }

    @Test("plus the eye rotation gives the gaze")
    func gaze() throws {
        var sketch = Sketch(head: HeadPose(pitch: 3, yaw: 5))
        sketch.lookLeft = 0.5
        sketch.lookDown = 0.4
        for (drawn, isMirrored) in [(sketch, false), (sketch.mirrored, true)] {
            var analyzer = DriverAnalyzer(isMirrored: isMirrored)
            let gaze = try #require(
                try analyzer.update(drawn.observation(at: 0)).signals.gaze)
            // Relative to the neutral pose, which is that of the first frame.
            #expect(abs(gaze.yaw + 22) < 0.2 && abs(gaze.pitch + 32) < 0.2, "\(gaze)")
        }
    }
}

extension Face {
    /// The face with another transformation matrix.
    func with(matrix: TransformMatrix?) -> Face {
        Face(
            id: id, presence: presence, landmarks: landmarks, blendshapes: blendshapes,
            transformationMatrix: matrix, region: region)
    }

    /// The face without blendshapes.
    var withoutBlendshapes: Face {
        Face(
            id: id, presence: presence, landmarks: landmarks,
            transformationMatrix: transformationMatrix, region: region)
    }
}
