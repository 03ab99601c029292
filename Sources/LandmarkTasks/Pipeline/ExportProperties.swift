import LandmarkCore
package import LandmarkInference

/// Properties of an exported file: what a program needs, besides the network, to use it as a task does.
/// Numbers are separated by spaces.
package enum ExportProperties {
    /// Returns the properties of a network: its source and, if its entry in the bundle is known, the rules by
    /// which a task uses it.
    ///
    /// - Parameter source: The path of the bundle.
    package static func properties(
        of network: PortableNetwork, entry: String, source: String
    ) -> [String: String] {
        network.properties(source: source).merging(rules[entry] ?? [:]) { $1 }
    }

    private static let rules: [String: [String: String]] = [
        DetectorSpec.hand.entry: properties(of: .hand),
        DetectorSpec.pose.entry: properties(of: .pose),
        DetectorSpec.face.entry: properties(of: .face),
        HandModel.landmarksEntry: properties(of: HandROI.fromDetection(.tasks), box: "detection"),
        // A square around a circle: its center is the first keypoint, and the second one is on it.
        PoseModel.landmarksEntry: properties(of: PoseROI.fromDetection, box: "circle"),
        TasksMesh.network.entry: properties(
            of: FaceROI.fromDetection(squares: TasksMesh.hasSquareROI), box: "detection"),
    ]

    private static func properties(of region: DetectionRegion, box: String) -> [String: String] {
        [
            "input_range": words(ImageModelRunner.Preprocessing.landmarkModel.range),
            "region_box": box,
            "region_keypoints": "\(region.keypoints.0) \(region.keypoints.1)",
            "region_angle": "\(region.target)",
            "region_shift_y": "\(region.transformation.shift)",
            "region_square": "\(region.transformation.squares)",
            "region_scale": "\(region.transformation.scale)",
        ]
    }

    private static func properties(of detector: DetectorSpec) -> [String: String] {
        [
            "input_range": words(detector.inputRange),
            "anchor_strides": detector.strides.map(String.init).joined(separator: " "),
            "anchors_per_cell": "\(detector.anchorsPerCell)",
            "box_unit": "\(detector.inputSize)",
            "keypoints": "\(detector.keypointCount)",
            "suppression_iou": "\(detector.suppressionThreshold)",
        ]
    }

    private static func words(_ range: ClosedRange<Float>) -> String {
        "\(Int(range.lowerBound)) \(Int(range.upperBound))"
    }
}
