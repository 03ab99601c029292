import LandmarkCommandSupport
import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Draws a hand: a color for each finger, and which hand it is.
    func draw(_ hand: Hand) {
        let places = places(of: hand.landmarks)
        let side: OverlayColor = hand.handedness == .left ? .left : .right
        let weight = weight(for: places)
        join(places, HandConnections.palm, color: side, weight: weight)
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        for (index, finger) in fingers.enumerated() {
            join(places, finger, color: .instance(index), weight: weight)
        }
        points(places, color: .middle, weight: weight)
        let score = Rate.rounded(Double(hand.handednessScore) * 100, places: 0)
        frame(
            hand.region, label: "\(hand.id) \(hand.handedness.rawValue) \(score) %", above: places,
            color: side)
    }
}
