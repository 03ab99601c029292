#pragma once
// Attributes that state since when, and where, something exists:
// API_AVAILABLE(ios(16.0), macos(13.0)), API_UNAVAILABLE(tvos), API_DEPRECATED("why", ios(4.0, 17.0)).

#define APPLE_SINCE_ios(x) ios, introduced = x
#define APPLE_SINCE_macos(x) macos, introduced = x
#define APPLE_SINCE_tvos(x) tvos, introduced = x
#define APPLE_SINCE_watchos(x) watchos, introduced = x
#define APPLE_SINCE_visionos(x) visionos, introduced = x
#define APPLE_SINCE_macCatalyst(x) maccatalyst, introduced = x

#define APPLE_SPAN_ios(x, y) ios, introduced = x, deprecated = y
#define APPLE_SPAN_macos(x, y) macos, introduced = x, deprecated = y
#define APPLE_SPAN_tvos(x, y) tvos, introduced = x, deprecated = y
#define APPLE_SPAN_watchos(x, y) watchos, introduced = x, deprecated = y
#define APPLE_SPAN_visionos(x, y) visionos, introduced = x, deprecated = y
#define APPLE_SPAN_macCatalyst(x, y) maccatalyst, introduced = x, deprecated = y

#define APPLE_PICK(_1, _2, _3, _4, _5, _6, NAME, ...) NAME

#define APPLE_A1(a) __attribute__((availability(APPLE_SINCE_##a)))
#define APPLE_A2(a, b) APPLE_A1(a) APPLE_A1(b)
#define APPLE_A3(a, b, c) APPLE_A2(a, b) APPLE_A1(c)
#define APPLE_A4(a, b, c, d) APPLE_A3(a, b, c) APPLE_A1(d)
#define APPLE_A5(a, b, c, d, e) APPLE_A4(a, b, c, d) APPLE_A1(e)
#define APPLE_A6(a, b, c, d, e, f) APPLE_A5(a, b, c, d, e) APPLE_A1(f)
#define API_AVAILABLE(...)                                                                         \
    APPLE_PICK(__VA_ARGS__, APPLE_A6, APPLE_A5, APPLE_A4, APPLE_A3, APPLE_A2, APPLE_A1)(__VA_ARGS__)

#define APPLE_U1(a) __attribute__((availability(a, unavailable)))
#define APPLE_U2(a, b) APPLE_U1(a) APPLE_U1(b)
#define APPLE_U3(a, b, c) APPLE_U2(a, b) APPLE_U1(c)
#define APPLE_U4(a, b, c, d) APPLE_U3(a, b, c) APPLE_U1(d)
#define APPLE_U5(a, b, c, d, e) APPLE_U4(a, b, c, d) APPLE_U1(e)
#define APPLE_U6(a, b, c, d, e, f) APPLE_U5(a, b, c, d, e) APPLE_U1(f)
#define API_UNAVAILABLE(...)                                                                       \
    APPLE_PICK(__VA_ARGS__, APPLE_U6, APPLE_U5, APPLE_U4, APPLE_U3, APPLE_U2, APPLE_U1)(__VA_ARGS__)

#define APPLE_D1(why, a) __attribute__((availability(APPLE_SPAN_##a, message = why)))
#define APPLE_D2(why, a, b) APPLE_D1(why, a) APPLE_D1(why, b)
#define APPLE_D3(why, a, b, c) APPLE_D2(why, a, b) APPLE_D1(why, c)
#define APPLE_D4(why, a, b, c, d) APPLE_D3(why, a, b, c) APPLE_D1(why, d)
#define APPLE_D5(why, a, b, c, d, e) APPLE_D4(why, a, b, c, d) APPLE_D1(why, e)
#define APPLE_PICK_AFTER_ONE(why, _1, _2, _3, _4, _5, NAME, ...) NAME
#define API_DEPRECATED(...)                                                                        \
    APPLE_PICK_AFTER_ONE(                                                                          \
        __VA_ARGS__, APPLE_D5, APPLE_D4, APPLE_D3, APPLE_D2, APPLE_D1)(__VA_ARGS__)
