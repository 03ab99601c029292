/// The state of a task beside the image: what it is now, and its charts.
enum PagePanels {
    static let script = #"""
        function rows(list) {
          const box = element("rows");
          while (box.children.length > list.length) box.lastChild.remove();
          list.forEach(([name, value], i) => {
            let row = box.children[i];
            if (!row) {
              row = document.createElement("div");
              row.append(document.createElement("dt"), document.createElement("dd"));
              box.append(row);
            }
            setText(row.firstChild, name);
            setText(row.lastChild, value);
          });
        }

        function head(big, of, pill) {
          setText(element("big"), big); setText(element("of"), of);
          setText(element("pill"), pill || ""); element("pill").hidden = !pill;
        }

        // Who has done most.
        const firstPerson = result =>
          [...(result.people || [])].sort((a, b) => (b.count || 0) - (a.count || 0))[0];

        // A panel shows a result in words, and plots it.
        const panels = {
          landmarks: () => ({
            charts: [], plot() {},
            show(result) {
              const n = result.items.length;
              head(String(n), words.found, "");
              const labels = result.items.filter(i => i.label).map(i => [`${i.id}`,
                words[i.label.toLowerCase()] || i.label]);
              rows(labels);
            }}),

          drive: () => {
            const percent = v => v == null ? null : v * 100;
            const charts = [
              new Chart(words.score, [{unit: ""}], 0, 100, [[20, ""], [40, ""], [60, ""], [80, ""]]),
              new Chart(words.openness, [{unit: " %"}], 0, 100),
              new Chart(words.perclos, [{unit: " %", places: 1}], 0, 30),
              new Chart(words.head, [{word: words.pitch, unit: "°"}, {word: words.yaw, unit: "°"}], -40, 40, [[0, ""]])];
            const levelColors = ["#5bd39a", "#d9e36b", "#f3c15a", "#ff8f5a", "#ff5a6a"];
            let last = null;
            return {charts,
            // Too few images come: the last of them says nothing about now.
            starve(starved) { if (last) this.show({...last, starved}); },
            show(result) {
              last = result;
              const d = result.driver, s = d.signals, known = d.isLevelKnown && !result.starved;
              const level = known ? d.fatigueLevel : null;
              const name = known ? words.levels[level] : words.unknown;
              const score = known ? number(d.fatigueScore) : "–";
              const limited = d.confidence < .5 ? ` ${words.limited}` : "";
              head(score, words.of100, known ? `${words.level} ${level}, ${name}` : name);
              const alerts = d.alerts.map(a => words.alerts[a] || a);
              rows([[words.alertLabel, result.starved ? words.alertUnknown : alerts.join(", ") || words.noAlert],
                [words.confidence, result.starved ? "–" : number(d.confidence, 2) + limited],
                [words.eyes, result.starved ? words.unreadable : !s.isFacePresent ? words.noFace : !s.isUsable ? words.unreadable :
                  s.closureSeconds != null ? `${words.closedFor} ${number(s.closureSeconds, 1)} s` :
                  `${words.open} ${number(percent(s.openness))} %`],
                [words.blinks, s.blinks ? number(s.blinks.perMinute) + words.perMinute : "–"],
                [words.yawns, number(s.yawns)]]);
              element("bar").hidden = element("strip").hidden = false;
              setText(element("bar-level"), known ? String(level) : "?");
              setText(element("bar-name"), name);
              setText(element("bar-score"), `${words.score} ${score}`);
              setText(element("bar-confidence"), `${words.confidence} ${result.starved ? "–" : number(d.confidence, 2) + limited}`);
              const color = known ? levelColors[level] : "#b9c4ce";
              element("bar-level").style.background = color;
              element("strip").style.color = color;
              document.querySelectorAll("#strip b").forEach((b, i) => b.style.width =
                `${Math.min(1, Math.max(0, (known ? d.fatigueScore : 0) / 20 - i)) * 100}%`);
              if (result.starved) return showAlert(words.starved, "caution");
              const first = d.alerts[0];
              showAlert(first ? words.alerts[first] || first : "", ranks[first] || "alarm", d.sound);
            }, plot({t, driver: d, starved}) {
              const s = d.signals, h = s.relativeHead || s.head;
              charts[0].add(t, [d.isLevelKnown && !starved ? d.fatigueScore : null]);
              charts[1].add(t, [s.isUsable ? percent(s.openness) : null]);
              charts[2].add(t, [percent(s.perclos60)]);
              charts[3].add(t, h ? [h.pitch, h.yaw] : [null, null]);
            }};
          },

          exercise: state => {
            const e = state.exercise || {};
            const factor = e.unit === "cm" ? 100 : 1;
            const marks = [["top", e.top], ["bottom", e.bottom], ["", e.low], ["", e.high]]
              .filter(([, v]) => v != null).map(([w, v]) => [v * factor,
                w ? `${words[w]} ${number(v * factor)}${e.unit === "cm" ? " cm" : "°"}` : ""]);
            const values = marks.map(m => m[0]);
            const reach = values.length > 1 ? Math.max(...values) - Math.min(...values) : 0;
            const low = values.length ? Math.round(Math.min(...values) - reach * .6) : 0;
            const high = values.length ? Math.round(Math.max(...values) + reach * .6) : factor === 1 ? 180 : 50;
            const unit = e.unit === "cm" ? " cm" : "°";
            const series = e.perSide ? [{word: words.left, unit}, {word: words.right, unit}] : [{word: "", unit}];
            const angle = new Chart(e.unit === "cm" ? words.height : words.angle, series, low, high, marks, true);
            const tempo = new TempoChart();
            const place = {left: 0, right: e.perSide ? 1 : 0};
            const reps = [];
            return {charts: e.isHold ? [angle] : [angle, tempo],
              event(event) {
                const x = event.exercise;
                if (x?.event !== "rep") return;
                reps.push(x);
                angle.dots.push([x.peakMs, x.peak * factor]);
                tempo.add(x);
                tempo.draw();
              },
              show(result) {
                const person = firstPerson(result);
                if (!person || !person.counters) {
                  head("0", e.isHold ? "s" : words.repetitions, words.noOne);
                  rows([]);
                  return showAlert("", "caution");
                }
                const main = person.counters[0];
                head(e.isHold ? number(person.hold, 1) : String(person.count), e.isHold ? "s" : words.repetitions,
                  ["down", "bottom", "up", "top"].includes(main.state) ? words[main.state] : "");
                const list = [];
                for (const c of person.counters) list.push([c.side ? words[c.side] : e.unit === "cm" ? words.height : words.angle,
                  c.value == null ? person.missing || "–" : number(c.value * factor) + unit +
                  (e.perSide ? `, ${c.count}` : "")]);
                if (e.isHold) list.push([words.best, number(person.bestHold, 1) + " s"]);
                const lastRep = reps.findLast(r => r.endMs <= result.t + 1);
                if (lastRep && !e.isHold) list.push([words.lastRep, Object.entries(lastRep.tempo)
                  .filter(([, v]) => v != null).map(([k, v]) => `${words[k]} ${number(v, 1)}`).join(", ") + " s"]);
                rows(list);
                const says = person.faults.join(", ");
                element("form").hidden = !says;
                setText(element("form"), says);
                showAlert(says, "caution");
              },
              plot(result) {
                const at = series.map(() => null);
                for (const c of firstPerson(result)?.counters || [])
                  if (c.value != null) at[c.side ? place[c.side] : 0] = c.value * factor;
                angle.add(result.t, at);
              }};
          }};
        let panel = panels.landmarks({});

        function usePanel(state) {
          panel = (panels[state.kind] || panels.landmarks)(state);
          const title = state.exercise?.title || words[state.kind];
          setText(element("state-title"), title);
          head("–", "", "");
          rows([]);
          for (const id of ["bar", "strip", "form"]) element(id).hidden = true;
          showAlert("", "notice");
          const charts = element("charts");
          charts.replaceChildren(...panel.charts.map(c => c.figure));
          charts.hidden = !panel.charts.length;
          setText(element("remark"), words[state.kind + "Remark"] || "");
        }
        """#
}
