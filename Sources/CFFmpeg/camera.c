#define _GNU_SOURCE
#include "lk_ffmpeg.h"

#ifdef __linux__
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

void lk_camera_keep_rate(const char *device) {
    int descriptor = open(device, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return;
    // Otherwise automatic exposure halves the rate when there is little light.
    struct v4l2_control control = {V4L2_CID_EXPOSURE_AUTO_PRIORITY, 0};
    (void)ioctl(descriptor, VIDIOC_S_CTRL, &control);
    close(descriptor);
}
#else
void lk_camera_keep_rate(const char *device) { (void)device; }
#endif
