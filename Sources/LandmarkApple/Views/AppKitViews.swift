#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import CoreGraphics
import LandmarkCore
public import LandmarkMotion
import QuartzCore

/// Shows a camera.
public final class CameraPreviewView: NSView {
    /// How frames are scaled to the view; give an overlay the same scaling.
    public var scaling: ViewTransform.Scaling {
        get { content.scaling }
        set { content.scaling = newValue }
    }

    private let content: PreviewContent

    /// Creates a view of a camera, such as that of a session.
    public init(camera: any CameraSource, scaling: ViewTransform.Scaling = .fill) {
        content = PreviewContent(camera)
        super.init(frame: .zero)
        content.scaling = scaling
        wantsLayer = true
        layer?.addSublayer(content.layer)
    }

    @available(*, unavailable, message: "a preview needs a camera")
    required init?(coder: NSCoder) { nil }

    /// True: positions are measured from the top, like landmarks.
    public override var isFlipped: Bool { true }

    /// Fits the preview to the view.
    public override func layout() {
        super.layout()
        content.layout(ViewSize(width: bounds.width, height: bounds.height))
    }
}

/// Draws landmarks over a preview of the same size and scaling.
public final class LandmarkOverlayView: NSView {
    /// How the preview scales frames to the view.
    public var scaling: ViewTransform.Scaling = .fill {
        didSet { needsDisplay = true }
    }
    /// Colors and widths.
    public var style = OverlayStyle() {
        didSet { needsDisplay = true }
    }

    private var shapes: [LandmarkShape] = []
    private var geometry: FrameGeometry?

    /// Creates an empty overlay that lets clicks through.
    public init(scaling: ViewTransform.Scaling = .fill) {
        self.scaling = scaling
        super.init(frame: .zero)
        wantsLayer = true
    }

    @available(*, unavailable, message: "create overlays in code")
    required init?(coder: NSCoder) { nil }

    /// True: positions are measured from the top, like landmarks.
    public override var isFlipped: Bool { true }

    /// Nil: clicks go to the view below.
    public override func hitTest(_ point: NSPoint) -> NSView? { nil }

    /// Shows a result; nil for none.
    public func show<Output: LandmarkDrawable>(_ result: SessionResult<Output>?) {
        show(result?.output.shapes ?? [], geometry: result?.geometry)
    }

    /// Shows shapes of a frame.
    public func show(_ shapes: [LandmarkShape], geometry: FrameGeometry?) {
        self.shapes = shapes
        self.geometry = geometry
        needsDisplay = true
    }

    /// Draws the landmarks.
    public override func draw(_ dirtyRect: NSRect) {
        guard let geometry, let context = NSGraphicsContext.current?.cgContext else { return }
        OverlayDrawing(
            shapes, geometry: geometry,
            viewSize: ViewSize(width: bounds.width, height: bounds.height), scaling: scaling
        ).draw(in: context, style: style)
    }
}
#endif
