// What MediaPipe's sample apps for iOS use of Foundation beyond what this package uses:
// NSAttributedString.h and NSString.h.
#pragma once
#import <Foundation/NSValues.h>
#import <Foundation/NSCollections.h>
#import <Foundation/NSNotification.h>

NS_ASSUME_NONNULL_BEGIN

typedef NSString *NSAttributedStringKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSAttributedString.Key);

@interface NSAttributedString (FoundationSamples)
- (instancetype)initWithString:(NSString *)str
                    attributes:(nullable NSDictionary<NSAttributedStringKey, id> *)attrs;
@end

@interface NSNotificationCenter (FoundationSamples)
- (void)postNotificationName:(NSNotificationName)aName
                      object:(nullable id)anObject NS_SWIFT_NAME(post(name:object:));
@end

@interface NSString (FoundationSamples)
@property(readonly) NSInteger integerValue;
@end

NS_ASSUME_NONNULL_END
