# LandmarkKit. `make demo` shows what it does, `make test` is everything a change must pass.

SWIFT ?= swift
# An import of a target that is not declared is an error, whatever order things are built in.
FLAGS = -c release --explicit-target-dependency-import-check error
SCALAR_TESTS = 'LandmarkTasksTests|LandmarkInferenceTests|LandmarkImagingTests|CLandmarkKernelsTests'
# Whole videos say nothing more about a kernel than images do, and take minutes on scalar ones.
LONG_TESTS = 'FootageVideoTests|SharedVideoTests'
.DEFAULT_GOAL = help
.PHONY: help demo test bench sanitize soak setup fetch loose-models check build format clean

help:
	@echo 'make demo    fetch models and footage, find hands, bodies and faces, watch a driver'
	@echo 'make test    everything that a change must pass'
	@echo 'make bench   time every task against MediaPipe, every network against LiteRT'
	@echo 'make soak    run every task on 20,000 frames and watch what it holds'
	@echo 'make sanitize  run the tests of streams under the thread and address sanitizers'
	@echo 'make format  lay out the Swift code'
	@echo 'make clean   remove what was built and made; fetched files stay'

setup:
	@scripts/setup

fetch: setup
	@scripts/fetch-models
	@scripts/fetch-footage

# Only tests need these, and say so where they are not here.
loose-models: fetch
	@scripts/fetch-loose-models || echo 'test: tests of single networks will be skipped'

build: fetch
	@$(SWIFT) build $(FLAGS) --product landmark

demo: build
	@scripts/demo

check: setup
	@scripts/check --self-test
	@scripts/check

# The last line printed is the test runner's own.
test: fetch loose-models check
	@$(SWIFT) build $(FLAGS) --build-tests
	@scripts/check symbols
	@Tools/bench/self_test.py
	@Tools/instructions/instructions --self-test
	@Tools/instructions/instructions
	@echo 'test: the engine, imaging and kernels again on the scalar kernels'
	@LANDMARK_KERNELS=scalar $(SWIFT) test $(FLAGS) --skip-build --disable-xctest \
		--filter $(SCALAR_TESTS) --skip $(LONG_TESTS)
	@echo 'test: everything, on the best kernels here'
	@$(SWIFT) test $(FLAGS) --skip-build --disable-xctest

# What streams and their threads do, seen by the sanitizers; builds everything twice anew.
SANITIZED_TESTS = 'LandmarkTasksTests.*Live|LiveStreamTests|LandmarkCaptureTests|VideoModeTests|PoolTests|LandmarkGraphTests.(Aligning|Error|Flow|GraphRun|LettingGo|Random|Waiting)'
sanitize: fetch
	@for kind in thread address; do \
		echo "sanitize: $$kind"; \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test $(FLAGS) \
			--sanitize=$$kind --scratch-path .build/$$kind --disable-xctest \
			--filter $(SANITIZED_TESTS) || exit 1; \
	done

bench: build
	@Tools/bench/bench

soak: build
	@Tools/soak/soak

format:
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Examples

clean:
	@rm -rf .build demo bench .cache
