// CIImage.h and CIContext.h.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <CoreVideo/CoreVideo.h>
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_SENDABLE
@interface CIImage : NSObject
- (instancetype)initWithCGImage:(CGImageRef)image;
- (instancetype)initWithCVPixelBuffer:(CVPixelBufferRef)pixelBuffer;
@property(readonly) CGRect extent;
@end

NS_SWIFT_SENDABLE
@interface CIContext : NSObject
- (instancetype)init;
@end

@interface CIContext (createCGImage)
- (nullable CGImageRef)createCGImage:(CIImage *)image
                            fromRect:(CGRect)fromRect CF_RETURNS_RETAINED NS_SWIFT_NAME(createCGImage(_:from:));
@end

NS_ASSUME_NONNULL_END
