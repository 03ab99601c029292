import DriverMonitoring
import LandmarkCore
import LandmarkTasks

/// A face made of the points and coefficients that a driver is followed by.
///
/// Left and right are the driver's own, in an unmirrored image.
struct Sketch {
    var id = 1
    var size = PixelSize(width: 640, height: 480)
    /// The middle of the face, in pixels.
    var middle = SIMD2(320.0, 240.0)
    /// From ear to ear, in pixels.
    var width = 160.0
    var head = HeadPose()
    /// The coefficients of closed eyes.
    var blink = (left: 0.05, right: 0.05)
    /// The eyes' heights over their widths; by `blink` when nil.
    var aspectRatio: Double?
    /// The width of the left eye over that of the right.
    var leftWidth = 1.0
    var jaw = 0.0
    /// How far the eyes look down and to the driver's left, as coefficients.
    var lookDown = 0.0
    var lookLeft = 0.0
    var presence: Float = 1

    /// Both eyes at once.
    mutating func blink(_ value: Double) { blink = (value, value) }

    /// The driver in a mirrored image, as the model sees him: a driver the other way round.
    var mirrored: Sketch {
        var other = self
        other.middle.x = Double(size.width) - middle.x
        other.head.yaw = -head.yaw
        other.head.roll = -head.roll
        other.blink = (blink.right, blink.left)
        other.leftWidth = 1 / leftWidth
        other.lookLeft = -lookLeft
        return other
    }

    /// The driver in an image that is turned by 90° clockwise.
    var turned: Sketch {
        var other = self
        other.size = PixelSize(width: size.height, height: size.width)
        other.middle = SIMD2(Double(size.height) - middle.y, middle.x)
        // Clockwise in the image leans to the driver's left.
        other.head.roll = head.roll - 90
        return other
    }

    var face: Face {
        Face(
            id: id, presence: presence, landmarks: landmarks, blendshapes: blendshapes,
            transformationMatrix: matrix(), region: .full)
    }

    /// A place on the face, in its own directions: right of the image and down, in pixels.
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
        // Roll is negative to the driver's left, the image's right: clockwise.
        let angle = -head.roll * .pi / 180
        let (s, c) = (sine(angle), sine(angle + .pi / 2))
        return middle + SIMD2(x * c - y * s, x * s + y * c)
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
        add(&points, [33, 160, 158, 133, 153, 144], at: -0.22, width: 0.2, blink: blink.right)
        add(
            &points, [362, 385, 387, 263, 373, 380], at: 0.22, width: 0.2 * leftWidth,
            blink: blink.left)
        return points.map(landmark)
    }

    /// An eye whose six points are numbered from the image's left, the upper ones first.
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

    /// The matrix of `head`, made from turns about the axes in space (x right, y up, z towards the
    /// camera): nodding first, then turning, then leaning.
    func matrix(scale: Double = 1) -> TransformMatrix {
        let radians = Double.pi / 180
        // Down turns y to z; to the driver's left, the image's right, turns z to x.
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

/// A drive of sketches, frame by frame.
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
