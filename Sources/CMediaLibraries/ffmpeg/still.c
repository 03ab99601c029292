// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#include "lk_ffmpeg.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void keep_error(void *context, int level, const char *message) {
    lk_still *still = context;
    // The TIFF decoder reports tags that it does not need as errors.
    if (!strncmp(message, "Unknown or unsupported tag", 26)) return;
    // The first error is the cause of the others.
    if (level <= AV_LOG_ERROR && !still->reason[0])
        snprintf(still->reason, sizeof still->reason, "%s", message);
}

/// Decodes the packet into `frame`.
static int receive(
    const AVCodec *codec, const AVPacket *packet, AVFrame *frame, int64_t pixel_limit,
    lk_log_sink *sink) {
    AVCodecContext *context = avcodec_alloc_context3(codec);
    if (!context) return AVERROR(ENOMEM);
    lk_log_codec(context, sink);
    context->max_pixels = pixel_limit;
    context->thread_count = 1;
    // Not AV_EF_EXPLODE: the decoder would then reject TIFF tags that it does not need.
    context->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
    int error = avcodec_open2(context, codec, NULL);
    if (error >= 0) error = avcodec_send_packet(context, packet);
    if (error >= 0) error = avcodec_send_packet(context, NULL);
    if (error >= 0) error = avcodec_receive_frame(context, frame);
    avcodec_free_context(&context);
    return error;
}

/// Returns the pixel format for the caller: gray and alpha are kept; anything else becomes RGB.
static const char *target_of(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    if (!format) return NULL;
    if (format->flags & AV_PIX_FMT_FLAG_PAL) return "rgb24";
    if (format->flags & AV_PIX_FMT_FLAG_ALPHA) return "rgba";
    return format->nb_components == 1 ? "gray" : "rgb24";
}

/// Converts the image in place.
static int convert(AVFrame *frame) {
    const char *target = target_of(frame);
    if (!target) return AVERROR(EINVAL);
    char filters[96];
    snprintf(
        filters, sizeof filters,
        "scale=flags=bicubic+accurate_rnd+full_chroma_int,format=pix_fmts=%s", target);
    lk_chain chain;
    int error = lk_chain_open(&chain, frame, (AVRational){1, 1}, filters);
    if (error >= 0) error = av_buffersrc_add_frame(chain.source, frame);
    if (error >= 0) error = av_buffersrc_add_frame(chain.source, NULL);
    if (error >= 0) error = av_buffersink_get_frame(chain.sink, frame);
    lk_chain_close(&chain);
    return error;
}

int lk_still_decode(
    lk_still *still, const uint8_t *bytes, size_t count, enum AVCodecID id, int64_t pixel_limit) {
    memset(still, 0, sizeof *still);
    const AVCodec *codec = avcodec_find_decoder(id);
    if (!codec) return AVERROR_DECODER_NOT_FOUND;
    if (count > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return AVERROR(ENOMEM);
    lk_log_sink *sink = lk_log_sink_open(keep_error, still);
    AVPacket *packet = av_packet_alloc();
    still->frame = av_frame_alloc();
    int error = AVERROR(ENOMEM);
    if (sink && packet && still->frame) error = av_new_packet(packet, (int)count);
    if (error >= 0) {
        memcpy(packet->data, bytes, count);
        error = receive(codec, packet, still->frame, pixel_limit, sink);
    }
    av_packet_free(&packet);
    lk_log_sink_close(sink);
    if (error < 0) return error;
    // Decoders return as much of a damaged image as they can.
    if (still->reason[0] || still->frame->decode_error_flags
        || still->frame->flags & AV_FRAME_FLAG_CORRUPT)
        return AVERROR_INVALIDDATA;
    return convert(still->frame);
}

void lk_still_close(lk_still *still) { av_frame_free(&still->frame); }
#endif
