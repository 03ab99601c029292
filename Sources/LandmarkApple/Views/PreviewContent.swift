#if canImport(QuartzCore) && (canImport(UIKit) || canImport(AppKit))
#if os(iOS) || os(macOS)
import AVFoundation
#endif
import CoreGraphics
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import QuartzCore

/// The content of a preview view: the camera's own layer, or the images of a source without one.
@MainActor
final class PreviewContent {
    /// The layer to add to the view's.
    let layer = CALayer()
    /// How frames are scaled to the view.
    var scaling = ViewTransform.Scaling.fill {
        didSet { layout(size) }
    }

    private let camera: any CameraSource
    private let image = CALayer()
    private var size = ViewSize(width: 0, height: 0)
    private var geometry: FrameGeometry?
    #if os(iOS) || os(macOS)
    private var previewLayer: AVCaptureVideoPreviewLayer?
    #endif

    init(_ camera: any CameraSource) {
        self.camera = camera
        layer.masksToBounds = true
        #if os(iOS) || os(macOS)
        if let service = camera as? CameraService {
            let preview = AVCaptureVideoPreviewLayer()
            layer.addSublayer(preview)
            service.connect(preview)
            previewLayer = preview
            return
        }
        #endif
        guard let source = camera as? any PreviewImageSource else { return }
        image.anchorPoint = CGPoint(x: 0, y: 0)
        layer.addSublayer(image)
        source.setPreview { [weak self] frame in
            // Created here, so that the main thread does not copy pixels.
            let bitmap = frame.frame.image.makeCGImage()
            let geometry = frame.geometry
            Task { @MainActor [weak self] in self?.show(bitmap, geometry) }
        }
    }

    deinit { (camera as? any PreviewImageSource)?.setPreview(nil) }

    /// Fits the layers to the view's size.
    func layout(_ size: ViewSize) {
        self.size = size
        withoutAnimation {
            layer.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
            #if os(iOS) || os(macOS)
            previewLayer?.frame = layer.bounds
            previewLayer?.videoGravity = scaling == .fill ? .resizeAspectFill : .resizeAspect
            #endif
            placeImage()
        }
    }

    /// Shows a frame of a source without a layer of its own.
    private func show(_ bitmap: CGImage?, _ geometry: FrameGeometry) {
        self.geometry = geometry
        withoutAnimation {
            image.contents = bitmap
            placeImage()
        }
    }

    /// Places the image by the transform that places landmarks.
    private func placeImage() {
        guard let geometry,
            let transform = try? geometry.transform(to: size, scaling: scaling)
        else { return }
        let width = Double(geometry.imageSize.width)
        let height = Double(geometry.imageSize.height)
        image.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        image.position = CGPoint(x: 0, y: 0)
        image.setAffineTransform(
            CGAffineTransform(
                a: transform.xAxis.x / width, b: transform.xAxis.y / width,
                c: transform.yAxis.x / height, d: transform.yAxis.y / height,
                tx: transform.origin.x, ty: transform.origin.y))
    }

    private func withoutAnimation(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
    }
}
#endif
