import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Draws a hand: a colour for each finger, and which hand it is.
    func draw(_ hand: Hand) {
        let places = places(of: hand.landmarks)
        let side: OverlayColor = hand.handedness == .left ? .left : .right
        join(places, HandConnections.palm, color: side)
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        for (index, finger) in fingers.enumerated() {
            join(places, finger, color: .instance(index))
        }
        points(places, color: .middle)
        let score = Rate.rounded(Double(hand.handednessScore) * 100, places: 0)
        frame(
            hand.region, label: "\(hand.id) \(hand.handedness.rawValue) \(score) %", above: places,
            color: side)
    }
}
