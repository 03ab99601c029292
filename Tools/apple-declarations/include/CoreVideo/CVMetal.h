// CVMetalTexture.h and CVMetalTextureCache.h.

#pragma once
#import <Metal/Metal.h>

CF_IMPLICIT_BRIDGING_ENABLED
CF_ASSUME_NONNULL_BEGIN

typedef CVImageBufferRef CVMetalTextureRef;
CF_EXPORT const CFStringRef kCVMetalTextureUsage
    API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0));
FOUNDATION_EXPORT id<MTLTexture> _Nullable CVMetalTextureGetTexture(CVMetalTextureRef image);

typedef struct CF_BRIDGED_TYPE(id) __CVMetalTextureCache *CVMetalTextureCacheRef;
FOUNDATION_EXPORT CVReturn CVMetalTextureCacheCreate(
    CFAllocatorRef _Nullable allocator, CFDictionaryRef _Nullable cacheAttributes,
    id<MTLDevice> metalDevice, CFDictionaryRef _Nullable textureAttributes,
    CVMetalTextureCacheRef _Nullable *_Nonnull CF_RETURNS_RETAINED cacheOut);
FOUNDATION_EXPORT CVReturn CVMetalTextureCacheCreateTextureFromImage(
    CFAllocatorRef _Nullable allocator, CVMetalTextureCacheRef textureCache,
    CVImageBufferRef sourceImage, CFDictionaryRef _Nullable textureAttributes,
    MTLPixelFormat pixelFormat, size_t width, size_t height, size_t planeIndex,
    CVMetalTextureRef _Nullable *_Nonnull CF_RETURNS_RETAINED textureOut);
FOUNDATION_EXPORT void CVMetalTextureCacheFlush(
    CVMetalTextureCacheRef textureCache, CVOptionFlags options);

CF_ASSUME_NONNULL_END
CF_IMPLICIT_BRIDGING_DISABLED
