/// One recorded session.
enum HistorySessionView {
    static let script = #"""
        const viewer = new Viewer(stage, element("view"));
        const scrubber = new Scrubber("");
        let shownSession = null;

        async function openSession(id) {
          const session = await askJSON(`sessions/${id}`);
          shownSession = session;
          useFile(session);
          drawing.lines = session.lines;
          drawing.parts = session.parts;
          const player = new Player(session, viewer, element("note"));
          usePanel(session);
          showAbout(session);
          const length = lengthOf(session);
          player.onFrame = result => {
            if (result) panel.show(result);
            for (const chart of panel.charts) { chart.cursor = session.first + scrubber.at; chart.draw(); }
            markEvent(session.first + scrubber.at);
          };
          for (const chart of panel.charts) useRange(chart, session, time => scrubber.go(time));
          element("scrub-card").hidden = session.first == null;
          showEvents(session, (await askJSON(`sessions/${id}/events?limit=5000`)).events);
          if (session.first == null) {
            element("note").hidden = false;
            return setText(element("note-text"), words.nothingThen);
          }
          scrubber.use(length, time => guarded(() => player.seek(time)));
          if (panel.charts.length) {
            const {frames} = await askJSON(`sessions/${id}/frames?spread=800`);
            if (shownSession !== session) return;
            for (const frame of frames) panel.plot(frame);
            for (const chart of panel.charts) chart.draw();
          }
        }

        // Lets a chart show a whole session, and choose its time.
        function useRange(chart, session, go) {
          chart.range = [session.first, session.last];
          chart.cursor = session.first;
          if (!(chart instanceof Chart)) return;
          const choose = e => {
            const box = chart.canvas.getBoundingClientRect();
            go((e.clientX - box.left) / box.width * lengthOf(session));
          };
          chart.canvas.addEventListener("pointerdown", e => { chart.canvas.setPointerCapture(e.pointerId); choose(e); });
          chart.canvas.addEventListener("pointermove", e => { if (e.buttons) choose(e); });
        }

        function showAbout(session) {
          const list = [[words.session, String(session.id)], [words.began, beganText(session)],
            [words.duration, session.first == null ? "–" : clockOf(lengthOf(session))],
            [words.input, session.input], [words.frames, number(session.frames)],
            [words.size, sizeText(session.bytes)], [words.program, session.program]];
          if (session.ended == null) list.splice(3, 0, ["", words.unfinished]);
          if (session.lost) list.push([words.lostFrames, number(session.lost)]);
          if (session.lostImages) list.push([words.lostImages, number(session.lostImages)]);
          const settings = Object.entries(session.settings)
            .filter(([k]) => words[k]).map(([k, v]) => `${words[k]}: ${words[v] || v}`).join(", ");
          if (settings) list.push([words.settings, settings]);
          element("about").replaceChildren(...list.map(([name, value]) => {
            const row = document.createElement("div");
            row.append(Object.assign(document.createElement("dt"), {textContent: name}),
              Object.assign(document.createElement("dd"), {textContent: value}));
            return row;
          }));
          const base = `/history/sessions/${session.id}`;
          element("export-csv").href = `${base}/export.csv`;
          element("export-json").href = `${base}/export.jsonl`;
          element("report").href = `${base}/report`;
          element("report").hidden = !session.hasReport;
          element("no-report").hidden = session.hasReport;
          element("delete").disabled = session.isRecording;
          element("read-only").hidden = !session.isRecording;
        }

        function showEvents(session, events) {
          const list = element("events"), shown = events.filter(isListed);
          for (const event of events) panel.event?.(event);
          list.replaceChildren(...shown.map(event => {
            const item = eventItem(event, session.first), button = document.createElement("button");
            button.append(...item.childNodes);
            button.addEventListener("click", () => scrubber.go(event.t - session.first));
            item.append(button);
            item.dataset.time = event.t;
            return item;
          }));
          list.hidden = !shown.length;
          element("no-events").hidden = !!shown.length;
          setText(element("no-events"), events.length ? words.onlyBlinks : words.noEventsThen);
        }

        // The event that happened last at a time.
        function markEvent(time) {
          let last = null;
          for (const item of element("events").children) {
            item.removeAttribute("aria-current");
            if (Number(item.dataset.time) <= time) last = item;
          }
          last?.setAttribute("aria-current", "true");
        }

        element("delete").addEventListener("click", () => {
          setText(element("confirm-text"), words.confirmDelete.replace("{}", shownSession.id));
          element("confirm").returnValue = "no";
          element("confirm").showModal();
        });
        element("confirm").addEventListener("close", () => {
          if (element("confirm").returnValue !== "yes") return;
          const id = shownSession.id;
          guarded(async () => {
            await ask(`sessions/${id}`, {method: "DELETE"});
            location.hash = "";
            setText(element("said"), words.deleted.replace("{}", id));
          });
        });
        """#
}
