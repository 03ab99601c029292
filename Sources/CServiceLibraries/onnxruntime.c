#define _XOPEN_SOURCE 700
#include "lk_onnxruntime.h"

#if defined(__linux__)

#include <lk_lazy_library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The declarations of ONNX Runtime's C interface: a table of functions, which later versions only append to.
// All of these are in its first version. A function that fails returns a status; others return NULL.
typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtValue OrtValue;
typedef struct {
    void *from_0[2];
    const char *(*GetErrorMessage)(const OrtStatus *status);
    OrtStatus *(*CreateEnv)(int level, const char *name, OrtEnv **env);
    void *from_4[4];
    OrtStatus *(*CreateSessionFromArray)(
        const OrtEnv *env, const void *model, size_t size, const OrtSessionOptions *options,
        OrtSession **session);
    OrtStatus *(*Run)(
        OrtSession *session, const void *options, const char *const *input_names,
        const OrtValue *const *inputs, size_t input_count, const char *const *output_names,
        size_t output_count, OrtValue **outputs);
    OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **options);
    void *from_11[13];
    OrtStatus *(*SetIntraOpNumThreads)(OrtSessionOptions *options, int threads);
    void *from_25[24];
    OrtStatus *(*CreateTensorWithDataAsOrtValue)(
        const OrtMemoryInfo *info, void *data, size_t bytes, const int64_t *shape, size_t rank, int type,
        OrtValue **value);
    void *from_50[19];
    OrtStatus *(*CreateCpuMemoryInfo)(int allocator, int type, OrtMemoryInfo **info);
    void *from_70[22];
    void (*ReleaseEnv)(OrtEnv *env);
    void (*ReleaseStatus)(OrtStatus *status);
    void (*ReleaseMemoryInfo)(OrtMemoryInfo *info);
    void (*ReleaseSession)(OrtSession *session);
    void (*ReleaseValue)(OrtValue *value);
    void *from_97[3];
    void (*ReleaseSessionOptions)(OrtSessionOptions *options);
} OrtApi;
typedef struct {
    const OrtApi *(*GetApi)(uint32_t version);
    const char *(*GetVersionString)(void);
} OrtApiBase;
extern const OrtApiBase *OrtGetApiBase(void);

_Static_assert(
    offsetof(OrtApi, ReleaseSessionOptions) == 100 * sizeof(void *), "the hundredth after the first");

/// `ORT_LOGGING_LEVEL_FATAL`: errors come as statuses.
enum { LOG_FATAL_ONLY = 4 };
/// `OrtArenaAllocator` and `OrtMemTypeDefault`.
enum { ARENA_ALLOCATOR = 1, DEFAULT_MEMORY = 0 };
/// `ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT`.
enum { ELEMENT_FLOAT = 1 };

#define ONNXRUNTIME(F) F(OrtGetApiBase)

ONNXRUNTIME(LK_LAZY_DEFINE)

static const lk_lazy_function functions[] = {ONNXRUNTIME(LK_LAZY_ENTRY)};

static lk_lazy_state state = LK_LAZY_STATE;

/// Loads the library. Returns its functions, or NULL and the reason.
static const OrtApi *load(char *reason, size_t capacity) {
    const char *path = getenv("LANDMARK_ONNXRUNTIME");
    // Without a slash, the system would search its folders for the name.
    char *resolved = path && *path ? realpath(path, NULL) : NULL;
    if (resolved) path = resolved;
    const lk_lazy_library libraries[] = {
        LK_LAZY_LIBRARY(path && *path ? path : "libonnxruntime.so.1", functions)};
    const char *missing = lk_lazy_load(&state, libraries, 1, NULL);
    const OrtApi *api = missing ? NULL : OrtGetApiBase()->GetApi(1);
    if (!api) snprintf(reason, capacity, "%s", missing ? missing : "it does not provide version 1 of the interface");
    free(resolved);
    return api;
}

int lk_onnxruntime_load(char *reason, size_t capacity) { return load(reason, capacity) ? 0 : -1; }

struct lk_onnxruntime_model {
    const OrtApi *api;
    OrtEnv *env;
    OrtSession *session;
    OrtMemoryInfo *memory;
};

/// Writes the library's message about a failure on one line, and releases the status.
static void explain(const OrtApi *api, OrtStatus *status, char *reason, size_t capacity) {
    snprintf(reason, capacity, "%s", api->GetErrorMessage(status));
    api->ReleaseStatus(status);
    size_t length = strlen(reason);
    while (length && reason[length - 1] == '\n') reason[--length] = 0;
    for (char *c = reason; *c; c++)
        if (*c == '\n') *c = ' ';
}

static OrtStatus *open_session(lk_onnxruntime_model *model, const void *onnx, size_t size, int threads) {
    const OrtApi *api = model->api;
    OrtStatus *status = api->CreateEnv(LOG_FATAL_ONLY, "landmark", &model->env);
    if (!status) status = api->CreateCpuMemoryInfo(ARENA_ALLOCATOR, DEFAULT_MEMORY, &model->memory);
    OrtSessionOptions *options = NULL;
    if (!status) status = api->CreateSessionOptions(&options);
    if (!status) status = api->SetIntraOpNumThreads(options, threads);
    if (!status) status = api->CreateSessionFromArray(model->env, onnx, size, options, &model->session);
    if (options) api->ReleaseSessionOptions(options);
    return status;
}

lk_onnxruntime_model *lk_onnxruntime_open(
    const void *onnx, size_t size, int threads, char *reason, size_t capacity) {
    const OrtApi *api = load(reason, capacity);
    if (!api) return NULL;
    lk_onnxruntime_model *model = calloc(1, sizeof *model);
    if (!model) {
        snprintf(reason, capacity, "the system has no memory for the network");
        return NULL;
    }
    model->api = api;
    OrtStatus *status = open_session(model, onnx, size, threads);
    if (!status) return model;
    explain(api, status, reason, capacity);
    lk_onnxruntime_close(model);
    return NULL;
}

void lk_onnxruntime_close(lk_onnxruntime_model *model) {
    if (!model) return;
    if (model->session) model->api->ReleaseSession(model->session);
    if (model->memory) model->api->ReleaseMemoryInfo(model->memory);
    if (model->env) model->api->ReleaseEnv(model->env);
    free(model);
}

enum { MOST_TENSORS = 16 };

/// The values of a run with their names.
typedef struct {
    const char *names[MOST_TENSORS];
    OrtValue *values[MOST_TENSORS];
} bindings;

static OrtStatus *bind(
    lk_onnxruntime_model *model, const lk_onnxruntime_tensor *tensors, size_t count, bindings *bound) {
    for (size_t i = 0; i < count; i++) {
        const lk_onnxruntime_tensor *tensor = &tensors[i];
        bound->names[i] = tensor->name;
        OrtStatus *status = model->api->CreateTensorWithDataAsOrtValue(
            model->memory, tensor->values, tensor->count * sizeof(float), tensor->shape, tensor->rank,
            ELEMENT_FLOAT, &bound->values[i]);
        if (status) return status;
    }
    return NULL;
}

static void unbind(lk_onnxruntime_model *model, bindings *bound) {
    for (int i = 0; i < MOST_TENSORS; i++)
        if (bound->values[i]) model->api->ReleaseValue(bound->values[i]);
}

int lk_onnxruntime_run(
    lk_onnxruntime_model *model, const lk_onnxruntime_tensor *inputs, size_t input_count,
    const lk_onnxruntime_tensor *outputs, size_t output_count, char *reason, size_t capacity) {
    if (input_count > MOST_TENSORS || output_count > MOST_TENSORS) {
        snprintf(reason, capacity, "it has more than %d inputs or outputs", MOST_TENSORS);
        return -1;
    }
    bindings read = {{0}, {0}}, written = {{0}, {0}};
    OrtStatus *status = bind(model, inputs, input_count, &read);
    if (!status) status = bind(model, outputs, output_count, &written);
    if (!status)
        status = model->api->Run(
            model->session, NULL, read.names, (const OrtValue *const *)read.values, input_count,
            written.names, output_count, written.values);
    unbind(model, &read);
    unbind(model, &written);
    if (!status) return 0;
    explain(model->api, status, reason, capacity);
    return -1;
}

#else

typedef int lk_onnxruntime_nothing;

#endif
