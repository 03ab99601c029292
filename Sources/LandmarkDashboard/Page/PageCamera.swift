/// The browser as camera.
enum PageCamera {
    static let script = #"""
        const camera = {stream: null, facing: "user", number: 0, waiting: null, isFresh: false, sent: new Map()};
        const video = element("video");
        // The longer side of the images that are sent.
        const longestSide = 640;

        async function startCamera() {
          if (!navigator.mediaDevices) return showNote(`${words.cameraNo}. ${words.cameraSecure}`, true);
          stopCamera();
          try {
            camera.stream = await navigator.mediaDevices.getUserMedia({audio: false,
              video: {facingMode: camera.facing, width: {ideal: 640}, height: {ideal: 480}, frameRate: {ideal: 30},
                // Otherwise browsers crop the image of a phone that is held upright.
                resizeMode: "none"}});
          } catch (error) {
            return showNote(`${words.cameraNo}: ${error.message}`, true);
          }
          const facing = camera.stream.getVideoTracks()[0].getSettings().facingMode;
          // People expect to see themselves as in a mirror, and everything else as it is.
          setMirrored((facing || camera.facing) !== "environment");
          // A new connection is one that watches.
          camera.stream.getVideoTracks()[0].addEventListener("ended", () => { stopCamera(); socket.close(); });
          video.srcObject = camera.stream;
          await video.play();
          const devices = await navigator.mediaDevices.enumerateDevices();
          element("switch").hidden = devices.filter(d => d.kind === "videoinput").length < 2;
          showNote(words.waiting);
          keepAwake();
          const onFrame = () => {
            if (!camera.stream) return;
            camera.isFresh = true;
            sendImage();
            video.requestVideoFrameCallback(onFrame);
          };
          video.requestVideoFrameCallback(onFrame);
        }

        // A phone that turns its screen off stops its camera. It takes the lock back from hidden pages.
        async function keepAwake() {
          if (!camera.stream || document.hidden || !navigator.wakeLock) return;
          try {
            camera.lock = await navigator.wakeLock.request("screen");
            // The camera may have been stopped meanwhile.
            if (!camera.stream) camera.lock.release();
          } catch {
            // A battery that is nearly empty: the browser refuses, and the page goes on.
          }
        }

        // Browsers slow hidden pages down to about a frame a second.
        document.addEventListener("visibilitychange", () => {
          if (!camera.stream) return;
          element("hidden-camera").hidden = false;
          if (document.hidden) document.title = `⚠ ${words.hiddenCamera}`;
          else {
            document.title = shownAlert ? `⚠ ${shownAlert}` : "landmark";
            keepAwake();
            setTimeout(() => element("hidden-camera").hidden = true, 10000);
          }
        });

        function stopCamera() {
          camera.lock?.release();
          camera.lock = null;
          element("hidden-camera").hidden = true;
          camera.stream?.getTracks().forEach(t => t.stop());
          camera.stream = camera.waiting = null;
          camera.isFresh = false;
        }

        // One image is on its way at a time: the next goes when the results of the last have come.
        async function sendImage() {
          const now = performance.now();
          if (camera.waiting && now - camera.waiting.time > 2000) camera.waiting = null;
          if (camera.waiting || !camera.isFresh || socket?.readyState !== 1 || live.phase !== "running") return;
          const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
          if (!(scale > 0) || !video.videoWidth) return;
          camera.isFresh = false;
          const image = new OffscreenCanvas(Math.round(video.videoWidth * scale),
            Math.round(video.videoHeight * scale));
          const waiting = camera.waiting = {number: ++camera.number >>> 0, time: now, image};
          // Browsers turn the image upright, however the phone is held.
          image.getContext("2d").drawImage(video, 0, 0, image.width, image.height);
          const jpeg = await image.convertToBlob({type: "image/jpeg", quality: .8});
          const message = new Uint8Array(8 + jpeg.size);
          message[0] = 2;
          new DataView(message.buffer).setUint32(4, waiting.number, true);
          message.set(new Uint8Array(await jpeg.arrayBuffer()), 8);
          if (socket?.readyState === 1 && camera.waiting === waiting) socket.send(message);
        }

        // The results of an image that this browser has sent.
        function receiveAnswer(numberOfImage, result) {
          const waiting = camera.waiting;
          if (!waiting || waiting.number !== numberOfImage) return;
          camera.waiting = null;
          if (result.items) {
            showResult(result);
            viewer.draw(waiting.image, result);
            if (!element("note").hidden && live.phase === "running") showNote("");
            measured.latency = performance.now() - waiting.time;
            countShown();
          }
          sendImage();
        }

        element("camera-start").addEventListener("click", startCamera);
        element("switch").addEventListener("click", () => {
          camera.facing = camera.facing === "user" ? "environment" : "user";
          startCamera();
        });
        """#
}
