// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTasks

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_export_onnx")
#endif
public func landmark_export_onnx(
    _ model_path: UnsafePointer<CChar>?, _ network: UnsafePointer<CChar>?, _ batch: Int32,
    _ half: Bool, _ path: UnsafePointer<CChar>?
) -> landmark_status {
    status {
        let source = try text(model_path, "model_path")
        let entry = try text(network, "network") + ".tflite"
        let path = try text(path, "path")
        guard batch >= 0 else {
            throw InterfaceError.unknownValue(
                name: "batch", expected: "at least 0", got: "\(batch)")
        }
        let network = try portableNetwork(entry, in: source)
        let properties = ExportProperties.properties(of: network, entry: entry, source: source)
        let options = ONNXOptions(
            batch: batch == 0 ? .dynamic : .fixed(Int(batch)),
            precision: half ? .half : .single, properties: properties)
        let file: [UInt8]
        do throws(InferenceError) {
            file = try network.onnx(options)
        } catch {
            throw TaskError.inference(error)
        }
        do {
            try FileSystem.write(file, to: path)
        } catch {
            throw InterfaceError.unwritable(path, reason: "\(error)")
        }
    }
}

private func portableNetwork(
    _ entry: String, in bundle: String
) throws(TaskError) -> PortableNetwork {
    let model: TFLiteModel
    do {
        model = try ModelBundle(path: bundle).model(named: entry)
    } catch {
        throw .modelFile(error)
    }
    do {
        return try PortableNetwork(model)
    } catch {
        throw .inference(error)
    }
}
