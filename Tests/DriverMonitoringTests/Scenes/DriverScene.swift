import DriverMonitoring
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport

/// A driver in front of a camera, with what is known to happen.
struct DriverScene: Sendable {
    let name: String
    var effects: [SceneEffect] = []
    var framesPerSecond = 15.0
    /// The quantizer that the video is compressed with, 0…51; nil without compression.
    var compression: Int?
    /// Whether frames are missing for a second of the first long closure.
    var hasGap = false
    /// How far the driver squints for a long time, 0…1: the share of the lids' travel.
    var squint = 0.0
    /// What a monitor can see of the eyes.
    var sight = Sight.doubtful

    /// How many painted faces are kept to be used again.
    private static let maxImages = 100

    enum Sight {
        /// Always enough.
        case good
        /// Depends on the person and the moment.
        case doubtful
        /// Hardly ever enough.
        case none
    }

    /// Every scene; the first ones are good.
    static let all = [
        DriverScene(name: "good light", sight: .good),
        DriverScene(name: "10 frames a second", framesPerSecond: 10, sight: .good),
        DriverScene(name: "mirrored", effects: [.mirrored], sight: .good),
        DriverScene(name: "face mask", effects: [.mask], sight: .good),
        DriverScene(name: "clear glasses", effects: [.clearGlasses], sight: .good),
        DriverScene(name: "half in shade", effects: [.shade(0.4)], sight: .good),
        DriverScene(name: "dim", effects: [.light(0.35), .noise(2)], sight: .good),
        DriverScene(name: "eyes 20 pixels wide", effects: [.far(eyeWidth: 20)], sight: .good),
        DriverScene(name: "some noise", effects: [.noise(8)], sight: .good),
        DriverScene(name: "gap in a closure", hasGap: true, sight: .good),
        DriverScene(name: "squinting a little", squint: 0.3),
        DriverScene(name: "squinting", squint: 0.5),
        DriverScene(name: "sunglasses", effects: [.sunglasses(transmission: 0.03)], sight: .none),
        DriverScene(name: "lighter sunglasses", effects: [.sunglasses(transmission: 0.15)]),
        DriverScene(name: "mirroring glasses", effects: [.mirrorGlasses]),
        DriverScene(name: "eyes 12 pixels wide", effects: [.far(eyeWidth: 12)]),
        DriverScene(name: "eyes 8 pixels wide", effects: [.far(eyeWidth: 8)]),
        DriverScene(name: "eyes 6 pixels wide", effects: [.far(eyeWidth: 6)], sight: .none),
        DriverScene(name: "dark", effects: [.light(0.12), .noise(3)]),
        DriverScene(name: "very dark", effects: [.light(0.05), .noise(3)], sight: .none),
        DriverScene(name: "glaring", effects: [.glaring(3)]),
        DriverScene(name: "blur 2", effects: [.blur(2)]),
        DriverScene(name: "blur 4", effects: [.blur(4)]),
        DriverScene(name: "blur 8", effects: [.blur(8)], sight: .none),
        DriverScene(name: "noise 20", effects: [.noise(20)]),
        DriverScene(name: "noise 40", effects: [.noise(40)]),
        DriverScene(name: "compressed hard", compression: 40),
        DriverScene(name: "compressed harder", compression: 48, sight: .none),
        DriverScene(name: "5 frames a second", framesPerSecond: 5),
        DriverScene(name: "3 frames a second", framesPerSecond: 3),
        DriverScene(name: "strands of hair", effects: [.covered(.strands)]),
        DriverScene(name: "five bars", effects: [.covered(.bars(count: 5))]),
        DriverScene(name: "fourteen bars", effects: [.covered(.bars(count: 14))]),
        DriverScene(name: "veil", effects: [.covered(.veil)]),
        DriverScene(name: "steering wheel", effects: [.covered(.rim)]),
        DriverScene(name: "moving reflection", effects: [.covered(.reflection)]),
        DriverScene(name: "shadow of leaves", effects: [.covered(.leaves)]),
        DriverScene(name: "fingers", effects: [.covered(.fingers)]),
        DriverScene(name: "upside down", effects: [.turned(.down)], sight: .good),
        DriverScene(name: "turned right", effects: [.turned(.left)], sight: .good),
        DriverScene(name: "turned left", effects: [.turned(.right)], sight: .good),
    ]

    /// Few scenes of each kind at 10 frames a second, for every run of the tests.
    static let small = all.filter {
        [
            "good light", "mirrored", "face mask", "squinting", "sunglasses", "eyes 6 pixels wide",
            "very dark", "blur 8", "noise 40", "upside down", "strands of hair", "fourteen bars",
        ].contains($0.name)
    }.map { scene in
        var scene = scene
        scene.framesPerSecond = 10
        return scene
    }

    /// Passes each frame of the scene to `body` as soon as it is made.
    func forEachFrame(
        of face: SceneFace, _ script: SceneScript, _ body: (Frame, _ closure: Double) throws -> Void
    ) throws {
        guard let compression else { return try render(face, script, body) }
        let folder = try TemporaryFolder()
        let path = folder.path("scene.mp4")
        var options = VideoWriterOptions()
        options.rateFactor = compression
        var closures: [Double] = []
        let writer = try VideoWriter(path: path, size: SceneFace.size, options: options)
        try render(face, script) { frame, closure in
            try writer.write(frame.image, at: frame.timestamp)
            closures.append(closure)
        }
        try writer.finish()
        let file = try VideoFile(path: path)
        for closure in closures {
            guard let frame = try file.next() else { break }
            try body(frame, closure)
        }
    }

    private func render(
        _ face: SceneFace, _ script: SceneScript, _ body: (Frame, _ closure: Double) throws -> Void
    ) throws {
        var random = SceneRandom(name.utf8.reduce(7) { 31 &* $0 &+ Int($1) })
        let middle = SIMD2(Float(SceneFace.size.width), Float(SceneFace.size.height)) / 2
        let gap = hasGap ? script.gap : nil
        // Faces rarely move.
        var images: [SceneExpression: SceneImage] = [:]
        func painted(_ expression: SceneExpression) -> SceneImage {
            if let image = images[expression] { return image }
            var image = face.image(expression)
            for effect in effects { effect.paint(on: &image, face) }
            image = face.turn(image, by: expression.head)
            if images.count < Self.maxImages { images[expression] = image }
            return image
        }
        for index in 0..<Int(script.duration * framesPerSecond) {
            let time = Double(index) / framesPerSecond
            if let gap, gap.contains(time) { continue }
            let expression = script.expression(at: time)
            var image = painted(expression)
            // A driver's head is never completely still.
            let angle = 0.02 * FloatMath.sin(0.9 * time),
                scale = 1 + 0.015 * FloatMath.sin(1.7 * time)
            let shift = SIMD2(
                Float(4 * FloatMath.sin(1.3 * time)), Float(3 * FloatMath.sin(2.1 * time + 1)))
            let cosine = Float(FloatMath.cos(angle) / scale),
                sine = Float(FloatMath.sin(angle) / scale)
            image = image.resampled(width: image.width, height: image.height) { x, y in
                let offset = SIMD2(x, y) - middle - shift
                return (
                    middle.x + cosine * offset.x - sine * offset.y,
                    middle.y + sine * offset.x + cosine * offset.y
                )
            }
            // Every sensor has some noise.
            for effect in effects + [.noise(1.5)] {
                image = effect.apply(to: image, face, at: time, &random)
            }
            let frame = Frame(
                image: try image.pixelBuffer(),
                timestamp: Timestamp(milliseconds: Int((1000 * time).rounded())))
            try body(frame, expression.closure)
        }
    }
}
