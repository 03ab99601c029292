// Embeds the files in `dashboard`. Each has its lines here and in the table; those that contain only types
// are not served. A test compares the table with the folder.

#include "landmark_page.h"

// From C23, but supported for C11 by the compiler of every Swift that can build this package.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char history_html[] = {
#embed "dashboard/history.html"
};
static const unsigned char history_js[] = {
#embed "dashboard/history.js"
};

static const unsigned char history_about_js[] = {
#embed "dashboard/history/about.js"
};
static const unsigned char history_answers_js[] = {
#embed "dashboard/history/answers.js"
};
static const unsigned char history_comparison_js[] = {
#embed "dashboard/history/comparison.js"
};
static const unsigned char history_failures_js[] = {
#embed "dashboard/history/failures.js"
};
static const unsigned char history_figures_js[] = {
#embed "dashboard/history/figures.js"
};
static const unsigned char history_list_js[] = {
#embed "dashboard/history/list.js"
};
static const unsigned char history_player_js[] = {
#embed "dashboard/history/player.js"
};
static const unsigned char history_scrubber_js[] = {
#embed "dashboard/history/scrubber.js"
};
static const unsigned char history_session_events_js[] = {
#embed "dashboard/history/session-events.js"
};
static const unsigned char history_session_js[] = {
#embed "dashboard/history/session.js"
};
static const unsigned char history_sessions_js[] = {
#embed "dashboard/history/sessions.js"
};
static const unsigned char history_words_js[] = {
#embed "dashboard/history/words.js"
};

static const unsigned char live_html[] = {
#embed "dashboard/live.html"
};
static const unsigned char live_js[] = {
#embed "dashboard/live.js"
};

static const unsigned char live_camera_js[] = {
#embed "dashboard/live/camera.js"
};
static const unsigned char live_connection_js[] = {
#embed "dashboard/live/connection.js"
};
static const unsigned char live_controls_js[] = {
#embed "dashboard/live/controls.js"
};
static const unsigned char live_event_list_js[] = {
#embed "dashboard/live/event-list.js"
};
static const unsigned char live_frames_js[] = {
#embed "dashboard/live/frames.js"
};
static const unsigned char live_measurements_js[] = {
#embed "dashboard/live/measurements.js"
};
static const unsigned char live_results_js[] = {
#embed "dashboard/live/results.js"
};
static const unsigned char live_run_js[] = {
#embed "dashboard/live/run.js"
};
static const unsigned char live_share_js[] = {
#embed "dashboard/live/share.js"
};
static const unsigned char live_sound_js[] = {
#embed "dashboard/live/sound.js"
};
static const unsigned char live_state_js[] = {
#embed "dashboard/live/state.js"
};
static const unsigned char live_view_js[] = {
#embed "dashboard/live/view.js"
};
static const unsigned char live_words_js[] = {
#embed "dashboard/live/words.js"
};

static const unsigned char parts_banner_html[] = {
#embed "dashboard/parts/banner.html"
};
static const unsigned char parts_bar_html[] = {
#embed "dashboard/parts/bar.html"
};
static const unsigned char parts_brand_html[] = {
#embed "dashboard/parts/brand.html"
};
static const unsigned char parts_head_html[] = {
#embed "dashboard/parts/head.html"
};
static const unsigned char parts_state_html[] = {
#embed "dashboard/parts/state.html"
};

static const unsigned char shared_alerts_js[] = {
#embed "dashboard/shared/alerts.js"
};
static const unsigned char shared_chart_canvas_js[] = {
#embed "dashboard/shared/chart-canvas.js"
};
static const unsigned char shared_chart_js[] = {
#embed "dashboard/shared/chart.js"
};
static const unsigned char shared_dom_js[] = {
#embed "dashboard/shared/dom.js"
};
static const unsigned char shared_drawing_js[] = {
#embed "dashboard/shared/drawing.js"
};
static const unsigned char shared_driver_panel_js[] = {
#embed "dashboard/shared/driver-panel.js"
};
static const unsigned char shared_events_js[] = {
#embed "dashboard/shared/events.js"
};
static const unsigned char shared_exercise_panel_js[] = {
#embed "dashboard/shared/exercise-panel.js"
};
static const unsigned char shared_landmarks_panel_js[] = {
#embed "dashboard/shared/landmarks-panel.js"
};
static const unsigned char shared_numbers_js[] = {
#embed "dashboard/shared/numbers.js"
};
static const unsigned char shared_panel_text_js[] = {
#embed "dashboard/shared/panel-text.js"
};
static const unsigned char shared_panel_js[] = {
#embed "dashboard/shared/panel.js"
};
static const unsigned char shared_tempo_chart_js[] = {
#embed "dashboard/shared/tempo-chart.js"
};
static const unsigned char shared_viewer_js[] = {
#embed "dashboard/shared/viewer.js"
};
static const unsigned char shared_words_js[] = {
#embed "dashboard/shared/words.js"
};

static const unsigned char style_base_css[] = {
#embed "dashboard/style/base.css"
};
static const unsigned char style_charts_css[] = {
#embed "dashboard/style/charts.css"
};
static const unsigned char style_controls_css[] = {
#embed "dashboard/style/controls.css"
};
static const unsigned char style_events_css[] = {
#embed "dashboard/style/events.css"
};
static const unsigned char style_history_css[] = {
#embed "dashboard/style/history.css"
};
static const unsigned char style_layout_css[] = {
#embed "dashboard/style/layout.css"
};
static const unsigned char style_share_css[] = {
#embed "dashboard/style/share.css"
};
static const unsigned char style_stage_css[] = {
#embed "dashboard/style/stage.css"
};
static const unsigned char style_state_css[] = {
#embed "dashboard/style/state.css"
};

static const unsigned char words_history_de_json[] = {
#embed "dashboard/words/history/de.json"
};
static const unsigned char words_history_en_json[] = {
#embed "dashboard/words/history/en.json"
};
static const unsigned char words_history_zh_hans_json[] = {
#embed "dashboard/words/history/zh-Hans.json"
};

static const unsigned char words_live_de_json[] = {
#embed "dashboard/words/live/de.json"
};
static const unsigned char words_live_en_json[] = {
#embed "dashboard/words/live/en.json"
};
static const unsigned char words_live_zh_hans_json[] = {
#embed "dashboard/words/live/zh-Hans.json"
};

static const unsigned char words_shared_de_json[] = {
#embed "dashboard/words/shared/de.json"
};
static const unsigned char words_shared_en_json[] = {
#embed "dashboard/words/shared/en.json"
};
static const unsigned char words_shared_zh_hans_json[] = {
#embed "dashboard/words/shared/zh-Hans.json"
};

#define FILE_OF(path, text) {path, text, sizeof text}

static const lk_page_file files[] = {
    FILE_OF("history.html", history_html),
    FILE_OF("history.js", history_js),
    FILE_OF("history/about.js", history_about_js),
    FILE_OF("history/answers.js", history_answers_js),
    FILE_OF("history/comparison.js", history_comparison_js),
    FILE_OF("history/failures.js", history_failures_js),
    FILE_OF("history/figures.js", history_figures_js),
    FILE_OF("history/list.js", history_list_js),
    FILE_OF("history/player.js", history_player_js),
    FILE_OF("history/scrubber.js", history_scrubber_js),
    FILE_OF("history/session-events.js", history_session_events_js),
    FILE_OF("history/session.js", history_session_js),
    FILE_OF("history/sessions.js", history_sessions_js),
    FILE_OF("history/words.js", history_words_js),
    FILE_OF("live.html", live_html),
    FILE_OF("live.js", live_js),
    FILE_OF("live/camera.js", live_camera_js),
    FILE_OF("live/connection.js", live_connection_js),
    FILE_OF("live/controls.js", live_controls_js),
    FILE_OF("live/event-list.js", live_event_list_js),
    FILE_OF("live/frames.js", live_frames_js),
    FILE_OF("live/measurements.js", live_measurements_js),
    FILE_OF("live/results.js", live_results_js),
    FILE_OF("live/run.js", live_run_js),
    FILE_OF("live/share.js", live_share_js),
    FILE_OF("live/sound.js", live_sound_js),
    FILE_OF("live/state.js", live_state_js),
    FILE_OF("live/view.js", live_view_js),
    FILE_OF("live/words.js", live_words_js),
    FILE_OF("parts/banner.html", parts_banner_html),
    FILE_OF("parts/bar.html", parts_bar_html),
    FILE_OF("parts/brand.html", parts_brand_html),
    FILE_OF("parts/head.html", parts_head_html),
    FILE_OF("parts/state.html", parts_state_html),
    FILE_OF("shared/alerts.js", shared_alerts_js),
    FILE_OF("shared/chart-canvas.js", shared_chart_canvas_js),
    FILE_OF("shared/chart.js", shared_chart_js),
    FILE_OF("shared/dom.js", shared_dom_js),
    FILE_OF("shared/drawing.js", shared_drawing_js),
    FILE_OF("shared/driver-panel.js", shared_driver_panel_js),
    FILE_OF("shared/events.js", shared_events_js),
    FILE_OF("shared/exercise-panel.js", shared_exercise_panel_js),
    FILE_OF("shared/landmarks-panel.js", shared_landmarks_panel_js),
    FILE_OF("shared/numbers.js", shared_numbers_js),
    FILE_OF("shared/panel-text.js", shared_panel_text_js),
    FILE_OF("shared/panel.js", shared_panel_js),
    FILE_OF("shared/tempo-chart.js", shared_tempo_chart_js),
    FILE_OF("shared/viewer.js", shared_viewer_js),
    FILE_OF("shared/words.js", shared_words_js),
    FILE_OF("style/base.css", style_base_css),
    FILE_OF("style/charts.css", style_charts_css),
    FILE_OF("style/controls.css", style_controls_css),
    FILE_OF("style/events.css", style_events_css),
    FILE_OF("style/history.css", style_history_css),
    FILE_OF("style/layout.css", style_layout_css),
    FILE_OF("style/share.css", style_share_css),
    FILE_OF("style/stage.css", style_stage_css),
    FILE_OF("style/state.css", style_state_css),
    FILE_OF("words/history/de.json", words_history_de_json),
    FILE_OF("words/history/en.json", words_history_en_json),
    FILE_OF("words/history/zh-Hans.json", words_history_zh_hans_json),
    FILE_OF("words/live/de.json", words_live_de_json),
    FILE_OF("words/live/en.json", words_live_en_json),
    FILE_OF("words/live/zh-Hans.json", words_live_zh_hans_json),
    FILE_OF("words/shared/de.json", words_shared_de_json),
    FILE_OF("words/shared/en.json", words_shared_en_json),
    FILE_OF("words/shared/zh-Hans.json", words_shared_zh_hans_json),
};

const lk_page_file *lk_page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
