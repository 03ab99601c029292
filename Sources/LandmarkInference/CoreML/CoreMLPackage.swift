/// A Core ML model in the form of a folder, `NAME.mlpackage`, that Xcode and `MLModel.compileModel(at:)`
/// take.
public struct CoreMLPackage: Sendable {
    /// The files by their paths in the package, with `/` between folders.
    public let files: [String: [UInt8]]

    /// The names of the inputs and outputs.
    let inputs: [String]
    let outputs: [String]

    init(model: [UInt8], weights: [UInt8], inputs: [String], outputs: [String]) {
        self.inputs = inputs
        self.outputs = outputs
        files = [
            "Manifest.json": Array(Self.manifest.utf8),
            "Data/com.apple.CoreML/model.mlmodel": model,
            "Data/com.apple.CoreML/weights/weight.bin": weights,
        ]
    }

    /// The items of the package. Their identifiers need only differ from one another.
    private static let manifest = """
        {
            "fileFormatVersion": "1.0.0",
            "itemInfoEntries": {
                "00000000-0000-4000-8000-000000000001": {
                    "author": "com.apple.CoreML",
                    "description": "CoreML Model Specification",
                    "name": "model.mlmodel",
                    "path": "com.apple.CoreML/model.mlmodel"
                },
                "00000000-0000-4000-8000-000000000002": {
                    "author": "com.apple.CoreML",
                    "description": "CoreML Model Weights",
                    "name": "weights",
                    "path": "com.apple.CoreML/weights"
                }
            },
            "rootModelIdentifier": "00000000-0000-4000-8000-000000000001"
        }

        """
}
