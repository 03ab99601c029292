/*
 * LandmarkKit in C: hands, poses and faces in images and video, a driver's state, and exercises.
 *
 * Rules for all functions:
 * - Functions that can fail return a landmark_status. After anything but LANDMARK_OK,
 *   landmark_error_message() describes the error in English, for the calling thread; outputs are
 *   NULL or unchanged.
 * - Structs that the caller fills begin with `size`. The functions whose names end in `_init` set
 *   the defaults; pass the struct's sizeof as their `size`. A program compiled against an older
 *   version 1 therefore keeps working with a library that has more fields.
 * - Strings are UTF-8 and end with a zero byte. Data that a function returns as `const` belongs to
 *   the object from which it came, and lives as long as that object.
 * - Objects may be used from any thread. Calls on one object wait for each other; different objects
 *   work concurrently. An object must not be used while or after it is freed. Freeing NULL does
 *   nothing.
 * - Threads do not survive fork(): a child process must create its own objects, and must not free
 *   those of its parent.
 * - Numbers that were not measured are NaN.
 */
#ifndef LANDMARKKIT_H
#define LANDMARKKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface: programs for a major version run with any later minor version. */
#define LANDMARK_VERSION_MAJOR 1
#define LANDMARK_VERSION_MINOR 0

/* The version of the library at run time: 65536 × major + minor. */
uint32_t landmark_version(void);

/* ------------------------------------------------------------------------------------ Errors -- */

typedef enum landmark_status {
  LANDMARK_OK = 0,
  /* An argument or option is NULL, out of range, or inconsistent with the others. */
  LANDMARK_INVALID_ARGUMENT = 1,
  /* A model file is missing, damaged, or belongs to another task. */
  LANDMARK_MODEL_ERROR = 2,
  /* An image file cannot be read, or an image cannot be sampled. */
  LANDMARK_IMAGE_ERROR = 3,
  /* A frame does not follow the previous one in time. Later frames can still be processed. */
  LANDMARK_TIMESTAMP_ERROR = 4,
  /* The function is for another running mode. */
  LANDMARK_WRONG_MODE = 5,
  /* There is not enough memory. */
  LANDMARK_OUT_OF_MEMORY = 6,
  /* The networks cannot run on this processor, or returned an unusable number, such as NaN. */
  LANDMARK_INFERENCE_ERROR = 7
} landmark_status;

/* The message of the last failed call on this thread; empty if none has failed. Valid until this
   thread next calls a function of this library. */
const char *landmark_error_message(void);

/* ------------------------------------------------------------------------------------ Images -- */

typedef enum landmark_pixel_format {
  LANDMARK_RGB24 = 0,
  LANDMARK_RGBA32 = 1,
  LANDMARK_BGRA32 = 2,
  LANDMARK_GRAY8 = 3,
  /* Three planes, luma and then Cb and Cr with half the columns and rows, rounded up. */
  LANDMARK_I420 = 4
} landmark_pixel_format;

/* The meaning of the planes of LANDMARK_I420. */
typedef enum landmark_yuv_matrix {
  LANDMARK_BT601 = 0,
  LANDMARK_BT709 = 1,
  LANDMARK_BT2020 = 2
} landmark_yuv_matrix;

/* An image in the caller's memory, top row first. It is read during a call, never written, and not kept
   afterward. */
typedef struct landmark_image {
  size_t size;
  landmark_pixel_format format;
  /* In pixels, at least 1. */
  int32_t width, height;
  /* The first byte of each plane: one, or three for LANDMARK_I420. */
  const uint8_t *planes[3];
  /* The number of bytes from one row to the next, at least the length of a row. */
  size_t bytes_per_row[3];
  /* The clockwise rotation that makes the scene upright: 0, 90, 180 or 270. Results are in the
     coordinates of the image as given. */
  int32_t rotation_degrees;
  landmark_yuv_matrix yuv_matrix;
  /* Whether luma is in 0…255 instead of 16…235. */
  bool yuv_full_range;
} landmark_image;

/* Sets `image` to an RGB image without pixels. */
void landmark_image_init(landmark_image *image, size_t size);

/* Pixels owned by the library. */
typedef struct landmark_pixels landmark_pixels;

/* Reads a JPEG or PNG file, or another format that the system's libraries support; the image is
   upright: RGBA32 if it has alpha, GRAY8 if it is gray, otherwise RGB24. */
landmark_status landmark_pixels_read(const char *path, landmark_pixels **pixels);
/* Converts any image to RGB24. */
landmark_status landmark_pixels_convert(const landmark_image *image, landmark_pixels **pixels);
/* The image, which lives as long as `pixels`. */
const landmark_image *landmark_pixels_image(const landmark_pixels *pixels);
void landmark_pixels_free(landmark_pixels *pixels);

/* --------------------------------------------------------------- Hands, poses, faces: results -- */

typedef enum landmark_task {
  LANDMARK_HAND = 0,
  LANDMARK_POSE = 1,
  LANDMARK_FACE = 2,
  /* Face boxes with six keypoints, without landmarks. */
  LANDMARK_FACE_DETECTOR = 3,
  /* A mask of the people, without landmarks: the only instance of each result. */
  LANDMARK_SEGMENTER = 4,
  /* One person's pose, left hand, right hand and face: the four instances of each result, in this order,
     with a landmark_count of 0 for those that were not found. */
  LANDMARK_HOLISTIC = 5
} landmark_task;

/* x and y are fractions of the image's width and height; z is on the scale of x and negative toward
   the camera. World landmarks are in meters around the midpoint of the hips or the center of the
   hand. Visibility and presence, 0…1, are for poses only. */
typedef struct landmark_point {
  float x, y, z, visibility, presence;
} landmark_point;

/* A rotated rectangle: the center and the size as fractions of the image's width and height, and
   the rotation in radians, clockwise. */
typedef struct landmark_rect {
  float x_center, y_center, width, height, rotation;
} landmark_rect;

typedef enum landmark_handedness {
  LANDMARK_NO_HAND = -1,
  LANDMARK_LEFT_HAND = 0,
  LANDMARK_RIGHT_HAND = 1
} landmark_handedness;

/* A hand, pose or face. */
typedef struct landmark_instance {
  /* Stays with the hand, pose or face from frame to frame; starts at 1. 0 for a face of the face
     detector. */
  int32_t id;
  /* The probability, 0…1, that the object exists. */
  float score;
  landmark_handedness handedness;
  float handedness_score;
  /* The region that the landmark model ran on; for a face of the face detector, its box. */
  landmark_rect region;
  /* 21, 33 or 478; 468 for a face of a bundle with the plain mesh, and 6 keypoints for a face of the face
     detector. */
  size_t landmark_count;
  const landmark_point *landmarks;
  /* The same number, or 0 for faces. */
  size_t world_landmark_count;
  const landmark_point *world_landmarks;
  /* 52, or 0 unless requested. */
  size_t blendshape_count;
  const float *blendshapes;
  /* 16 numbers in row-major order, from the canonical face in centimeters to camera space, or
     NULL. */
  const float *transformation_matrix;
  /* One probability for each pixel of the image, or NULL. */
  const float *mask;
  int32_t mask_width, mask_height;
  /* The same number of landmarks, before smoothing. */
  const landmark_point *raw_landmarks;
  const landmark_point *raw_world_landmarks;
} landmark_instance;

/* The result for an image. */
typedef struct landmark_result landmark_result;

/* The number of instances: hands, poses or faces. */
size_t landmark_result_count(const landmark_result *result);
/* An instance, or NULL if `index` is not below the count. */
const landmark_instance *landmark_result_instance(const landmark_result *result, size_t index);
/* The device that ran the landmark model, such as "cpu (avx512)" or "openvino": the processor if the device
   of the options is not available, and "external" for a result of landmark_decode. Freed with the result. */
const char *landmark_result_device(const landmark_result *result);
void landmark_result_free(landmark_result *result);

/* ------------------------------------------------------------ Hands, poses, faces: landmarkers -- */

typedef enum landmark_running_mode {
  /* Independent images. */
  LANDMARK_IMAGE_MODE = 0,
  /* The frames of a video or camera in order: tracked and smoothed. */
  LANDMARK_VIDEO_MODE = 1
} landmark_running_mode;

typedef enum landmark_smoothing {
  /* Like MediaPipe: poses and faces if only one is requested, hands never. */
  LANDMARK_SMOOTHING_MEDIAPIPE = 0,
  LANDMARK_SMOOTHING_OFF = 1,
  /* A One-Euro filter on each landmark of every object; see smoothing_min_cutoff. */
  LANDMARK_SMOOTHING_ONE_EURO = 2
} landmark_smoothing;

typedef enum landmark_precision {
  /* 32-bit floats, as in MediaPipe. */
  LANDMARK_PRECISION_SINGLE = 0,
  /* 16-bit floats in the landmark model, on ARM processors with FEAT_FP16; an error elsewhere. */
  LANDMARK_PRECISION_HALF = 1,
  /* 16-bit integers in the models of hands and the landmark model of poses, on x86 processors with VNNI; an
     error elsewhere. Faces are calculated in single precision. */
  LANDMARK_PRECISION_FINE = 2,
  /* 8-bit integers in the smaller maps of the landmark models of hands and poses, 16-bit integers in the
     larger ones and in the hand detector, on the same processors. */
  LANDMARK_PRECISION_FAST = 3
} landmark_precision;

/* What runs the networks. The processor runs networks that the device cannot run, and all networks if the
   device, or the library that drives it, is not available: see landmark_result_device. */
typedef enum landmark_device {
  /* The processor. */
  LANDMARK_DEVICE_CPU = 0,
  /* The processor, through OpenVINO's C library; Linux only. */
  LANDMARK_DEVICE_OPENVINO = 1,
  /* The graphics processor: through Core ML on Apple's systems, an Intel one through OpenVINO on Linux. */
  LANDMARK_DEVICE_GPU = 2,
  /* A processor for neural networks, through the same libraries, in half precision. */
  LANDMARK_DEVICE_NEURAL_ENGINE = 3,
  /* For each network, the processor or, if it is faster, OpenVINO on Linux or the graphics processor on
     Apple's systems. The first image for which both are ready takes longer, because they are timed. */
  LANDMARK_DEVICE_AUTOMATIC = 4
} landmark_device;

typedef enum landmark_variant {
  LANDMARK_TASKS = 0,
  /* MediaPipe Solutions, `mp.solutions` in Python: min_presence_confidence corresponds to its
     min_tracking_confidence, and min_tracking_confidence must be 0.5 for its results. */
  LANDMARK_SOLUTIONS = 1
} landmark_variant;

typedef struct landmark_options {
  size_t size;
  /* The path of a model bundle (.task), or its bytes, which are copied. */
  const char *model_path;
  const void *model_bytes;
  size_t model_byte_count;
  landmark_running_mode running_mode;
  /* The maximum number of hands, poses or faces to detect, at least 1. Not for the face
     detector. */
  int32_t max_count;
  /* 0…1 */
  float min_detection_confidence;
  /* 0…1; not for the face detector. */
  float min_presence_confidence;
  /* 0…1; not for the face detector. */
  float min_tracking_confidence;
  /* 0…1; face detector only. */
  float min_suppression_threshold;
  /* Poses only. */
  bool segmentation_masks;
  /* Poses only: whether to exchange left and right where the model has confused them. */
  bool side_guard;
  /* Faces only. */
  bool blendshapes;
  bool transformation_matrices;
  landmark_smoothing smoothing;
  /* For the One-Euro filter: the cutoff at rest in hertz, above 0, and its increase with the speed,
     in sizes of the hand, pose or face per second. */
  double smoothing_min_cutoff, smoothing_beta;
  /* How long, in seconds, an object that is out of sight keeps its id. */
  double track_retention;
  /* The number of threads that share the work of a call, at most 64; 0 for as many as are useful. */
  int32_t threads;
  /* Video mode: the detector's interval in frames while some, but fewer than max_count, objects are
     tracked; 0 for every fifth frame while nothing changes. The default is 1. */
  int32_t detection_interval;
  /* The default is LANDMARK_PRECISION_SINGLE. */
  landmark_precision precision;
  /* Hands, poses and faces: which of MediaPipe's pipelines to follow; the default is LANDMARK_TASKS. */
  landmark_variant variant;
  /* Holistic only: the bundles with the networks for hands and faces, or NULL if the model contains
     them. */
  const char *hand_model_path;
  const char *face_model_path;
  /* The default is LANDMARK_DEVICE_CPU; other devices accept only LANDMARK_PRECISION_SINGLE. */
  landmark_device device;
} landmark_options;

/* Sets the defaults, which are MediaPipe's. */
void landmark_options_init(landmark_options *options, size_t size);

typedef struct landmark_landmarker landmark_landmarker;

/* Reads the model and prepares the networks, which takes a few hundredths of a second. */
landmark_status landmark_create(
    landmark_task task, const landmark_options *options, landmark_landmarker **landmarker);
/* Image mode. */
landmark_status landmark_detect(
    landmark_landmarker *landmarker, const landmark_image *image, landmark_result **result);
/* Video mode; the timestamp must be above that of the previous frame. */
landmark_status landmark_detect_for_video(
    landmark_landmarker *landmarker, const landmark_image *image, int64_t timestamp_ms,
    landmark_result **result);
/* Discards all tracking state: the next frame may have any timestamp, and ids start at 1 again. */
void landmark_reset(landmark_landmarker *landmarker);
void landmark_free(landmark_landmarker *landmarker);

/* The steps of landmark_detect for hands, poses and faces, for a landmark model that runs elsewhere, such as
   in batches on a server (`landmark export` writes the model as ONNX). They neither use nor change tracking
   state. */

/* Runs the detector: writes up to `capacity` of the regions on which the landmark model is to run, best
   first, and sets `count` to their number, which is at most max_count. */
landmark_status landmark_regions(
    landmark_landmarker *landmarker, const landmark_image *image, landmark_rect *regions,
    size_t capacity, size_t *count);
/* The size of the landmark model's input, in pixels. */
landmark_status landmark_input_size(
    landmark_landmarker *landmarker, int32_t *width, int32_t *height);
/* Samples regions of an image as inputs of the landmark model: writes height × width × 3 numbers in 0…1 for each,
   row by row, one region after another. `value_count` is the number of floats at `values`. */
landmark_status landmark_sample_regions(
    landmark_landmarker *landmarker, const landmark_image *image, const landmark_rect *regions,
    size_t region_count, float *values, size_t value_count);
/* All values of an output of the landmark model: those for one region after another. */
typedef struct landmark_output {
  const float *values;
  size_t value_count;
} landmark_output;
/* Creates the result of an image from the outputs for its regions, in the order of the model. `image` needs
   no planes. */
landmark_status landmark_decode(
    landmark_landmarker *landmarker, const landmark_image *image, const landmark_rect *regions,
    size_t region_count, const landmark_output *outputs, size_t output_count,
    landmark_result **result);

/* Writes a network of a model bundle, such as "hand_landmarks_detector", as ONNX with operators of version 18.
   `batch` is the number of samples at a time, or 0 for any. With `half`, weights and arithmetic are 16-bit
   floats, and inputs and outputs stay 32-bit. The file appears when it is complete. */
landmark_status landmark_export_onnx(
    const char *model_path, const char *network, int32_t batch, bool half, const char *path);

/* The name of a landmark, such as "leftKnee", or NULL; face landmarks have no names. */
const char *landmark_name(landmark_task task, size_t index);
/* The name of a blendshape, such as "eyeBlinkLeft", or NULL if none is at `index`. */
const char *landmark_blendshape_name(size_t index);
/* The lines to draw between landmarks: writes the two indices of each of up to `capacity` lines,
   and returns the total number of lines. */
size_t landmark_connections(landmark_task task, uint16_t *indices, size_t capacity);

/* ---------------------------------------------------------------------- A driver's monitoring -- */

typedef struct landmark_driver_options {
  size_t size;
  /* The face bundle, as in landmark_options. */
  const char *model_path;
  const void *model_bytes;
  size_t model_byte_count;
  /* Whether images are mirrored, like those of a selfie camera. */
  bool is_mirrored;
  /* Whether to detect if the camera is mounted upside down or on its side. */
  bool finds_orientation;
  /* Seconds of closed eyes, 0.8…2.5. */
  double microsleep_duration;
  int32_t threads;
  /* Whether to apply EU regulations, which allow looks off the road of 6 s from 20 km/h and 3.5 s from 50
     km/h, and fatigue alerts from 70 km/h; otherwise, 3 s from 20 km/h, and alerts from 50 km/h. */
  bool uses_eu_rules;
  /* Whether the wheel is on the right, for the names of the gaze zones. */
  bool is_right_hand_drive;
  /* The speed in km/h, 0…1000, from which the driver's range is learned if the speed is known. */
  double learning_speed;
  /* The seconds without attention from which each warning is due: 0.001…3600, none below the previous one. */
  double notice_time, prompt_time, terminal_time;
  /* The number of terminal warnings, and their total seconds, that lock a driver out; 0 for no such limit. */
  int32_t max_terminal_alerts;
  double max_terminal_seconds;
  /* As in landmark_options. */
  landmark_precision precision;
  landmark_device device;
  /* All rules as a JSON object, among them the gaze zones and the limits of looks by speed, or NULL. Missing
     members have their defaults. They replace microsleep_duration, uses_eu_rules and everything from
     is_right_hand_drive to max_terminal_seconds, which are then ignored. docs/command.md describes the
     members ("Rules from a file"). */
  const char *rules;
} landmark_driver_options;

void landmark_driver_options_init(landmark_driver_options *options, size_t size);

/* A driver event with its name, such as "MICROSLEEP"; times are in milliseconds. */
typedef struct landmark_driver_event {
  int32_t id;
  const char *kind;
  /* The reason, or NULL. */
  const char *reason;
  int64_t start_ms, fire_ms;
  /* -1 while the event lasts. */
  int64_t end_ms;
  double confidence;
  /* The seconds of a closure in which the eyes could not be read but did not seem open. */
  double doubt;
  /* Events of one incident share a number; 0 for events without an incident. */
  int32_t incident;
  /* The gaze zone of a look off the road, such as "lap", or NULL. */
  const char *gaze_zone;
  /* Whether this frame ended the event instead of starting it. */
  bool has_ended;
} landmark_driver_event;

/* The driver's state after a frame. Angles are in degrees. */
typedef struct landmark_driver_state {
  int64_t timestamp_ms;
  /* 0…100 */
  double fatigue_score;
  /* 0…1 */
  double confidence;
  /* 0 alert, 1 slight, 2 moderate, 3 severe, 4 critical; valid only while is_level_known is
     true. */
  int32_t fatigue_level;
  bool is_level_known;
  bool is_face_present;
  /* Whether the face, eyes and head could be measured. */
  bool is_usable;
  /* The reason that the eyes could not be measured, such as "tooDark", or NULL. */
  const char *eyes_unreadable_reason;
  /* The sound to play now: "critical", "fatigue", "distraction", "notice" or NULL. */
  const char *sound;
  /* "uncalibrated", "provisional" or "frozen" */
  const char *calibration;
  /* The active alerts, such as "SLEEP". */
  size_t alert_count;
  const char *const *alerts;
  /* 0…1; for the eyes, relative to the driver's own range. */
  double openness, left_openness, right_openness, mouth_openness;
  /* Seconds; NaN while the eyes are open. */
  double closure_seconds;
  double perclos60, perclos180;
  /* Relative to the camera; negative values are down, to the driver's left, and leaning left. */
  double head_pitch, head_yaw, head_roll;
  /* Relative to the driver's usual look at the road. */
  double gaze_pitch, gaze_yaw;
  /* The zone that the driver seems to look at: "road", "cluster", "lap", "leftMirror", "centerMirror",
     "centerStack", "rightMirror", "leftWindow" or "passenger", or NULL. */
  const char *gaze_zone;
  /* 1, 0, or -1 if it could not be measured. */
  int32_t is_off_road;
  double off_road_seconds;
  /* NaN below 15 frames per second. */
  double blinks_per_minute;
  int32_t yawns, nods, microsleeps;
  /* The clockwise rotation that makes the driver upright: 0, 90, 180 or 270. */
  int32_t rotation_degrees;
  size_t event_count;
  const landmark_driver_event *events;
  /* The warning that is due: "none", "notice", "prompt" or "terminal". */
  const char *attention_warning;
  double inattentive_seconds;
  /* The number of terminal warnings since the start, and their total seconds. */
  int32_t terminal_alerts;
  double terminal_seconds;
  /* Whether the driver ignored too many warnings; stays true until landmark_driver_reset. */
  bool is_locked_out;
  /* The device that ran the landmark model, as in landmark_result_device. */
  const char *device;
} landmark_driver_state;

typedef struct landmark_driver landmark_driver;

landmark_status landmark_driver_create(
    const landmark_driver_options *options, landmark_driver **driver);
/* Processes the next frame. `hands` is the result of a hand landmarker for the same frame, used to
   detect phone use, or NULL. `state` belongs to `driver` and is valid until the next call for
   it. */
landmark_status landmark_driver_process(
    landmark_driver *driver, const landmark_image *image, int64_t timestamp_ms,
    const landmark_result *hands, const landmark_driver_state **state);
/* Sets the vehicle's speed in km/h from the next frame on; NaN if unknown. */
void landmark_driver_set_speed(landmark_driver *driver, double speed);
/* Acknowledges the alerts: sounds stop. */
void landmark_driver_acknowledge(landmark_driver *driver);
/* Discards everything learned, for another driver. */
void landmark_driver_reset(landmark_driver *driver);
void landmark_driver_free(landmark_driver *driver);

/* ------------------------------------------------------------------------- Angles and exercises -- */

/* The number of measures, such as "kneeFlexion.left", and their names and units. */
size_t landmark_measure_count(void);
const char *landmark_measure_name(size_t measure);
/* "degrees" … */
const char *landmark_measure_unit(size_t measure);
/* The number of exercises and their names, such as "squat". */
size_t landmark_exercise_count(void);
const char *landmark_exercise_name(size_t index);
/* The number of movements whose range can be measured without hands, and their names, such as
   "knee-flexion". */
size_t landmark_movement_count(void);
const char *landmark_movement_name(size_t index);

/* A pose for the analysis: 33 landmarks and 33 world landmarks, as returned by a landmarker. */
typedef struct landmark_pose_sample {
  size_t size;
  /* Milliseconds, above that of the previous sample. */
  int64_t timestamp_ms;
  int32_t id;
  int32_t image_width, image_height;
  /* Before smoothing (raw_landmarks); both NULL if no one is visible. */
  const landmark_point *landmarks;
  const landmark_point *world_landmarks;
} landmark_pose_sample;

void landmark_pose_sample_init(landmark_pose_sample *sample, size_t size);

typedef enum landmark_reading_state {
  LANDMARK_MISSING = 0,
  /* The last measured value, at most 0.25 s old. */
  LANDMARK_HELD = 1,
  LANDMARK_MEASURED = 2
} landmark_reading_state;

/* One measure of one frame; NaN while missing. */
typedef struct landmark_reading {
  double value;
  /* Per second. */
  double speed;
  /* 0…1 */
  double confidence;
  landmark_reading_state state;
} landmark_reading;

/* The person's own side. */
typedef enum landmark_side {
  /* Both sides together. */
  LANDMARK_BOTH_SIDES = -1,
  LANDMARK_LEFT_SIDE = 0,
  LANDMARK_RIGHT_SIDE = 1
} landmark_side;

/* A counted repetition. Times are in seconds, values in the unit of the exercise's signal. */
typedef struct landmark_repetition {
  landmark_side side;
  /* Counted from 1. */
  int32_t number;
  double start, end;
  double peak, peak_time, range_of_motion;
  /* The duration of each phase; up and top become known later and are in the report. */
  double down, bottom, up, top;
  /* The difference between the sides, in percent. */
  double asymmetry;
  /* The ids of the faults detected in it. */
  size_t fault_count;
  const char *const *faults;
  /* Where the peak was measured: "image" or "space". */
  const char *plane;
} landmark_repetition;

/* Something that happened in an exercise. */
typedef struct landmark_exercise_event {
  /* "phase", "repetition", "fault", "incomplete", "tooFast", "tooSlow", "interrupted", "hold",
     "strike", "off" or "result". */
  const char *kind;
  /* Seconds. */
  double time;
  landmark_side side;
  /* The state of a phase, or the id of a fault; otherwise NULL. */
  const char *name;
  /* The advice for the person about a fault; otherwise NULL. */
  const char *say;
  /* The measured value of a fault, the peak of an incomplete attempt, or the seconds of a hold. */
  double value;
  /* The start of the repetition or hold that has just ended. */
  double start;
  /* The repetition, for a repetition event; otherwise NULL. */
  const landmark_repetition *repetition;
  /* For an incomplete attempt: the value from which it would have counted; NaN if that was reached, but
     another requirement of the exercise was not met. */
  double needed;
} landmark_exercise_event;

typedef struct landmark_motion_state {
  /* Equal to landmark_measure_count(). */
  size_t reading_count;
  const landmark_reading *readings;
  /* The repetitions of both sides, or the count of a test. The fields from here to `events` are for the
     exercise, if there is one. */
  int32_t count;
  /* The state, such as "down" or "unknown"; that of the left side if the sides are counted
     separately. */
  const char *exercise_state;
  /* Seconds. */
  double hold, best_hold;
  size_t event_count;
  const landmark_exercise_event *events;
  /* The clockwise rotation that makes the image upright, as used for the measurement: 0, 90,
     180 or 270. */
  int32_t rotation_degrees;
  /* Up in the camera's axes, of length 1, as used for the measurement: right, down and away from the
     camera. */
  double up[3];
} landmark_motion_state;

/* A number with its name, such as "stands" for the chair stand test. */
typedef struct landmark_named_value {
  const char *name;
  double value;
} landmark_named_value;

/* A fault, and how often it was detected. */
typedef struct landmark_fault_count {
  const char *id;
  const char *say;
  int32_t count;
} landmark_fault_count;

/* The summary of an exercise session. */
typedef struct landmark_exercise_report {
  const char *exercise;
  /* Seconds from the first sample to the last. */
  double duration;
  /* The fraction of samples, 0…1, in which the signal was measured. */
  double measured_share;
  /* In chronological order. */
  size_t repetition_count;
  const landmark_repetition *repetitions;
  int32_t on_target, incomplete, too_fast, too_slow, interrupted, holds;
  double best_hold, total_hold;
  /* The mean over the repetitions that have a value, in percent. */
  double asymmetry;
  size_t fault_count;
  const landmark_fault_count *faults;
  /* The result of a clinical test. */
  size_t test_value_count;
  const landmark_named_value *test_values;
} landmark_exercise_report;

/* The range of one side. Angles are in degrees, times in seconds; NaN if unknown. */
typedef struct landmark_side_range {
  /* The greatest angle and its time; NaN if the side was not measured. */
  double peak, peak_time;
  /* The greatest angle that was kept for half a second. */
  double plateau;
  /* The least angle. */
  double start;
  int32_t repetitions;
  /* Where it was measured, "image" or "space"; NULL if the side was not measured. */
  const char *plane;
  /* The direction that the person faced at the peak: 0 toward the camera, ±90 sideways. */
  double view_yaw;
  /* The possible error of the peak. */
  double error;
  /* The fraction of samples, 0…1, in which the side was measured. */
  double measured_share;
} landmark_side_range;

/* The range of a movement on both sides. */
typedef struct landmark_range {
  const char *movement;
  /* The normal end of the range, and its source. */
  double normal;
  const char *normal_source;
  landmark_side_range left, right;
  /* The peak of the left side minus that of the right side, and the possible error of that difference. */
  double difference, difference_error;
} landmark_range;

typedef struct landmark_motion landmark_motion;

/* Measures the angles of one person and, with an exercise, repetitions, holds and faults.
   `exercise` is the name of a built-in exercise, a definition in JSON (which begins with a brace),
   or NULL. */
landmark_status landmark_motion_create(const char *exercise, landmark_motion **motion);
/* Like landmark_motion_create(), with the person's own thresholds. `exercise` must not be NULL. `thresholds`
   is JSON as in the file of “landmark exercise --thresholds” and must contain the exercise, or NULL for the
   thresholds of the definition. */
landmark_status landmark_motion_create_for_person(
    const char *exercise, const char *thresholds, landmark_motion **motion);
/* Adds a frame. `state` belongs to `motion` and is valid until the next call for it. */
landmark_status landmark_motion_update(
    landmark_motion *motion, const landmark_pose_sample *sample,
    const landmark_motion_state **state);
/* Sets the clockwise rotation, in degrees, that makes the images of later samples upright: 0, 90, 180
   or 270. -1 finds the rotation in which the person is upright; this is the default, except for
   exercises on the floor, for which the default is 0: a person lying down looks like a person standing in
   an image turned on its side. landmark_motion_state has the rotation. */
landmark_status landmark_motion_set_rotation(landmark_motion *motion, int32_t rotation_degrees);
/* Sets the direction up in the camera's axes, as three numbers: right, down and away from the camera; by
   default 0, -1, 0. NULL estimates it from the frames in which the person stands; frames before the
   estimate are measured with 0, -1, 0. */
landmark_status landmark_motion_set_up(landmark_motion *motion, const double *up);
/* Sets the person's height in meters, to which lengths of later samples are scaled: measures in
   meters are missing until ten samples have shown the trunk and a leg. The height is from 0.4 to 2.6; 0, the
   default, leaves lengths as the pose model estimates them. */
landmark_status landmark_motion_set_body_height(landmark_motion *motion, double meters);
/* Chooses among everyone in a frame, before landmark_motion_update(): first the most prominent person, who
   is tall, near the middle and in front; from then on the same person, who is awaited for 10 s when out of
   sight. `index` is -1 if that person is not among the samples; otherwise give `id` to the sample at
   `index`. All samples have the same time. */
landmark_status landmark_motion_choose(
    landmark_motion *motion, const landmark_pose_sample *const *samples, size_t count,
    int32_t *index, int32_t *id);
/* Ends the exercise: later samples do not affect it. `report` belongs to `motion`. */
landmark_status landmark_motion_finish(
    landmark_motion *motion, const landmark_exercise_report **report);
/* Records a movement from now on, for landmark_motion_range(). A recording grows by 28 bytes per frame;
   another call begins a new recording. */
landmark_status landmark_motion_record(landmark_motion *motion, const char *movement);
/* The range of the recorded movement so far. `range` belongs to `motion` and is valid until the
   next call of this function for it. */
landmark_status landmark_motion_range(landmark_motion *motion, const landmark_range **range);
void landmark_motion_free(landmark_motion *motion);

#ifdef __cplusplus
}
#endif
#endif
