#pragma once
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property(class, readonly, strong)
    NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
- (void)writeData:(NSData *)data;
@end

NS_ASSUME_NONNULL_END
