/// The canonical face that a face's matrix is measured against.
///
/// It comes in the face bundle as `geometry_pipeline_metadata_landmarks.binarypb`.
public struct FaceGeometryMetadata: Sendable, Hashable {
    /// A point of the canonical face.
    public struct Vertex: Sendable, Hashable {
        /// Centimeters to the right.
        public let x: Float
        /// Centimeters up.
        public let y: Float
        /// Centimeters towards the camera.
        public let z: Float
        /// Horizontal position in a texture, 0…1.
        public let u: Float
        /// Vertical position in a texture, 0…1.
        public let v: Float
    }

    /// How much a landmark counts when a face is laid onto the canonical one.
    public struct WeightedLandmark: Sendable, Hashable {
        /// The landmark's, and vertex's, index.
        public let index: Int
        /// Its weight, at least 0.
        public let weight: Float
    }

    /// The canonical face's points, in the order of the first face landmarks.
    public let vertices: [Vertex]
    /// Three vertex indices for each triangle.
    public let triangleIndices: [Int]
    /// The landmarks that count; all others have the weight 0.
    public let procrustesBasis: [WeightedLandmark]

    /// Reads the metadata.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: what to call it in messages.
    /// - Throws: ``ModelFileError/geometry(file:offset:fault:)``.
    public init(bytes: FileBytes, name: String) throws(ModelFileError) {
        var parser = FaceGeometryParser()
        try bytes.withUnsafeBytes { (raw) throws(ModelFileError) in
            try parser.parse(WireReader(raw, range: 0..<raw.count, file: name))
        }
        vertices = parser.vertices
        triangleIndices = parser.triangleIndices
        procrustesBasis = parser.basis
    }
}
