import LandmarkCore

/// What a program needs beside a network of a bundle to do with it what a task does, as properties of an
/// exported file. Numbers are separated by spaces.
package enum ExportProperties {
    /// Returns the properties of a network, by its entry in a bundle; none for an unknown one.
    package static func properties(of entry: String) -> [String: String] {
        if let detector = detectors.first(where: { $0.entry == entry }) {
            return detector.exportProperties
        }
        return regions.first { $0.entry == entry }?.exportProperties ?? [:]
    }

    private static let detectors: [DetectorSpec] = [.hand, .pose, .face]

    private static let regions = [
        RegionRule(
            entry: HandModel.landmarksEntry, keypoints: HandROI.keypoints,
            target: HandROI.target(for: .tasks), box: "detection",
            transformation: HandROI.fromDetection),
        RegionRule(
            entry: PoseModel.landmarksEntry, keypoints: (0, 1), target: .pi / 2, box: "circle",
            transformation: PoseROI.transformation),
        RegionRule(
            entry: TasksMesh.network.entry, keypoints: (0, 1), target: 0, box: "detection",
            transformation: FaceROI.fromDetection(squares: TasksMesh.hasSquareROI)),
    ]
}

/// How a detection becomes the region that a landmark model gets.
private struct RegionRule {
    let entry: String
    /// The keypoints of the detection between which a line gives the rotation.
    let keypoints: (Int, Int)
    /// The angle of that line in the region, in radians from the x axis, counterclockwise.
    let target: Float
    /// What is rotated: the box of the `detection`, or the square around the `circle` whose center is the
    /// first keypoint and which the second one is on.
    let box: String
    let transformation: RectTransformation

    var exportProperties: [String: String] {
        [
            "input_range": "0 1",
            "region_box": box,
            "region_keypoints": "\(keypoints.0) \(keypoints.1)",
            "region_angle": "\(target)",
            "region_shift_y": "\(transformation.shift)",
            "region_square": "\(transformation.squares)",
            "region_scale": "\(transformation.scale)",
        ]
    }
}

extension DetectorSpec {
    fileprivate var exportProperties: [String: String] {
        [
            "input_range": "\(Int(inputRange.lowerBound)) \(Int(inputRange.upperBound))",
            "anchor_strides": strides.map(String.init).joined(separator: " "),
            "anchors_per_cell": "\(anchorsPerCell)",
            "box_unit": "\(inputSize)",
            "keypoints": "\(keypointCount)",
            "suppression_iou": "\(suppressionThreshold)",
        ]
    }
}
