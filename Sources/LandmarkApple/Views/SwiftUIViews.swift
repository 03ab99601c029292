#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
public import LandmarkMotion
public import SwiftUI

/// Shows the camera of a session.
public struct CameraView: View {
    private let camera: any CameraSource
    private let scaling: ViewTransform.Scaling

    /// Creates a view of a camera.
    public init(camera: any CameraSource, scaling: ViewTransform.Scaling = .fill) {
        self.camera = camera
        self.scaling = scaling
    }

    /// Creates a view of a session's camera.
    public init<Output>(
        _ session: LandmarkSession<Output>, scaling: ViewTransform.Scaling = .fill
    ) {
        self.init(camera: session.camera, scaling: scaling)
    }

    /// Creates a view of a session's camera.
    @available(iOS 17, macOS 14, tvOS 17, visionOS 1, *)
    public init<Output>(
        _ session: ObservableLandmarkSession<Output>, scaling: ViewTransform.Scaling = .fill
    ) {
        self.init(camera: session.camera, scaling: scaling)
    }

    /// The platform's view.
    public var body: some View {
        // Another camera needs another view: views keep the camera that they were created for.
        PlatformPreview(camera: camera, scaling: scaling).id(ObjectIdentifier(camera))
    }
}

/// Draws the latest landmarks of a session over a `CameraView` of the same size and scaling.
///
/// For a session with `@Observable`, use ``LandmarkResultOverlay`` with its latest result.
public struct LandmarkOverlay<Output: LandmarkDrawable>: View {
    @ObservedObject private var session: LandmarkSession<Output>
    private let scaling: ViewTransform.Scaling
    private let style: OverlayStyle

    /// Creates an overlay that follows a session.
    public init(
        _ session: LandmarkSession<Output>, scaling: ViewTransform.Scaling = .fill,
        style: OverlayStyle = OverlayStyle()
    ) {
        self.session = session
        self.scaling = scaling
        self.style = style
    }

    /// The overlay of the latest result.
    public var body: some View {
        LandmarkResultOverlay(session.latest, scaling: scaling, style: style)
    }
}

/// Draws the landmarks of a result.
public struct LandmarkResultOverlay<Output: LandmarkDrawable>: View {
    private let result: SessionResult<Output>?
    private let scaling: ViewTransform.Scaling
    private let style: OverlayStyle

    /// Creates an overlay of a result; nil shows nothing.
    public init(
        _ result: SessionResult<Output>?, scaling: ViewTransform.Scaling = .fill,
        style: OverlayStyle = OverlayStyle()
    ) {
        self.result = result
        self.scaling = scaling
        self.style = style
    }

    /// The platform's view.
    public var body: some View {
        PlatformOverlay(
            shapes: result?.output.shapes ?? [], geometry: result?.geometry, scaling: scaling,
            style: style
        )
        .allowsHitTesting(false)
    }
}

private struct PlatformPreview {
    let camera: any CameraSource
    let scaling: ViewTransform.Scaling

    @MainActor func make() -> CameraPreviewView {
        CameraPreviewView(camera: camera, scaling: scaling)
    }

    @MainActor func update(_ view: CameraPreviewView) {
        if view.scaling != scaling { view.scaling = scaling }
    }
}

private struct PlatformOverlay {
    let shapes: [LandmarkShape]
    let geometry: FrameGeometry?
    let scaling: ViewTransform.Scaling
    let style: OverlayStyle

    @MainActor func make() -> LandmarkOverlayView { LandmarkOverlayView(scaling: scaling) }

    @MainActor func update(_ view: LandmarkOverlayView) {
        if view.scaling != scaling { view.scaling = scaling }
        if view.style != style { view.style = style }
        view.show(shapes, geometry: geometry)
    }
}

#if canImport(UIKit)
import UIKit

extension PlatformPreview: UIViewRepresentable {
    func makeUIView(context: Context) -> CameraPreviewView { make() }
    func updateUIView(_ view: CameraPreviewView, context: Context) { update(view) }
}

extension PlatformOverlay: UIViewRepresentable {
    func makeUIView(context: Context) -> LandmarkOverlayView { make() }
    func updateUIView(_ view: LandmarkOverlayView, context: Context) { update(view) }
}
#else
import AppKit

extension PlatformPreview: NSViewRepresentable {
    func makeNSView(context: Context) -> CameraPreviewView { make() }
    func updateNSView(_ view: CameraPreviewView, context: Context) { update(view) }
}

extension PlatformOverlay: NSViewRepresentable {
    func makeNSView(context: Context) -> LandmarkOverlayView { make() }
    func updateNSView(_ view: LandmarkOverlayView, context: Context) { update(view) }
}
#endif
#endif
