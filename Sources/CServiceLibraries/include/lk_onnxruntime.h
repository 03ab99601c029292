#ifndef LANDMARK_CONNXRUNTIME_H
#define LANDMARK_CONNXRUNTIME_H

// The part of ONNX Runtime's C interface that is used, over one model. The first call loads the library from
// the path in LANDMARK_ONNXRUNTIME, or else libonnxruntime.so.1; building needs no headers.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// A model that ONNX Runtime has read. One thread at a time uses it.
typedef struct lk_onnxruntime_model lk_onnxruntime_model;

/// The memory of an input or output of 32-bit floats.
typedef struct {
    const char *name;
    const int64_t *shape;
    size_t rank;
    float *values;
    /// The number of floats, which is the product of the shape.
    size_t count;
} lk_onnxruntime_tensor;

/// Loads the library. Returns 0, or another number and the reason if it cannot be used.
int lk_onnxruntime_load(char *reason, size_t capacity);

/// Reads a model to run on the processor.
///
/// - Parameters:
///   - onnx: The model.
///   - size: Its size in bytes.
///   - threads: The threads that it may use.
///   - reason: Receives the reason for a failure, ending with a zero byte.
///   - capacity: The size of `reason` in bytes.
/// - Returns: The model, for `lk_onnxruntime_close`; NULL if the library cannot be loaded, or rejects the
///   model.
lk_onnxruntime_model *lk_onnxruntime_open(
    const void *onnx, size_t size, int threads, char *reason, size_t capacity);

/// Releases a model; NULL is ignored.
void lk_onnxruntime_close(lk_onnxruntime_model *model);

/// Runs the model, which reads the inputs and writes the outputs. There may be at most 16 of each. Returns 0,
/// or another number and the reason if it failed, for example because a name or shape is not the model's.
int lk_onnxruntime_run(
    lk_onnxruntime_model *model, const lk_onnxruntime_tensor *inputs, size_t input_count,
    const lk_onnxruntime_tensor *outputs, size_t output_count, char *reason, size_t capacity);

#endif

#endif
