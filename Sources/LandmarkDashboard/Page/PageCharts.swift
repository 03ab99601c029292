/// Charts of the last minute, or of a whole session.
enum PageCharts {
    static let script = #"""
        const span = 60000;
        const clock = ms => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
        const colorOf = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

        class Chart {
          // A series is {key, word, unit, places, scale}; a mark is [value, word].
          constructor(title, series, low, high, marks = [], isTall = false) {
            // Of the last minute, or of a range of time, with the time that is looked at.
            Object.assign(this, {series, low, high, marks, points: [], dots: [], range: null, cursor: null});
            this.figure = document.createElement("figure");
            this.figure.className = isTall ? "chart tall" : "chart";
            const caption = document.createElement("figcaption");
            this.values = series.map((s, i) => {
              const name = document.createElement("span");
              if (series.length > 1) name.append(Object.assign(document.createElement("i"),
                {className: i ? "key second" : "key"}));
              name.append(series.length > 1 ? `${i ? "" : title + " "}${s.word}` : title);
              const value = document.createElement("b");
              value.className = "number";
              caption.append(name, value);
              return value;
            });
            this.canvas = document.createElement("canvas");
            this.canvas.setAttribute("role", "img");
            this.title = title;
            this.figure.append(caption, this.canvas);
          }

          add(time, values) {
            if (this.points.length && time < this.points[this.points.length - 1][0]) this.points = [];
            this.points.push([time, ...values]);
            if (this.range) return;
            while (this.points.length && this.points[0][0] < time - span) this.points.shift();
            while (this.dots.length && this.dots[0][0] < time - span) this.dots.shift();
          }

          draw() {
            const last = this.points[this.points.length - 1];
            if (!last) return;
            const now = this.range ? this.cursor : last[0];
            this.series.forEach((s, i) => {
              const point = this.points.findLast(p => p[0] <= now && p[i + 1] !== undefined);
              setText(this.values[i], point?.[i + 1] == null ? "–" : number(point[i + 1], s.places || 0) + s.unit);
            });
            const label = `${this.title}, ${this.range ? clock(now - this.range[0]) : words.secondsAgo}: ` + this.series.map((s, i) =>
              `${s.word || ""} ${this.values[i].textContent}`).join(", ");
            if (this.labelled !== now >> 12) {
              this.labelled = now >> 12;
              this.canvas.setAttribute("aria-label", label);
            }
            const scale = Math.min(window.devicePixelRatio || 1, 2);
            const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
            if (!w) return;
            if (this.canvas.width !== Math.round(w * scale)) this.canvas.width = Math.round(w * scale);
            if (this.canvas.height !== Math.round(h * scale)) this.canvas.height = Math.round(h * scale);
            const c = this.canvas.getContext("2d");
            c.setTransform(scale, 0, 0, scale, 0, 0);
            c.clearRect(0, 0, w, h);
            let low = this.low, high = this.high;
            for (const p of this.points) for (let i = 1; i < p.length; i++)
              if (p[i] != null) { low = Math.min(low, p[i]); high = Math.max(high, p[i]); }
            const y = v => 4 + (h - 8) * (1 - (v - low) / (high - low || 1));
            const x = t => this.range ? (t - this.range[0]) / (this.range[1] - this.range[0] || 1) * w :
              w - (last[0] - t) / span * w;
            // A line ends where nothing was measured for longer than between two points elsewhere.
            const gap = this.range ? Math.max(2000, 3 * (this.range[1] - this.range[0]) / this.points.length) : 2000;
            c.font = "11px system-ui, sans-serif";
            c.textBaseline = "bottom";
            for (const v of [this.low, this.high]) {
              c.strokeStyle = colorOf("--grid"); c.lineWidth = 1; c.setLineDash([]);
              c.beginPath(); c.moveTo(0, y(v)); c.lineTo(w, y(v)); c.stroke();
              c.fillStyle = colorOf("--faint");
              c.textBaseline = v === this.high ? "top" : "bottom";
              c.fillText(number(v), 0, y(v) + (v === this.high ? 2 : -1));
            }
            c.textBaseline = "bottom";
            for (const [value, word] of this.marks) {
              c.strokeStyle = colorOf("--faint"); c.lineWidth = 1; c.setLineDash([2, 4]);
              c.beginPath(); c.moveTo(0, y(value)); c.lineTo(w, y(value)); c.stroke();
              if (word) { c.fillStyle = colorOf("--faint"); c.fillText(word, 0, y(value) - 1); }
            }
            this.series.forEach((s, i) => {
              c.strokeStyle = colorOf(i ? "--second" : "--first");
              c.lineWidth = 1.75; c.lineJoin = "round"; c.setLineDash(i ? [5, 3] : []);
              c.beginPath();
              let isDown = false, before = 0;
              for (const p of this.points) {
                const v = p[i + 1];
                // Points of several series may come at different times.
                if (v === undefined) continue;
                if (v == null || p[0] - before > gap) isDown = false;
                before = p[0];
                if (v == null) continue;
                if (isDown) c.lineTo(x(p[0]), y(v)); else c.moveTo(x(p[0]), y(v));
                isDown = true;
              }
              c.stroke();
            });
            c.setLineDash([]);
            for (const [t, v] of this.dots) {
              c.fillStyle = colorOf("--first"); c.strokeStyle = colorOf("--card"); c.lineWidth = 2;
              c.beginPath(); c.arc(x(t), y(v), 4.5, 0, 7); c.fill(); c.stroke();
            }
            if (this.range && this.cursor != null) {
              c.strokeStyle = colorOf("--strong"); c.lineWidth = 1.5;
              c.beginPath(); c.moveTo(x(this.cursor), 0); c.lineTo(x(this.cursor), h); c.stroke();
            }
          }
        }

        // How long the parts of the last repetitions took.
        class TempoChart {
          constructor() {
            this.repetitions = [];
            this.figure = document.createElement("figure");
            this.figure.className = "chart";
            const caption = document.createElement("figcaption");
            caption.append(Object.assign(document.createElement("span"), {textContent: words.tempo}),
              this.value = document.createElement("b"));
            this.canvas = document.createElement("canvas");
            this.canvas.setAttribute("role", "img");
            this.figure.append(caption, this.canvas);
          }
          add(repetition) {
            this.repetitions.push(repetition);
            if (this.repetitions.length > 12) this.repetitions.shift();
          }
          draw() {
            const last = this.repetitions[this.repetitions.length - 1];
            const seconds = r => (r.endMs - r.startMs) / 1000;
            setText(this.value, last ? number(seconds(last), 1) + " s" : "–");
            this.figure.hidden = !last;
            this.canvas.setAttribute("aria-label", `${words.tempo}: ` + this.repetitions
              .map(r => `${r.number}: ${number(seconds(r), 1)} s`).join(", "));
            const scale = Math.min(window.devicePixelRatio || 1, 2);
            const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
            if (!last || !w) return;
            this.canvas.width = w * scale; this.canvas.height = h * scale;
            const c = this.canvas.getContext("2d");
            c.setTransform(scale, 0, 0, scale, 0, 0);
            c.clearRect(0, 0, w, h);
            const longest = Math.max(1, ...this.repetitions.map(seconds));
            const step = w / 12, wide = Math.min(step - 6, 24);
            c.font = "11px system-ui, sans-serif"; c.textAlign = "center"; c.textBaseline = "bottom";
            this.repetitions.forEach((r, i) => {
              const height = (h - 16) * seconds(r) / longest;
              c.fillStyle = colorOf(r.faults && r.faults.length ? "--second" : "--first");
              c.fillRect(i * step + (step - wide) / 2, h - 14 - height, wide, height);
              c.fillStyle = colorOf("--faint");
              c.fillText(r.number + (r.faults && r.faults.length ? "!" : ""), i * step + step / 2, h);
            });
          }
        }
        """#
}
