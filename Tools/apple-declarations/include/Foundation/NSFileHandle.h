#pragma once
#import <Foundation/NSError.h>
#import <Foundation/NSValues.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property(class, readonly, strong)
    NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
@property(class, readonly, strong)
    NSFileHandle *fileHandleWithStandardOutput NS_SWIFT_NAME(standardOutput);
@property(class, readonly, strong)
    NSFileHandle *fileHandleWithNullDevice NS_SWIFT_NAME(nullDevice);
+ (nullable instancetype)fileHandleForReadingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForWritingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForUpdatingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError **)error;
+ (nullable instancetype)fileHandleForWritingToURL:(NSURL *)url error:(NSError **)error;
+ (nullable instancetype)fileHandleForUpdatingURL:(NSURL *)url error:(NSError **)error;
@property(readonly, copy) NSData *availableData;
- (NSData *)readDataToEndOfFile;
- (void)writeData:(NSData *)data;
- (BOOL)closeAndReturnError:(NSError **)error NS_SWIFT_NAME(close());
- (BOOL)truncateAtOffset:(unsigned long long)offset error:(NSError **)error;
@property(readonly) int fileDescriptor;
@end

NS_SWIFT_NAME(Pipe) NS_SWIFT_SENDABLE
@interface NSPipe : NSObject
- (instancetype)init;
@property(readonly, retain) NSFileHandle *fileHandleForReading;
@property(readonly, retain) NSFileHandle *fileHandleForWriting;
@end

NS_ASSUME_NONNULL_END
