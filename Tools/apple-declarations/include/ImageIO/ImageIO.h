// ImageIO: reading and writing image files.
#pragma once
#include <CoreGraphics/CoreGraphics.h>

CF_EXTERN_C_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED
CF_ASSUME_NONNULL_BEGIN

typedef struct CF_BRIDGED_TYPE(id) CGImageSource *CGImageSourceRef;
typedef struct CF_BRIDGED_TYPE(id) CGImageDestination *CGImageDestinationRef;
typedef CF_ENUM(int32_t, CGImageSourceStatus) {
    kCGImageStatusUnexpectedEOF = -5, kCGImageStatusInvalidData = -4,
    kCGImageStatusUnknownType = -3, kCGImageStatusReadingHeader = -2,
    kCGImageStatusIncomplete = -1, kCGImageStatusComplete = 0,
};
typedef CF_ENUM(uint32_t, CGImagePropertyOrientation) {
    kCGImagePropertyOrientationUp = 1, kCGImagePropertyOrientationUpMirrored,
    kCGImagePropertyOrientationDown, kCGImagePropertyOrientationDownMirrored,
    kCGImagePropertyOrientationLeftMirrored, kCGImagePropertyOrientationRight,
    kCGImagePropertyOrientationRightMirrored, kCGImagePropertyOrientationLeft,
};

extern const CFStringRef kCGImageSourceShouldCache;
extern const CFStringRef kCGImageSourceShouldAllowFloat;
extern const CFStringRef kCGImagePropertyPixelWidth;
extern const CFStringRef kCGImagePropertyPixelHeight;
extern const CFStringRef kCGImagePropertyOrientation;
extern const CFStringRef kCGImageDestinationLossyCompressionQuality;

CGImageSourceRef _Nullable CGImageSourceCreateWithData(CFDataRef data, CFDictionaryRef _Nullable options);
size_t CGImageSourceGetCount(CGImageSourceRef isrc);
CGImageRef _Nullable CGImageSourceCreateImageAtIndex(CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options);
CFDictionaryRef _Nullable CGImageSourceCopyPropertiesAtIndex(CGImageSourceRef isrc, size_t index, CFDictionaryRef _Nullable options);
CGImageSourceStatus CGImageSourceGetStatus(CGImageSourceRef isrc);
CGImageSourceStatus CGImageSourceGetStatusAtIndex(CGImageSourceRef isrc, size_t index);
CGImageDestinationRef _Nullable CGImageDestinationCreateWithData(CFMutableDataRef data, CFStringRef type, size_t count, CFDictionaryRef _Nullable options);
void CGImageDestinationAddImage(CGImageDestinationRef idst, CGImageRef image, CFDictionaryRef _Nullable properties);
bool CGImageDestinationFinalize(CGImageDestinationRef idst);

CF_ASSUME_NONNULL_END
CF_IMPLICIT_BRIDGING_DISABLED
CF_EXTERN_C_END
