// An app in Objective-C++ that uses MediaPipeTasksVision.
@import Foundation;
@import UIKit;
@import MediaPipeTasksVision;

namespace {

/// A landmarker that a C++ class keeps.
class Hands {
  public:
    explicit Hands(NSString *model) : landmarker_(open(model)) {}

    NSUInteger count(UIImage *photo) const {
        NSError *error = nil;
        MPPImage *image = [[MPPImage alloc] initWithUIImage:photo error:&error];
        MPPHandLandmarkerResult *result = [landmarker_ detectImage:image error:&error];
        return result.landmarks.count;
    }

  private:
    static MPPHandLandmarker *open(NSString *model) {
        NSError *error = nil;
        auto *landmarker = [[MPPHandLandmarker alloc] initWithModelPath:model error:&error];
        if (error.code == MPPTasksErrorCodeInvalidArgumentError) NSLog(@"%@", error);
        return landmarker;
    }

    MPPHandLandmarker *landmarker_;
};

} // namespace

NSUInteger handsIn(UIImage *photo);
NSUInteger handsIn(UIImage *photo) { return Hands(@"hand_landmarker.task").count(photo); }
