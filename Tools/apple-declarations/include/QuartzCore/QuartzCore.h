// CALayer.h and CATransaction.h.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef NSString *CALayerContentsGravity NS_TYPED_ENUM;
FOUNDATION_EXPORT CALayerContentsGravity const kCAGravityResizeAspect;
FOUNDATION_EXPORT CALayerContentsGravity const kCAGravityResizeAspectFill;

@interface CALayer : NSObject
+ (instancetype)layer;
- (instancetype)init;
@property CGRect bounds;
@property CGPoint position;
@property CGPoint anchorPoint;
@property CGRect frame;
@property(getter=isHidden) BOOL hidden;
@property BOOL masksToBounds;
@property(nullable, strong) id contents;
@property(copy) CALayerContentsGravity contentsGravity;
@property CGFloat contentsScale;
@property float opacity;
@property CGFloat cornerRadius;
@property(nullable, readonly) CALayer *superlayer;
- (CGAffineTransform)affineTransform;
- (void)setAffineTransform:(CGAffineTransform)m;
- (void)addSublayer:(CALayer *)layer;
- (void)insertSublayer:(CALayer *)layer atIndex:(unsigned)idx;
- (void)removeFromSuperlayer;
- (void)setNeedsDisplay;
- (void)setNeedsLayout;
@end

@interface CATransaction : NSObject
+ (void)begin;
+ (void)commit;
+ (BOOL)disableActions;
+ (void)setDisableActions:(BOOL)flag;
@end

NS_ASSUME_NONNULL_END
