public import LandmarkCore

/// A face detected in an image.
public struct Face: Sendable, Hashable, Codable {
    /// The number of landmarks of a face: 468 of the mesh, then five of each iris, which the plain mesh
    /// of MediaPipe Solutions lacks.
    public static let landmarkCount = 478
    /// The number of landmarks of the mesh, which come first.
    public static let meshCount = 468

    /// The face's number. In an independent image 1, 2, … in order of detection; in a stream, a
    /// number that stays with the face, even after a loss of up to `trackRetention`.
    public let id: Int
    /// The probability that `region` shows a face, 0…1.
    public let presence: Float
    /// The 478 landmarks, normalized to the unrotated input image: 0…467 the mesh, 468…472 the
    /// right iris and 473…477 the left iris (center first). Only the mesh if the model bundle has the
    /// plain mesh of MediaPipe Solutions.
    public let landmarks: [Landmark]
    /// The facial expression; nil unless `blendshapes` is set in the options.
    public let blendshapes: Blendshapes?
    /// The transformation from the canonical face mesh, in centimeters, to camera space; nil unless
    /// `transformationMatrices` is set in the options, or if the face is so small that its
    /// landmarks coincide.
    public let transformationMatrix: TransformMatrix?
    /// `landmarks` before smoothing; the same if they are not smoothed.
    public let rawLandmarks: [Landmark]
    /// The region of the image that the landmark model ran on.
    public let region: NormalizedRect

    /// Creates a face from 478 landmarks, or from the 468 of the mesh.
    public init(
        id: Int, presence: Float, landmarks: [Landmark], blendshapes: Blendshapes? = nil,
        transformationMatrix: TransformMatrix? = nil, region: NormalizedRect,
        rawLandmarks: [Landmark]? = nil
    ) {
        precondition(
            Self.isCount(landmarks.count),
            "a face has 478 or 468 landmarks, not \(landmarks.count)")
        self.id = id
        self.presence = presence
        self.landmarks = landmarks
        self.blendshapes = blendshapes
        self.transformationMatrix = transformationMatrix
        self.region = region
        self.rawLandmarks = rawLandmarks ?? landmarks
    }
    /// Decodes a face.
    ///
    /// - Throws: `DecodingError` if a value is missing or a list has neither 478 nor 468 landmarks.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        presence = try values.decode(Float.self, forKey: .presence)
        landmarks = try values.decode([Landmark].self, forKey: .landmarks)
        blendshapes = try values.decodeIfPresent(Blendshapes.self, forKey: .blendshapes)
        transformationMatrix = try values.decodeIfPresent(
            TransformMatrix.self, forKey: .transformationMatrix)
        rawLandmarks = try values.decodeList(.rawLandmarks, count: landmarks.count)
        region = try values.decode(NormalizedRect.self, forKey: .region)
        guard Self.isCount(landmarks.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .landmarks, in: values,
                debugDescription: "expected 478 or 468 landmarks, got \(landmarks.count)")
        }
    }

    private static func isCount(_ count: Int) -> Bool {
        count == landmarkCount || count == meshCount
    }
}

/// A 4×4 matrix that transforms the canonical face mesh to the position of a face.
///
/// The coordinate space is right-handed, in centimeters: the camera is at the origin, facing −z,
/// and y points up. The last column is the translation; the last row is 0 0 0 1.
public struct TransformMatrix: Sendable, Hashable {
    /// The columns, from left to right.
    public let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Creates a matrix from its columns.
    public init(
        _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>,
        _ fourth: SIMD4<Float>
    ) {
        columns = (first, second, third, fourth)
    }

    /// Column `index`, 0…3.
    public func column(_ index: Int) -> SIMD4<Float> {
        switch index {
        case 0: columns.0
        case 1: columns.1
        case 2: columns.2
        case 3: columns.3
        default: preconditionFailure("a matrix has columns 0…3, not \(index)")
        }
    }

    /// Row `index`, 0…3.
    public func row(_ index: Int) -> SIMD4<Float> {
        SIMD4(columns.0[index], columns.1[index], columns.2[index], columns.3[index])
    }

    /// The value in row `row` and column `column`, each 0…3.
    public subscript(row row: Int, column column: Int) -> Float { self.column(column)[row] }

    /// The 16 values in row-major order.
    public var rowMajor: [Float] {
        (0..<4).flatMap { row in (0..<4).map { self[row: row, column: $0] } }
    }

    /// Returns whether all 16 values are equal.
    public static func == (a: TransformMatrix, b: TransformMatrix) -> Bool {
        a.columns == b.columns
    }

    /// Feeds the 16 values to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<4 { hasher.combine(column(index)) }
    }
}

extension TransformMatrix: Codable {
    /// Decodes a list of 16 values in row-major order.
    ///
    /// - Throws: `DecodingError` if it is not a list of 16 numbers.
    public init(from decoder: any Decoder) throws {
        let values = try [Float](from: decoder)
        guard values.count == 16 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(values.count) values, not 16"))
        }
        func column(_ index: Int) -> SIMD4<Float> {
            SIMD4(values[index], values[4 + index], values[8 + index], values[12 + index])
        }
        self.init(column(0), column(1), column(2), column(3))
    }

    /// Encodes the 16 values in row-major order.
    ///
    /// - Throws: What `encoder` throws.
    public func encode(to encoder: any Encoder) throws {
        try rowMajor.encode(to: encoder)
    }
}
