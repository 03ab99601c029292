// What MediaPipe's sample apps for iOS use of UIKit beyond what this package uses: UIColor.h, UIFont.h,
// UIBezierPath.h, UIDevice.h, UIImage.h, UIView.h, NSStringDrawing.h and NSAttributedString.h.
#pragma once
#import <CoreGraphics/CoreGraphics.h>
#import <Foundation/Foundation.h>
#if __has_include(<QuartzCore/QuartzCore.h>)
#import <QuartzCore/QuartzCore.h>
#endif

NS_ASSUME_NONNULL_BEGIN

NS_SWIFT_SENDABLE
@interface UIColor : NSObject <NSCopying>
- (UIColor *)initWithRed:(CGFloat)red green:(CGFloat)green blue:(CGFloat)blue alpha:(CGFloat)alpha;
- (UIColor *)initWithDisplayP3Red:(CGFloat)displayP3Red
                            green:(CGFloat)green
                             blue:(CGFloat)blue
                            alpha:(CGFloat)alpha;
@property(class, nonatomic, readonly) UIColor *clearColor;
@property(class, nonatomic, readonly) UIColor *blackColor;
@property(class, nonatomic, readonly) UIColor *whiteColor;
@property(class, nonatomic, readonly) UIColor *redColor;
@property(class, nonatomic, readonly) UIColor *greenColor;
@property(class, nonatomic, readonly) UIColor *blueColor;
@property(class, nonatomic, readonly) UIColor *cyanColor;
@property(class, nonatomic, readonly) UIColor *yellowColor;
@property(class, nonatomic, readonly) UIColor *magentaColor;
@property(class, nonatomic, readonly) UIColor *orangeColor;
@property(class, nonatomic, readonly) UIColor *purpleColor;
@property(class, nonatomic, readonly) UIColor *brownColor;
- (void)setFill;
- (void)setStroke;
- (UIColor *)colorWithAlphaComponent:(CGFloat)alpha;
@end

typedef CGFloat UIFontWeight NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(UIFont.Weight);
FOUNDATION_EXPORT const UIFontWeight UIFontWeightMedium NS_SWIFT_NAME(UIFontWeight.medium);

@interface UIFont : NSObject <NSCopying>
+ (UIFont *)systemFontOfSize:(CGFloat)fontSize weight:(UIFontWeight)weight;
@end

@interface UIBezierPath : NSObject <NSCopying>
+ (instancetype)bezierPath;
+ (instancetype)bezierPathWithRect:(CGRect)rect;
+ (instancetype)bezierPathWithOvalInRect:(CGRect)rect;
- (void)moveToPoint:(CGPoint)point;
- (void)addLineToPoint:(CGPoint)point;
@property(nonatomic) CGFloat lineWidth;
- (void)fill;
- (void)stroke;
@end

typedef NS_ENUM(NSInteger, UIDeviceOrientation) {
    UIDeviceOrientationUnknown,
    UIDeviceOrientationPortrait,
    UIDeviceOrientationPortraitUpsideDown,
    UIDeviceOrientationLandscapeLeft,
    UIDeviceOrientationLandscapeRight,
    UIDeviceOrientationFaceUp,
    UIDeviceOrientationFaceDown,
} API_UNAVAILABLE(tvos);

UI_ACTOR @interface UIDevice : NSObject
@property(class, nonatomic, readonly) UIDevice *currentDevice NS_SWIFT_NAME(current);
@property(nonatomic, readonly) UIDeviceOrientation orientation API_UNAVAILABLE(tvos);
- (void)beginGeneratingDeviceOrientationNotifications API_UNAVAILABLE(tvos);
- (void)endGeneratingDeviceOrientationNotifications API_UNAVAILABLE(tvos);
@end
FOUNDATION_EXPORT NSNotificationName const UIDeviceOrientationDidChangeNotification
    NS_SWIFT_NAME(UIDevice.orientationDidChangeNotification) API_UNAVAILABLE(tvos);

@class UITraitCollection;
@interface UIImage (UIKitSamples)
+ (nullable UIImage *)imageNamed:(NSString *)name
                        inBundle:(nullable NSBundle *)bundle
   compatibleWithTraitCollection:(nullable UITraitCollection *)traitCollection;
@end
UI_ACTOR @interface UITraitCollection : NSObject
@end

@interface NSAttributedString (UIKitSamples)
- (void)drawInRect:(CGRect)rect;
@end

NS_ASSUME_NONNULL_END
