import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import Testing

@Suite("Drawing calculators")
struct RenderDataTests {
    private func run(
        _ nodes: String, _ inputs: [(String, Packet)]
    ) throws -> Packet {
        let streams = inputs.map { "input_stream: \"\($0.0)\"\n" }.joined()
        let runner = try GraphRunner(
            config: GraphConfig(parsing: streams + "output_stream: \"out\"\n" + nodes))
        let sent = inputs.map { (stream: $0.0, packet: $0.1.at(.microseconds(0))) }
        return try #require(try runner.step(sent)["out"]?.first)
    }

    private func data(
        _ calculator: String, _ tag: String, _ packet: Packet, _ options: String
    ) throws -> RenderData {
        try run(
            """
            node {
              calculator: "\(calculator)" input_stream: "\(tag):in" output_stream: "RENDER_DATA:out"
              node_options: { [type.googleapis.com/mediapipe.\(calculator)Options] { \(options) } }
            }
            """, [("in", packet)]
        ).get(RenderData.self)
    }

    @Test("a detection becomes a label, a tag, a box within the image, and keypoints")
    func detections() throws {
        let detection = DetectionBox(
            scores: [0.876], labelIDs: [3], xMin: -0.25, yMin: 0.5, width: 0.5, height: 0.75,
            keypoints: [SIMD2(0.125, 0.75)])
        let data = try data(
            "DetectionsToRenderDataCalculator", "DETECTIONS", Packet([detection]),
            "thickness: 4 color { r: 255 }")
        #expect(data.sceneClass == "DETECTION")
        #expect(data.annotations.map(\.sceneTag) == ["LABEL", "FEATURE", "LOCATION", "KEYPOINT"])
        #expect(data.annotations.allSatisfy { $0.thickness == 4 && $0.color.red == 255 })
        guard case .text(let label) = data.annotations[0].shape else {
            Issue.record("the first annotation is no text")
            return
        }
        #expect(label.text == "3,0.88," && label.left == 0)
        #expect(
            data.annotations[2].shape
                == .rectangle(
                    RenderRectangle(left: 0, top: 0.5, right: 0.25, bottom: 1, isNormalized: true)))
        #expect(data.annotations[3].shape == .point(SIMD2(0.125, 0.75), isNormalized: true))
    }

    @Test("landmarks are joined by lines, except invisible ones; depth sets color and size")
    func landmarks() throws {
        let points = [
            Landmark(x: 0.25, y: 0.5, z: 0, visibility: 0.9),
            Landmark(x: 0.5, y: 0.5, z: 0, visibility: 0.9),
            Landmark(x: 0.75, y: 0.5, z: 0, visibility: 0.1),
        ]
        let options = """
            landmark_connections: [0, 1, 1, 2, 2, 9] connection_color { g: 9 } landmark_color { b: 7 }
            utilize_visibility: true visibility_threshold: 0.5 thickness: 2
            """
        let name = "LandmarksToRenderDataCalculator"
        let flat = try data(name, "NORM_LANDMARKS", Packet(points), options)
        #expect(flat.annotations.count == 3)
        #expect(
            flat.annotations[0].shape
                == .line(from: SIMD2(0.25, 0.5), to: SIMD2(0.5, 0.5), isNormalized: true))
        #expect(flat.annotations[0].color.green == 9 && flat.annotations[1].color.blue == 7)
        var deep = points
        deep[1].z = 1
        let shaded = try data(name, "NORM_LANDMARKS", Packet(deep), options)
        // The nearest is white and large, the farthest black and small.
        #expect(shaded.annotations[1].color == RenderColor(red: 255, green: 255, blue: 255))
        #expect(shaded.annotations[1].thickness == 18)
        #expect(shaded.annotations[2].color.red <= 1 && shaded.annotations[2].thickness == 0)
        guard case .gradientLine = shaded.annotations[0].shape else {
            Issue.record("the line has no gradient")
            return
        }
        // Numbers that are not finite do not trap.
        deep[0].z = .nan
        deep[1].z = .infinity
        _ = try data(name, "NORM_LANDMARKS", Packet(deep), options)
    }

    @Test("shapes are drawn where they are said to be, and nowhere else")
    func overlay() throws {
        let gray = try PixelBuffer(
            width: 40, height: 20, format: .rgb24, bytes: [UInt8](repeating: 90, count: 2400))
        func drawn(_ shape: RenderAnnotation.Shape, thickness: Double = 1) throws -> [[Int]] {
            let annotation = RenderAnnotation(
                shape, color: RenderColor(red: 255), thickness: thickness)
            let image = try run(
                """
                node {
                  calculator: "AnnotationOverlayCalculator"
                  input_stream: "IMAGE:image" input_stream: "data" output_stream: "IMAGE:out"
                }
                """,
                [("image", Packet(gray)), ("data", Packet(RenderData(annotations: [annotation])))]
            ).get(PixelBuffer.self)
            return image.withUnsafeBytes { bytes in
                (0..<20).flatMap { y in
                    (0..<40).compactMap { x in
                        bytes[y * image.bytesPerRow + 3 * x] > 200 ? [x, y] : nil
                    }
                }
            }
        }
        let line = try drawn(
            .line(from: SIMD2(0.25, 0.5), to: SIMD2(0.5, 0.5), isNormalized: true))
        #expect(line.contains([10, 10]) && line.contains([20, 10]))
        #expect(line.allSatisfy { $0[1] == 10 && (9...21).contains($0[0]) }, "\(line)")
        let disc = try drawn(.point(SIMD2(30, 5), isNormalized: false), thickness: 3)
        #expect(disc.contains([30, 5]) && disc.contains([33, 5]) && !disc.contains([35, 5]))
        let rectangle = RenderRectangle(
            left: 0.25, top: 0.25, right: 0.75, bottom: 0.75, isNormalized: true)
        let filled = try drawn(.filledRectangle(rectangle))
        #expect(filled.contains([20, 10]) && filled.contains([12, 7]) && filled.count > 150)
        #expect(filled.allSatisfy { (10...30).contains($0[0]) && (5...15).contains($0[1]) })
        let outline = try drawn(.rectangle(rectangle))
        #expect(outline.contains([10, 10]) && outline.contains([30, 10]))
        #expect(!outline.contains([20, 10]))
        let oval = try drawn(.filledOval(rectangle))
        #expect(oval.contains([20, 10]) && !oval.contains([11, 6]))
    }
}
