// swift-format-ignore-file
// The nine Swift blocks of MediaPipe's public guide to the hand landmarker on iOS, each as a
// function: the same calls with the same spelling, without a character of ours. A block hands the
// optional path of a resource on as it is. Nothing else is imported. Two of the nine need types that
// only exist on Apple's systems.

import MediaPipeTasksVision

private let minHandDetectionConfidence: Float = 0.5
private let minHandPresenceConfidence: Float = 0.5
private let minHandTrackingConfidence: Float = 0.5
private let numHands = 1

// 1. A task for images
func makeHandLandmarkerForImages() throws -> HandLandmarker {
  let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task")

  let options = HandLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .image
  options.minHandDetectionConfidence = minHandDetectionConfidence
  options.minHandPresenceConfidence = minHandPresenceConfidence
  options.minTrackingConfidence = minHandTrackingConfidence
  options.numHands = numHands

  let handLandmarker = try HandLandmarker(options: options)
  return handLandmarker
}

// 2. A task for videos
func makeHandLandmarkerForVideos() throws -> HandLandmarker {
  let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task")

  let options = HandLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .video
  options.minHandDetectionConfidence = minHandDetectionConfidence
  options.minHandPresenceConfidence = minHandPresenceConfidence
  options.minTrackingConfidence = minHandTrackingConfidence
  options.numHands = numHands

  let handLandmarker = try HandLandmarker(options: options)
  return handLandmarker
}

// 3. A task for live streams, and its delegate
class HandLandmarkerResultProcessor: NSObject, HandLandmarkerLiveStreamDelegate {

  func handLandmarker(
    _ handLandmarker: HandLandmarker,
    didFinishDetection result: HandLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?) {
  }
}

func makeHandLandmarkerForLiveStreams() throws -> (HandLandmarker, HandLandmarkerResultProcessor) {
  let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task")

  let options = HandLandmarkerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .liveStream
  options.minHandDetectionConfidence = minHandDetectionConfidence
  options.minHandPresenceConfidence = minHandPresenceConfidence
  options.minTrackingConfidence = minHandTrackingConfidence
  options.numHands = numHands

  let processor = HandLandmarkerResultProcessor()
  options.handLandmarkerLiveStreamDelegate = processor

  let handLandmarker = try HandLandmarker(options: options)
  return (handLandmarker, processor)
}

#if canImport(UIKit)
// 4. An image from a UIImage
func makeHandImage(uiImage image: UIImage) throws -> MPImage {
  let image = try MPImage(uiImage: image)
  return image
}

// 5. An image from a CVPixelBuffer
func makeHandImage(pixelBuffer: CVPixelBuffer) throws -> MPImage {
  let image = try MPImage(pixelBuffer: pixelBuffer)
  return image
}

// 6. An image from a CMSampleBuffer
func makeHandImage(sampleBuffer: CMSampleBuffer) throws -> MPImage {
  let image = try MPImage(sampleBuffer: sampleBuffer)
  return image
}
#else
// 5. An image from a pixel buffer
func makeHandImage(pixelsOf file: MPImage) throws -> MPImage? {
  guard let pixelBuffer = file.image else { return nil }
  let image = try MPImage(pixelBuffer: pixelBuffer)
  return image
}
#endif

// 7. Detection in an image
func detectHand(_ handLandmarker: HandLandmarker, image: MPImage) throws -> HandLandmarkerResult {
  let result = try handLandmarker.detect(image: image)
  return result
}

// 8. Detection in a frame of a video
func detectHand(
  _ handLandmarker: HandLandmarker, videoFrame image: MPImage, _ timestamp: Int
) throws -> HandLandmarkerResult {
  let result = try handLandmarker.detect(
    videoFrame: image,
    timestampInMilliseconds: timestamp)
  return result
}

// 9. Detection in a frame of a live stream
func detectHandAsync(_ handLandmarker: HandLandmarker, image: MPImage, _ timestamp: Int) throws {
  try handLandmarker.detectAsync(
    image: image,
    timestampInMilliseconds: timestamp)
}
