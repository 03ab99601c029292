// AVCaptureSession.h, AVCaptureDevice.h, AVCaptureInput.h, AVCaptureOutputBase.h,
// AVCaptureVideoDataOutput.h and AVCaptureVideoPreviewLayer.h.
#pragma once
#import <CoreMedia/CoreMedia.h>
#import <QuartzCore/QuartzCore.h>
#import <dispatch/dispatch.h>
#import "AVMediaFormat.h"

NS_ASSUME_NONNULL_BEGIN

// What Apple TVs have since 17, and Vision Pro has as types only.
#define AV_CAPTURE API_AVAILABLE(ios(4.0), macos(10.7), tvos(17.0), visionos(1.0))

typedef NS_ENUM(NSInteger, AVCaptureVideoOrientation) {
    AVCaptureVideoOrientationPortrait = 1,
    AVCaptureVideoOrientationPortraitUpsideDown = 2,
    AVCaptureVideoOrientationLandscapeRight = 3,
    AVCaptureVideoOrientationLandscapeLeft = 4,
} API_DEPRECATED("Use videoRotationAngle instead", ios(4.0, 17.0), macos(10.7, 14.0))
    API_UNAVAILABLE(tvos, visionos);

// Devices.

typedef NS_ENUM(NSInteger, AVCaptureDevicePosition) {
    AVCaptureDevicePositionUnspecified = 0,
    AVCaptureDevicePositionBack = 1,
    AVCaptureDevicePositionFront = 2,
} NS_SWIFT_NAME(AVCaptureDevice.Position) AV_CAPTURE;
typedef NS_ENUM(NSInteger, AVAuthorizationStatus) {
    AVAuthorizationStatusNotDetermined = 0,
    AVAuthorizationStatusRestricted = 1,
    AVAuthorizationStatusDenied = 2,
    AVAuthorizationStatusAuthorized = 3,
} AV_CAPTURE;
typedef NSString *AVCaptureDeviceType NS_TYPED_ENUM NS_SWIFT_NAME(AVCaptureDevice.DeviceType);
FOUNDATION_EXPORT AVCaptureDeviceType const AVCaptureDeviceTypeBuiltInWideAngleCamera AV_CAPTURE;
FOUNDATION_EXPORT AVCaptureDeviceType const AVCaptureDeviceTypeExternalUnknown
    API_DEPRECATED("Use AVCaptureDeviceTypeExternal", macos(10.15, 14.0))
    API_UNAVAILABLE(ios, tvos, visionos);

AV_CAPTURE
@interface AVFrameRateRange : NSObject
@property(readonly) Float64 minFrameRate;
@property(readonly) Float64 maxFrameRate;
@property(readonly) CMTime maxFrameDuration;
@property(readonly) CMTime minFrameDuration;
@end

NS_SWIFT_NAME(AVCaptureDevice.Format) AV_CAPTURE
@interface AVCaptureDeviceFormat : NSObject
@property(nonatomic, readonly) CMFormatDescriptionRef formatDescription;
@property(nonatomic, readonly) NSArray<AVFrameRateRange *> *videoSupportedFrameRateRanges;
@end

AV_CAPTURE
@interface AVCaptureDevice : NSObject
+ (nullable AVCaptureDevice *)defaultDeviceWithDeviceType:(AVCaptureDeviceType)deviceType
                                                mediaType:(nullable AVMediaType)mediaType
                                                 position:(AVCaptureDevicePosition)position
    NS_SWIFT_NAME(default(_:for:position:));
+ (nullable AVCaptureDevice *)defaultDeviceWithMediaType:(AVMediaType)mediaType
    NS_SWIFT_NAME(default(for:));
+ (nullable AVCaptureDevice *)deviceWithUniqueID:(NSString *)deviceUniqueID;
+ (AVAuthorizationStatus)authorizationStatusForMediaType:(AVMediaType)mediaType
    NS_SWIFT_NAME(authorizationStatus(for:));
+ (void)requestAccessForMediaType:(AVMediaType)mediaType
                completionHandler:(void(NS_SWIFT_SENDABLE ^)(BOOL granted))handler
    NS_SWIFT_NAME(requestAccess(for:completionHandler:));
@property(nonatomic, readonly) NSString *uniqueID;
@property(nonatomic, readonly) NSString *localizedName;
@property(nonatomic, readonly) AVCaptureDevicePosition position;
@property(nonatomic, readonly) NSArray<AVCaptureDeviceFormat *> *formats;
@property(nonatomic, retain) AVCaptureDeviceFormat *activeFormat;
@property(nonatomic) CMTime activeVideoMinFrameDuration;
@property(nonatomic) CMTime activeVideoMaxFrameDuration;
- (BOOL)lockForConfiguration:(NSError *_Nullable *_Nullable)outError;
- (void)unlockForConfiguration;
@end

API_AVAILABLE(ios(10.0), macos(10.15), tvos(17.0))
NS_SWIFT_NAME(AVCaptureDevice.DiscoverySession)
@interface AVCaptureDeviceDiscoverySession : NSObject
- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)discoverySessionWithDeviceTypes:(NSArray<AVCaptureDeviceType> *)deviceTypes
                                      mediaType:(nullable AVMediaType)mediaType
                                       position:(AVCaptureDevicePosition)position;
@property(nonatomic, readonly) NSArray<AVCaptureDevice *> *devices;
@end

API_AVAILABLE(ios(17.0), macos(14.0), tvos(17.0))
NS_SWIFT_NAME(AVCaptureDevice.RotationCoordinator)
@interface AVCaptureDeviceRotationCoordinator : NSObject
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithDevice:(AVCaptureDevice *)device
                  previewLayer:(nullable CALayer *)previewLayer;
@property(nonatomic, weak, readonly, nullable) AVCaptureDevice *device;
@property(nonatomic, weak, readonly, nullable) CALayer *previewLayer;
@property(nonatomic, readonly) CGFloat videoRotationAngleForHorizonLevelPreview;
@property(nonatomic, readonly) CGFloat videoRotationAngleForHorizonLevelCapture;
@end

// Inputs, outputs and connections.

@class AVCaptureOutput;

AV_CAPTURE
@interface AVCaptureInputPort : NSObject
@property(nonatomic, readonly)
    AVCaptureDevicePosition sourceDevicePosition API_AVAILABLE(ios(13.0), tvos(17.0))
    API_UNAVAILABLE(macos, visionos);
@end

AV_CAPTURE
@interface AVCaptureInput : NSObject
@end

AV_CAPTURE
@interface AVCaptureDeviceInput : AVCaptureInput
- (nullable instancetype)initWithDevice:(AVCaptureDevice *)device
                                  error:(NSError *_Nullable *_Nullable)outError;
@property(nonatomic, readonly) AVCaptureDevice *device;
@end

AV_CAPTURE
@interface AVCaptureConnection : NSObject
- (instancetype)initWithInputPorts:(NSArray<AVCaptureInputPort *> *)ports
                            output:(AVCaptureOutput *)output;
@property(nonatomic, readonly) NSArray<AVCaptureInputPort *> *inputPorts;
@property(nonatomic, readonly, getter=isVideoMirroringSupported) BOOL supportsVideoMirroring;
@property(nonatomic, getter=isVideoMirrored) BOOL videoMirrored;
@property(nonatomic) BOOL automaticallyAdjustsVideoMirroring;
@property(nonatomic, readonly, getter=isVideoOrientationSupported) BOOL supportsVideoOrientation
    API_DEPRECATED("Use -isVideoRotationAngleSupported: instead", ios(4.0, 17.0), macos(10.7, 14.0))
    API_UNAVAILABLE(tvos, visionos);
@property(nonatomic) AVCaptureVideoOrientation videoOrientation API_DEPRECATED(
    "Use videoRotationAngle instead", ios(4.0, 17.0), macos(10.7, 14.0))
    API_UNAVAILABLE(tvos, visionos);
@property(nonatomic) CGFloat videoRotationAngle API_AVAILABLE(
    ios(17.0), macos(14.0), tvos(17.0));
- (BOOL)isVideoRotationAngleSupported:(CGFloat)videoRotationAngle
    API_AVAILABLE(ios(17.0), macos(14.0), tvos(17.0));
@end

AV_CAPTURE
@interface AVCaptureOutput : NSObject
@property(nonatomic, readonly) NSArray<AVCaptureConnection *> *connections;
- (nullable AVCaptureConnection *)connectionWithMediaType:(AVMediaType)mediaType
    NS_SWIFT_NAME(connection(with:));
@end

@protocol AVCaptureVideoDataOutputSampleBufferDelegate;

AV_CAPTURE
@interface AVCaptureVideoDataOutput : AVCaptureOutput
- (instancetype)init;
- (void)setSampleBufferDelegate:
            (nullable id<AVCaptureVideoDataOutputSampleBufferDelegate>)sampleBufferDelegate
                          queue:(nullable dispatch_queue_t)sampleBufferCallbackQueue;
@property(nonatomic, copy, null_resettable) NSDictionary<NSString *, id> *videoSettings;
@property(nonatomic, readonly) NSArray<NSNumber *> *availableVideoCVPixelFormatTypes
    NS_REFINED_FOR_SWIFT;
@property(nonatomic) BOOL alwaysDiscardsLateVideoFrames;
@end

AV_CAPTURE
@protocol AVCaptureVideoDataOutputSampleBufferDelegate <NSObject>
@optional
- (void)captureOutput:(AVCaptureOutput *)output
    didOutputSampleBuffer:(CMSampleBufferRef)sampleBuffer
           fromConnection:(AVCaptureConnection *)connection
    NS_SWIFT_NAME(captureOutput(_:didOutput:from:));
- (void)captureOutput:(AVCaptureOutput *)output
    didDropSampleBuffer:(CMSampleBufferRef)sampleBuffer
         fromConnection:(AVCaptureConnection *)connection
    NS_SWIFT_NAME(captureOutput(_:didDrop:from:));
@end

// Sessions.

typedef NSString *AVCaptureSessionPreset NS_TYPED_ENUM NS_SWIFT_NAME(AVCaptureSession.Preset);
FOUNDATION_EXPORT AVCaptureSessionPreset const AVCaptureSessionPreset640x480
    NS_SWIFT_NAME(AVCaptureSessionPreset.vga640x480) AV_CAPTURE;
FOUNDATION_EXPORT AVCaptureSessionPreset const AVCaptureSessionPresetHigh AV_CAPTURE;

typedef NS_ENUM(NSInteger, AVCaptureSessionInterruptionReason) {
    AVCaptureSessionInterruptionReasonVideoDeviceNotAvailableInBackground = 1,
    AVCaptureSessionInterruptionReasonAudioDeviceInUseByAnotherClient = 2,
    AVCaptureSessionInterruptionReasonVideoDeviceInUseByAnotherClient = 3,
    AVCaptureSessionInterruptionReasonVideoDeviceNotAvailableWithMultipleForegroundApps = 4,
    AVCaptureSessionInterruptionReasonVideoDeviceNotAvailableDueToSystemPressure = 5,
} NS_SWIFT_NAME(AVCaptureSession.InterruptionReason) API_AVAILABLE(ios(9.0), tvos(17.0))
    API_UNAVAILABLE(macos, visionos);

AV_CAPTURE
@interface AVCaptureSession : NSObject
- (instancetype)init;
@property(nonatomic, copy) AVCaptureSessionPreset sessionPreset;
@property(nonatomic, readonly) NSArray<__kindof AVCaptureInput *> *inputs;
@property(nonatomic, readonly) NSArray<__kindof AVCaptureOutput *> *outputs;
@property(nonatomic, readonly, getter=isRunning) BOOL running;
- (BOOL)canSetSessionPreset:(AVCaptureSessionPreset)preset;
- (BOOL)canAddInput:(AVCaptureInput *)input;
- (void)addInput:(AVCaptureInput *)input;
- (void)removeInput:(AVCaptureInput *)input;
- (BOOL)canAddOutput:(AVCaptureOutput *)output;
- (void)addOutput:(AVCaptureOutput *)output;
- (void)removeOutput:(AVCaptureOutput *)output;
- (void)beginConfiguration;
- (void)commitConfiguration;
- (void)startRunning;
- (void)stopRunning;
@end

FOUNDATION_EXPORT NSNotificationName const AVCaptureSessionRuntimeErrorNotification
    NS_SWIFT_NAME(AVCaptureSession.runtimeErrorNotification) AV_CAPTURE;
FOUNDATION_EXPORT NSString *const AVCaptureSessionErrorKey AV_CAPTURE;
FOUNDATION_EXPORT NSNotificationName const AVCaptureSessionWasInterruptedNotification
    NS_SWIFT_NAME(AVCaptureSession.wasInterruptedNotification) AV_CAPTURE;
FOUNDATION_EXPORT NSNotificationName const AVCaptureSessionInterruptionEndedNotification
    NS_SWIFT_NAME(AVCaptureSession.interruptionEndedNotification) AV_CAPTURE;
FOUNDATION_EXPORT NSString *const AVCaptureSessionInterruptionReasonKey
    API_AVAILABLE(ios(9.0), tvos(17.0)) API_UNAVAILABLE(macos);

// The preview.

typedef NSString *AVLayerVideoGravity NS_TYPED_ENUM;
FOUNDATION_EXPORT AVLayerVideoGravity const AVLayerVideoGravityResizeAspect;
FOUNDATION_EXPORT AVLayerVideoGravity const AVLayerVideoGravityResizeAspectFill;
FOUNDATION_EXPORT AVLayerVideoGravity const AVLayerVideoGravityResize;

AV_CAPTURE
@interface AVCaptureVideoPreviewLayer : CALayer
- (instancetype)initWithSession:(AVCaptureSession *)session;
@property(nonatomic, retain, nullable) AVCaptureSession *session;
@property(nonatomic, readonly, nullable) AVCaptureConnection *connection;
@property(copy) AVLayerVideoGravity videoGravity;
@end

#undef AV_CAPTURE

NS_ASSUME_NONNULL_END
