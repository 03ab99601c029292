#define _GNU_SOURCE
#include "lk_window.h"

#if defined(__linux__)

#include <lk_lazy_library.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// SDL 2, as its stable interface declares it.
typedef struct SDL_Window SDL_Window;
typedef struct SDL_Renderer SDL_Renderer;
typedef struct SDL_Texture SDL_Texture;
typedef union {
    uint32_t type;
    struct {
        uint32_t type, time, window;
        uint8_t kind;
    } window;
    struct {
        uint32_t type, time, window;
        uint8_t state[4];
        int32_t scancode, symbol;
    } key;
    uint8_t space[128];
} SDL_Event;
extern int SDL_Init(uint32_t flags);
extern void SDL_Quit(void);
extern const char *SDL_GetError(void);
extern const char *SDL_GetCurrentVideoDriver(void);
extern int SDL_SetHint(const char *name, const char *value);
extern SDL_Window *SDL_CreateWindow(const char *title, int x, int y, int w, int h, uint32_t flags);
extern void SDL_DestroyWindow(SDL_Window *window);
extern SDL_Renderer *SDL_CreateRenderer(SDL_Window *window, int index, uint32_t flags);
extern void SDL_DestroyRenderer(SDL_Renderer *renderer);
extern SDL_Texture *SDL_CreateTexture(SDL_Renderer *renderer, uint32_t format, int access, int w, int h);
extern void SDL_DestroyTexture(SDL_Texture *texture);
extern int SDL_UpdateTexture(SDL_Texture *texture, const void *area, const void *pixels, int pitch);
extern int SDL_RenderSetLogicalSize(SDL_Renderer *renderer, int w, int h);
extern int SDL_RenderClear(SDL_Renderer *renderer);
extern int SDL_RenderCopy(
    SDL_Renderer *renderer, SDL_Texture *texture, const void *from, const void *to);
extern void SDL_RenderPresent(SDL_Renderer *renderer);
extern int SDL_PollEvent(SDL_Event *event);

enum {
    INIT_VIDEO = 0x20,
    CENTERED = 0x2FFF0000,
    RESIZABLE = 0x20,
    SOFTWARE = 1,
    RGB24 = 0x17101803,
    STREAMING = 1,
    EVENT_QUIT = 0x100,
    EVENT_WINDOW = 0x200,
    EVENT_KEY = 0x300,
    WINDOW_CLOSE = 14,
    KEY_ESCAPE = 27,
    KEY_Q = 'q',
    PAUSE = 10000,
};

#define SDL(F) \
    F(SDL_Init) F(SDL_Quit) F(SDL_GetCurrentVideoDriver) F(SDL_GetError) F(SDL_SetHint) F(SDL_CreateWindow) \
    F(SDL_DestroyWindow) F(SDL_CreateRenderer) F(SDL_DestroyRenderer) F(SDL_CreateTexture) \
    F(SDL_DestroyTexture) F(SDL_UpdateTexture) F(SDL_RenderSetLogicalSize) F(SDL_RenderClear) \
    F(SDL_RenderCopy) F(SDL_RenderPresent) F(SDL_PollEvent)

SDL(LK_LAZY_DEFINE)

static const lk_lazy_function functions[] = {SDL(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {LK_LAZY_LIBRARY("libSDL2-2.0.so.0", functions)};

static lk_lazy_state loading = LK_LAZY_STATE;

// Everything below `lock` is shared with the window's thread.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static enum { CLOSED, OPENING, OPEN, FAILED } state;
static bool ends, has_image;
static char problem[256];
static char name[256];
static uint8_t *pixels;
static int image_width, image_height;

static void set_state(int to) {
    pthread_mutex_lock(&lock);
    state = to;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
}

/// Whether an event asks to close the window.
static bool closes(const SDL_Event *event) {
    switch (event->type) {
    case EVENT_QUIT: return true;
    case EVENT_WINDOW: return event->window.kind == WINDOW_CLOSE;
    case EVENT_KEY: return event->key.symbol == KEY_ESCAPE || event->key.symbol == KEY_Q;
    default: return false;
    }
}

/// Shows images until the window is closed; returns false if one cannot be shown.
static bool show_images(SDL_Renderer *renderer) {
    SDL_Texture *texture = NULL;
    int width = 0, height = 0;
    bool is_over = false, works = true;
    while (!is_over && works) {
        SDL_Event event;
        bool is_damaged = false;
        while (SDL_PollEvent(&event)) {
            is_over = is_over || closes(&event);
            is_damaged = is_damaged || event.type == EVENT_WINDOW;
        }
        pthread_mutex_lock(&lock);
        is_over = is_over || ends;
        if (has_image && (width != image_width || height != image_height)) {
            if (texture) SDL_DestroyTexture(texture);
            (width = image_width), (height = image_height);
            texture = SDL_CreateTexture(renderer, RGB24, STREAMING, width, height);
            SDL_RenderSetLogicalSize(renderer, width, height);
        }
        is_damaged = is_damaged || has_image;
        if (has_image) works = texture && !SDL_UpdateTexture(texture, NULL, pixels, width * 3);
        has_image = false;
        pthread_mutex_unlock(&lock);
        if (is_damaged && texture) {
            SDL_RenderClear(renderer);
            SDL_RenderCopy(renderer, texture, NULL, NULL);
            SDL_RenderPresent(renderer);
        }
        usleep(PAUSE);
    }
    if (texture) SDL_DestroyTexture(texture);
    return works;
}

/// Whether SDL, for lack of a display, has chosen a driver that shows nothing although none was requested.
static bool is_invisible(void) {
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!driver || getenv("SDL_VIDEODRIVER")) return !driver;
    return !strcmp(driver, "dummy") || !strcmp(driver, "offscreen") || !strcmp(driver, "evdev");
}

static void *run(void *unused) {
    (void)unused;
    // The program handles interruptions itself.
    SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    int result = FAILED;
    bool is_ready = !SDL_Init(INIT_VIDEO);
    if (is_ready && is_invisible()) {
        snprintf(problem, sizeof problem, "there is no display");
    } else if (is_ready) {
        window = SDL_CreateWindow(name, CENTERED, CENTERED, image_width, image_height, RESIZABLE);
        if (window) renderer = SDL_CreateRenderer(window, -1, 0);
        if (window && !renderer) renderer = SDL_CreateRenderer(window, -1, SOFTWARE);
    }
    if (renderer) {
        set_state(OPEN);
        if (show_images(renderer)) result = CLOSED;
    }
    if (result == FAILED && !problem[0]) snprintf(problem, sizeof problem, "%s", SDL_GetError());
    if (renderer) SDL_DestroyRenderer(renderer);
    if (window) SDL_DestroyWindow(window);
    SDL_Quit();
    set_state(result);
    return NULL;
}

int lk_window_open(const char *title, int width, int height, char *reason, size_t size) {
    const char *missing = lk_lazy_load(&loading, libraries, LK_LAZY_COUNT(libraries), NULL);
    if (missing) {
        snprintf(reason, size, "%s", missing);
        return -1;
    }
    snprintf(name, sizeof name, "%s", title);
    state = OPENING;
    ends = has_image = false;
    problem[0] = 0;
    (image_width = width), (image_height = height);
    if (pthread_create(&thread, NULL, run, NULL)) {
        snprintf(reason, size, "a thread cannot be started");
        state = CLOSED;
        return -1;
    }
    pthread_mutex_lock(&lock);
    while (state == OPENING) pthread_cond_wait(&change, &lock);
    bool is_open = state == OPEN;
    pthread_mutex_unlock(&lock);
    if (is_open) return 0;
    pthread_join(thread, NULL);
    snprintf(reason, size, "%s", problem);
    return -1;
}

int lk_window_show(const uint8_t *rgb, int width, int height, size_t stride) {
    pthread_mutex_lock(&lock);
    bool is_open = state == OPEN;
    if (is_open) {
        size_t row = (size_t)width * 3;
        uint8_t *copy = realloc(pixels, row * (size_t)height);
        if (copy) {
            pixels = copy;
            for (int y = 0; y < height; y++)
                memcpy(pixels + row * (size_t)y, rgb + stride * (size_t)y, row);
            (image_width = width), (image_height = height);
            has_image = true;
        }
    }
    pthread_mutex_unlock(&lock);
    return is_open ? 0 : -1;
}

void lk_window_wait(int (*is_over)(void)) {
    for (;;) {
        pthread_mutex_lock(&lock);
        bool is_open = state == OPEN;
        pthread_mutex_unlock(&lock);
        if (!is_open || is_over()) return;
        usleep(PAUSE);
    }
}

void lk_window_close(void) {
    pthread_mutex_lock(&lock);
    ends = true;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    free(pixels);
    pixels = NULL;
}

#else

typedef int lk_window_nothing;

#endif
