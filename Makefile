# LandmarkKit. `make demo` shows what it does, `make test` runs everything a change must pass.

SWIFT ?= swift
# Package.swift reads this.
export LANDMARK_DEVELOPMENT = 1
# Every file is built by a rule in this Makefile: otherwise make would replace the script
# Tools/faults/faults with a program built from faults.c, wherever a checkout wrote faults.c last.
MAKEFLAGS += --no-builtin-rules
# Importing a target that is not declared as a dependency is an error, whatever the build order.
FLAGS = -c release --explicit-target-dependency-import-check error
# For stages that use one processor each; their output is not mixed.
SIDE_BY_SIDE = --no-print-directory --jobs=2 --output-sync=target
.DEFAULT_GOAL = help
.PHONY: help demo test test-all arm64 test-arm64 package-arm64 wheel publish c-library package release docs bench sanitize soak soak-night faults fuzz setup fetch loose-models check apple build format clean

help:
	@echo 'make demo      fetch models and footage, detect hands, poses and faces, monitor a driver, measure motion'
	@echo 'make test      run everything that a change must pass'
	@echo 'make test-all  run that and what takes longer, such as every build of a client and every scene'
	@echo 'make arm64     build everything for 64-bit ARM Linux, with the tests, in .build/arm64'
	@echo 'make test-arm64  build that, and test it under emulation'
	@echo 'make package-arm64  build its tarball, Debian package, C library and Python package, and test them'
	@echo 'make wheel     build the Python package in .build/wheel, its sources in .build/sdist, its models in .build/models-wheel'
	@echo 'make publish   check these, and print the command that uploads them'
	@echo 'make c-library build the C library in .build/c-library'
	@echo 'make package   build a tarball and a Debian package of the command in .build/package, and test them'
	@echo 'make release TAG=0.2.0  make all files of a release, and print the commands that publish it'
	@echo 'make apple     check the code for Apple systems against declarations of their frameworks'
	@echo 'make docs      build the documentation of the libraries in .build/docs'
	@echo 'make bench     time everything against MediaPipe and LiteRT, and update BENCHMARKS.md and README'
	@echo 'make soak      run every task on 20,000 frames and check that memory does not grow'
	@echo 'make soak-night  the same for a million frames and 10,000 created tasks, which takes a night'
	@echo 'make faults    let each system call of many runs fail once, and check what they leave behind'
	@echo 'make fuzz      feed every reader with damaged inputs for SECONDS=600, or one with TARGET=image'
	@echo 'make sanitize  run all tests under the address, undefined behavior and thread sanitizers'
	@echo 'make format    format the Swift code and the pages'
	@echo 'make clean     remove what was built; downloads stay'

setup:
	@scripts/setup

fetch: setup
	@scripts/fetch-models
	@scripts/fetch-footage

# Only tests need these; tests that lack them report that they were skipped.
loose-models: fetch
	@scripts/fetch-loose-models || echo 'test: tests of single networks will be skipped'

build: fetch
	@$(SWIFT) build $(FLAGS) --product landmark
	@$(SWIFT) build $(FLAGS) --product landmark-bench

demo: build
	@scripts/demo
	@scripts/demo-python

# A check that passed is repeated only when something that it depends on is newer.
PASSED = .build/passed
PROGRAM = .build/release/landmark
files = $(shell git ls-files --cached --others --exclude-standard -- $(1))
pass = mkdir -p $(PASSED) && touch $@
GATES = $(addprefix $(PASSED)/,kernels page workflows pool-model)
SELF_TESTS = $(addprefix $(PASSED)/self-test-,gates snippets page figures bench)
STAGES = $(addprefix $(PASSED)/,documentation dashboard consumer draw instructions hazards faults c-library sbom snippets)

check: setup
	@scripts/check format layering policy
	@$(MAKE) $(SIDE_BY_SIDE) $(GATES) $(SELF_TESTS)

apple: setup
	@Tools/apple-declarations/check

# The last line printed is the number of tests passed and failed.
test: fetch loose-models check apple
	@$(SWIFT) build $(FLAGS) --build-tests
	@scripts/check documentation snippets symbols linkage
	@$(MAKE) $(SIDE_BY_SIDE) $(STAGES)
	@scripts/test $(FLAGS)

# Debian's packages for another release and processor, 1 GB, are downloaded once.
arm64: setup
	@Tools/arm64/build

test-arm64: fetch loose-models arm64
	@$(SWIFT) build $(FLAGS) --product landmark
	@Tools/arm64/test

package-arm64: fetch
	@$(SWIFT) build $(FLAGS) --product landmark
	@Tools/arm64/package

# Checks that take long and seldom fail on their own.
test-all: export LANDMARK_TEST_ALL = 1
test-all: test
	@$(MAKE) $(SIDE_BY_SIDE) $(PASSED)/self-test-apple $(PASSED)/self-test-xcframeworks
	@Tools/apple-declarations/check --all
	@Tools/consumer/consumer
	@Tools/exports/check
	@Tools/exports/check --self-test
	@Tools/instructions/walk
	@Tools/hazards/hazards --runs 240
	@Tools/fuzz/fuzz --seconds 1200
	@scripts/test-release
	@scripts/package
	@scripts/test-package
	@scripts/build-wheel
	@scripts/test-wheel
	@scripts/test-sdist .build/c-library/liblandmarkkit.so.1
	@scripts/test-python -m slow
	@Tools/arm64/build --all
	@Tools/arm64/test --all
	@Tools/arm64/package

$(PASSED)/kernels: $(call files,Sources/CLandmarkKernels scripts/kernels.py)
	@scripts/check kernels && $(pass)

$(PASSED)/pool-model: $(call files,Sources/CLandmarkKernels/pool Tools/pool-model)
	@Tools/pool-model/check && Tools/pool-model/check --orders && $(pass)

$(PASSED)/page: $(call files,Sources/CPages scripts/check-page)
	@scripts/check-page && $(pass)

$(PASSED)/workflows: $(call files,.github Dockerfile scripts/check-workflows)
	@scripts/check-workflows && $(pass)

$(PASSED)/self-test-gates: $(call files,scripts)
	@scripts/check --self-test && $(pass)

$(PASSED)/self-test-snippets: $(call files,scripts)
	@scripts/run-snippets --self-test && $(pass)

$(PASSED)/self-test-page: scripts/check-page
	@scripts/check-page --self-test && $(pass)

$(PASSED)/self-test-figures: $(call files,scripts/collect-device-figures)
	@scripts/collect-device-figures --self-test && $(pass)

$(PASSED)/self-test-bench: $(call files,Tools/bench)
	@Tools/bench/self_test.py && $(pass)

$(PASSED)/self-test-apple: $(call files,Tools/apple-declarations)
	@Tools/apple-declarations/check --self-test && $(pass)

$(PASSED)/self-test-xcframeworks: $(call files,scripts/build-xcframeworks Package.swift)
	@scripts/build-xcframeworks --self-test && $(pass)

$(PASSED)/documentation: $(call files,Sources scripts/docs)
	@scripts/docs && $(pass)

$(PASSED)/consumer: $(call files,Sources Package.swift Tools/consumer)
	@Tools/consumer/consumer --system native --configuration debug && $(pass)

$(PASSED)/draw: $(call files,Tools/exercises Sources/LandmarkMotion/Documentation.docc)
	@Tools/exercises/draw --check && $(pass)

$(PASSED)/instructions: $(PROGRAM) $(call files,Tools/instructions)
	@Tools/instructions/instructions && $(pass)

$(PASSED)/hazards: $(PROGRAM) $(call files,Tools/hazards)
	@Tools/hazards/hazards --runs 24 && $(pass)

$(PASSED)/faults: $(PROGRAM) $(PASSED)/c-library $(call files,Tools/faults Tools/hazards Python/src)
	@Tools/faults/faults --short && $(pass)

$(PASSED)/c-library: $(call files,Sources Examples/C scripts/*c-library* scripts/cmake-requirements.txt scripts/glibc-stubs scripts/newer_glibc.c)
	@scripts/test-c-library && $(pass)

$(PASSED)/sbom: $(PASSED)/c-library $(PROGRAM) $(call files,Package.swift NOTICE scripts/sbom scripts/*sbom* scripts/materials.py scripts/*.tsv)
	@scripts/test-sbom && $(pass)

$(PASSED)/snippets: $(PASSED)/c-library $(PROGRAM) $(call files,*.md docs scripts)
	@scripts/run-snippets && $(pass)

$(PASSED)/dashboard: $(PROGRAM) $(call files,Tools/dashboard)
	@Tools/dashboard/dashboard && $(pass)

c-library: setup
	@scripts/build-c-library

wheel: setup
	@scripts/build-wheel
	@scripts/build-sdist
	@scripts/build-models-wheel

# A dry run: nothing is uploaded.
publish: wheel
	@scripts/publish

package: setup
	@scripts/package
	@scripts/test-package

# `make release TAG=0.2.0 OPTIONS=--dry-run` only checks.
release: setup
	@scripts/release $(or $(TAG),$(error release: expected TAG, for example make release TAG=0.2.0)) $(OPTIONS)

docs: setup
	@$(SWIFT) build $(FLAGS)
	@scripts/docs

# `make sanitize KINDS=thread ONLY=LandmarkTasksTests` runs a part.
sanitize: fetch
	@scripts/sanitize $(KINDS) $(addprefix --only ,$(ONLY))

bench: build
	@Tools/bench/bench --publish

soak: build
	@Tools/soak/soak

soak-night: build
	@Tools/soak/soak 1000000 10000

faults: build $(PASSED)/c-library
	@Tools/faults/faults --write --minutes 60

fuzz: setup
	@Tools/fuzz/fuzz --seconds $(or $(SECONDS),600) $(TARGET)

format:
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Examples Tools
	@scripts/check-page --format

clean:
	@rm -rf .build demo bench .cache
