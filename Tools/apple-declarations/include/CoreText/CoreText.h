// CoreText: fonts and lines of text.
#pragma once
#include <CoreGraphics/CoreGraphics.h>

CF_EXTERN_C_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED
CF_ASSUME_NONNULL_BEGIN

typedef const struct CF_BRIDGED_TYPE(id) __CTFont *CTFontRef;
typedef const struct CF_BRIDGED_TYPE(id) __CTLine *CTLineRef;
typedef CF_OPTIONS(uint32_t, CTFontSymbolicTraits) {
    kCTFontTraitItalic = (1 << 0), kCTFontTraitBold = (1 << 1),
    kCTFontItalicTrait = kCTFontTraitItalic, kCTFontBoldTrait = kCTFontTraitBold,
};

extern const CFStringRef kCTFontAttributeName;
extern const CFStringRef kCTForegroundColorFromContextAttributeName;

CTFontRef CTFontCreateWithName(CFStringRef name, CGFloat size, const CGAffineTransform *_Nullable matrix);
CTFontRef _Nullable CTFontCreateCopyWithSymbolicTraits(CTFontRef font, CGFloat size, const CGAffineTransform *_Nullable matrix, CTFontSymbolicTraits symTraitValue, CTFontSymbolicTraits symTraitMask);
CFStringRef CTFontCopyFamilyName(CTFontRef font);
CGFloat CTFontGetAscent(CTFontRef font);
CGFloat CTFontGetDescent(CTFontRef font);
CTLineRef CTLineCreateWithAttributedString(CFAttributedStringRef attrString);
double CTLineGetTypographicBounds(CTLineRef line, CGFloat *_Nullable ascent, CGFloat *_Nullable descent, CGFloat *_Nullable leading);
void CTLineDraw(CTLineRef line, CGContextRef context);

CF_ASSUME_NONNULL_END
CF_IMPLICIT_BRIDGING_DISABLED
CF_EXTERN_C_END
