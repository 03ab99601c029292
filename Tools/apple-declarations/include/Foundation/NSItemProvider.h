#pragma once
#import <Foundation/NSError.h>

NS_ASSUME_NONNULL_BEGIN

@protocol NSItemProviderReading <NSObject>
@property(class, readonly, copy) NSArray<NSString *> *readableTypeIdentifiersForItemProvider;
@end

NS_SWIFT_NAME(Progress) NS_SWIFT_SENDABLE
@interface NSProgress : NSObject
@end

@interface NSItemProvider : NSObject
- (BOOL)hasItemConformingToTypeIdentifier:(NSString *)typeIdentifier
    NS_SWIFT_NAME(hasItemConformingToTypeIdentifier(_:));
- (NSProgress *)
    loadFileRepresentationForTypeIdentifier:(NSString *)typeIdentifier
                          completionHandler:
                              (void (NS_SWIFT_SENDABLE ^)(NSURL *_Nullable url,
                                                          NSError *_Nullable error))
                                  completionHandler;
- (NSProgress *)loadObjectOfClass:(Class<NSItemProviderReading>)aClass
                completionHandler:
                    (void (NS_SWIFT_SENDABLE ^)(id<NSItemProviderReading> _Nullable object,
                                                NSError *_Nullable error))completionHandler;
@end

NS_ASSUME_NONNULL_END
