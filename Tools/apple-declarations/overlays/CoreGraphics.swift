@_exported import CoreFoundation
@_exported import CoreGraphics

extension CGAffineTransform {
    public static var identity: CGAffineTransform { CGAffineTransform() }
    public init(scaleX x: CGFloat, y: CGFloat) { self.init() }
    public init(translationX x: CGFloat, y: CGFloat) { self.init() }
    public init(rotationAngle angle: CGFloat) { self.init() }
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
    public func rotated(by angle: CGFloat) -> CGAffineTransform { self }
    public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform { self }
    public func inverted() -> CGAffineTransform { self }
}
extension CGPoint {
    public func applying(_ transform: CGAffineTransform) -> CGPoint { self }
}

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
