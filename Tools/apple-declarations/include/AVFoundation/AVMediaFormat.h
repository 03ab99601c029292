// AVMediaFormat.h.
#pragma once
#import <CoreMedia/CoreMedia.h>

NS_ASSUME_NONNULL_BEGIN
typedef NSString *AVMediaType NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT AVMediaType const AVMediaTypeVideo;
FOUNDATION_EXPORT AVMediaType const AVMediaTypeAudio;
NS_ASSUME_NONNULL_END
