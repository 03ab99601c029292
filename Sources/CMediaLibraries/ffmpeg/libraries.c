// On other systems, AVFoundation reads and writes videos.
#if defined(__linux__)
#include "lk_ffmpeg.h"

// Linking FFmpeg would load two hundred other libraries and cost 0.1 s and 40 MB at program start.
// It is therefore not linked: the functions are defined here as jumps to the real ones, which
// `lk_libraries_load` resolves when the first video is opened.

#include <lk_lazy_library.h>

#define FILE_NAME(name, major) "lib" name ".so." AV_STRINGIFY(major)

#define UTIL(F) \
    F(av_buffer_create) F(av_buffer_ref) F(av_buffer_unref) F(av_channel_layout_default) \
    F(av_channel_layout_describe) F(av_dict_copy) F(av_dict_free) F(av_dict_set) \
    F(av_frame_alloc) F(av_frame_free) F(av_frame_get_buffer) F(av_frame_get_side_data) \
    F(av_frame_move_ref) F(av_frame_unref) F(av_free) F(av_freep) F(av_get_sample_fmt_name) \
    F(av_hwdevice_ctx_create) F(av_hwframe_ctx_alloc) F(av_hwframe_ctx_init) \
    F(av_hwframe_get_buffer) F(av_hwframe_transfer_data) F(av_log) F(av_log_format_line2) \
    F(av_log_set_callback) F(av_malloc) F(av_opt_set) F(av_pix_fmt_desc_get) F(av_rescale) F(av_rescale_q) F(av_strdup) \
    F(av_strerror) F(avutil_version)
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define CODEC_SIDE_DATA(F) F(av_packet_side_data_get)
#define FORMAT_SIDE_DATA(F)
#else
#define CODEC_SIDE_DATA(F)
#define FORMAT_SIDE_DATA(F) F(av_stream_get_side_data)
#endif
#define CODEC(F) \
    F(av_bsf_alloc) F(av_bsf_free) F(av_bsf_get_by_name) F(av_bsf_init) F(av_bsf_receive_packet) \
    F(av_bsf_send_packet) F(av_new_packet) F(av_packet_alloc) F(av_packet_free) F(av_packet_move_ref) \
    F(av_packet_rescale_ts) F(av_packet_unref) F(avcodec_alloc_context3) \
    F(avcodec_find_decoder) F(avcodec_find_encoder_by_name) F(avcodec_flush_buffers) \
    F(avcodec_free_context) F(avcodec_get_class) \
    F(avcodec_get_name) F(avcodec_open2) F(avcodec_parameters_copy) \
    F(avcodec_parameters_from_context) F(avcodec_parameters_to_context) \
    F(avcodec_receive_frame) F(avcodec_receive_packet) F(avcodec_send_frame) \
    F(avcodec_send_packet) F(avcodec_version) CODEC_SIDE_DATA(F)
#define FORMAT(F) \
    F(av_find_best_stream) F(av_find_input_format) F(av_guess_frame_rate) \
    F(av_interleaved_write_frame) F(av_probe_input_buffer2) F(av_read_frame) F(av_write_trailer) \
    F(avformat_alloc_context) F(avformat_alloc_output_context2) F(avformat_close_input) \
    F(avformat_find_stream_info) F(avformat_free_context) F(avformat_get_class) \
    F(avformat_index_get_entries_count) F(avformat_new_stream) F(avformat_open_input) \
    F(avformat_query_codec) F(avformat_version) F(avformat_write_header) F(avio_alloc_context) \
    F(avio_closep) F(avio_context_free) F(avio_flush) F(avio_open2) FORMAT_SIDE_DATA(F)
#define FILTER(F) \
    F(av_buffersink_get_frame) F(av_buffersink_get_time_base) F(av_buffersrc_add_frame) \
    F(av_buffersrc_parameters_alloc) F(av_buffersrc_parameters_set) F(avfilter_get_by_name) \
    F(avfilter_graph_alloc) F(avfilter_graph_alloc_filter) F(avfilter_graph_config) \
    F(avfilter_graph_create_filter) F(avfilter_graph_free) F(avfilter_graph_parse_ptr) \
    F(avfilter_init_str) F(avfilter_inout_alloc) F(avfilter_inout_free) F(avfilter_version)

// The jumps preserve all registers and the stack, so they pass on any arguments. `hidden` keeps
// FFmpeg itself from resolving its own symbols to them.
UTIL(LK_LAZY_DEFINE)
CODEC(LK_LAZY_DEFINE)
FORMAT(LK_LAZY_DEFINE)
FILTER(LK_LAZY_DEFINE)

static const lk_lazy_function util[] = {UTIL(LK_LAZY_ENTRY)};
static const lk_lazy_function codec[] = {CODEC(LK_LAZY_ENTRY)};
static const lk_lazy_function format[] = {FORMAT(LK_LAZY_ENTRY)};
static const lk_lazy_function filter[] = {FILTER(LK_LAZY_ENTRY)};

static const lk_lazy_library libraries[] = {
    LK_LAZY_LIBRARY(FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR), util),
    LK_LAZY_LIBRARY(FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR), codec),
    LK_LAZY_LIBRARY(FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR), format),
};

static const lk_lazy_library filters[] = {
    LK_LAZY_LIBRARY(FILE_NAME("avfilter", LIBAVFILTER_VERSION_MAJOR), filter),
};

const char *lk_libraries_load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), NULL);
}

const char *lk_filters_load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    const char *reason = lk_libraries_load();
    return reason ? reason : lk_lazy_load(&state, filters, LK_LAZY_COUNT(filters), NULL);
}
#endif
