// An app in Objective-C that uses every task of MediaPipeTasksVision.
@import Foundation;
@import UIKit;
@import MediaPipeTasksVision;

@interface Landmarkers
    : NSObject <MPPHandLandmarkerLiveStreamDelegate, MPPPoseLandmarkerLiveStreamDelegate,
                MPPFaceLandmarkerLiveStreamDelegate, MPPFaceDetectorLiveStreamDelegate>
@property(nonatomic) MPPHandLandmarker *hands;
@end

@implementation Landmarkers

- (nullable MPPHandLandmarkerResult *)handsIn:(UIImage *)photo error:(NSError **)error {
    MPPHandLandmarkerOptions *options = [[MPPHandLandmarkerOptions alloc] init];
    options.baseOptions.modelAssetPath = @"hand_landmarker.task";
    options.baseOptions.delegate = MPPDelegateCPU;
    options.runningMode = MPPRunningModeImage;
    options.numHands = 2;
    options.minHandDetectionConfidence = 0.5f;
    options.minHandPresenceConfidence = 0.5f;
    options.minTrackingConfidence = 0.5f;
    self.hands = [[MPPHandLandmarker alloc] initWithOptions:options error:error];
    MPPImage *image = [[MPPImage alloc] initWithUIImage:photo error:error];
    if (!self.hands || !image) return nil;
    MPPHandLandmarkerResult *result = [self.hands detectImage:image error:error];
    for (NSArray<MPPNormalizedLandmark *> *hand in result.landmarks) {
        NSLog(@"%f %@", hand[MPPHandLandmarkWrist].x, hand[0].visibility);
    }
    return result;
}

- (nullable MPPPoseLandmarkerResult *)poseIn:(MPPImage *)frame
                                          at:(NSInteger)milliseconds
                                       error:(NSError **)error {
    MPPPoseLandmarkerOptions *options = [[MPPPoseLandmarkerOptions alloc] init];
    options.baseOptions.modelAssetPath = @"pose_landmarker_lite.task";
    options.runningMode = MPPRunningModeVideo;
    options.shouldOutputSegmentationMasks = YES;
    MPPPoseLandmarker *poses = [[MPPPoseLandmarker alloc] initWithOptions:options error:error];
    return [poses detectVideoFrame:frame timestampInMilliseconds:milliseconds error:error];
}

- (BOOL)faceIn:(MPPImage *)frame at:(NSInteger)milliseconds error:(NSError **)error {
    MPPFaceLandmarkerOptions *options = [[MPPFaceLandmarkerOptions alloc] init];
    options.baseOptions.modelAssetPath = @"face_landmarker.task";
    options.runningMode = MPPRunningModeLiveStream;
    options.faceLandmarkerLiveStreamDelegate = self;
    options.outputFaceBlendshapes = YES;
    MPPFaceLandmarker *faces = [[MPPFaceLandmarker alloc] initWithOptions:options error:error];
    return [faces detectAsyncImage:frame timestampInMilliseconds:milliseconds error:error];
}

- (nullable MPPFaceDetectorResult *)facesIn:(MPPImage *)image error:(NSError **)error {
    MPPFaceDetector *detector = [[MPPFaceDetector alloc] initWithModelPath:@"detector.tflite"
                                                                     error:error];
    return [detector detectImage:image error:error];
}

- (void)handLandmarker:(MPPHandLandmarker *)handLandmarker
    didFinishDetectionWithResult:(MPPHandLandmarkerResult *)result
         timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                           error:(NSError *)error {
}

- (void)poseLandmarker:(MPPPoseLandmarker *)poseLandmarker
    didFinishDetectionWithResult:(MPPPoseLandmarkerResult *)result
         timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                           error:(NSError *)error {
}

- (void)faceLandmarker:(MPPFaceLandmarker *)faceLandmarker
    didFinishDetectionWithResult:(MPPFaceLandmarkerResult *)result
         timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                           error:(NSError *)error {
}

- (void)faceDetector:(MPPFaceDetector *)faceDetector
    didFinishDetectionWithResult:(MPPFaceDetectorResult *)result
         timestampInMilliseconds:(NSInteger)timestampInMilliseconds
                           error:(NSError *)error {
}

@end
