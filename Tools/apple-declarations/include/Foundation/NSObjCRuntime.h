#pragma once
#import <CoreFoundation/CoreFoundation.h>
#import <ObjectiveC/ObjectiveC.h>

#define FOUNDATION_EXPORT OBJC_EXTERN
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_HEADER_AUDIT_BEGIN(...) NS_ASSUME_NONNULL_BEGIN
#define NS_HEADER_AUDIT_END(...) NS_ASSUME_NONNULL_END
#define NS_ENUM(type, name) CF_ENUM(type, name)
#define NS_CLOSED_ENUM(type, name) CF_CLOSED_ENUM(type, name)
#define NS_OPTIONS(type, name) CF_OPTIONS(type, name)
#define NS_ERROR_ENUM(type, name, domain)                                                          \
    enum __attribute__((ns_error_domain(domain), enum_extensibility(open))) name : type name;      \
    enum name : type
#define NS_TYPED_ENUM CF_TYPED_ENUM
#define NS_TYPED_EXTENSIBLE_ENUM CF_TYPED_EXTENSIBLE_ENUM
#define NS_STRING_ENUM CF_TYPED_ENUM
#define NS_EXTENSIBLE_STRING_ENUM CF_TYPED_EXTENSIBLE_ENUM
#define NS_SWIFT_NAME(name) CF_SWIFT_NAME(name)
#define NS_SWIFT_UNAVAILABLE(why) __attribute__((availability(swift, unavailable, message = why)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define NS_SWIFT_NONISOLATED __attribute__((swift_attr("nonisolated")))
#define NS_SWIFT_DISABLE_ASYNC __attribute__((swift_async(none)))
#define NS_SWIFT_NOTHROW __attribute__((swift_error(none)))
#define NS_REFINED_FOR_SWIFT CF_REFINED_FOR_SWIFT
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_NOESCAPE __attribute__((noescape))
#define NS_REQUIRES_SUPER __attribute__((objc_requires_super))
#define NS_RETURNS_RETAINED __attribute__((ns_returns_retained))
#define NS_FORMAT_FUNCTION(F, A) __attribute__((format(__NSString__, F, A)))
// Main actor isolation of UIKit's and AppKit's classes.
#define UI_ACTOR __attribute__((swift_attr("@MainActor")))

NS_ASSUME_NONNULL_BEGIN
typedef NSString *NSExceptionName NS_TYPED_EXTENSIBLE_ENUM;
typedef NS_CLOSED_ENUM(NSInteger, NSComparisonResult) {
    NSOrderedAscending = -1,
    NSOrderedSame,
    NSOrderedDescending
};
FOUNDATION_EXPORT SEL NSSelectorFromString(NSString *aSelectorName);
FOUNDATION_EXPORT void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);
FOUNDATION_EXPORT NSString *NSStringFromClass(Class aClass);
NS_ASSUME_NONNULL_END
