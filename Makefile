# LandmarkKit. `make demo` shows what it does, `make test` runs everything a change must pass.

SWIFT ?= swift
# Package.swift reads it.
export LANDMARK_DEVELOPMENT = 1
# Importing a target that is not declared as a dependency is an error, whatever the build order.
FLAGS = -c release --explicit-target-dependency-import-check error
# The tests of streams and threads, for the sanitizers.
SANITIZED_TESTS = 'LandmarkTasksTests.(Live|DetectAsync|FrameResults|Lifetime)|LiveStreamTests|LandmarkCaptureTests|LandmarkCommandSupportTests|VideoModeTests|PoolTests|LandmarkGraphTests.(Aligning|Error|Flow|GraphRun|Random|Release|Waiting)'
.DEFAULT_GOAL = help
.PHONY: help demo test wheel c-library package release docs bench sanitize soak setup fetch loose-models check apple build format clean

help:
	@echo 'make demo      fetch models and footage, detect hands, poses and faces, monitor a driver, measure motion'
	@echo 'make test      run everything that a change must pass'
	@echo 'make wheel     build the Python package in .build/wheel'
	@echo 'make c-library build the C library in .build/c-library'
	@echo 'make package   build a tarball and a Debian package of the command in .build/package, and test them'
	@echo 'make release TAG=0.2.0  make all files of a release, and print the commands that publish it'
	@echo 'make apple     check the code for Apple systems against declarations of their frameworks'
	@echo 'make docs      build the documentation of the libraries in .build/docs'
	@echo 'make bench     time everything against MediaPipe and LiteRT, and update BENCHMARKS.md and README'
	@echo 'make soak      run every task on 20,000 frames and check that memory does not grow'
	@echo 'make sanitize  run the tests of streams under the thread and address sanitizers'
	@echo 'make format    format the Swift code and the pages'
	@echo 'make clean     remove what was built; downloads stay'

setup:
	@scripts/setup

fetch: setup
	@scripts/fetch-models
	@scripts/fetch-footage

# Only tests need these; without them they report that they were skipped.
loose-models: fetch
	@scripts/fetch-loose-models || echo 'test: tests of single networks will be skipped'

build: fetch
	@$(SWIFT) build $(FLAGS) --product landmark
	@$(SWIFT) build $(FLAGS) --product landmark-bench

demo: build
	@scripts/demo
	@scripts/demo-python

check: setup
	@scripts/check --self-test
	@scripts/run-snippets --self-test
	@scripts/check format layering policy kernels
	@scripts/check-page --self-test
	@scripts/check-page
	@scripts/check-workflows
	@scripts/collect-device-figures --self-test

apple: setup
	@Tools/apple-declarations/check
	@Tools/apple-declarations/check --self-test
	@scripts/build-xcframeworks --self-test

# The last line printed is the number of tests passed and failed.
test: fetch loose-models check apple
	@$(SWIFT) build $(FLAGS) --build-tests
	@scripts/check documentation snippets symbols linkage
	@scripts/docs
	@Tools/consumer/consumer
	@Tools/bench/self_test.py
	@Tools/exercises/draw --check
	@Tools/instructions/instructions
	@Tools/hazards/hazards --runs 24
	@scripts/test-c-library
	@scripts/run-snippets
	@scripts/test-release
	@scripts/package
	@scripts/test-package
	@Tools/dashboard/dashboard
	@scripts/test $(FLAGS)

c-library: setup
	@scripts/build-c-library

wheel: setup
	@scripts/build-wheel

package: setup
	@scripts/package
	@scripts/test-package

# `make release TAG=0.2.0 OPTIONS=--dry-run` only checks.
release: setup
	@scripts/release $(or $(TAG),$(error release: expected TAG, for example make release TAG=0.2.0)) $(OPTIONS)

docs: setup
	@$(SWIFT) build $(FLAGS)
	@scripts/docs

sanitize: fetch
	@for kind in thread address; do \
		echo "sanitize: $$kind"; \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test $(FLAGS) \
			--sanitize=$$kind --scratch-path .build/$$kind --disable-xctest \
			--filter $(SANITIZED_TESTS) || exit 1; \
	done

bench: build
	@Tools/bench/bench --publish

soak: build
	@Tools/soak/soak

format:
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Examples Tools
	@scripts/check-page --format

clean:
	@rm -rf .build demo bench .cache
