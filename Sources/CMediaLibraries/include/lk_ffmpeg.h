#ifndef LANDMARK_CFFMPEG_H
#define LANDMARK_CFFMPEG_H

// FFmpeg 5.1 to 7.1, with the parts that Swift cannot express: macros, callbacks with variable arguments, and
// the few APIs that differ between versions.

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <stdint.h>

// MARK: Libraries

/// Loads FFmpeg's libraries except libavfilter on the first call, which must precede all other FFmpeg calls.
/// Returns NULL, or the reason why they cannot be loaded.
const char *lk_libraries_load(void);

/// Also loads libavfilter on the first call, which must precede all calls about chains and still images.
/// Returns NULL, or the reason why one of the libraries cannot be loaded.
const char *lk_filters_load(void);

// MARK: Error codes

extern const int lk_error_again;
extern const int lk_error_end;
extern const int lk_error_invalid_data;
extern const int lk_error_no_decoder;
extern const int lk_error_no_filter;
extern const int lk_error_no_encoder;
extern const int lk_error_no_memory;
extern const int64_t lk_no_pts;

/// Returns the `errno` that an FFmpeg error code represents, or 0 for FFmpeg's own errors.
int lk_system_error(int error);

// MARK: Messages

/// Receives FFmpeg's messages about one open file or codec; may be called on any thread.
typedef void (*lk_log_receiver)(void *context, int level, const char *message);
typedef struct lk_log_sink lk_log_sink;

/// Creates a sink. The first call stops FFmpeg from writing to standard error. Returns NULL if
/// memory cannot be allocated.
lk_log_sink *lk_log_sink_open(lk_log_receiver receiver, void *context);

/// Closes a sink, after which its receiver is not called. NULL is allowed.
void lk_log_sink_close(lk_log_sink *sink);

/// Sends the messages of a file or codec and its parts to `sink`.
void lk_log_format(AVFormatContext *format, lk_log_sink *sink);
void lk_log_codec(AVCodecContext *codec, lk_log_sink *sink);

// MARK: Input and output by descriptor

/// Creates a reader of an open file, which the caller closes. Returns NULL if memory cannot be
/// allocated.
AVIOContext *lk_reader_open(int descriptor);

/// Creates a writer of an open file, which the caller closes. Returns NULL if memory cannot be
/// allocated.
AVIOContext *lk_writer_open(int descriptor);

/// Moves an open file to its start. Returns 0 or an FFmpeg error code.
int lk_rewind(int descriptor);

/// Frees a reader or writer. NULL is allowed.
void lk_io_close(AVIOContext **io);

/// Keeps a demuxer from opening other files or connections.
void lk_confine(AVFormatContext *format);

// MARK: Streams and frames

/// Returns the nine elements of the display matrix of a stream or frame, or NULL.
const int32_t *lk_stream_matrix(const AVStream *stream);
const int32_t *lk_frame_matrix(const AVFrame *frame);

/// Replaces the codec's header. Returns 0 or an FFmpeg error code.
int lk_copy_header(AVCodecParameters *to, const AVCodecParameters *from);

/// Returns whether the frame is interlaced.
int lk_frame_is_interlaced(const AVFrame *frame);

// MARK: Filters

/// A filter graph with one input and one output.
typedef struct {
    AVFilterGraph *graph;
    AVFilterContext *source;
    AVFilterContext *sink;
} lk_chain;

/// Creates `filters`, in the ffmpeg program's syntax, for images like `first`.
///
/// Returns 0 or an FFmpeg error code. Call `lk_chain_close` in both cases.
int lk_chain_open(
    lk_chain *chain, const AVFrame *first, AVRational time_base, const char *filters);

/// Creates `filters` for audio like `first`, whose channels are in the default order if `first`
/// does not specify one.
///
/// Returns 0 or an FFmpeg error code. Call `lk_chain_close` in both cases.
int lk_audio_chain_open(
    lk_chain *chain, const AVFrame *first, AVRational time_base, const char *filters);
void lk_chain_close(lk_chain *chain);

/// Assigns the default channel order to audio for which only the number of channels is known.
void lk_name_channels(AVChannelLayout *layout);

// MARK: Still images

/// A decoded image file: gray8, rgb24 or rgba.
typedef struct {
    AVFrame *frame;
    /// The decoder's first error; empty if it reported none.
    char reason[256];
} lk_still;

/// Decodes the contents of an image file. An image with any damage is an error.
///
/// Returns 0 or an FFmpeg error code. Call `lk_still_close` in both cases.
int lk_still_decode(
    lk_still *still, const uint8_t *bytes, size_t count, enum AVCodecID codec,
    int64_t pixel_limit);
void lk_still_close(lk_still *still);

// MARK: Cameras

/// Registers FFmpeg's device readers. Returns 0, or -1 if libavdevice is not installed.
int lk_devices_load(void);

/// Loads libavdevice and returns its version, or 0 if it is not installed.
unsigned lk_devices_version(void);

/// Asks a V4L2 camera to keep its frame rate in low light. Cameras without this control ignore it.
void lk_camera_keep_rate(const char *device);

#endif
