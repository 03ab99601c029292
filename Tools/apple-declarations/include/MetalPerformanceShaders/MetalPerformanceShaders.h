// MPSDevice.h, MPSImageTypes.h, MPSImageKernel.h and MPSImageConversion.h.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <Metal/Metal.h>

NS_ASSUME_NONNULL_BEGIN

FOUNDATION_EXPORT BOOL MPSSupportsMTLDevice(id<MTLDevice> _Nullable device)
    API_AVAILABLE(macos(10.13), ios(9.0), tvos(9.0));

typedef NS_ENUM(NSUInteger, MPSAlphaType) {
    MPSAlphaTypeNonPremultiplied = 0,
    MPSAlphaTypeAlphaIsOne = 1,
    MPSAlphaTypePremultiplied = 2,
} API_AVAILABLE(macos(10.13), ios(10.0), tvos(10.0));

API_AVAILABLE(macos(10.13), ios(9.0), tvos(9.0))
@interface MPSKernel : NSObject <NSCopying, NSSecureCoding>
@property(readonly, retain, nonatomic, nonnull) id<MTLDevice> device;
@end

API_AVAILABLE(macos(10.13), ios(9.0), tvos(9.0))
@interface MPSUnaryImageKernel : MPSKernel
- (void)encodeToCommandBuffer:(id<MTLCommandBuffer>)commandBuffer
                sourceTexture:(id<MTLTexture>)sourceTexture
           destinationTexture:(id<MTLTexture>)destinationTexture
    NS_SWIFT_NAME(encode(commandBuffer:sourceTexture:destinationTexture:));
@end

API_AVAILABLE(macos(10.13), ios(10.0), tvos(10.0))
@interface MPSImageConversion : MPSUnaryImageKernel
- (instancetype)initWithDevice:(id<MTLDevice>)device
                      srcAlpha:(MPSAlphaType)srcAlpha
                     destAlpha:(MPSAlphaType)destAlpha
               backgroundColor:(nullable CGFloat *)backgroundColor
                conversionInfo:(nullable CGColorConversionInfoRef)conversionInfo;
@end

NS_ASSUME_NONNULL_END
