@_exported import AVFoundation
@_exported import CoreMedia
@_exported import QuartzCore

@available(tvOS 17, *)
extension AVCaptureVideoDataOutput {
    public var availableVideoPixelFormatTypes: [OSType] { [] }
}

// Properties of assets.

@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {}
@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>,
    @unchecked Sendable
{}

@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
extension AVPartialAsyncProperty where Root: AVAsset {
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty() }
}
@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty() }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty()
    }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty() }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty() }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty() }
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty()
    }
}
@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
extension AVAsynchronousKeyValueLoading {
    public func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
        while true {}
    }
}

// What MediaPipe's sample apps use: older names of notifications, and the error of one of them.
extension NSNotification.Name {
    public static let AVCaptureSessionRuntimeError = Notification.Name("")
    public static let AVCaptureSessionWasInterrupted = Notification.Name("")
    public static let AVCaptureSessionInterruptionEnded = Notification.Name("")
}
public struct AVError: Error {
    public enum Code: Int, Sendable { case mediaServicesWereReset = -11819 }
    public var code: Code { .mediaServicesWereReset }
}

// Imported from a completion handler; lowering that needs a part of the library that Linux lacks.
@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
extension AVAsset {
    public func loadTracks(withMediaType type: AVMediaType) async throws -> [AVAssetTrack] { [] }
}
