// What MediaPipe's sample apps for iOS use of AVFoundation beyond what this package uses:
// AVAssetImageGenerator.h.
#pragma once
#import <CoreMedia/CoreMedia.h>

NS_ASSUME_NONNULL_BEGIN

#if !__has_include("AVAsset.h")
@interface AVAsset : NSObject
@end
#endif

@interface AVAssetImageGenerator : NSObject
- (instancetype)initWithAsset:(AVAsset *)asset;
@property(nonatomic) BOOL appliesPreferredTrackTransform;
@property(nonatomic) CMTime requestedTimeToleranceBefore;
@property(nonatomic) CMTime requestedTimeToleranceAfter;
- (nullable CGImageRef)copyCGImageAtTime:(CMTime)requestedTime
                              actualTime:(nullable CMTime *)actualTime
                                   error:(NSError *_Nullable *_Nullable)outError
    CF_RETURNS_RETAINED;
@end

NS_ASSUME_NONNULL_END
