// NSView.h, NSImage.h and NSGraphicsContext.h.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <CoreImage/CoreImage.h>
#import <Foundation/Foundation.h>
#import <QuartzCore/QuartzCore.h>

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_SENDABLE
@interface NSImage : NSObject
- (instancetype)initWithCGImage:(CGImageRef)cgImage size:(CGSize)size;
@property CGSize size;
@end

@interface NSGraphicsContext : NSObject
@property(class, nullable, strong) NSGraphicsContext *currentContext NS_SWIFT_NAME(current);
@property(readonly) CGContextRef CGContext;
@end

UI_ACTOR @interface NSResponder : NSObject <NSCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end

UI_ACTOR @interface NSView : NSResponder
- (instancetype)initWithFrame:(CGRect)frameRect NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property CGRect frame;
@property CGRect bounds;
@property(readonly, getter=isFlipped) BOOL flipped;
@property BOOL wantsLayer;
@property(nullable, strong) CALayer *layer;
@property BOOL needsDisplay;
@property BOOL needsLayout;
- (void)addSubview:(NSView *)view;
- (void)layout;
- (void)drawRect:(CGRect)dirtyRect NS_SWIFT_NAME(draw(_:));
- (nullable NSView *)hitTest:(CGPoint)point;
@end

NS_ASSUME_NONNULL_END
