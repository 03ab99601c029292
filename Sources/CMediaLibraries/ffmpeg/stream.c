// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#include "lk_ffmpeg.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const int lk_error_again = AVERROR(EAGAIN);
const int lk_error_end = AVERROR_EOF;
const int lk_error_invalid_data = AVERROR_INVALIDDATA;
const int lk_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
const int lk_error_no_filter = AVERROR_FILTER_NOT_FOUND;
const int lk_error_no_encoder = AVERROR_ENCODER_NOT_FOUND;
const int lk_error_no_memory = AVERROR(ENOMEM);
const int64_t lk_no_pts = AV_NOPTS_VALUE;

enum { MATRIX_SIZE = 9 * sizeof(int32_t) };

int lk_system_error(int error) {
    // FFmpeg's own errors are four-character codes, far beyond the range of errno.
    return error < 0 && error > -4096 ? AVUNERROR(error) : 0;
}

const int32_t *lk_stream_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
        AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= MATRIX_SIZE ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= MATRIX_SIZE ? (const int32_t *)data : NULL;
#endif
}

const int32_t *lk_frame_matrix(const AVFrame *frame) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return data && data->size >= MATRIX_SIZE ? (const int32_t *)data->data : NULL;
}

int lk_copy_header(AVCodecParameters *to, const AVCodecParameters *from) {
    av_freep(&to->extradata);
    to->extradata_size = 0;
    if (from->extradata_size <= 0) return 0;
    size_t size = (size_t)from->extradata_size;
    to->extradata = av_malloc(size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!to->extradata) return AVERROR(ENOMEM);
    memcpy(to->extradata, from->extradata, size);
    memset(to->extradata + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    to->extradata_size = from->extradata_size;
    return 0;
}

int lk_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static int open_source(lk_chain *chain, const AVFrame *first, AVRational time_base) {
    chain->source = avfilter_graph_alloc_filter(
        chain->graph, avfilter_get_by_name("buffer"), "in");
    AVBufferSrcParameters *parameters = av_buffersrc_parameters_alloc();
    if (!chain->source || !parameters) {
        av_free(parameters);
        return AVERROR(ENOMEM);
    }
    parameters->format = first->format;
    parameters->width = first->width;
    parameters->height = first->height;
    parameters->time_base = time_base;
    parameters->sample_aspect_ratio = first->sample_aspect_ratio;
#if LIBAVFILTER_VERSION_MAJOR >= 10
    parameters->color_space = first->colorspace;
    parameters->color_range = first->color_range;
#endif
    int error = av_buffersrc_parameters_set(chain->source, parameters);
    av_free(parameters);
    return error < 0 ? error : avfilter_init_str(chain->source, NULL);
}

static int connect_filters(lk_chain *chain, const char *filters) {
    AVFilterInOut *from = avfilter_inout_alloc();
    AVFilterInOut *to = avfilter_inout_alloc();
    int error = AVERROR(ENOMEM);
    if (from && to) {
        *from = (AVFilterInOut){av_strdup("in"), chain->source, 0, NULL};
        *to = (AVFilterInOut){av_strdup("out"), chain->sink, 0, NULL};
        error = avfilter_graph_parse_ptr(chain->graph, filters, &to, &from, NULL);
    }
    avfilter_inout_free(&from);
    avfilter_inout_free(&to);
    return error;
}

int lk_chain_open(
    lk_chain *chain, const AVFrame *first, AVRational time_base, const char *filters) {
    *chain = (lk_chain){0};
    chain->graph = avfilter_graph_alloc();
    if (!chain->graph) return AVERROR(ENOMEM);
    // The number of threads does not affect results, and the decoder has its own threads.
    chain->graph->nb_threads = 1;
    int error = open_source(chain, first, time_base);
    if (error >= 0)
        error = avfilter_graph_create_filter(
            &chain->sink, avfilter_get_by_name("buffersink"), "out", NULL, NULL, chain->graph);
    if (error >= 0) error = connect_filters(chain, filters);
    return error < 0 ? error : avfilter_graph_config(chain->graph, NULL);
}

void lk_name_channels(AVChannelLayout *layout) {
    if (layout->order == AV_CHANNEL_ORDER_UNSPEC)
        av_channel_layout_default(layout, layout->nb_channels);
}

static int open_audio_source(lk_chain *chain, const AVFrame *first, AVRational time_base) {
    char layout[128];
    int error = av_channel_layout_describe(&first->ch_layout, layout, sizeof layout);
    const char *format = av_get_sample_fmt_name(first->format);
    if (error < 0 || !format) return error < 0 ? error : AVERROR_INVALIDDATA;
    char arguments[320];
    snprintf(
        arguments, sizeof arguments,
        "time_base=%d/%d:sample_rate=%d:sample_fmt=%s:channel_layout=%s", time_base.num,
        time_base.den, first->sample_rate, format, layout);
    return avfilter_graph_create_filter(
        &chain->source, avfilter_get_by_name("abuffer"), "in", arguments, NULL, chain->graph);
}

int lk_audio_chain_open(
    lk_chain *chain, const AVFrame *first, AVRational time_base, const char *filters) {
    *chain = (lk_chain){0};
    chain->graph = avfilter_graph_alloc();
    if (!chain->graph) return AVERROR(ENOMEM);
    chain->graph->nb_threads = 1;
    int error = open_audio_source(chain, first, time_base);
    if (error >= 0)
        error = avfilter_graph_create_filter(
            &chain->sink, avfilter_get_by_name("abuffersink"), "out", NULL, NULL, chain->graph);
    if (error >= 0) error = connect_filters(chain, filters);
    return error < 0 ? error : avfilter_graph_config(chain->graph, NULL);
}

void lk_chain_close(lk_chain *chain) {
    // This also frees the filters.
    avfilter_graph_free(&chain->graph);
    *chain = (lk_chain){0};
}
#endif
