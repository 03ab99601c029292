// swift-format-ignore-file
// The nine Swift blocks of MediaPipe's public guide to the pose landmarker on iOS, each as a
// function: the same calls with the same spelling, without a character of ours. A block hands the
// optional path of a resource on as it is. Nothing else is imported. Two of the nine need types that
// only exist on Apple's systems.

import MediaPipeTasksVision

private let minPoseDetectionConfidence: Float = 0.5
private let minPosePresenceConfidence: Float = 0.5
private let minTrackingConfidence: Float = 0.5
private let numPoses = 1

// 1. A task for images
func makePoseLandmarkerForImages() throws -> PoseLandmarker {
  let modelPath = Bundle.main.path(forResource: "pose_landmarker", ofType: "task")

  let options = PoseLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .image
  options.minPoseDetectionConfidence = minPoseDetectionConfidence
  options.minPosePresenceConfidence = minPosePresenceConfidence
  options.minTrackingConfidence = minTrackingConfidence
  options.numPoses = numPoses

  let poseLandmarker = try PoseLandmarker(options: options)
  return poseLandmarker
}

// 2. A task for videos
func makePoseLandmarkerForVideos() throws -> PoseLandmarker {
  let modelPath = Bundle.main.path(forResource: "pose_landmarker", ofType: "task")

  let options = PoseLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .video
  options.minPoseDetectionConfidence = minPoseDetectionConfidence
  options.minPosePresenceConfidence = minPosePresenceConfidence
  options.minTrackingConfidence = minTrackingConfidence
  options.numPoses = numPoses

  let poseLandmarker = try PoseLandmarker(options: options)
  return poseLandmarker
}

// 3. A task for live streams, and its delegate
class PoseLandmarkerResultProcessor: NSObject, PoseLandmarkerLiveStreamDelegate {

  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker,
    didFinishDetection result: PoseLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?) {
  }
}

func makePoseLandmarkerForLiveStreams() throws -> (PoseLandmarker, PoseLandmarkerResultProcessor) {
  let modelPath = Bundle.main.path(forResource: "pose_landmarker", ofType: "task")

  let options = PoseLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .liveStream
  options.minPoseDetectionConfidence = minPoseDetectionConfidence
  options.minPosePresenceConfidence = minPosePresenceConfidence
  options.minTrackingConfidence = minTrackingConfidence
  options.numPoses = numPoses

  let processor = PoseLandmarkerResultProcessor()
  options.poseLandmarkerLiveStreamDelegate = processor

  let poseLandmarker = try PoseLandmarker(options: options)
  return (poseLandmarker, processor)
}

#if canImport(UIKit)
// 4. An image from a UIImage
func makePoseImage(uiImage image: UIImage) throws -> MPImage {
  let image = try MPImage(uiImage: image)
  return image
}

// 5. An image from a CVPixelBuffer
func makePoseImage(pixelBuffer: CVPixelBuffer) throws -> MPImage {
  let image = try MPImage(pixelBuffer: pixelBuffer)
  return image
}

// 6. An image from a CMSampleBuffer
func makePoseImage(sampleBuffer: CMSampleBuffer) throws -> MPImage {
  let image = try MPImage(sampleBuffer: sampleBuffer)
  return image
}
#else
// 5. An image from a pixel buffer
func makePoseImage(pixelsOf file: MPImage) throws -> MPImage? {
  guard let pixelBuffer = file.image else { return nil }
  let image = try MPImage(pixelBuffer: pixelBuffer)
  return image
}
#endif

// 7. Detection in an image
func detectPose(_ poseLandmarker: PoseLandmarker, image: MPImage) throws -> PoseLandmarkerResult {
  let result = try poseLandmarker.detect(image: image)
  return result
}

// 8. Detection in a frame of a video
func detectPose(
  _ poseLandmarker: PoseLandmarker, videoFrame image: MPImage, _ timestamp: Int
) throws -> PoseLandmarkerResult {
  let result = try poseLandmarker.detect(
    videoFrame: image,
    timestampInMilliseconds: timestamp)
  return result
}

// 9. Detection in a frame of a live stream
func detectPoseAsync(_ poseLandmarker: PoseLandmarker, image: MPImage, _ timestamp: Int) throws {
  try poseLandmarker.detectAsync(
    image: image,
    timestampInMilliseconds: timestamp)
}
