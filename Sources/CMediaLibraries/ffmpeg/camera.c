// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#define _GNU_SOURCE
#include "lk_ffmpeg.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <libavdevice/version.h>
#include <libavutil/macros.h>

// libavdevice depends on many audio and window systems, which would slow down the start of programs
// that open no camera, so it is loaded for the first camera.
#define LIBRARY "libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR)

static void *device_function(const char *name) {
    // Never unloaded, because FFmpeg keeps pointers into it.
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

unsigned lk_devices_version(void) {
    void *function = device_function("avdevice_version");
    return function ? ((unsigned (*)(void))function)() : 0;
}

int lk_devices_load(void) {
    void *function = device_function("avdevice_register_all");
    if (!function) return -1;
    ((void (*)(void))function)();
    return 0;
}

void lk_camera_keep_rate(const char *device) {
    int descriptor = open(device, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return;
    // Otherwise, automatic exposure halves the frame rate in low light.
    struct v4l2_control control = {V4L2_CID_EXPOSURE_AUTO_PRIORITY, 0};
    (void)ioctl(descriptor, VIDIOC_S_CTRL, &control);
    close(descriptor);
}
#endif
