/// Asks for recordings, and shows a session at any of its times.
enum HistoryPlayer {
    static let script = #"""
        async function ask(path, options) {
          const answer = await fetch(`/history/${path}`, options);
          if (answer.ok) return answer;
          let reason = `${answer.status} ${answer.statusText}`;
          try { reason = (await answer.json()).error.message; } catch { }
          throw new Error(reason);
        }
        const askJSON = async (path, options) => (await ask(path, options)).json();

        const clockOf = ms => ms < 3.6e6 ? clock(ms) :
          `${Math.floor(ms / 3.6e6)}:${clock(ms % 3.6e6).padStart(5, "0")}`;
        const dates = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
        const lengthOf = s => s.first == null ? 0 : s.last - s.first;
        function titleOf(session) {
          const [kind, name] = session.task.split(":");
          return session.exercise?.title || name || words[kind] || kind;
        }

        // The last of those, sorted by time, that is not later.
        function lastUpTo(list, time, timeOf) {
          let low = 0, high = list.length;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (timeOf(list[middle]) <= time) low = middle + 1; else high = middle;
          }
          return list[low - 1];
        }

        // A session on a canvas. Times are counted from its first frame.
        class Player {
          static windowLength = 10000;

          constructor(session, viewer, note) {
            Object.assign(this, {session, viewer, note, wanted: 0, isBusy: false, windows: new Map(), images: new Map()});
            viewer.kind = session.kind;
            viewer.turns = session.settings.turns || 0;
            viewer.last = null;
          }

          // What was recorded in a part of the session; parts that were shown long ago are forgotten.
          window(index) {
            const known = this.windows.get(index);
            if (known) return known;
            const from = this.session.first + index * Player.windowLength;
            const loading = askJSON(`sessions/${this.session.id}/frames?from=${from}` +
              `&to=${from + Player.windowLength - 1}&limit=2000`);
            loading.catch(() => this.windows.delete(index));
            this.windows.set(index, loading);
            if (this.windows.size > 8) this.windows.delete(this.windows.keys().next().value);
            return loading;
          }

          image(time) {
            const known = this.images.get(time);
            if (known) return known;
            const loading = ask(`sessions/${this.session.id}/image?at=${time}`).then(a => a.blob())
              .then(createImageBitmap);
            loading.catch(() => this.images.delete(time));
            this.images.set(time, loading);
            if (this.images.size > 24) this.images.delete(this.images.keys().next().value);
            return loading;
          }

          // Shows the time; of those that are wanted while one is being loaded, the last counts.
          async seek(time) {
            this.wanted = time;
            if (this.isBusy) return;
            this.isBusy = true;
            try {
              let shown;
              do {
                shown = this.wanted;
                await this.show(this.session.first + shown);
              } while (shown !== this.wanted);
            } finally {
              this.isBusy = false;
            }
          }

          async show(time) {
            const index = Math.floor((time - this.session.first) / Player.windowLength);
            const part = await this.window(index);
            let result = lastUpTo(part.frames, time, f => f.t);
            if (!result && index > 0)
              result = lastUpTo((await this.window(index - 1)).frames, time, f => f.t);
            let image = null, drawn = result;
            const imageTime = lastUpTo(part.images, time, t => t);
            if (imageTime != null && result && time - imageTime < 3000) {
              image = await this.image(imageTime);
              // The landmarks that were found in the image itself.
              drawn = lastUpTo(part.frames, imageTime, f => f.t) || result;
            }
            this.viewer.draw(image, drawn || {});
            const isEmpty = !image && !drawn?.items?.length;
            this.note.hidden = !isEmpty;
            setText(this.note.querySelector("p"), isEmpty ? words.nothingThen : "");
            this.onFrame?.(result);
            // What comes next while it plays.
            if (time % Player.windowLength > Player.windowLength / 2 && (index + 1) * Player.windowLength < lengthOf(this.session))
              this.window(index + 1).catch(() => {});
          }
        }

        // A slider with a button that plays, over any number of players.
        class Scrubber {
          constructor(prefix) {
            this.button = element(`play${prefix}`);
            this.slider = element(`scrub${prefix}`);
            this.time = element(`time${prefix}`);
            this.isPlaying = false;
            this.slider.setAttribute("aria-label", prefix ? words.scrubBoth : words.scrub);
            this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
            this.button.addEventListener("click", () => this.isPlaying ? this.pause() : this.play());
            this.pause();
          }

          use(length, onTime) {
            this.pause();
            Object.assign(this, {length, onTime});
            this.slider.max = length;
            this.go(0);
          }

          go(time) {
            this.at = Math.max(0, Math.min(this.length, time));
            this.slider.value = this.at;
            const text = `${clockOf(this.at)} ${words.ofTime} ${clockOf(this.length)}`;
            setText(this.time, `${clockOf(this.at)} / ${clockOf(this.length)}`);
            this.slider.setAttribute("aria-valuetext", text);
            this.onTime(this.at);
          }

          play() {
            this.isPlaying = true;
            setText(this.button, words.pause);
            if (this.at >= this.length) this.go(0);
            let before = performance.now();
            const step = now => {
              if (!this.isPlaying) return;
              const next = this.at + now - before;
              before = now;
              this.go(next);
              if (next >= this.length) return this.pause();
              requestAnimationFrame(step);
            };
            requestAnimationFrame(step);
          }

          pause() {
            this.isPlaying = false;
            setText(this.button, words.play);
          }
        }
        """#
}
