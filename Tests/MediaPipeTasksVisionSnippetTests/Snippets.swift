// swift-format-ignore-file
// Code as written for MediaPipe's Swift API on iOS, in its usual layout. Code that uses types of UIKit,
// Core Video or Core Media is behind `canImport`, beside its replacement elsewhere.

#if canImport(UIKit)
import UIKit
import AVFoundation
#else
import struct LandmarkImaging.PixelBuffer
#endif
import Foundation
import MediaPipeTasksVision

// 5.1 options: chained base options, and replacing the object
func makeHand(_ path: String) throws -> HandLandmarker {
  let o = HandLandmarkerOptions()
  o.baseOptions.modelAssetPath = path
  o.baseOptions.delegate = .GPU
  o.runningMode = .image
  o.numHands = 2
  o.minHandDetectionConfidence = 0.6
  o.minHandPresenceConfidence = 0.6
  o.minTrackingConfidence = 0.6
  return try HandLandmarker(options: o)
}
func makePose(_ path: String) throws -> PoseLandmarker {
  let base = BaseOptions()
  base.modelAssetPath = path
  base.delegate = Delegate.CPU
  let o = PoseLandmarkerOptions()
  o.baseOptions = base                      // copied
  o.numPoses = 1
  o.shouldOutputSegmentationMasks = true
  return try PoseLandmarker(options: o)
}
let quick: FaceLandmarker? = try? FaceLandmarker(modelPath: "face_landmarker.task")

// 5.2 images
#if canImport(UIKit)
func images(_ ui: UIImage, _ pb: CVPixelBuffer, _ sb: CMSampleBuffer) throws {
  let a = try MPImage(uiImage: ui)
  let b = try MPImage(uiImage: ui, orientation: .right)
  let c = try MPImage(pixelBuffer: pb); let d = try MPImage(pixelBuffer: pb, orientation: .left)
  let e = try MPImage(sampleBuffer: sb); let f = try MPImage(sampleBuffer: sb, orientation: .down)
  let w: CGFloat = a.width + b.height
  if c.imageSourceType == .pixelBuffer, let raw = d.pixelBuffer { _ = CVPixelBufferGetWidth(raw) }
  if e.imageSourceType == .sampleBuffer { _ = f.sampleBuffer }
  switch a.imageSourceType { case .image: _ = a.image; default: break }
  _ = (w, a.orientation == .up, MPImageSourceType(rawValue: 1))
}
#else
func images(_ file: String, _ pb: PixelBuffer) throws {
  let a = try MPImage(contentsOfFile: file)
  let b = try MPImage(contentsOfFile: file, orientation: .right)
  let c = try MPImage(pixelBuffer: pb); let d = try MPImage(pixelBuffer: pb, orientation: .left)
  let w: CGFloat = a.width + b.height
  if c.imageSourceType == .pixelBuffer, let raw = d.pixelBuffer { _ = raw }
  switch a.imageSourceType { case .image: _ = a.image; default: break }
  _ = (w, a.orientation == .up, MPImageSourceType(rawValue: 1))
}
#endif

// 5.3 synchronous modes
func still(_ t: HandLandmarker, _ i: MPImage) throws -> HandLandmarkerResult { try t.detect(image: i) }
func frame(_ t: PoseLandmarker, _ i: MPImage, _ ms: Int) throws -> PoseLandmarkerResult {
  try t.detect(videoFrame: i, timestampInMilliseconds: ms)
}
#if canImport(UIKit)
func optionalChain(_ t: PoseLandmarker?, _ u: UIImage) throws {
  let r = try t?.detect(videoFrame: MPImage(uiImage: u), timestampInMilliseconds: 0)  // r: PoseLandmarkerResult?
  _ = r?.landmarks.first
}
#else
func optionalChain(_ t: PoseLandmarker?, _ u: PixelBuffer) throws {
  let r = try t?.detect(videoFrame: MPImage(pixelBuffer: u), timestampInMilliseconds: 0)  // r: PoseLandmarkerResult?
  _ = r?.landmarks.first
}
#endif

// 5.4 live stream: NSObject conformer; required for pose/face, optional for hand/gesture/detector/segmenter
final class Live: NSObject, HandLandmarkerLiveStreamDelegate, PoseLandmarkerLiveStreamDelegate,
                  FaceLandmarkerLiveStreamDelegate {
  var hand: HandLandmarker?
  var heard: (Int) -> Void = { _ in }
  func start(_ path: String) throws {
    let o = HandLandmarkerOptions()
    o.baseOptions.modelAssetPath = path
    o.runningMode = .liveStream
    o.handLandmarkerLiveStreamDelegate = self
    hand = try HandLandmarker(options: o)
  }
#if canImport(UIKit)
  func push(_ sb: CMSampleBuffer, _ ms: Int) {
    guard let i = try? MPImage(sampleBuffer: sb, orientation: .up) else { return }
    do { try hand?.detectAsync(image: i, timestampInMilliseconds: ms) } catch { print(error) }
  }
#else
  func push(_ pb: PixelBuffer, _ ms: Int) {
    guard let i = try? MPImage(pixelBuffer: pb, orientation: .up) else { return }
    do { try hand?.detectAsync(image: i, timestampInMilliseconds: ms) } catch { print(error) }
  }
#endif
  func handLandmarker(_ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
                      timestampInMilliseconds: Int, error: Error?) {
    guard handLandmarker === hand, let r = result, error == nil else { return }
    _ = r.handedness.first?.first?.categoryName ?? ""
    heard(timestampInMilliseconds)
  }
  func poseLandmarker(_ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
                      timestampInMilliseconds: Int, error: (any Error)?) {}
  func faceLandmarker(_ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
                      timestampInMilliseconds: Int, error: Error?) {}
}
final class SilentHand: NSObject, HandLandmarkerLiveStreamDelegate {}   // must compile: method optional

// 5.5 results
func read(_ h: HandLandmarkerResult, _ p: PoseLandmarkerResult, _ f: FaceLandmarkerResult) {
  for hand in h.landmarks {
    let tip: NormalizedLandmark = hand[Int(HandLandmark.indexFingerTIP.rawValue)]
    let v: Float? = tip.visibility?.floatValue
    _ = (CGPoint(x: CGFloat(tip.x), y: CGFloat(tip.y)), tip.z, v)
  }
  let world: Landmark? = p.worldLandmarks.first?.first
  let cat: ResultCategory? = h.handedness.first?.first
  _ = (world?.x, cat?.index, cat?.score, cat?.categoryName, cat?.displayName, p.timestampInMilliseconds)
  if let m = p.segmentationMasks.first {
    let buf = UnsafeBufferPointer(start: m.float32Data, count: m.width * m.height)
    _ = (buf.first, m.uint8Data[0], m.dataType == .float32, m.copy() as! Mask)
  }
  for b in f.faceBlendshapes { for c in b.categories { _ = (c.categoryName, c.score) } }
  if let t = f.facialTransformationMatrixes.first { _ = (t.rows, t.columns, t.data[12], t.value(atRow: 3, column: 0)) }
}

// 5.6 connections: properties (hand, pose) versus methods (face); UInt indices
func segments(_ dots: [CGPoint]) -> [(CGPoint, CGPoint)] {
  HandLandmarker.handConnections.map { (dots[Int($0.start)], dots[Int($0.end)]) }
}
let poseEdges: [Connection] = PoseLandmarker.poseLandmarks
let ovalEdges: [Connection] = FaceLandmarker.faceOvalConnections() + FaceLandmarker.lipsConnections()
let custom = Connection(start: 0, end: 1)

// 5.7 user-built values (test fixtures do this)
let lm = NormalizedLandmark(x: 0.1, y: 0.2, z: 0, visibility: nil, presence: NSNumber(value: 0.9))
let fake = HandLandmarkerResult(landmarks: [[lm]], worldLandmarks: [], handedness: [], timestampInMilliseconds: 0)

// 5.8 errors
func classify(_ e: Error) -> TasksErrorCode? {
  let n = e as NSError
  guard n.domain == "com.google.mediapipe.tasks" else { return nil }
  return TasksErrorCode(rawValue: UInt(n.code))        // == .invalidArgumentError, .notFoundError …
}

// 5.9 other tasks
func others(_ i: MPImage, _ p: String) throws {
  let fd = FaceDetectorOptions(); fd.baseOptions.modelAssetPath = p; fd.minSuppressionThreshold = 0.3
  for d in try FaceDetector(options: fd).detect(image: i).detections {
    let box: CGRect = d.boundingBox
    let pts: [CGPoint] = d.keypoints?.map(\.location) ?? []
    _ = (box, pts, d.categories.first?.score)
  }
  let co = ClassifierOptions(); co.scoreThreshold = 0.4; co.categoryAllowlist = ["Thumb_Up"]
}
let mode: RunningMode = .video
