import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// What is measured around the eyes of a drawn face.
@Suite("Images of eyes")
struct EyeImageTests {
    /// Skin with two open eyes, 40 pixels wide.
    struct Drawing {
        var size = PixelSize(width: 320, height: 240)
        var skin = SIMD3<Float>(200, 150, 120)
        var white = SIMD3<Float>(220, 215, 210)
        var iris = SIMD3<Float>(40, 30, 25)
        /// What covers the eyes, up to 0.6 widths from their centers.
        var glass: SIMD3<Float>?
        var sketch = Sketch()
        /// Multiplies all channels.
        var light: Float = 1

        init() {
            sketch.size = size
            sketch.center = SIMD2(160, 140)
            sketch.width = 200
        }

        /// The centers of the right and the left eye.
        var eyes: [SIMD2<Float>] {
            [-0.22, 0.22].map { SIMD2<Float>(sketch.place($0 * sketch.width, -0.2 * sketch.width)) }
        }

        var face: Face {
            var landmarks = sketch.face.landmarks
            for (eye, first) in zip(eyes, [468, 473]) {
                for (index, x) in [Float(0), 9].enumerated() {
                    landmarks[first + index] = Landmark(
                        x: (eye.x + x) / Float(size.width), y: eye.y / Float(size.height), z: 0)
                }
            }
            return Face(id: 1, presence: 1, landmarks: landmarks, region: .full)
        }

        func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
            let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
            for eye in eyes {
                let offset = place - eye
                if let glass, abs(offset.x) < 32, abs(offset.y) < 24 { return glass * light }
                if (offset * offset).sum() < 81 { return iris * light }
                let shape = offset / SIMD2(20, 10)
                if (shape * shape).sum() < 1 { return white * light }
            }
            return skin * light
        }

        func image(_ format: PixelFormat = .rgb24) throws -> PixelBuffer {
            var bytes: [UInt8] = []
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let color = color(x, y)
                    let (red, green, blue) = (UInt8(color.x), UInt8(color.y), UInt8(color.z))
                    switch format {
                    case .rgb24: bytes += [red, green, blue]
                    case .rgba32: bytes += [red, green, blue, 255]
                    case .bgra32: bytes += [blue, green, red, 255]
                    case .gray8:
                        let sum = 77 * color.x + 150 * color.y + 29 * color.z
                        bytes.append(UInt8((sum / 256).rounded()))
                    }
                }
            }
            return try PixelBuffer(
                width: size.width, height: size.height, format: format, bytes: bytes)
        }

        func measured() throws -> EyeImage {
            try #require(EyeImages(face, in: try image()).left)
        }
    }

    @Test("Open eyes show their size, light, contrast and iris")
    func open() throws {
        let images = EyeImages(Drawing().face, in: try Drawing().image())
        for eye in [try #require(images.left), try #require(images.right)] {
            #expect(abs(eye.width - 40) < 0.01)
            #expect(abs(eye.cheekBrightness - 0.635) < 0.01)
            #expect(abs(eye.lidBrightness - 0.635) < 0.01)
            #expect(abs(eye.contrast - 0.72) < 0.02)
            #expect(abs(eye.irisContrast - (216.0 - 32) / 162) < 0.05)
            #expect(eye.noise == 0 && eye.overexposure == 0)
            #expect(eye.blur < 0.04 && eye.colorDifference < 0.001)
        }
    }

    @Test("The order of the channels changes nothing, and gray only what is about color")
    func formats() throws {
        let drawing = Drawing()
        let images = try [PixelFormat.rgb24, .rgba32, .bgra32].map {
            EyeImages(drawing.face, in: try drawing.image($0))
        }
        #expect(images[1] == images[0] && images[2] == images[0])
        var glassy = drawing
        glassy.glass = SIMD3(150, 175, 205)
        let gray = try #require(EyeImages(glassy.face, in: try glassy.image(.gray8)).left)
        #expect(gray.colorDifference == 0 && abs(gray.brightness - 0.68) < 0.02)
    }

    @Test(
        "Planes give the same as the pixels they are converted to",
        .enabled(if: Fixtures.available(Footage.model, Footage.carphone)))
    func planes() throws {
        let landmarker = try FaceLandmarker(
            options: FaceLandmarkerOptions(model: .file(Footage.model)))
        let frames = try Footage.frames(Footage.carphone)
        for index in [0, 40, 80] {
            let image = frames[index].image
            let face = try #require(try landmarker.detect(image).faces.first)
            let fromPlanes = EyeImages(face, in: try Footage.frames(Footage.carphone)[index].image)
            let pixels = try PixelBuffer(
                width: image.width, height: image.height, format: image.format,
                bytesPerRow: image.bytesPerRow, bytes: image.withUnsafeBytes { Array($0) })
            #expect(fromPlanes == EyeImages(face, in: pixels))
            #expect(fromPlanes.left != nil && fromPlanes.right != nil)
        }
    }

    @Test("Glasses that mirror have another color than skin, dark ones another brightness")
    func glasses() throws {
        var drawing = Drawing()
        for glass in [SIMD3<Float>(150, 175, 205), SIMD3(120, 120, 122), SIMD3(90, 150, 90)] {
            drawing.glass = glass
            #expect(try drawing.measured().colorDifference > 0.2, "\(glass)")
        }
        drawing.glass = SIMD3(14, 14, 17)
        let dark = try drawing.measured()
        #expect(dark.lidBrightness < 0.1 * dark.cheekBrightness)
        // A warm shadow is still skin, even one in which the color is stronger.
        for shadow in [drawing.skin * 0.6, SIMD3(110, 70, 50)] {
            drawing.glass = shadow
            #expect(try drawing.measured().colorDifference < 0.03, "\(shadow)")
        }
    }

    @Test("In the dark no color is told")
    func dark() throws {
        var drawing = Drawing()
        drawing.glass = SIMD3(150, 175, 205)
        let light = try drawing.measured().colorDifference
        drawing.light = 0.03
        #expect(try drawing.measured().colorDifference < 0.5 * light)
    }

    @Test(
        "Blocks are told wherever their grid begins, and edges that are no grid are not",
        arguments: 0..<8)
    func blocks(offset: Int) throws {
        func blockiness(_ luma: (Int, Int) -> Int) throws -> Double {
            let bytes = (0..<240).flatMap { y in (0..<320).map { x in UInt8(luma(x, y)) } }
            let image = try PixelBuffer(width: 320, height: 240, format: .gray8, bytes: bytes)
            return EyeImages(Drawing().face, in: image).blockiness
        }
        var random = SceneRandom(offset)
        let levels = (0..<2000).map { _ in Int(8 * random.next()) }
        let blocks = try blockiness { x, y in
            100 + levels[(x + offset) / 8 + 50 * ((y + offset) / 8)]
        }
        #expect(blocks > 2)
        let noise = try blockiness { _, _ in 100 + Int(4 * random.next()) }
        #expect(noise < 1.1)
        let edge = try blockiness { x, y in
            (x > 150 + offset ? 180 : 60) + Int(8 * random.next())
        }
        #expect(edge < 1.3, "\(edge)")
        #expect(try blockiness { _, _ in 90 } == 1)
    }

    @Test("Light that is too much is a share")
    func overexposed() throws {
        var drawing = Drawing()
        drawing.light = 3
        drawing.skin = SIMD3(85, 85, 85)
        drawing.white = SIMD3(85, 85, 85)
        drawing.iris = SIMD3(20, 20, 20)
        #expect(abs(try drawing.measured().overexposure - 0.86) < 0.03)
    }

    @Test("Landmarks that are not finite or beside the image give nothing")
    func invalid() throws {
        let image = try Drawing().image()
        for value in [Float.nan, .infinity, -.infinity, 1e30, -1e30, 1.7, -0.7] {
            for index in [9, 13, 33, 133, 362, 263, 468, 469, 473, 474] {
                let face = Drawing().face
                var landmarks = face.landmarks
                landmarks[index] = Landmark(x: value, y: value, z: value)
                let images = EyeImages(
                    Face(id: 1, presence: 1, landmarks: landmarks, region: .full), in: image)
                // Checks only that nothing traps, and that any values are finite.
                for eye in [images.left, images.right].compactMap({ $0 }) {
                    let sum =
                        eye.width + eye.brightness + eye.contrast + eye.blur + eye.noise
                        + eye.irisContrast + eye.colorDifference
                    #expect(sum.isFinite, "\(value) at \(index)")
                }
            }
        }
        var beside = Drawing()
        beside.sketch.center = SIMD2(-100, 140)
        #expect(EyeImages(beside.face, in: image).right == nil)
        var tiny = Drawing()
        tiny.sketch.width = 10
        let none = EyeImages(tiny.face, in: image)
        #expect(none.left == nil && none.right == nil)
    }
}
