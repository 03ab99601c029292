// Runs an execution of the model.

#ifndef MODEL_RUN_H
#define MODEL_RUN_H

/// Runs a function as the first thread, until it returns; adds the operations to `steps`. Returns why the
/// execution failed, or null.
const char *model_run(void *(*function)(void *), long *steps);

#endif
