// As much of MediaPipe's framework as its calculators for RenderData use, so that their unmodified
// source compiles without the rest. A calculator is opened, and receives one set of packets.
#pragma once

#include <any>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

// A message that terminates the process, or the function, once it is written.
class FailedCheck {
 public:
  FailedCheck(const char* check, bool exits) : exits_(exits) { text_ << check << " does not hold "; }
  ~FailedCheck() {
    if (exits_) {
      std::cerr << text_.str() << std::endl;
      std::_Exit(3);
    }
  }
  template <class T>
  FailedCheck& operator<<(const T& value) {
    text_ << value;
    return *this;
  }
  operator absl::Status() const { return absl::InternalError(text_.str()); }

 private:
  std::ostringstream text_;
  bool exits_;
};

struct Voided {
  void operator&(const FailedCheck&) const {}
};

#define ABSL_CHECK(condition) \
  (condition) ? (void)0 : Voided() & FailedCheck(#condition, true)
#define ABSL_CHECK_EQ(a, b) ABSL_CHECK((a) == (b))
#define RET_CHECK(condition) \
  if (!(condition)) return FailedCheck(#condition, false)
#define RET_CHECK_EQ(a, b) RET_CHECK((a) == (b))

namespace mediapipe {

struct TimestampDiff {
  explicit TimestampDiff(int) {}
};

struct Timestamp {
  static Timestamp PreStream() { return {-1}; }
  bool operator==(const Timestamp& other) const { return value == other.value; }
  int value = 0;
};

struct Packet {
  std::any value;
  Packet At(Timestamp) const { return *this; }
};

template <class T, class... Arguments>
Packet MakePacket(Arguments&&... arguments) {
  return {std::any(T(std::forward<Arguments>(arguments)...))};
}

class Port {
 public:
  template <class T>
  Port& Set() {
    return *this;
  }
  bool IsEmpty() const { return !value.has_value(); }
  template <class T>
  const T& Get() const {
    return std::any_cast<const T&>(value);
  }
  template <class T>
  void Add(T* sent, Timestamp) {
    value = *std::unique_ptr<T>(sent);
  }
  void AddPacket(const Packet& packet) { value = packet.value; }

  std::any value;
};

class Ports {
 public:
  bool HasTag(const std::string& tag) const { return ports.count(tag) > 0; }
  Port& Tag(const std::string& tag) { return ports[tag]; }

  std::map<std::string, Port> ports;
};

// Both the contract and the context of a node.
class CalculatorContext {
 public:
  Ports& Inputs() { return inputs; }
  Ports& Outputs() { return outputs; }
  void SetOffset(TimestampDiff) {}
  void SetProcessTimestampBounds(bool) {}
  Timestamp InputTimestamp() const { return {}; }
  template <class T>
  const T& Options() {
    if (!parsed_.has_value()) {
      T message;
      if (!message.ParseFromString(options)) std::_Exit(4);
      parsed_ = message;
    }
    return std::any_cast<const T&>(parsed_);
  }

  Ports inputs, outputs;
  std::string options;

 private:
  std::any parsed_;
};
using CalculatorContract = CalculatorContext;

class CalculatorBase {
 public:
  virtual ~CalculatorBase() = default;
  virtual absl::Status Open(CalculatorContext*) { return absl::OkStatus(); }
  virtual absl::Status Process(CalculatorContext*) = 0;
};

struct Registered {
  std::function<std::unique_ptr<CalculatorBase>()> create;
  std::function<absl::Status(CalculatorContract*)> contract;
};

inline std::map<std::string, Registered>& Registry() {
  static std::map<std::string, Registered> registry;
  return registry;
}

#define REGISTER_CALCULATOR(name)                                              \
  static const bool registered_##name = [] {                                   \
    Registry()[#name] = {[] { return std::make_unique<name>(); },              \
                         [](CalculatorContract* cc) { return name::GetContract(cc); }}; \
    return true;                                                               \
  }()

struct VideoHeader {
  int width = 0, height = 0;
};

}  // namespace mediapipe
