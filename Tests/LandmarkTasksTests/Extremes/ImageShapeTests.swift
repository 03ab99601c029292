import LandmarkCore
import LandmarkImaging
import LandmarkInference
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Images of extreme shapes and layouts through whole tasks.
@Suite(
    .enabled(
        if: Fixtures.available(
            Landmarkers.handModel, Landmarkers.poseModel, Landmarkers.faceModel,
            Fixtures.footage("astronaut.png"))))
struct ImageShapeTests {
    private static let shapes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 1),
        PixelSize(width: 1, height: 20000), PixelSize(width: 20000, height: 1),
    ]

    /// Landmarkers that take whatever they see for an instance.
    private struct Credulous {
        let hand: HandLandmarker
        let pose: PoseLandmarker
        let face: FaceLandmarker

        init(_ set: InstructionSet) throws {
            hand = try Landmarkers.hand { Self.believe(&$0, set) }
            pose = try Landmarkers.pose { Self.believe(&$0, set) }
            face = try Landmarkers.face { Self.believe(&$0, set) }
        }

        private static func believe(_ options: inout some TrackingOptions, _ set: InstructionSet) {
            options.device = .cpu(set)
            options.minDetectionConfidence = 0
            options.minPresenceConfidence = 0
        }

        func numbers(_ image: PixelBuffer, _ orientation: Orientation) throws -> [Float] {
            let hands = try hand.detect(image, orientation: orientation).hands
            let poses = try pose.detect(image, orientation: orientation).poses
            let faces = try face.detect(image, orientation: orientation).faces
            let landmarks =
                hands.flatMap(\.landmarks) + poses.flatMap(\.landmarks) + faces.flatMap(\.landmarks)
            let world = hands.flatMap(\.worldLandmarks) + poses.flatMap(\.worldLandmarks)
            let masks = poses.flatMap { $0.mask?.values ?? [] }
            return landmarks.flatMap { [$0.x, $0.y, $0.z] } + world.flatMap { [$0.x, $0.y, $0.z] }
                + masks
        }
    }

    private static func noise(_ size: PixelSize) throws -> PixelBuffer {
        try SyntheticImage.make(width: size.width, height: size.height, seed: 5)
    }

    @Test("any shape gives finite numbers, the same with every instruction set", arguments: shapes)
    func anyShape(size: PixelSize) throws {
        let image = try Self.noise(size)
        var expected: [Orientation: [Float]] = [:]
        // The fastest first: the slowest checks one orientation only.
        for set in InstructionSet.available.reversed() {
            let landmarkers = try Credulous(set)
            for orientation in set == .scalar ? [.up] : Orientation.allCases {
                let numbers = try landmarkers.numbers(image, orientation)
                #expect(numbers.allSatisfy { $0.isFinite }, "\(set), \(orientation)")
                #expect(numbers == expected[orientation] ?? numbers, "\(set), \(orientation)")
                expected[orientation] = numbers
            }
        }
        #expect(expected[.up]?.isEmpty == false)
    }

    @Test("detectors of faces take any shape", arguments: shapes, Orientation.allCases)
    func faceDetector(size: PixelSize, orientation: Orientation) throws {
        var options = FaceDetectorOptions(model: .file(Landmarkers.faceModel))
        options.minDetectionConfidence = 0
        let found = try FaceDetector(options: options).detect(
            Self.noise(size), orientation: orientation
        ).detections
        #expect(!found.isEmpty)
        let numbers = found.flatMap { face in
            [face.score, face.boundingBox.xCenter, face.boundingBox.yCenter]
                + [face.boundingBox.width, face.boundingBox.height]
                + face.keypoints.flatMap { [$0.x, $0.y] }
        }
        #expect(numbers.allSatisfy { $0.isFinite })
    }

    @Test(
        "masks of people have any shape", .enabled(if: SolutionsModels.areHere),
        arguments: shapes, Orientation.allCases)
    func segmenter(size: PixelSize, orientation: Orientation) throws {
        let model = ModelSource.file(SolutionsModels.network("selfie_segmentation"))
        let found = try ImageSegmenter(options: ImageSegmenterOptions(model: model)).detect(
            Self.noise(size), orientation: orientation)
        let mask = try #require(found.instances.first?.mask)
        #expect(mask.size == size && mask.values.allSatisfy { (0...1).contains($0) })
    }

    @Test("odd rows and addresses give the results of contiguous rows")
    func layouts() throws {
        let image = try Landmarkers.footage("astronaut.png")
        for format in PixelFormat.allCases {
            let plain = try image.converted(to: format)
            let expected = try Landmarkers.face().detect(plain).faces
            #expect(expected.count == 1)
            for (offset, gap) in [(1, 0), (0, 1), (3, 13), (63, 4097)] {
                let laid = try ShiftedPixels.image(plain, offset: offset, gap: gap)
                #expect(laid.bytesPerRow == plain.width * format.bytesPerPixel + gap)
                for set in InstructionSet.available where set != .scalar {
                    let found = try Landmarkers.face { $0.device = .cpu(set) }.detect(laid).faces
                    #expect(found == expected, "\(format), \(offset), \(gap), \(set)")
                }
            }
        }
    }
}

/// Rows of pixels at a chosen distance from an aligned address, the last of which ends the memory.
private final class ShiftedPixels: Sendable {
    // SAFETY: written before anyone else sees it, and freed with the object.
    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    private init(_ count: Int) {
        memory = .allocate(byteCount: count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0xAA)
    }

    deinit { memory.deallocate() }

    static func image(_ plain: PixelBuffer, offset: Int, gap: Int) throws -> PixelBuffer {
        let row = plain.width * plain.format.bytesPerPixel
        let stride = row + gap
        let count = stride * (plain.height - 1) + row
        let pixels = ShiftedPixels(offset + count)
        plain.withUnsafeBytes { source in
            for y in 0..<plain.height {
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: pixels.memory[offset + y * stride..<offset + y * stride + row])
                target.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: source[y * plain.bytesPerRow..<y * plain.bytesPerRow + row]))
            }
        }
        return try PixelBuffer(
            width: plain.width, height: plain.height, format: plain.format, bytesPerRow: stride,
            memory: UnsafeRawBufferPointer(rebasing: pixels.memory[offset...]), owner: pixels)
    }
}
