#pragma once
#import <Foundation/NSNotification.h>

NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, NSProcessInfoThermalState) {
    NSProcessInfoThermalStateNominal,
    NSProcessInfoThermalStateFair,
    NSProcessInfoThermalStateSerious,
    NSProcessInfoThermalStateCritical
} NS_SWIFT_NAME(ProcessInfo.ThermalState);

typedef struct {
    NSInteger majorVersion;
    NSInteger minorVersion;
    NSInteger patchVersion;
} NSOperatingSystemVersion NS_SWIFT_NAME(OperatingSystemVersion);

NS_SWIFT_NAME(ProcessInfo) NS_SWIFT_SENDABLE
@interface NSProcessInfo : NSObject
@property(class, readonly, strong) NSProcessInfo *processInfo;
@property(readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property(readonly, copy) NSArray<NSString *> *arguments;
@property(readonly) int processIdentifier;
@property(readonly) NSUInteger processorCount;
@property(readonly) NSUInteger activeProcessorCount;
@property(readonly) unsigned long long physicalMemory;
@property(readonly) NSTimeInterval systemUptime;
@property(readonly) NSOperatingSystemVersion operatingSystemVersion;
@property(readonly) NSProcessInfoThermalState thermalState;
@property(readonly, getter=isLowPowerModeEnabled) BOOL lowPowerModeEnabled;
@end

FOUNDATION_EXPORT NSNotificationName const NSProcessInfoThermalStateDidChangeNotification
    NS_SWIFT_NAME(ProcessInfo.thermalStateDidChangeNotification);
FOUNDATION_EXPORT NSNotificationName const NSProcessInfoPowerStateDidChangeNotification;

NS_ASSUME_NONNULL_END
