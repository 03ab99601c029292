#pragma once
@import ObjectiveC;

#pragma clang assume_nonnull begin

__attribute__((swift_name("DispatchObject")))
@interface OS_dispatch_object : NSObject
@end

__attribute__((swift_name("DispatchQueue"))) __attribute__((swift_attr("@Sendable")))
@interface OS_dispatch_queue : OS_dispatch_object
@end
typedef OS_dispatch_queue *dispatch_queue_t;

__attribute__((swift_name("DispatchSemaphore"))) __attribute__((swift_attr("@Sendable")))
@interface OS_dispatch_semaphore : OS_dispatch_object
@end
typedef OS_dispatch_semaphore *dispatch_semaphore_t;

__attribute__((swift_name("DispatchGroup"))) __attribute__((swift_attr("@Sendable")))
@interface OS_dispatch_group : OS_dispatch_object
@end
typedef OS_dispatch_group *dispatch_group_t;

#pragma clang assume_nonnull end
