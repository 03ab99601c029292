/// Two sessions of the same task side by side, both from their beginning.
enum HistoryComparison {
    static let script = #"""
        const viewers = {a: new Viewer(element("stage-a"), element("view-a")),
          b: new Viewer(element("stage-b"), element("view-b"))};
        const scrubberOfBoth = new Scrubber("-both");

        async function openComparison(ids) {
          const sessions = await Promise.all(ids.map(id => askJSON(`sessions/${id}`)));
          if (sessions[0].task !== sessions[1].task) throw new Error(words.twoOfOne);
          useFile(sessions[0]);
          drawing.lines = sessions[0].lines;
          drawing.parts = sessions[0].parts;
          const sides = ["a", "b"].map((side, i) => {
            const session = sessions[i], name = `${titleOf(session)}, ${beganText(session)}`;
            const title = element(`title-${side}`);
            title.replaceChildren(Object.assign(document.createElement("i"), {className: i ? "key second" : "key"}), name);
            element(`view-${side}`).setAttribute("aria-label", name);
            return {session, player: new Player(session, viewers[side], element(`note-${side}`))};
          });
          const length = Math.max(...sessions.map(lengthOf));
          const charts = comparedCharts(sessions[0]);
          element("charts-both").replaceChildren(...charts.map(c => c.chart.figure));
          element("charts-both").hidden = !charts.length;
          for (const {chart} of charts) { chart.range = [0, length]; chart.cursor = 0; }
          scrubberOfBoth.use(length, time => guarded(async () => {
            for (const {chart} of charts) { chart.cursor = time; chart.draw(); }
            await Promise.all(sides.filter(s => s.session.first != null)
              .map(s => s.player.seek(Math.min(time, lengthOf(s.session)))));
          }));
          const data = await Promise.all(sessions.map(async session => ({session,
            frames: (await askJSON(`sessions/${session.id}/frames?spread=800`)).frames,
            events: (await askJSON(`sessions/${session.id}/events?limit=5000`)).events})));
          for (const {chart, valueOf} of charts) {
            const points = data.flatMap(({session, frames}, side) => frames.map(frame => {
              const values = [undefined, undefined];
              values[side] = valueOf(frame);
              return [frame.t - session.first, ...values];
            }));
            chart.points = points.sort((a, b) => a[0] - b[0]);
            chart.draw();
          }
          showFigures(data);
        }

        // The charts of a task, with the value of a frame.
        function comparedCharts(session) {
          const pair = unit => [{word: "1", unit}, {word: "2", unit}];
          if (session.kind === "drive") return [
            {chart: new Chart(words.score, pair(""), 0, 100),
              valueOf: f => f.driver?.isLevelKnown ? f.driver.fatigueScore : null},
            {chart: new Chart(words.openness, pair(" %"), 0, 100),
              valueOf: f => f.driver?.signals.isUsable && f.driver.signals.openness != null ? f.driver.signals.openness * 100 : null}];
          if (session.kind !== "exercise") return [];
          const e = session.exercise || {}, factor = e.unit === "cm" ? 100 : 1;
          const values = [e.top, e.bottom, e.low, e.high].filter(v => v != null).map(v => v * factor);
          const low = values.length ? Math.min(...values) : 0, high = values.length ? Math.max(...values) : 180;
          return [{chart: new Chart(e.unit === "cm" ? words.height : words.angle, pair(e.unit === "cm" ? " cm" : "°"),
            low, high, values.map(v => [v, ""]), true),
            valueOf: f => {
              const value = firstPerson(f)?.counters?.[0]?.value;
              return value == null ? null : value * factor;
            }}];
        }

        const mean = list => list.length ? list.reduce((a, b) => a + b, 0) / list.length : null;

        function figuresOf({session, frames, events}) {
          const list = [[words.duration, clockOf(lengthOf(session))], [words.frames, number(session.frames)],
            [words.events, number(session.events)]];
          if (session.kind === "exercise") {
            const reps = events.map(e => e.exercise).filter(x => x?.event === "rep");
            const holds = events.map(e => e.exercise).filter(x => x?.event === "hold");
            const unit = session.exercise?.unit === "cm" ? " cm" : "°", factor = unit === "°" ? 1 : 100;
            if (session.exercise?.isHold)
              list.push([words.holdBest, number(holds.length ? Math.max(...holds.map(h => (h.endMs - h.startMs) / 1000)) : null, 1)]);
            else {
              const range = mean(reps.map(r => r.rangeOfMotion * factor));
              list.push([words.repCount, number(reps.length)],
                [words.repSeconds, number(mean(reps.map(r => (r.endMs - r.startMs) / 1000)), 1)],
                [words.repRange, range == null ? "–" : number(range) + unit],
                [words.repFaults, number(reps.filter(r => r.faults?.length).length)]);
            }
          }
          if (session.kind === "drive") {
            const known = frames.filter(f => f.driver?.isLevelKnown).map(f => f.driver.fatigueScore);
            const open = frames.map(f => f.driver?.signals).filter(s => s?.isUsable && s.openness != null).map(s => s.openness * 100);
            list.push([words.maxScore, number(known.length ? Math.max(...known) : null)], [words.meanOpenness, number(mean(open))]);
            for (const kind of ["blink", "longBlink", "microsleep", "sleep", "yawn", "headNod", "distractionLong", "phoneLike"])
              list.push([driverWords[kind], number(events.filter(e => e.driver && e.driver.phase !== "ended" && camel(e.driver.event) === kind).length)]);
          }
          return list;
        }

        function showFigures(data) {
          const [a, b] = data.map(figuresOf);
          const row = (name, ...values) => {
            const tr = document.createElement("tr"), th = document.createElement("th");
            th.scope = "row";
            th.textContent = name;
            tr.append(th, ...values.map(v => cell(v)));
            return tr;
          };
          const head = document.createElement("tr");
          head.append(...[words.figure, ...data.map(d => `${words.session} ${d.session.id}`)].map(text =>
            Object.assign(document.createElement("th"), {textContent: text, scope: "col"})));
          element("figures").replaceChildren(head, ...a.map(([name, value], i) => row(name, value, b[i][1])));
        }
        """#
}
