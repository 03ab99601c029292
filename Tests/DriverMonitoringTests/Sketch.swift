import DriverMonitoring
import LandmarkCore
import LandmarkTasks

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A synthetic face with the landmarks, blendshapes and matrix that the analyzer reads.
///
/// Left and right are the driver's own, in an unmirrored image.
struct Sketch {
    var id = 1
    var size = PixelSize(width: 640, height: 480)
    /// The center of the face, in pixels.
    var center = SIMD2(320.0, 240.0)
    /// The distance between the ears, in pixels.
    var width = 160.0
    var head = HeadPose()
    /// The blink coefficients.
    var blink = (left: 0.05, right: 0.05)
    /// The eye aspect ratio; nil to derive it from `blink`.
    var aspectRatio: Double?
    /// The width of the left eye relative to the right.
    var leftWidth = 1.0
    var jaw = 0.0
    /// The `eyeLook` coefficients down and to the driver's left.
    var lookDown = 0.0
    var lookLeft = 0.0
    var presence: Float = 1
    /// How much wider jaw and temples are than usual.
    var build = 1.0

    /// Sets the blink coefficient of both eyes.
    mutating func blink(_ value: Double) { blink = (value, value) }

    /// The same driver in a mirrored image, with left and right swapped as the model sees them.
    var mirrored: Sketch {
        var other = self
        other.center.x = Double(size.width) - center.x
        other.head.yaw = -head.yaw
        other.head.roll = -head.roll
        other.blink = (blink.right, blink.left)
        other.leftWidth = 1 / leftWidth
        other.lookLeft = -lookLeft
        return other
    }

    /// The same driver in an image rotated by 90° clockwise.
    var rotated: Sketch {
        var other = self
        other.size = PixelSize(width: size.height, height: size.width)
        other.center = SIMD2(Double(size.height) - center.y, center.x)
        // A clockwise rotation of the image is a roll to the driver's left.
        other.head.roll = head.roll - 90
        return other
    }

    var face: Face {
        Face(
            id: id, presence: presence, landmarks: landmarks, blendshapes: blendshapes,
            transformationMatrix: matrix(), region: .full)
    }

    /// Converts a position along the face's own axes (right, down) to image coordinates, in pixels.
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
        // Negative roll is to the driver's left: clockwise in the image.
        let angle = -head.roll * .pi / 180
        let (s, c) = (sine(angle), sine(angle + .pi / 2))
        return center + SIMD2(x * c - y * s, x * s + y * c)
    }

    func landmark(_ place: SIMD2<Double>) -> Landmark {
        Landmark(
            x: Float(place.x / Double(size.width)), y: Float(place.y / Double(size.height)), z: 0)
    }

    private var landmarks: [Landmark] {
        var points = [SIMD2<Double>](repeating: place(0, 0), count: Face.landmarkCount)
        points[10] = place(0, -0.7 * width)
        points[152] = place(0, 0.7 * width)
        points[234] = place(-width / 2, 0)
        points[454] = place(width / 2, 0)
        // What the proportions of a face are measured by.
        for (left, right, x, y) in [
            (127, 356, 0.49 * build, -0.2), (21, 251, 0.42 * build, -0.4),
            (132, 361, 0.45 * build, 0.3), (58, 288, 0.42 * build, 0.4), (54, 284, 0.33, -0.5),
        ] {
            points[left] = place(-x * width, y * width)
            points[right] = place(x * width, y * width)
        }
        points[168] = place(0, -0.25 * width)
        points[1] = place(0, 0.1 * width)
        add(&points, [33, 160, 158, 133, 153, 144], at: -0.22, width: 0.2, blink: blink.right)
        add(
            &points, [362, 385, 387, 263, 373, 380], at: 0.22, width: 0.2 * leftWidth,
            blink: blink.left)
        return points.map(landmark)
    }

    /// Adds an eye; its six landmarks run from the image's left, the upper ones first.
    private func add(
        _ points: inout [SIMD2<Double>], _ numbers: [Int], at x: Double, width eye: Double,
        blink: Double
    ) {
        let ratio = aspectRatio ?? max(0, 0.35 - 0.33 * blink)
        let (half, height) = (eye * width / 2, eye * width * ratio / 2)
        let y = -0.2 * width
        let offsets = [
            (-half, 0), (-half / 3, -height), (half / 3, -height), (half, 0), (half / 3, height),
            (-half / 3, height),
        ]
        for (number, offset) in zip(numbers, offsets) {
            points[number] = place(x * width + offset.0, y + offset.1)
        }
    }

    private var blendshapes: Blendshapes {
        var values = [Float](repeating: 0, count: Blendshape.allCases.count)
        values[Blendshape.eyeBlinkLeft.rawValue] = Float(blink.left)
        values[Blendshape.eyeBlinkRight.rawValue] = Float(blink.right)
        values[Blendshape.jawOpen.rawValue] = Float(jaw)
        for shape in [Blendshape.eyeLookDownLeft, .eyeLookDownRight] {
            values[shape.rawValue] = Float(lookDown)
        }
        for shape in [Blendshape.eyeLookOutLeft, .eyeLookInRight] {
            values[shape.rawValue] = Float(max(0, lookLeft))
        }
        for shape in [Blendshape.eyeLookInLeft, .eyeLookOutRight] {
            values[shape.rawValue] = Float(max(0, -lookLeft))
        }
        return Blendshapes(values)
    }

    /// The transformation matrix of `head`, composed of rotations about the axes in space (x right, y
    /// up, z toward the camera): pitch first, then yaw, then roll.
    func matrix(scale: Double = 1) -> TransformMatrix {
        let radians = Double.pi / 180
        // Pitching down rotates y toward z; a yaw to the driver's left rotates z toward x.
        let (sx, cx) = Self.turn(-head.pitch * radians)
        let (sy, cy) = Self.turn(-head.yaw * radians)
        let (sz, cz) = Self.turn(head.roll * radians)
        let columns = [
            SIMD3(cz * cy, sz * cy, -sy),
            SIMD3(cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx),
            SIMD3(cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx),
        ].map { SIMD4<Float>(SIMD3<Float>($0 * scale), 0) }
        return TransformMatrix(columns[0], columns[1], columns[2], [0, 0, -50, 1])
    }

    private static func turn(_ angle: Double) -> (Double, Double) {
        (sine(angle), sine(angle + .pi / 2))
    }

    func observation(at seconds: Double) -> DriverObservation {
        DriverObservation(timestamp: .seconds(seconds), imageSize: size, face: face)
    }
}

/// A simulated drive of synthetic faces, and the results of an analyzer.
struct SketchedDrive {
    private(set) var results: [DriverResult] = []

    init(
        _ seconds: Double, rate: Double = 30, analyzer: inout DriverAnalyzer,
        from start: Double = 0,
        _ sketch: (Double) -> DriverObservation
    ) throws {
        for index in 0...Int((seconds * rate).rounded()) {
            results.append(try analyzer.update(sketch(start + Double(index) / rate)))
        }
    }

    var fired: [DriverEvent] { results.flatMap(\.firedEvents) }
    var last: DriverResult? { results.last }

    func times(_ kind: DriverEventKind) -> [Double] {
        fired.filter { $0.kind == kind }.map(\.fire.seconds)
    }
}

/// The C library's sine, for tests without Foundation.
func sine(_ angle: Double) -> Double { sin(angle) }
