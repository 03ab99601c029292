#ifndef LANDMARK_COPENVINO_H
#define LANDMARK_COPENVINO_H

// The part of OpenVINO's C interface that is used, over one compiled network. The first call loads the
// library from the path in LANDMARK_OPENVINO, or else libopenvino_c.so; building needs no headers.

#if defined(__linux__)

#include <stddef.h>

/// A network compiled for a device, with the memory of its inputs and outputs. One thread at a time uses it.
typedef struct lk_openvino_network lk_openvino_network;

/// Compiles a network in 32-bit floats.
///
/// - Parameters:
///   - onnx: The network as an ONNX model with fixed shapes.
///   - size: The size of the model in bytes.
///   - device: OpenVINO's name of the device: `CPU`, `GPU` or `NPU`.
///   - threads: The threads that it may use.
///   - reason: Receives the reason for a failure, ending with a zero byte.
///   - capacity: The size of `reason` in bytes.
/// - Returns: The network, for `lk_openvino_free`; NULL if the library cannot be loaded, there is no such
///   device, or the device cannot run the network.
lk_openvino_network *lk_openvino_compile(
    const void *onnx, size_t size, const char *device, int threads, char *reason, size_t capacity);

/// Releases a network; NULL is ignored.
void lk_openvino_free(lk_openvino_network *network);

/// Returns the memory of the input at a position, and its size in bytes; NULL if there is no such input.
float *lk_openvino_input(lk_openvino_network *network, size_t index, size_t *bytes);

/// Returns the memory of an output as the last run left it, and its size in bytes; NULL if there is no such
/// output. It is valid until the next run.
const float *lk_openvino_output(lk_openvino_network *network, size_t index, size_t *bytes);

/// Runs the network. Returns 0, or another number and the reason if the device failed.
int lk_openvino_run(lk_openvino_network *network, char *reason, size_t capacity);

/// Writes OpenVINO's names of the devices, separated by commas. Returns 0, or another number if the library
/// cannot be loaded; the reason is then written instead.
int lk_openvino_devices(char *names, size_t capacity);

#endif

#endif
