import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Calculators of MediaPipe's classic desktop graphs that its Python runner lacks.
@Suite("Calculators of the classic desktop graphs")
struct ClassicCalculatorTests: SingleCalculatorSuite {
    private let ramp: PixelBuffer

    init() throws {
        ramp = try PixelBuffer(
            width: 3, height: 2, format: .rgb24, bytes: (0..<18).map { UInt8($0 * 15) })
    }

    @Test(
        "an image becomes a tensor of its values",
        arguments: [
            ("", -1, 1), ("zero_center: false", 0, 1),
            ("output_tensor_float_range { min: 2 max: 4 }", 2, 4),
            ("use_custom_normalization: true custom_div: 51 custom_sub: 1", -1, 4),
        ])
    func conversion(options: String, low: Double, high: Double) throws {
        let tensors = try run(
            "TfLiteConverterCalculator", [("IMAGE", Packet(ramp))], output: "TENSORS", options
        ).get([GraphTensor].self)
        let tensor = try #require(tensors.first)
        #expect(tensor.shape == [1, 2, 3, 3] && tensor.element == .float32)
        for (index, value) in tensor.values.enumerated() {
            let expected = low + Double(index) * 15 / 255 * (high - low)
            #expect(abs(Double(value) - expected) < 1e-6)
        }
    }

    @Test("an image becomes a tensor of bytes, of fewer channels, or upside down")
    func bytes() throws {
        let converted = { (options: String) in
            try #require(
                try run(
                    "TfLiteConverterCalculator", [("IMAGE", Packet(ramp))], output: "TENSORS",
                    options
                ).get([GraphTensor].self).first)
        }
        let bytes = try converted("use_quantized_tensors: true")
        #expect(bytes.element == .uint8 && bytes.values == (0..<18).map { Float($0 * 15) })
        let gray = try converted("use_quantized_tensors: true max_num_channels: 1")
        #expect(gray.shape == [1, 2, 3, 1] && gray.values == [0, 45, 90, 135, 180, 225])
        let flipped = try converted(
            "output_tensor_float_range { min: 0 max: 255 } flip_vertically: true")
        #expect(flipped.values == (Array(9..<18) + Array(0..<9)).map { Float($0 * 15) })
    }

    @Test("integer ranges give tensors of integers")
    func integers() throws {
        for (options, element, offset) in [
            ("output_tensor_uint_range { min: 0 max: 255 }", GraphTensor.Element.uint8, 0),
            ("output_tensor_int_range { min: -128 max: 127 }", .int8, -128),
        ] {
            let tensor = try #require(
                try run(
                    "ImageToTensorCalculator", [("IMAGE", Packet(ramp))], output: "TENSORS", options
                ).get([GraphTensor].self).first)
            #expect(tensor.element == element)
            #expect(tensor.values == (0..<18).map { Float($0 * 15 + offset) })
        }
        let words = message {
            _ = try run(
                "ImageToTensorCalculator", [("IMAGE", Packet(ramp))], output: "TENSORS",
                "output_tensor_uint_range { min: 0 max: 300 }")
        }
        #expect(words.contains("0.0 to 300.0") && words.contains("0.0 to 255.0"), "\(words)")
    }

    @Test("models that decode their boxes, and anchors in a tensor")
    func decodedBoxes() throws {
        let boxes = GraphTensor(
            shape: [1, 3, 4], values: [0.1, 0.2, 0.5, 0.7, 0, 0, 1, 1, 0.9, 0.9, 0.1, 0.1])
        let tensors = [
            boxes, GraphTensor(shape: [1, 3], values: [7, 2, 1]),
            GraphTensor(shape: [1, 3], values: [0.9, 0.2, 0.8]),
            GraphTensor(shape: [1], values: [3]),
        ]
        let options = "num_classes: 9 num_coords: 4 min_score_thresh: 0.5"
        for name in ["TensorsToDetectionsCalculator", "TfLiteTensorsToDetectionsCalculator"] {
            let detections = try run(
                name, [("TENSORS", Packet(tensors))], output: "DETECTIONS", options
            ).get([DetectionBox].self)
            // The second has a low score, the third a negative size.
            #expect(detections.count == 1)
            let box = try #require(detections.first)
            #expect(box.labelIDs == [7] && box.scores == [0.9])
            #expect(box.xMin == 0.2 && box.yMin == 0.1 && box.width == 0.7 - Float(0.2))
        }
        let raw = [
            GraphTensor(shape: [1, 1, 4], values: [1, 2, 0.5, 0.25]),
            GraphTensor(shape: [1, 1, 2], values: [0.25, 0.75]),
            GraphTensor(shape: [1, 4], values: [0.5, 0.25, 0.5, 1]),
        ]
        let decoded = try run(
            "TfLiteTensorsToDetectionsCalculator", [("TENSORS", Packet(raw))], output: "DETECTIONS",
            "num_classes: 2 num_boxes: 1 num_coords: 4 x_scale: 10 y_scale: 10 h_scale: 1 w_scale: 1"
        ).get([DetectionBox].self)
        let box = try #require(decoded.first)
        #expect(box.labelIDs == [1] && box.scores == [0.75])
        // Height 0.5 · 0.5, width 0.25 · 1, center (0.2 · 1 + 0.25, 0.1 · 0.5 + 0.5).
        #expect(abs(box.width - 0.25) < 1e-6 && abs(box.height - 0.25) < 1e-6)
        #expect(abs(box.box.xCenter - 0.45) < 1e-6 && abs(box.box.yCenter - 0.55) < 1e-6)
        let words = message {
            _ = try run(
                "TfLiteTensorsToDetectionsCalculator", [("TENSORS", Packet(Array(raw.prefix(2))))],
                output: "DETECTIONS", "num_classes: 2 num_boxes: 1 num_coords: 4")
        }
        #expect(words.contains("the side packet ANCHORS is required"), "\(words)")
    }

    @Test("regions are cut out to the pixel")
    func cropping() throws {
        let image = try PixelBuffer(
            width: 4, height: 3, format: .gray8, bytes: (0..<12).map { UInt8($0) })
        func crop(_ rect: IntegerRect, _ options: String = "") throws -> [UInt8] {
            let cut = try run(
                "ImageCroppingCalculator", [("IMAGE", Packet(image)), ("RECT", Packet(rect))],
                output: "IMAGE", options
            ).get(PixelBuffer.self)
            return cut.withUnsafeBytes { bytes in
                (0..<cut.height).flatMap { y in
                    (0..<cut.width).map { bytes[y * cut.bytesPerRow + $0] }
                }
            }
        }
        #expect(
            try crop(IntegerRect(xCenter: 2, yCenter: 2, width: 2, height: 2)) == [5, 6, 9, 10])
        // Beyond the edge.
        let beyond = IntegerRect(xCenter: 4, yCenter: 1, width: 2, height: 2)
        #expect(try crop(beyond) == [3, 0, 7, 0])
        #expect(try crop(beyond, "border_mode: BORDER_REPLICATE") == [3, 3, 7, 7])
        // A quarter turn clockwise.
        let turned = IntegerRect(xCenter: 2, yCenter: 2, width: 2, height: 2, rotation: .pi / 2)
        #expect(try crop(turned) == [6, 10, 5, 9])
        let part = NormalizedRect(xCenter: 0.25, yCenter: 0.5, width: 0.5, height: 1)
        let half = try run(
            "ImageCroppingCalculator", [("IMAGE", Packet(image)), ("NORM_RECT", Packet(part))],
            output: "IMAGE"
        ).get(PixelBuffer.self)
        #expect(half.size == PixelSize(width: 2, height: 3))
    }

    @Test("the landmarks of the eyes replace those of the face")
    func eyes() throws {
        let face = (0..<468).map { Landmark(x: Float($0), y: 0, z: 0) }
        let eyes = (0..<142).map { Landmark(x: -1, y: Float($0), z: 2) }
        let updated = try run(
            "UpdateFaceLandmarksCalculator",
            [("FACE_LANDMARKS", Packet(face)), ("NEW_EYE_LANDMARKS", Packet(eyes))],
            output: "UPDATED_FACE_LANDMARKS"
        ).get([Landmark].self)
        #expect(updated.count { $0.x == -1 } == 142)
        // The outer corners of the eyes.
        #expect(updated[33].y == 0 && updated[263].y == 71)
        #expect(updated[1] == face[1])
    }

    @Test(
        "what only a GPU does is an error that says what to do instead",
        arguments: [
            ("GlScalerCalculator", "IMAGE", "use ImageTransformationCalculator"),
            ("GpuBufferToImageFrameCalculator", "IMAGE", "remove it"),
            ("ImageToTensorCalculator", "IMAGE_GPU", "use IMAGE"),
        ])
    func gpu(calculator: String, tag: String, advice: String) {
        let words = message {
            _ = try run(
                calculator, [(tag, Packet(ramp))], output: "TENSORS",
                "output_tensor_float_range { min: 0 max: 1 }")
        }
        #expect(words.contains(advice) && words.contains("GPU"), "\(words)")
    }

    @Test("models and labels that are not there are named")
    func missingFiles() {
        let words = message {
            _ = try run(
                "DetectionLabelIdToTextCalculator", [("", Packet([DetectionBox]()))], output: "",
                "label_map_path: \"/nowhere/labels.txt\"")
        }
        #expect(words.contains("/nowhere/labels.txt"), "\(words)")
        let unread = message {
            _ = try GraphRunner(
                config: GraphConfig(
                    parsing: """
                        node {
                          calculator: "ResourceProviderCalculator"
                          output_side_packet: "RESOURCE:file"
                          options {
                            [mediapipe.ResourceProviderCalculatorOptions.ext] { resource_id: "/nowhere/a.tflite" }
                          }
                        }
                        """))
        }
        #expect(unread.contains("/nowhere/a.tflite"), "\(unread)")
    }

    @Test("files are found beside the graph, also those of nodes within a container")
    func located() throws {
        let folder = try TemporaryFolder()
        _ = try folder.put([1], as: "net.tflite")
        let config = try GraphConfig(
            parsing: """
                node {
                  calculator: "SwitchContainer"
                  output_side_packet: "PACKET:path"
                  options {
                    [mediapipe.SwitchContainerOptions.ext] {
                      contained_node {
                        calculator: "ConstantSidePacketCalculator"
                        options {
                          [mediapipe.ConstantSidePacketCalculatorOptions.ext] {
                            packet { string_value: "modules/net.tflite" }
                          }
                        }
                      }
                      contained_node {
                        calculator: "ConstantSidePacketCalculator"
                        options {
                          [mediapipe.ConstantSidePacketCalculatorOptions.ext] {
                            packet { string_value: "modules/absent.tflite" }
                          }
                        }
                      }
                    }
                  }
                }
                """)
        let located = config.locatingFiles(beside: folder.path("graph.pbtxt"))
        let text = "\(located.nodes[0].options.entries.map { "\($0.message)" })"
        #expect(text.contains(folder.path("net.tflite")), "\(text)")
        #expect(text.contains("modules/absent.tflite"), "\(text)")
    }

    @Test(
        "a check names the model that a graph would load",
        arguments: [("", true), ("select: 1", false), ("enable: true", false)])
    func missingResource(choice: String, isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.put([1], as: "net.tflite")
        func graph(_ port: String) throws -> GraphConfig {
            try GraphConfig(
                parsing: """
                    input_side_packet: "choice"
                    node {
                      calculator: "SwitchContainer" \(port)
                      output_side_packet: "PACKET:path"
                      options {
                        [mediapipe.SwitchContainerOptions.ext] {
                          \(choice)
                          contained_node {
                            calculator: "ConstantSidePacketCalculator"
                            options {
                              [mediapipe.ConstantSidePacketCalculatorOptions.ext] {
                                packet { string_value: "\(path)" }
                              }
                            }
                          }
                          contained_node {
                            calculator: "ConstantSidePacketCalculator"
                            options {
                              [mediapipe.ConstantSidePacketCalculatorOptions.ext] {
                                packet { string_value: "absent.tflite" }
                              }
                            }
                          }
                        }
                      }
                    }
                    node {
                      calculator: "ResourceProviderCalculator"
                      input_side_packet: "RESOURCE_ID:path"
                      output_side_packet: "RESOURCE:file"
                    }
                    """)
        }
        let fixed = GraphCheck(try graph(""), registry: .vision())
        #expect(fixed.errors.isEmpty, "\(fixed.errors)")
        #expect(fixed.config.missingFiles.map(\.path) == (isThere ? [] : ["absent.tflite"]))
        // The side packet of a run may choose the available one.
        let open = GraphCheck(
            try graph("input_side_packet: \"SELECT:choice\""), registry: .vision())
        #expect(open.errors.isEmpty && open.config.missingFiles.isEmpty, "\(open.errors)")
    }
}
