// AVAsset.h, AVAssetTrack.h, AVAssetReader.h, AVAssetWriter.h and what they need.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <CoreMedia/CoreMedia.h>

NS_ASSUME_NONNULL_BEGIN

// Assets. Swift's overlay loads their tracks and properties.
@protocol AVAsynchronousKeyValueLoading
@end
@class AVAssetTrack;
NS_SWIFT_SENDABLE
@interface AVAsset : NSObject <NSCopying, AVAsynchronousKeyValueLoading>
@end
NS_SWIFT_SENDABLE
@interface AVURLAsset : AVAsset
- (instancetype)initWithURL:(NSURL *)URL options:(nullable NSDictionary<NSString *, id> *)options NS_DESIGNATED_INITIALIZER;
@end
NS_SWIFT_SENDABLE
@interface AVAssetTrack : NSObject <NSCopying, AVAsynchronousKeyValueLoading>
@end

// Reading.
typedef NS_ENUM(NSInteger, AVAssetReaderStatus) {
    AVAssetReaderStatusUnknown = 0,
    AVAssetReaderStatusReading = 1,
    AVAssetReaderStatusCompleted = 2,
    AVAssetReaderStatusFailed = 3,
    AVAssetReaderStatusCancelled = 4,
} NS_SWIFT_NAME(AVAssetReader.Status);
@class AVAssetReader;
@interface AVAssetReaderOutput : NSObject
@property(nonatomic) BOOL alwaysCopiesSampleData;
- (nullable CMSampleBufferRef)copyNextSampleBuffer CF_RETURNS_RETAINED;
@end
@interface AVAssetReaderTrackOutput : AVAssetReaderOutput
- (instancetype)initWithTrack:(AVAssetTrack *)track outputSettings:(nullable NSDictionary<NSString *, id> *)outputSettings NS_DESIGNATED_INITIALIZER;
@end
@interface AVAssetReader : NSObject
- (nullable instancetype)initWithAsset:(AVAsset *)asset error:(NSError *_Nullable *_Nullable)outError NS_DESIGNATED_INITIALIZER;
@property(readonly) AVAssetReaderStatus status;
@property(readonly, nullable) NSError *error;
- (BOOL)canAddOutput:(AVAssetReaderOutput *)output NS_SWIFT_NAME(canAdd(_:));
- (void)addOutput:(AVAssetReaderOutput *)output NS_SWIFT_NAME(add(_:));
- (BOOL)startReading;
- (void)cancelReading;
@end

// Writing.
typedef NSString *AVFileType NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT AVFileType const AVFileTypeMPEG4 NS_SWIFT_NAME(AVFileType.mp4);
typedef NSString *AVVideoCodecType NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT AVVideoCodecType const AVVideoCodecTypeH264 NS_SWIFT_NAME(AVVideoCodecType.h264);
FOUNDATION_EXPORT AVVideoCodecType const AVVideoCodecTypeHEVC NS_SWIFT_NAME(AVVideoCodecType.hevc);
FOUNDATION_EXPORT NSString *const AVVideoCodecKey;
FOUNDATION_EXPORT NSString *const AVVideoWidthKey;
FOUNDATION_EXPORT NSString *const AVVideoHeightKey;
FOUNDATION_EXPORT NSString *const AVVideoCompressionPropertiesKey;
FOUNDATION_EXPORT NSString *const AVVideoAverageBitRateKey;
typedef NS_ENUM(NSInteger, AVAssetWriterStatus) {
    AVAssetWriterStatusUnknown = 0,
    AVAssetWriterStatusWriting = 1,
    AVAssetWriterStatusCompleted = 2,
    AVAssetWriterStatusFailed = 3,
    AVAssetWriterStatusCancelled = 4,
} NS_SWIFT_NAME(AVAssetWriter.Status);
@interface AVAssetWriterInput : NSObject
- (instancetype)initWithMediaType:(AVMediaType)mediaType outputSettings:(nullable NSDictionary<NSString *, id> *)outputSettings;
- (instancetype)initWithMediaType:(AVMediaType)mediaType outputSettings:(nullable NSDictionary<NSString *, id> *)outputSettings sourceFormatHint:(nullable CMFormatDescriptionRef)sourceFormatHint NS_DESIGNATED_INITIALIZER;
@property(nonatomic) BOOL expectsMediaDataInRealTime;
@property(nonatomic) CMTimeScale mediaTimeScale;
@property(nonatomic, readonly, getter=isReadyForMoreMediaData) BOOL readyForMoreMediaData;
- (BOOL)appendSampleBuffer:(CMSampleBufferRef)sampleBuffer NS_SWIFT_NAME(append(_:));
- (void)markAsFinished;
@end
@interface AVAssetWriterInputPixelBufferAdaptor : NSObject
- (instancetype)initWithAssetWriterInput:(AVAssetWriterInput *)input sourcePixelBufferAttributes:(nullable NSDictionary<NSString *, id> *)sourcePixelBufferAttributes NS_DESIGNATED_INITIALIZER;
- (BOOL)appendPixelBuffer:(CVPixelBufferRef)pixelBuffer withPresentationTime:(CMTime)presentationTime NS_SWIFT_NAME(append(_:withPresentationTime:));
@end
@interface AVAssetWriter : NSObject
- (nullable instancetype)initWithURL:(NSURL *)outputURL fileType:(AVFileType)outputFileType error:(NSError *_Nullable *_Nullable)outError NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(outputURL:fileType:));
@property(readonly) AVAssetWriterStatus status;
@property(readonly, nullable) NSError *error;
@property(nonatomic) BOOL shouldOptimizeForNetworkUse;
- (BOOL)canAddInput:(AVAssetWriterInput *)input NS_SWIFT_NAME(canAdd(_:));
- (void)addInput:(AVAssetWriterInput *)input NS_SWIFT_NAME(add(_:));
- (BOOL)startWriting;
- (void)startSessionAtSourceTime:(CMTime)startTime NS_SWIFT_NAME(startSession(atSourceTime:));
- (void)endSessionAtSourceTime:(CMTime)endTime NS_SWIFT_NAME(endSession(atSourceTime:));
- (void)cancelWriting;
- (void)finishWritingWithCompletionHandler:(void (NS_SWIFT_SENDABLE ^)(void))handler NS_SWIFT_NAME(finishWriting(completionHandler:));
@end
NS_ASSUME_NONNULL_END
