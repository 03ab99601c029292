// What only Macs have: iOS, tvOS and visionOS start no programs.
#pragma once
#import <Foundation/NSCollections.h>
#import <Foundation/NSError.h>

#if defined(__ENVIRONMENT_MAC_OS_X_VERSION_MIN_REQUIRED__)
NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, NSTaskTerminationReason) {
    NSTaskTerminationReasonExit = 1,
    NSTaskTerminationReasonUncaughtSignal = 2
} NS_SWIFT_NAME(Process.TerminationReason) API_UNAVAILABLE(ios, tvos, visionos);

NS_SWIFT_NAME(Process) API_UNAVAILABLE(ios, tvos, visionos)
@interface NSTask : NSObject
- (instancetype)init;
@property(nullable, copy) NSURL *executableURL;
@property(nullable, copy) NSArray<NSString *> *arguments;
@property(nullable, copy) NSDictionary<NSString *, NSString *> *environment;
@property(nullable, copy) NSURL *currentDirectoryURL;
@property(nullable, retain) id standardInput;
@property(nullable, retain) id standardOutput;
@property(nullable, retain) id standardError;
- (BOOL)launchAndReturnError:(NSError **)error NS_SWIFT_NAME(run());
- (void)interrupt;
- (void)terminate;
- (void)waitUntilExit;
@property(readonly) int processIdentifier;
@property(readonly, getter=isRunning) BOOL running;
@property(readonly) int terminationStatus;
@property(readonly) NSTaskTerminationReason terminationReason;
@end

NS_ASSUME_NONNULL_END
#endif
