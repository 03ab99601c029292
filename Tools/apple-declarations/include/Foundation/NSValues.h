#pragma once
#import <Foundation/NSObject.h>

// Values, which the compiler bridges to Swift's.

NS_ASSUME_NONNULL_BEGIN

@class NSURL;

typedef double NSTimeInterval;

__attribute__((swift_bridge("Swift.String"))) NS_SWIFT_SENDABLE
@interface NSString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithString:(NSString *)aString;
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (NSString *)stringByAppendingPathComponent:(NSString *)str;
- (BOOL)isEqualToString:(NSString *)aString;
@property(nullable, readonly) const char *UTF8String NS_SWIFT_NAME(utf8String);
@property(readonly, copy) NSString *lastPathComponent;
@property(readonly, copy) NSString *stringByDeletingLastPathComponent;
@end

@interface NSMutableString : NSString
@end

@interface NSValue : NSObject <NSCopying, NSSecureCoding>
@end

NS_SWIFT_SENDABLE
@interface NSNumber : NSValue
- (NSNumber *)initWithChar:(char)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithInt:(int)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedInt:(unsigned int)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithLongLong:(long long)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithFloat:(float)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithDouble:(double)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithBool:(BOOL)value NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithInteger:(NSInteger)value NS_SWIFT_NAME(init(value:));
+ (NSNumber *)numberWithInt:(int)value NS_SWIFT_UNAVAILABLE("use init");
+ (NSNumber *)numberWithUnsignedInt:(unsigned int)value NS_SWIFT_UNAVAILABLE("use init");
+ (NSNumber *)numberWithFloat:(float)value NS_SWIFT_UNAVAILABLE("use init");
+ (NSNumber *)numberWithDouble:(double)value NS_SWIFT_UNAVAILABLE("use init");
+ (NSNumber *)numberWithBool:(BOOL)value NS_SWIFT_UNAVAILABLE("use init");
+ (NSNumber *)numberWithInteger:(NSInteger)value NS_SWIFT_UNAVAILABLE("use init");
@property(readonly) int intValue NS_SWIFT_NAME(int32Value);
@property(readonly) unsigned int unsignedIntValue NS_SWIFT_NAME(uint32Value);
@property(readonly) long long longLongValue NS_SWIFT_NAME(int64Value);
@property(readonly) float floatValue;
@property(readonly) double doubleValue;
@property(readonly) BOOL boolValue;
@property(readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property(readonly, copy) NSString *stringValue;
- (BOOL)isEqualToNumber:(NSNumber *)number;
- (NSComparisonResult)compare:(NSNumber *)otherNumber;
@end

__attribute__((swift_bridge("Foundation.Data"))) NS_SWIFT_SENDABLE
@interface NSData : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes;
+ (nullable instancetype)dataWithContentsOfFile:(NSString *)path;
@end

@interface NSMutableData : NSData
@end

__attribute__((swift_bridge("Foundation.URL"))) NS_SWIFT_SENDABLE
@interface NSURL : NSObject <NSCopying, NSSecureCoding>
+ (NSURL *)fileURLWithPath:(NSString *)path;
+ (nullable instancetype)URLWithString:(NSString *)URLString;
@property(nullable, readonly, copy) NSString *path;
@property(nullable, readonly, copy) NSString *absoluteString;
@property(readonly, getter=isFileURL) BOOL fileURL;
@end

__attribute__((swift_bridge("Foundation.Date"))) NS_SWIFT_SENDABLE
@interface NSDate : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@end

__attribute__((swift_bridge("Foundation.UUID"))) NS_SWIFT_SENDABLE
@interface NSUUID : NSObject <NSCopying, NSSecureCoding>
@property(readonly, copy) NSString *UUIDString;
@end

@interface NSNull : NSObject <NSCopying, NSSecureCoding>
+ (NSNull *)null;
@end

@interface NSAttributedString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
- (instancetype)initWithString:(NSString *)str;
@property(readonly, copy) NSString *string;
@end

NS_ASSUME_NONNULL_END
