/* Finds hands in an image: cc find_hands.c -I FOLDER/include -L FOLDER/lib -llandmarkkit -o
   find_hands, where FOLDER is the output of scripts/build-c-library. */
#include <landmarkkit.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "find_hands: %s: %s\n", what, landmark_error_message());
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: find_hands MODEL.task IMAGE\n");
    return 2;
  }
  landmark_options options;
  landmark_options_init(&options, sizeof options);
  options.model_path = arguments[1];
  options.max_count = 2;
  landmark_landmarker *landmarker;
  if (landmark_create(LANDMARK_HAND, &options, &landmarker)) return failed("model");

  landmark_pixels *pixels;
  if (landmark_pixels_read(arguments[2], &pixels)) return failed("image");
  landmark_result *hands;
  if (landmark_detect(landmarker, landmark_pixels_image(pixels), &hands)) return failed("detect");

  for (size_t index = 0; index < landmark_result_count(hands); index++) {
    const landmark_instance *hand = landmark_result_instance(hands, index);
    const landmark_point *tip = &hand->landmarks[8];
    printf("%s hand (%.2f): %s at %.3f, %.3f\n",
           hand->handedness == LANDMARK_LEFT_HAND ? "left" : "right", hand->score,
           landmark_name(LANDMARK_HAND, 8), tip->x, tip->y);
  }
  landmark_result_free(hands);
  landmark_pixels_free(pixels);
  landmark_free(landmarker);
  return 0;
}
