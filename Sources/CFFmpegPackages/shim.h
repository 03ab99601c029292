// Nothing to declare: this target tells the package manager where FFmpeg's headers are.
