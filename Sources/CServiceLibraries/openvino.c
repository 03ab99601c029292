#define _XOPEN_SOURCE 700
#include "lk_openvino.h"

#if defined(__linux__)

#include <lk_lazy_library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The declarations of OpenVINO's C interface, of which the newest, reading models from memory, came with
// version 2023.2.
typedef int ov_status_e;
typedef struct ov_core ov_core_t;
typedef struct ov_model ov_model_t;
typedef struct ov_compiled_model ov_compiled_model_t;
typedef struct ov_infer_request ov_infer_request_t;
typedef struct ov_tensor ov_tensor_t;
typedef struct {
    char **devices;
    size_t size;
} ov_available_devices_t;
extern ov_status_e ov_core_create(ov_core_t **core);
extern void ov_core_free(ov_core_t *core);
extern ov_status_e ov_core_get_available_devices(const ov_core_t *core, ov_available_devices_t *devices);
extern void ov_available_devices_free(ov_available_devices_t *devices);
extern ov_status_e ov_core_read_model_from_memory_buffer(
    const ov_core_t *core, const char *text, size_t size, const ov_tensor_t *weights, ov_model_t **model);
extern void ov_model_free(ov_model_t *model);
extern ov_status_e ov_core_compile_model(
    const ov_core_t *core, const ov_model_t *model, const char *device, size_t words,
    ov_compiled_model_t **compiled, ...);
extern void ov_compiled_model_free(ov_compiled_model_t *compiled);
extern ov_status_e ov_compiled_model_create_infer_request(
    const ov_compiled_model_t *compiled, ov_infer_request_t **request);
extern void ov_infer_request_free(ov_infer_request_t *request);
extern ov_status_e ov_infer_request_get_input_tensor_by_index(
    const ov_infer_request_t *request, size_t index, ov_tensor_t **tensor);
extern ov_status_e ov_infer_request_get_output_tensor_by_index(
    const ov_infer_request_t *request, size_t index, ov_tensor_t **tensor);
extern ov_status_e ov_infer_request_infer(ov_infer_request_t *request);
extern ov_status_e ov_tensor_data(const ov_tensor_t *tensor, void **data);
extern ov_status_e ov_tensor_get_byte_size(const ov_tensor_t *tensor, size_t *bytes);
extern void ov_tensor_free(ov_tensor_t *tensor);
extern const char *ov_get_error_info(ov_status_e status);
extern char *ov_get_last_err_msg(void);
extern void ov_free(const char *text);

#define OPENVINO(F) \
    F(ov_core_create) \
    F(ov_core_free) \
    F(ov_core_get_available_devices) \
    F(ov_available_devices_free) \
    F(ov_core_read_model_from_memory_buffer) \
    F(ov_model_free) \
    F(ov_core_compile_model) \
    F(ov_compiled_model_free) \
    F(ov_compiled_model_create_infer_request) \
    F(ov_infer_request_free) \
    F(ov_infer_request_get_input_tensor_by_index) \
    F(ov_infer_request_get_output_tensor_by_index) \
    F(ov_infer_request_infer) \
    F(ov_tensor_data) \
    F(ov_tensor_get_byte_size) \
    F(ov_tensor_free) \
    F(ov_get_error_info) \
    F(ov_get_last_err_msg) \
    F(ov_free)

OPENVINO(LK_LAZY_DEFINE)

static const lk_lazy_function functions[] = {OPENVINO(LK_LAZY_ENTRY)};

static lk_lazy_state state = LK_LAZY_STATE;

/// Loads the library. Returns NULL, or the reason why it cannot be used.
static const char *load(void) {
    const char *path = getenv("LANDMARK_OPENVINO");
    // The library looks for its parts next to itself, and would not find them through a relative path.
    char *resolved = path && *path ? realpath(path, NULL) : NULL;
    if (resolved) path = resolved;
    const lk_lazy_library libraries[] = {
        LK_LAZY_LIBRARY(path && *path ? path : "libopenvino_c.so", functions)};
    const char *reason = lk_lazy_load(&state, libraries, 1, NULL);
    free(resolved);
    return reason;
}

struct lk_openvino_network {
    ov_core_t *core;
    ov_compiled_model_t *compiled;
    ov_infer_request_t *request;
};

/// Writes the library's message about a failure on one line.
static void explain(ov_status_e status, char *reason, size_t capacity) {
    char *message = ov_get_last_err_msg();
    snprintf(reason, capacity, "%s", message && *message ? message : ov_get_error_info(status));
    if (message) ov_free(message);
    size_t length = strlen(reason);
    while (length && reason[length - 1] == '\n') reason[--length] = 0;
    for (char *c = reason; *c; c++)
        if (*c == '\n') *c = ' ';
}

static ov_status_e compile(
    lk_openvino_network *network, const void *onnx, size_t size, const char *device, int threads) {
    ov_status_e status = ov_core_create(&network->core);
    if (status) return status;
    ov_model_t *model = NULL;
    status = ov_core_read_model_from_memory_buffer(network->core, onnx, size, NULL, &model);
    if (status) return status;
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    // Some processors calculate in bfloat16 unless told otherwise. Only the processor has a number of
    // threads.
    const int is_processor = strcmp(device, "CPU") == 0;
    status = is_processor
        ? ov_core_compile_model(
              network->core, model, device, 4, &network->compiled, "INFERENCE_PRECISION_HINT", "f32",
              "INFERENCE_NUM_THREADS", count)
        : ov_core_compile_model(
              network->core, model, device, 2, &network->compiled, "INFERENCE_PRECISION_HINT", "f32");
    ov_model_free(model);
    return status ? status : ov_compiled_model_create_infer_request(network->compiled, &network->request);
}

lk_openvino_network *lk_openvino_compile(
    const void *onnx, size_t size, const char *device, int threads, char *reason, size_t capacity) {
    const char *missing = load();
    if (missing) {
        snprintf(reason, capacity, "%s", missing);
        return NULL;
    }
    lk_openvino_network *network = calloc(1, sizeof *network);
    if (!network) {
        snprintf(reason, capacity, "the system has no memory for the network");
        return NULL;
    }
    const ov_status_e status = compile(network, onnx, size, device, threads);
    if (!status) return network;
    explain(status, reason, capacity);
    lk_openvino_free(network);
    return NULL;
}

void lk_openvino_free(lk_openvino_network *network) {
    if (!network) return;
    if (network->request) ov_infer_request_free(network->request);
    if (network->compiled) ov_compiled_model_free(network->compiled);
    if (network->core) ov_core_free(network->core);
    free(network);
}

/// Returns the memory of a tensor, which the request keeps, and releases the tensor.
static void *memory(ov_tensor_t *tensor, size_t *bytes) {
    void *data = NULL;
    if (ov_tensor_get_byte_size(tensor, bytes) || ov_tensor_data(tensor, &data)) data = NULL;
    ov_tensor_free(tensor);
    return data;
}

float *lk_openvino_input(lk_openvino_network *network, size_t index, size_t *bytes) {
    ov_tensor_t *tensor = NULL;
    if (ov_infer_request_get_input_tensor_by_index(network->request, index, &tensor)) return NULL;
    return memory(tensor, bytes);
}

const float *lk_openvino_output(lk_openvino_network *network, size_t index, size_t *bytes) {
    ov_tensor_t *tensor = NULL;
    if (ov_infer_request_get_output_tensor_by_index(network->request, index, &tensor)) return NULL;
    return memory(tensor, bytes);
}

int lk_openvino_run(lk_openvino_network *network, char *reason, size_t capacity) {
    const ov_status_e status = ov_infer_request_infer(network->request);
    if (status) explain(status, reason, capacity);
    return status;
}

int lk_openvino_devices(char *names, size_t capacity) {
    const char *missing = load();
    if (missing) {
        snprintf(names, capacity, "%s", missing);
        return -1;
    }
    ov_core_t *core = NULL;
    ov_available_devices_t devices = {0};
    ov_status_e status = ov_core_create(&core);
    if (!status) status = ov_core_get_available_devices(core, &devices);
    if (status) {
        explain(status, names, capacity);
    } else {
        size_t used = 0;
        names[0] = 0;
        for (size_t i = 0; i < devices.size && used < capacity; i++)
            used += (size_t)snprintf(
                names + used, capacity - used, "%s%s", i ? "," : "", devices.devices[i]);
        ov_available_devices_free(&devices);
    }
    if (core) ov_core_free(core);
    return status;
}

#else

typedef int lk_openvino_nothing;

#endif
