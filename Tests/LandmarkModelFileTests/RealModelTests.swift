import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// The public bundles, as they are.
struct RealModelTests {
    static let bundles = [
        "hand_landmarker", "pose_landmarker_full", "pose_landmarker_lite",
        "pose_landmarker_heavy", "face_landmarker",
    ]

    @Test(
        "every model of every bundle loads with all constants and matches its checksum",
        arguments: bundles.filter { Fixtures.available(Fixtures.model($0 + ".task")) })
    func loads(bundle name: String) throws {
        let bundle = try ModelBundle(path: Fixtures.model(name + ".task"))
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
}
