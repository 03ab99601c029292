import LandmarkCore
import LandmarkGraph

/// Sends the box around landmarks, with the landmarks as its keypoints: NORM_LANDMARKS `[Landmark]`
/// in, DETECTION `DetectionBox` out, without score or label.
///
/// Options: `mediapipe.LandmarksToDetectionCalculatorOptions { selected_landmark_indices }`. The
/// right and bottom edges are at least 0, as in MediaPipe.
struct LandmarksToDetectionCalculator: Calculator {
    private let selected: [Int]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LandmarksToDetectionCalculator(node)
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.output("DETECTION", 0, .type(DetectionBox.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("LandmarksToDetectionCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["selected_landmark_indices"])
        selected = try options.ints("selected_landmark_indices", in: 0...1_000_000)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let all = try context.inputs["NORM_LANDMARKS"].value([Landmark].self)
        else { return }
        try StandardCalculatorError.require(!all.isEmpty, "there are no landmarks")
        let last = selected.max() ?? 0
        try StandardCalculatorError.require(
            last < all.count,
            "selected_landmark_indices has \(last), but there are \(all.count) landmarks")
        let landmarks = selected.isEmpty ? all : selected.map { all[$0] }
        var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
        // MediaPipe starts the search for the largest coordinate at the smallest positive number.
        var high = SIMD2<Float>(repeating: .leastNormalMagnitude)
        let points = landmarks.map { SIMD2($0.x, $0.y) }
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        try context.outputs["DETECTION"].send(
            DetectionBox(
                scores: [], xMin: low.x, yMin: low.y, width: high.x - low.x,
                height: high.y - low.y, keypoints: points))
    }
}
