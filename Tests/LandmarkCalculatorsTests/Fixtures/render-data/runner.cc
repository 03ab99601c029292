// Runs one of MediaPipe's calculators on packets: lines with the name of the calculator, its options, the
// packets (tag, type and messages) in hexadecimal; the line "run" writes the output's message.
#include "framework.h"

#include "mediapipe/framework/formats/classification.pb.h"
#include "mediapipe/framework/formats/detection.pb.h"
#include "mediapipe/framework/formats/landmark.pb.h"
#include "mediapipe/framework/formats/rect.pb.h"
#include "mediapipe/util/render_data.pb.h"

namespace {

using namespace mediapipe;  // NOLINT

std::string Bytes(const std::string& digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

template <class T>
T Message(const std::string& digits) {
  T message;
  if (!message.ParseFromString(Bytes(digits))) std::_Exit(5);
  return message;
}

template <class T>
std::vector<T> Messages(std::istream& words) {
  std::vector<T> messages;
  for (std::string digits; words >> digits;) messages.push_back(Message<T>(digits.substr(1)));
  return messages;
}

std::any Value(const std::string& type, std::istream& words) {
  if (type == "detections") return Messages<Detection>(words);
  if (type == "rects") return Messages<NormalizedRect>(words);
  if (type == "pixelRects") return Messages<Rect>(words);
  if (type == "float") {
    float number = 0;
    words >> number;
    return number;
  }
  if (type == "size") {
    std::pair<int, int> size;
    words >> size.first >> size.second;
    return size;
  }
  std::string digits;
  words >> digits;
  digits.erase(0, 1);
  if (type == "detection") return Message<Detection>(digits);
  if (type == "landmarks") return Message<NormalizedLandmarkList>(digits);
  if (type == "world") return Message<LandmarkList>(digits);
  if (type == "rect") return Message<NormalizedRect>(digits);
  if (type == "pixelRect") return Message<Rect>(digits);
  if (type == "classes") return Message<ClassificationList>(digits);
  std::_Exit(6);
}

void Expect(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << status.message() << std::endl;
  std::_Exit(2);
}

}  // namespace

int main() {
  std::string name, word;
  CalculatorContext context;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    words >> word;
    if (word == "calculator") {
      words >> name;
    } else if (word == "options") {
      words >> word;
      context.options = Bytes(word.substr(1));
    } else if (word == "output") {
      words >> word;
      context.outputs.ports[word];
    } else if (word == "input") {
      std::string tag, type;
      words >> tag >> type;
      context.inputs.ports[tag].value = Value(type, words);
    }
  }
  const auto& registered = Registry().at(name);
  Expect(registered.contract(&context));
  const auto calculator = registered.create();
  Expect(calculator->Open(&context));
  Expect(calculator->Process(&context));
  const std::any& sent = context.outputs.ports.begin()->second.value;
  if (!sent.has_value()) return 0;
  if (const auto* data = std::any_cast<RenderData>(&sent)) {
    for (const unsigned char byte : data->SerializeAsString()) std::printf("%02x", byte);
  } else {
    std::printf("%.9g", std::any_cast<float>(sent));
  }
  std::printf("\n");
}
