import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// The published model bundles, unmodified.
struct RealModelTests {
    static let bundles = [
        "hand_landmarker", "pose_landmarker_full", "pose_landmarker_lite",
        "pose_landmarker_heavy", "face_landmarker",
    ]
    static func available(_ bundle: String) -> Bool {
        Fixtures.available(Fixtures.model(bundle + ".task"))
    }
    /// Cancels the test of a model that is missing.
    private static func needs(_ path: String) throws {
        if let reason = Fixtures.missing(path) { try Test.cancel("\(reason)") }
    }
    static func open(_ bundle: String) throws -> ModelBundle {
        try ModelBundle(path: Fixtures.model(bundle + ".task"))
    }

    @Test(
        "every model of every bundle loads with all constants and matches its checksum",
        arguments: bundles)
    func loads(bundle name: String) throws {
        try Self.needs(Fixtures.model(name + ".task"))
        let bundle = try Self.open(name)
        #expect(bundle.entries.count >= 2)
        for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
            let model = try bundle.model(named: entry.name)
            #expect(!model.operators.isEmpty)
            for tensor in model.tensors {
                let bytes = try model.constantBytes(of: tensor.index)
                #expect((bytes != nil) == tensor.isConstant)
            }
        }
        try bundle.verify()
    }

    static let loose = [
        "face_detection_full_range_sparse", "face_detection_short_range", "face_landmark",
        "face_landmark_with_attention", "hand_landmark_full", "hand_landmark_lite", "hand_recrop",
        "iris_landmark", "palm_detection_full", "palm_detection_lite", "pose_detection",
        "pose_landmark_full", "selfie_segmentation", "selfie_segmentation_landscape",
    ].map { Fixtures.model("mediapipe-0.10.21/\($0).tflite") }

    @Test(
        "every loose model loads with all constants, those with custom operators too",
        arguments: loose)
    func loadsLoose(path: String) throws {
        try Self.needs(path)
        let model = try TFLiteModel(path: path)
        for tensor in model.tensors {
            #expect((try model.constantBytes(of: tensor.index) != nil) == tensor.isConstant)
        }
        for step in model.operators {
            if case .custom(let name) = step.code {
                #expect(!name.isEmpty && (path.contains("selfie") || path.contains("attention")))
            }
        }
    }

    @Test(
        "the hand bundle says what its networks take and give",
        .enabled(if: available("hand_landmarker")))
    func hand() throws {
        let bundle = try Self.open("hand_landmarker")
        #expect(
            bundle.entries.map(\.name)
                == ["hand_detector.tflite", "hand_landmarks_detector.tflite"])
        let model = try bundle.model(named: "hand_landmarks_detector.tflite")
        #expect(model.inputs.map { model.tensors[$0].shape } == [[1, 224, 224, 3]])
        #expect(
            model.outputs.map { model.tensors[$0].shape } == [[1, 63], [1, 1], [1, 1], [1, 63]])
        let metadata = try #require(model.metadata)
        #expect(metadata.inputs[0].normalization?.mean == [0, 0, 0])
        #expect(metadata.inputs[0].normalization?.deviation == [255, 255, 255])
        #expect(
            metadata.outputs.map(\.name)
                == ["handedness", "presense score", "landmarks", "world landmarks"])
        #expect(metadata.outputs[0].associatedFiles == ["handedness.txt"])
        let labels = try #require(try model.associatedFile(named: "handedness.txt"))
        #expect(labels.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "Left\nRight\n")
    }

    @Test(
        "the pose detector's sparse weights have the values that LiteRT's reference kernel gives",
        .enabled(if: available("pose_landmarker_full")))
    func sparse() throws {
        let model = try Self.open("pose_landmarker_full").model(named: "pose_detector.tflite")
        #expect(model.metadata?.inputs[0].normalization?.mean == [127.5])
        let sparse = model.tensors.filter { $0.sparsity != nil }
        #expect(sparse.count == 38)
        // FNV-1a over the dense bytes of all 38, as LiteRT 2.3.0 expands them.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for tensor in sparse {
            let bytes = try #require(try model.constantBytes(of: tensor.index))
            #expect(bytes.count == 2 * tensor.elementCount)
            bytes.withUnsafeBytes {
                for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
        }
        #expect(hash == 0xb0fe_d912_d567_7954)
    }

    @Test(
        "the face bundle's geometry is the known face", .enabled(if: available("face_landmarker")))
    func geometry() throws {
        let name = "geometry_pipeline_metadata_landmarks.binarypb"
        let bundle = try Self.open("face_landmarker")
        let geometry = try FaceGeometryMetadata(bytes: bundle.bytes(named: name), name: name)
        #expect(geometry.vertices.count == 468 && geometry.triangleIndices.count == 2694)
        #expect(geometry.procrustesBasis.count == 33)
        let first = geometry.procrustesBasis[0]
        #expect(first.index == 4 && first.weight == 0.07090994)
        #expect(abs(geometry.procrustesBasis.reduce(0) { $0 + $1.weight } - 1.055) < 1e-3)
        #expect(abs((geometry.vertices.map(\.x).max() ?? 0) - 7.743) < 1e-3)
        #expect(abs((geometry.vertices.map(\.y).min() ?? 0) + 9.403) < 1e-3)
    }
}
