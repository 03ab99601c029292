import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension DriverOverlay {
    private static let contour = OverlayColor(0xFFFFFF, opacity: 0.55)
    private static let axes = [
        OverlayColor(0xFF6B6B), OverlayColor(0x6BE38B), OverlayColor(0x6FB1FF),
    ]
    private static let noseTip = 1

    /// Draws the face's outline lightly, its eyes and mouth in the color of their state, and the
    /// axes of the head.
    func draw(_ face: Face) {
        let places = canvas.places(of: face.landmarks)
        canvas.join(places, FaceConnections.oval, color: Self.contour, weight: .fine)
        let signals = result.signals
        let eyes =
            !signals.isUsable
            ? Self.gray : signals.closureSeconds == nil ? Self.open : Self.amber
        canvas.join(
            places, FaceConnections.leftEye + FaceConnections.rightEye, color: eyes, weight: .fine)
        let isMouthOpen = (signals.mouthOpenness ?? 0) >= DriverLimits.openMouth
        canvas.join(
            places, FaceConnections.lips, color: isMouthOpen ? Self.amber : Self.contour,
            weight: .fine)
        drawAxes(of: face, places)
    }

    /// The head's axes at the tip of the nose: to its side red, up green, ahead blue.
    private func drawAxes(of face: Face, _ places: [PixelPoint]) {
        guard let matrix = face.transformationMatrix else { return }
        let ys = FaceConnections.oval.map { places[$0.start].y }
        let xs = FaceConnections.oval.map { places[$0.start].x }
        guard let top = ys.min(), let bottom = ys.max(), let left = xs.min(), let right = xs.max()
        else { return }
        let length = max(bottom - top, right - left) * 0.42
        let origin = places[Self.noseTip]
        for (axis, color) in Self.axes.enumerated() {
            let column = matrix.column(axis)
            let size = (column * column).sum().squareRoot()
            guard size.isFinite, size > 0 else { return }
            // The camera's y points up, the image's down.
            let tip = PixelPoint(
                x: origin.x + column.x / size * length, y: origin.y - column.y / size * length)
            canvas.lines([(origin, tip)], color: color, weight: .thin)
            if axis == 2 { canvas.points([tip], color: color, weight: .thin) }
        }
    }
}
