internal import LandmarkModelFile

extension TFLiteModel {
    /// A constant's bytes; an error where the file is at fault or the tensor is no constant.
    func bytes(ofConstant tensor: Int) throws(InferenceError) -> FileBytes {
        let bytes: FileBytes?
        do {
            bytes = try constantBytes(of: tensor)
        } catch {
            throw .modelFile(error)
        }
        guard let bytes else {
            throw .mismatch(
                model: name, name: tensors[tensor].name, index: tensor,
                reason: "the tensor holds no constant")
        }
        return bytes
    }
}
