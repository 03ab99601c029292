#ifndef LANDMARK_CFFMPEG_H
#define LANDMARK_CFFMPEG_H

// FFmpeg 5.1 to 7.1, and what Swift cannot say to it: macros, callbacks with argument lists, and
// the few things that the two name differently.

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <stdint.h>

// MARK: Libraries

/// Finds FFmpeg's libraries, the first time it is called; to be called before any function of
/// theirs. NULL, or why they are not to be had.
const char *lk_libraries_load(void);

// MARK: Error codes

extern const int lk_error_again;
extern const int lk_error_end;
extern const int lk_error_invalid_data;
extern const int lk_error_no_decoder;
extern const int64_t lk_no_pts;

/// The operating system's `errno` behind an error of FFmpeg, or 0 when it is FFmpeg's own.
int lk_system_error(int error);

// MARK: Messages

/// Where FFmpeg's messages about one open file or codec go; any thread may call it.
typedef void (*lk_log_receiver)(void *context, int level, const char *message);
typedef struct lk_log_sink lk_log_sink;

/// Makes a sink and, the first time, turns off everything that FFmpeg writes to standard error.
/// NULL when there is no memory.
lk_log_sink *lk_log_sink_open(lk_log_receiver receiver, void *context);

/// After this the receiver is not called any more. NULL is let through.
void lk_log_sink_close(lk_log_sink *sink);

/// Sends the messages of a file or codec, and of what belongs to it, to `sink`.
void lk_log_format(AVFormatContext *format, lk_log_sink *sink);
void lk_log_codec(AVCodecContext *codec, lk_log_sink *sink);

// MARK: Input and output by descriptor

/// A reader of an open file, which stays the caller's; NULL when there is no memory.
AVIOContext *lk_reader_open(int descriptor);

/// A writer to an open file, which stays the caller's; NULL when there is no memory.
AVIOContext *lk_writer_open(int descriptor);

/// Frees a reader or writer. NULL is let through.
void lk_io_close(AVIOContext **io);

/// Keeps a demuxer from opening anything but what it is handed: no other file, no connection.
void lk_confine(AVFormatContext *format);

// MARK: Streams and frames

/// The nine numbers that say how a stream's or frame's image is turned, or NULL.
const int32_t *lk_stream_matrix(const AVStream *stream);
const int32_t *lk_frame_matrix(const AVFrame *frame);

/// Whether the image consists of two fields, taken one after the other.
int lk_frame_is_interlaced(const AVFrame *frame);

// MARK: Filters

/// A chain of filters from one kind of image to another.
typedef struct {
    AVFilterGraph *graph;
    AVFilterContext *source;
    AVFilterContext *sink;
} lk_chain;

/// Sets up `filters`, in the words of the ffmpeg program, for images like `first`.
///
/// Returns 0 or FFmpeg's error. Call `lk_chain_close` in both cases.
int lk_chain_open(
    lk_chain *chain, const AVFrame *first, AVRational time_base, const char *filters);
void lk_chain_close(lk_chain *chain);

// MARK: Cameras

/// Makes FFmpeg's readers of devices known; 0, or -1 when their library is not there.
int lk_devices_load(void);

/// The version of the library of devices, which is loaded for it; 0 when it is not there.
unsigned lk_devices_version(void);

/// Asks a V4L2 camera to keep its frame rate in the dark. Cameras that cannot ignore it.
void lk_camera_keep_rate(const char *device);

#endif
