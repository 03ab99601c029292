#if canImport(UIKit)
import CoreGraphics
import LandmarkCore
public import LandmarkMotion
import QuartzCore
public import UIKit

/// Shows a camera.
public final class CameraPreviewView: UIView {
    /// How frames are scaled to the view; give an overlay the same scaling.
    public var scaling: ViewTransform.Scaling {
        get { content.scaling }
        set { content.scaling = newValue }
    }

    private let content: PreviewContent
    #if os(iOS)
    private weak var service: CameraService?
    private var turns: HalfTurnObserver?
    #endif

    /// Creates a view of a camera, such as that of a session.
    public init(camera: any CameraSource, scaling: ViewTransform.Scaling = .fill) {
        content = PreviewContent(camera)
        #if os(iOS)
        service = camera as? CameraService
        #endif
        super.init(frame: .zero)
        content.scaling = scaling
        layer.addSublayer(content.layer)
    }

    @available(*, unavailable, message: "a preview needs a camera")
    required init?(coder: NSCoder) { nil }

    /// Fits the preview to the view, and turns it with the interface.
    public override func layoutSubviews() {
        super.layoutSubviews()
        #if os(iOS)
        followInterface()
        #endif
        content.layout(ViewSize(width: bounds.width, height: bounds.height))
    }

    #if os(iOS)
    /// Follows half turns of the interface while the view is in a window.
    public override func didMoveToWindow() {
        super.didMoveToWindow()
        turns = window == nil ? nil : HalfTurnObserver { [weak self] in self?.followInterface() }
    }

    private func followInterface() {
        if let turn = window?.windowScene.flatMap({ InterfaceTurn($0.interfaceOrientation) }) {
            service?.interfaceTurned(turn)
        }
    }
    #endif
}

/// Draws landmarks over a preview of the same size and scaling.
public final class LandmarkOverlayView: UIView {
    /// How the preview scales frames to the view.
    public var scaling: ViewTransform.Scaling = .fill {
        didSet { setNeedsDisplay() }
    }
    /// Colors and widths.
    public var style = OverlayStyle() {
        didSet { setNeedsDisplay() }
    }

    private var shapes: [LandmarkShape] = []
    private var geometry: FrameGeometry?

    /// Creates an empty overlay that lets touches through.
    public init(scaling: ViewTransform.Scaling = .fill) {
        self.scaling = scaling
        super.init(frame: .zero)
        isOpaque = false
        backgroundColor = .clear
        isUserInteractionEnabled = false
        contentMode = .redraw
    }

    @available(*, unavailable, message: "create overlays in code")
    required init?(coder: NSCoder) { nil }

    /// Shows a result; nil for none.
    public func show<Output: LandmarkDrawable>(_ result: SessionResult<Output>?) {
        show(result?.output.shapes ?? [], geometry: result?.geometry)
    }

    /// Shows shapes of a frame.
    public func show(_ shapes: [LandmarkShape], geometry: FrameGeometry?) {
        self.shapes = shapes
        self.geometry = geometry
        setNeedsDisplay()
    }

    /// Draws the landmarks.
    public override func draw(_ rect: CGRect) {
        guard let geometry, let context = UIGraphicsGetCurrentContext() else { return }
        OverlayDrawing(
            shapes, geometry: geometry,
            viewSize: ViewSize(width: bounds.width, height: bounds.height), scaling: scaling
        ).draw(in: context, style: style)
    }
}

#if os(iOS)
extension InterfaceTurn {
    /// The turn of an interface; nil while unknown.
    fileprivate init?(_ orientation: UIInterfaceOrientation) {
        switch orientation {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeLeft
        case .landscapeRight: self = .landscapeRight
        case .unknown: return nil
        @unknown default: return nil
        }
    }
}
#endif
#endif
