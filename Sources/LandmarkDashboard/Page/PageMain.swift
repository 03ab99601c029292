/// The connection, the controls, and the loop that shows what comes.
enum PageMain {
    static let script = #"""
        let socket = null, attempts = 0;
        const viewer = new Viewer(stage, element("view"), true);
        const live = {phase: "connecting", kind: "", task: ""};
        const measured = {rate: null, latency: null, dropped: 0, times: [], stages: {}};
        const isCamera = () => !!camera.stream;

        function setMirrored(on) {
          viewer.setMirrored(on);
          element("mirror").setAttribute("aria-pressed", String(on));
        }

        function showNote(text, offersCamera = false) {
          element("note").hidden = !text;
          setText(element("note-text"), text);
          element("camera-start").hidden = !offersCamera;
        }

        function showPhase(phase, problem) {
          const link = element("link");
          link.dataset.phase = phase;
          setText(link, words[phase] || phase);
          const isOn = phase === "running" || phase === "starting";
          setText(element("run"), isOn ? words.stop : words.start);
          element("run").disabled = phase === "lost" || phase === "connecting";
          if (phase === "failed") showNote(`${words.failed}: ${problem || ""}`);
          else if (phase === "running" && live.usesCamera && !isCamera()) {
            showNote(camera.wasRefused ? words.cameraBusy : "", true);
            element("note").hidden = false;
          }
          else if (phase === "running") showNote(viewer.last ? "" : words.waiting);
          else if (!viewer.last) showNote(words[phase] || "");
        }

        function option(value, text) {
          const o = document.createElement("option");
          o.value = value; o.textContent = text;
          return o;
        }

        function greet(hello) {
          drawing.lines = hello.lines;
          drawing.parts = hello.parts;
          live.usesCamera = hello.browserCamera;
          viewer.turns = hello.turns;
          element("history").hidden = !hello.hasHistory;
          setText(element("input"), hello.input);
          element("input").title = hello.input;
          const group = document.createElement("optgroup");
          group.label = words.exercises;
          group.append(...hello.exercises.map(e => option(`exercise:${e.name}`, e.title)));
          element("task").replaceChildren(...["pose", "hand", "face", "drive"].map(k => option(k, words[k])), group);
          element("model").replaceChildren(option("", words.usual), ...hello.models.map(m => option(m, words[m])));
          element("smoothing").replaceChildren(option("", words.usual),
            ...hello.smoothings.map(s => option(s, words[s])));
          element("events").replaceChildren();
          for (const e of hello.events) addEvent(e, true);
          showShare(hello.share);
          changeState(hello.state);
        }

        // How a phone comes to this page: a code for its camera, and what its warning should name.
        function showShare(share) {
          element("share").hidden = !share;
          if (!share) return;
          element("share-link").href = share.link;
          setText(element("share-link"), share.link);
          element("share-certificate").hidden = !share.fingerprint;
          setText(element("share-fingerprint"), share.fingerprint || "");
          const code = element("share-code");
          code.toggleAttribute("hidden", !share.code);
          if (!share.code) return;
          const side = share.code.length + 8;
          code.setAttribute("viewBox", `-4 -4 ${side} ${side}`);
          code.setAttribute("aria-label", words.shareCode);
          const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
          path.setAttribute("d", share.code.flatMap((row, y) =>
            [...row].map((dark, x) => dark === "1" ? `M${x} ${y}h1v1h-1z` : "")).join(""));
          code.replaceChildren(path);
        }

        function changeState(state) {
          const changes = state.task !== live.task || !live.kind;
          Object.assign(live, state);
          element("task").value = state.task;
          element("model").value = state.model || "";
          element("smoothing").value = state.smoothing || "";
          element("model-field").hidden = state.kind !== "pose" && state.kind !== "exercise";
          if (changes || state.phase === "starting") { viewer.kind = state.kind; usePanel(state); }
          // An image that was on its way to the task before has no answer.
          if (state.phase === "running") camera.waiting = null;
          showPhase(state.phase, state.problem);
          showProblems(state.problems);
          const starved = state.problems.some(p => p.what === "camera");
          if (starved !== !!live.starved || changes) panel.starve?.(starved);
          live.starved = starved;
        }

        // What goes wrong beside the run: it goes on, but someone should know.
        function showProblems(problems) {
          element("problems").replaceChildren(...problems.map(problem => {
            const item = document.createElement("li");
            item.append(Object.assign(document.createElement("strong"), {textContent: words[problem.what]}),
              ` ${words.problems[problem.code] || ""} `,
              Object.assign(document.createElement("small"), {textContent: problem.text}));
            return item;
          }));
          element("problems").hidden = !problems.length;
        }

        const send = request => { if (socket?.readyState === 1) socket.send(JSON.stringify(request)); };
        element("run").addEventListener("click", () => send({run:
          live.phase === "running" || live.phase === "starting" ? "stop" : "start"}));
        for (const name of ["task", "model", "smoothing"]) element(name).addEventListener("change", e => {
          if (e.target.value) send({[name]: e.target.value, run: "start"});
        });
        element("mirror").addEventListener("click", () => setMirrored(!viewer.mirrored));

        function countShown() {
          measured.times.push(performance.now());
          if (measured.times.length > 40) measured.times.shift();
        }

        function showResult(result) {
          measured.rate = result.rate;
          measured.dropped += result.dropped;
          for (const [name, ms] of Object.entries(result.stages)) {
            const before = measured.stages[name];
            measured.stages[name] = before == null ? ms : before + (ms - before) * .1;
          }
          // The state knows at once what a result on its way does not.
          result.starved ||= live.starved;
          // A task that was just left may still send.
          if (live.kind === "drive" && !result.driver || live.kind === "exercise" && !result.people) return;
          panel.show(result);
          panel.plot(result);
        }

        // Images are decoded one after another, so that none is shown after a newer one.
        let decoding = Promise.resolve();
        function receiveFrame(buffer) {
          const bytes = new DataView(buffer), number = bytes.getUint32(4, true);
          const length = bytes.getUint32(8, true), latency = bytes.getUint32(12, true);
          const result = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
          const acknowledge = () => {
            const message = new Uint8Array(8);
            message[0] = 1;
            new DataView(message.buffer).setUint32(4, number, true);
            if (socket?.readyState === 1) socket.send(message);
          };
          if (16 + length === buffer.byteLength) {
            acknowledge();
            return receiveAnswer(number, result);
          }
          if (isCamera()) return void setTimeout(acknowledge, 1000);
          if (latency) measured.latency = latency / 1000;
          if (document.hidden) {
            showResult(result);
            return void setTimeout(acknowledge, 300);
          }
          const jpeg = new Blob([new Uint8Array(buffer, 16 + length)], {type: "image/jpeg"});
          decoding = decoding.then(() => createImageBitmap(jpeg)).then(image => new Promise(done =>
            requestAnimationFrame(() => {
              showResult(result);
              viewer.draw(image, result);
              acknowledge();
              countShown();
              if (!element("note").hidden && live.phase !== "failed") showNote("");
              done();
            }))).catch(acknowledge);
        }

        function connect() {
          socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`,
            "landmark-live");
          socket.binaryType = "arraybuffer";
          socket.onopen = () => { attempts = 0; };
          socket.onmessage = ({data}) => {
            if (typeof data !== "string") return receiveFrame(data);
            const message = JSON.parse(data);
            if (message.type === "hello") greet(message);
            else if (message.type === "state") changeState(message);
            else if (message.type === "event") addEvent(message);
            else if (message.type === "cameraBusy" && isCamera()) {
              stopCamera();
              camera.wasRefused = true;
              socket.close();
            }
          };
          socket.onclose = () => {
            camera.waiting = null;
            showPhase(live.phase = "lost");
            setTimeout(connect, Math.min(5000, 400 * 2 ** attempts++));
          };
        }

        // Numbers change twice a second: faster, no one can read them.
        setInterval(() => {
          for (const chart of panel.charts) chart.draw();
        }, 100);
        setInterval(() => {
          const t = measured.times, now = performance.now();
          const recent = t.filter(x => now - x < 2000);
          setText(element("rate"), live.phase === "running" ? number(measured.rate, 1) : "–");
          setText(element("latency"), number(measured.latency));
          setText(element("shown"), recent.length > 1 ?
            number((recent.length - 1) * 1000 / (recent[recent.length - 1] - recent[0]), 1) : "–");
          setText(element("dropped"), number(measured.dropped));
          const times = element("times"), stages = Object.entries(measured.stages);
          times.hidden = !stages.length;
          times.replaceChildren(...stages.map(([name, ms]) => {
            const item = document.createElement("span"), value = document.createElement("b");
            value.textContent = ` ${number(ms, 1)} ms`;
            item.append(name, value);
            return item;
          }));
        }, 500);

        // The cookie has the token from here on.
        if (location.search) history.replaceState(null, "", location.pathname);
        showPhase("connecting");
        connect();
        """#
}
