/// Alerts: in color, in words and aloud, and the list of events.
enum PageAlerts {
    static let script = #"""
        const ranks = {UNRESPONSIVE: "alarm", SLEEP: "alarm", MICROSLEEP: "alarm", FATIGUE: "alarm",
          DISTRACTION_LONG: "alarm", PHONE_LIKE: "caution", DISTRACTION_SHORT: "caution", DEGRADED: "notice"};
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
          if (sound.isOn) unlockSound().then(() => play("notice"));
          showSound();
        });

        function play(name) {
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
        }

        // The alert that is shown: its text and rank; null for none.
        let shownAlert = "";
        function showAlert(text, rank, tone) {
          const banner = element("banner");
          banner.hidden = !text;
          stage.classList.toggle("alarm", rank === "alarm" && !!text);
          document.title = text ? `⚠ ${text}` : "landmark";
          if (text) {
            banner.dataset.rank = rank;
            setText(element("banner-text"), text);
            if (tone) play(tone);
          }
          if (text !== shownAlert) setText(element("alert"), text || "");
          shownAlert = text;
        }

        const clock = ms => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

        const driverWords = {
          de: {blink: "Lidschlag", longBlink: "Langer Lidschlag", microsleep: "Sekundenschlaf", sleep: "Schlaf",
            unresponsive: "Keine Reaktion", yawn: "Gähnen", yawnRetracted: "Doch kein Gähnen", headNod: "Kopfnicken",
            slump: "Zusammensinken", distractionLong: "Langer Blick weg", distractionShort: "Häufig weggesehen",
            phoneLike: "Haltung wie am Telefon", noFace: "Kein Gesicht", degraded: "Fahrer nicht zu sehen",
            eyesUnreadable: "Augen nicht lesbar", levelChanged: "Stufe", over: "vorbei"},
          zh: {blink: "眨眼", longBlink: "长眨眼", microsleep: "微睡眠", sleep: "睡眠", unresponsive: "无反应",
            yawn: "哈欠", yawnRetracted: "并非哈欠", headNod: "点头", slump: "瘫倒", distractionLong: "长时间分心",
            distractionShort: "频繁分心", phoneLike: "疑似看手机", noFace: "未见面部", degraded: "看不到驾驶员",
            eyesUnreadable: "眼睛无法读取", levelChanged: "等级", over: "结束"},
          en: {blink: "Blink", longBlink: "Long blink", microsleep: "Microsleep", sleep: "Sleep",
            unresponsive: "Unresponsive", yawn: "Yawn", yawnRetracted: "No yawn after all", headNod: "Head nod",
            slump: "Slump", distractionLong: "Long distraction", distractionShort: "Short distractions",
            phoneLike: "Phone-like pose", noFace: "No face", degraded: "Driver out of sight",
            eyesUnreadable: "Eyes unreadable", levelChanged: "Level", over: "over"}}[language];
        const camel = name => name.includes("_") || name === name.toUpperCase() ?
          name.toLowerCase().replace(/_(\w)/g, (_, c) => c.toUpperCase()) : name;

        function eventText(event) {
          const d = event.driver;
          if (!d) return event.text.replace(/^[\d:.]+\s+/, "");
          const name = driverWords[camel(d.event)] || d.event;
          if (d.fromLevel != null) return `${name} ${d.fromLevel} → ${d.toLevel}`;
          const seconds = d.durationMs > 0 ? ` ${number(d.durationMs / 1000, 1)} s` : "";
          return `${name}${seconds}${d.phase === "ended" ? `, ${driverWords.over}` : ""}`;
        }

        function eventRank(event) {
          if (event.driver) {
            const kind = camel(event.driver.event);
            if (["microsleep", "sleep", "unresponsive"].includes(kind)) return "alarm";
            return ["blink", "yawnRetracted", "levelChanged"].includes(kind) ? "" : "caution";
          }
          if (!event.exercise) return "";
          return event.exercise.event === "rep" ? event.exercise.faults?.length ? "caution" : "" : "caution";
        }

        function addEvent(event, isOld) {
          // Blinks are too many to read.
          if (event.driver && camel(event.driver.event) === "blink") return;
          const list = element("events"), item = document.createElement("li");
          const time = document.createElement("time"), text = document.createElement("span");
          time.textContent = clock(event.t);
          text.textContent = eventText(event);
          item.dataset.rank = eventRank(event);
          item.append(time, text);
          list.prepend(item);
          while (list.children.length > 300) list.lastChild.remove();
          list.hidden = false;
          element("no-events").hidden = true;
          if (isOld) return;
          // A driver's alerts are spoken by their banner.
          if (event.exercise || event.target) {
            setText(element("said"), text.textContent);
            if (item.dataset.rank) play("notice");
          }
          panel.event?.(event);
        }
        showSound();
        """#
}
