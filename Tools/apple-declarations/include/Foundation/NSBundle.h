#pragma once
#import <Foundation/NSCollections.h>
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_SENDABLE NS_SWIFT_NAME(Bundle)
@interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle;
+ (NSBundle *)bundleForClass:(Class)aClass;
- (nullable instancetype)initWithPath:(NSString *)path;
@property(readonly, copy) NSURL *bundleURL;
@property(nullable, readonly, copy) NSURL *resourceURL;
@property(readonly, copy) NSString *bundlePath;
@property(nullable, readonly, copy) NSString *resourcePath;
@property(nullable, readonly, copy) NSString *bundleIdentifier;
- (nullable NSString *)pathForResource:(nullable NSString *)name ofType:(nullable NSString *)ext;
- (nullable NSString *)pathForResource:(nullable NSString *)name
                                ofType:(nullable NSString *)ext
                           inDirectory:(nullable NSString *)subpath;
- (nullable NSURL *)URLForResource:(nullable NSString *)name
                     withExtension:(nullable NSString *)ext;
- (NSArray<NSString *> *)pathsForResourcesOfType:(nullable NSString *)ext
                                    inDirectory:(nullable NSString *)subpath
    NS_SWIFT_NAME(paths(forResourcesOfType:inDirectory:));
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
- (NSString *)localizedStringForKey:(NSString *)key
                              value:(nullable NSString *)value
                              table:(nullable NSString *)tableName;
@end

NS_ASSUME_NONNULL_END
