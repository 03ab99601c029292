#if canImport(CoreGraphics)
public import CoreGraphics

extension OverlayDrawing {
    /// Draws the lines and points in a context whose y axis points down, as in views.
    public func draw(in context: CGContext, style: OverlayStyle = OverlayStyle()) {
        context.setLineWidth(style.lineWidth)
        context.setLineCap(.round)
        for side in LandmarkSide.allCases {
            let color = style.color(of: side)
            context.setStrokeColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
            context.setFillColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
            for line in lines where line.side == side {
                context.move(to: CGPoint(x: line.start.x, y: line.start.y))
                context.addLine(to: CGPoint(x: line.end.x, y: line.end.y))
            }
            context.strokePath()
            let radius = style.pointRadius
            for point in points where point.side == side {
                context.fillEllipse(
                    in: CGRect(
                        x: point.position.x - radius, y: point.position.y - radius,
                        width: 2 * radius, height: 2 * radius))
            }
        }
    }
}
#endif
