/// Alerts aloud, and the list of events that grows.
enum PageSound {
    static let script = #"""
        // Hertz and seconds; null is a pause.
        const tones = {critical: [[880, .16], [null, .06], [880, .16], [null, .06], [1175, .3]],
          fatigue: [[523, .25], [null, .08], [392, .4]], distraction: [[740, .12], [null, .05], [740, .12]],
          notice: [[587, .14]]};
        const sound = {isOn: localStorage.getItem("sound") !== "off", context: null, until: 0, isWanted: false};

        function showSound() {
          const button = element("sound"), waits = sound.isOn && sound.context?.state !== "running";
          button.setAttribute("aria-pressed", String(sound.isOn));
          setText(button, sound.isOn ? waits ? words.soundWaits : words.soundOn : words.soundOff);
        }

        // Browsers let a page be heard only after someone has touched it.
        async function unlockSound() {
          if (!sound.isOn) return;
          sound.context ||= new AudioContext();
          try { await sound.context.resume(); } catch { }
          showSound();
        }
        for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, unlockSound);
        element("sound").addEventListener("click", () => {
          if (sound.isOn && sound.context?.state === "running" || !sound.isOn) sound.isOn = !sound.isOn;
          localStorage.setItem("sound", sound.isOn ? "on" : "off");
          if (sound.isOn) unlockSound().then(() => playTone("notice"));
          showSound();
        });

        playTone = name => {
          const audio = sound.context;
          if (!sound.isOn || !audio || audio.state !== "running" || !tones[name]) return;
          let t = audio.currentTime + .02;
          if (t < sound.until) return;
          for (const [pitch, seconds] of tones[name]) {
            if (pitch) {
              const tone = audio.createOscillator(), volume = audio.createGain();
              tone.type = "triangle"; tone.frequency.value = pitch;
              volume.gain.setValueAtTime(0, t);
              volume.gain.linearRampToValueAtTime(.35, t + .015);
              volume.gain.setValueAtTime(.35, t + seconds - .03);
              volume.gain.linearRampToValueAtTime(0, t + seconds);
              tone.connect(volume).connect(audio.destination);
              tone.start(t); tone.stop(t + seconds);
            }
            t += seconds;
          }
          sound.until = t + (name === "critical" ? .35 : 2);
        };

        function addEvent(event, isOld) {
          if (!isListed(event)) return;
          const list = element("events"), item = eventItem(event);
          list.prepend(item);
          while (list.children.length > 300) list.lastChild.remove();
          list.hidden = false;
          element("no-events").hidden = true;
          if (isOld) return;
          // A driver's alerts are spoken by their banner.
          if (event.exercise || event.target) {
            setText(element("said"), item.lastChild.textContent);
            if (item.dataset.rank) playTone("notice");
          }
          panel.event?.(event);
        }
        showSound();
        """#
}
