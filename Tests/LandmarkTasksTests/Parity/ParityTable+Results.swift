import LandmarkImaging
import LandmarkTasks
import Testing

extension ParityTable {
    mutating func add(
        _ got: HandLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.hands.count == expected.landmarks.count, "hands in \(name)")
        for (index, hand) in got.hands.enumerated() where index < expected.landmarks.count {
            add(hand.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let world = expected.world { add(hand.worldLandmarks, world[index], from: name) }
            guard let reference = expected.handedness?[index] else { continue }
            #expect(hand.handedness.rawValue == reference.name, "\(name)")
            add([hand.handednessScore], [reference.score], to: .handedness, from: name)
        }
    }

    mutating func add(
        _ got: PoseLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.poses.count == expected.landmarks.count, "poses in \(name)")
        for (index, pose) in got.poses.enumerated() where index < expected.landmarks.count {
            add(pose.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let world = expected.world { add(pose.worldLandmarks, world[index], from: name) }
            if let means = expected.maskMean {
                add([pose.mask?.mean ?? -1], [means[index]], to: .maskMean, from: name)
            }
            if let reference = expected.masks?[index] {
                add(pose.mask, reference, from: name)
            }
        }
    }

    mutating func add(
        _ got: FaceLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.faces.count == expected.landmarks.count, "faces in \(name)")
        for (index, face) in got.faces.enumerated() where index < expected.landmarks.count {
            add(face.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let shapes = expected.blendshapes?[index] {
                add(face.blendshapes?.values ?? [], shapes, to: .blendshapes, from: name)
            }
            if let matrix = expected.matrices?[index] {
                add(face.transformationMatrix, matrix, from: name)
            }
        }
    }

    /// Compares the rotation and the translation each by its own magnitude.
    private mutating func add(
        _ got: TransformMatrix?, _ expected: [Float], from name: String
    ) {
        guard let got else {
            Issue.record("no matrix for \(name)")
            return
        }
        let translation = Set([3, 7, 11])
        for part in [translation, Set(0..<16).subtracting(translation)] {
            add(
                part.sorted().map { got.rowMajor[$0] }, part.sorted().map { expected[$0] },
                to: .matrix, relative: true, from: name)
        }
    }

    private mutating func add(
        _ got: Mask?, _ expected: ReferenceResult.GridMask, from name: String
    ) {
        guard let got else {
            Issue.record("no mask for \(name)")
            return
        }
        add([got.mean], [expected.mean], to: .maskMean, from: name)
        let values = expected.rows.flatMap { row in
            expected.columns.map { got.values[row * got.width + $0] }
        }
        let total = zip(values, expected.values).reduce(0) { $0 + abs($1.0 - $1.1) }
        add(total / Float(values.count), to: .mask, from: name)
    }
}

extension Mask {
    /// The mean of all values.
    fileprivate var mean: Float {
        Float(values.reduce(0.0) { $0 + Double($1) } / Double(values.count))
    }
}
