// The live page: the connection, and the loop that shows incoming messages.

import { forgetSentImage, giveUpCamera, isCamera } from "./live/camera.js";
import { connect } from "./live/connection.js";
import { showPhase } from "./live/controls.js";
import { addEvent } from "./live/event-list.js";
import { receiveFrame } from "./live/frames.js";
import { startMeasurements } from "./live/measurements.js";
import { changeState, greet } from "./live/run.js";

// From here on, the cookie has the token.
if (location.search) history.replaceState(null, "", location.pathname);
startMeasurements();
showPhase("connecting");
connect({
  frame: receiveFrame,
  message(message) {
    if (message.type === "hello") greet(message);
    else if (message.type === "state") changeState(message);
    else if (message.type === "event") addEvent(message);
    else if (message.type === "cameraBusy" && isCamera()) giveUpCamera();
  },
  closed() {
    forgetSentImage();
    showPhase("lost");
  },
});
