@_exported import CoreFoundation
@_exported import CoreGraphics

public enum CGPathFillRule: Int, Sendable { case winding, evenOdd }

extension CGContext {
    public var textMatrix: CGAffineTransform {
        get { .identity }
        set {}
    }
    public var textPosition: CGPoint {
        get { .zero }
        set {}
    }
    public func move(to point: CGPoint) {}
    public func addLine(to point: CGPoint) {}
    public func addLines(between points: [CGPoint]) {}
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {}
    public func fillPath(using rule: CGPathFillRule = .winding) {}
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
}

extension CGColorSpace {
    public var colorTable: [UInt8]? { nil }
}
