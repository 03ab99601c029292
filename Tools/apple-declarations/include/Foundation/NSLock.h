#pragma once
#import <Foundation/NSObject.h>
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN

@protocol NSLocking
- (void)lock;
- (void)unlock;
@end

NS_SWIFT_SENDABLE
@interface NSLock : NSObject <NSLocking>
@end

NS_SWIFT_SENDABLE
@interface NSRecursiveLock : NSObject <NSLocking>
@end

NS_SWIFT_NAME(Thread) NS_SWIFT_SENDABLE
@interface NSThread : NSObject
@property(class, readonly) BOOL isMainThread;
+ (void)sleepForTimeInterval:(NSTimeInterval)ti;
@end

NS_ASSUME_NONNULL_END
