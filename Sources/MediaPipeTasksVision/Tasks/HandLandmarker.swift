public import Foundation
package import LandmarkTasks

/// Detects hands: 21 landmarks, the same in meters, and handedness.
///
/// A landmarker may be used from any thread; concurrent calls run one after another.
#if canImport(ObjectiveC)
@objc(MPPHandLandmarker) @objcMembers
#endif
open class HandLandmarker: NSObject {
    package let engine: VisionTaskEngine<HandTask, HandLandmarkerResult>
    private weak var delegate: (any HandLandmarkerLiveStreamDelegate)?

    /// Creates a landmarker with default options for the model at `modelPath`.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public convenience init(modelPath: String) throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Creates a landmarker. The options are read once; later changes to them have no effect.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    public init(options: HandLandmarkerOptions) throws {
        engine = try VisionTaskEngine(
            "handLandmarker", options, makeResult: { HandLandmarkerResult($0, at: $1) }
        ) { (task: HandLandmarker, result, timestamp, error) in
            task.notifyDelegate(result, timestamp, error)
        }
        delegate = options.handLandmarkerLiveStreamDelegate
        super.init()
        engine.setOwner(self)
    }

    /// Detects hands in an image; image mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    #if canImport(ObjectiveC)
    @objc(detectImage:error:)
    #endif
    open func detect(image: MPImage) throws -> HandLandmarkerResult { try engine.detect(image) }

    /// Detects hands in the next frame of a video; video mode only.
    ///
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's time; must be later than that of the previous one.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; later frames are still
    ///   accepted.
    #if canImport(ObjectiveC)
    @objc(detectVideoFrame:timestampInMilliseconds:error:)
    #endif
    open func detect(
        videoFrame: MPImage, timestampInMilliseconds: Int
    ) throws -> HandLandmarkerResult {
        try engine.detect(videoFrame, at: timestampInMilliseconds)
    }

    /// Submits the next frame of a live stream and returns at once; live stream mode only. The
    /// delegate receives the result. A frame that is still waiting when a newer one arrives is
    /// dropped.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - timestampInMilliseconds: The frame's time; must be later than that of the previous one.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`; later frames are still
    ///   accepted.
    #if canImport(ObjectiveC)
    @objc(detectAsyncImage:timestampInMilliseconds:error:)
    #endif
    open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try engine.detectAsync(image, at: timestampInMilliseconds)
    }

    private func notifyDelegate(
        _ result: HandLandmarkerResult?, _ timestamp: Int, _ error: NSError?
    ) {
        guard let delegate else { return }
        #if canImport(ObjectiveC)
        delegate.handLandmarker?(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #else
        delegate.handLandmarker(
            self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        #endif
    }
}

extension HandLandmarker {
    /// The connections of the palm.
    public class var handPalmConnections: [Connection] { palm.connections }
    /// The connections of the thumb.
    public class var handThumbConnections: [Connection] { thumb.connections }
    /// The connections of the index finger.
    public class var handIndexFingerConnections: [Connection] { indexFinger.connections }
    /// The connections of the middle finger.
    public class var handMiddleFingerConnections: [Connection] { middleFinger.connections }
    /// The connections of the ring finger.
    public class var handRingFingerConnections: [Connection] { ringFinger.connections }
    /// The connections of the little finger.
    public class var handPinkyConnections: [Connection] { pinky.connections }
    /// The 21 connections of the palm and all fingers.
    public class var handConnections: [Connection] { all.connections }

    private static let palm = ConnectionList(HandConnections.palm)
    private static let thumb = ConnectionList(HandConnections.thumb)
    private static let indexFinger = ConnectionList(HandConnections.indexFinger)
    private static let middleFinger = ConnectionList(HandConnections.middleFinger)
    private static let ringFinger = ConnectionList(HandConnections.ringFinger)
    private static let pinky = ConnectionList(HandConnections.pinky)
    private static let all = ConnectionList(HandConnections.all)
}

/// A landmark of a hand; the raw value is its index in a hand's landmarks.
#if canImport(ObjectiveC)
@objc(MPPHandLandmark)
#endif
public enum HandLandmark: UInt, Sendable {
    /// The wrist.
    case wrist = 0
    /// The thumb's carpometacarpal joint, next to the wrist.
    case thumbCMC
    /// The thumb's metacarpophalangeal joint.
    case thumbMCP
    /// The thumb's interphalangeal joint.
    case thumbIP
    /// The tip of the thumb.
    case thumbTIP
    /// The index finger's metacarpophalangeal joint (knuckle).
    case indexFingerMCP
    /// The index finger's proximal interphalangeal joint.
    case indexFingerPIP
    /// The index finger's distal interphalangeal joint.
    case indexFingerDIP
    /// The tip of the index finger.
    case indexFingerTIP
    /// The middle finger's metacarpophalangeal joint (knuckle).
    case middleFingerMCP
    /// The middle finger's proximal interphalangeal joint.
    case middleFingerPIP
    /// The middle finger's distal interphalangeal joint.
    case middleFingerDIP
    /// The tip of the middle finger.
    case middleFingerTIP
    /// The ring finger's metacarpophalangeal joint (knuckle).
    case ringFingerMCP
    /// The ring finger's proximal interphalangeal joint.
    case ringFingerPIP
    /// The ring finger's distal interphalangeal joint.
    case ringFingerDIP
    /// The tip of the ring finger.
    case ringFingerTIP
    /// The little finger's metacarpophalangeal joint (knuckle).
    case pinkyMCP
    /// The little finger's proximal interphalangeal joint.
    case pinkyPIP
    /// The little finger's distal interphalangeal joint.
    case pinkyDIP
    /// The tip of the little finger.
    case pinkyTIP
}
