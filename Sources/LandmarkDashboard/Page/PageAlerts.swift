/// Alerts in color and in words, and events in words.
enum PageAlerts {
    static let script = #"""
        const ranks = {UNRESPONSIVE: "alarm", SLEEP: "alarm", MICROSLEEP: "alarm", FATIGUE: "alarm",
          DISTRACTION_LONG: "alarm", PHONE_LIKE: "caution", DISTRACTION_SHORT: "caution", DEGRADED: "notice"};
        // The alert that is shown: its text and rank; null for none.
        let shownAlert = "";
        // What is called to be heard; a page may be silent.
        let playTone = () => {};
        const stage = element("stage");
        function showAlert(text, rank, tone) {
          const banner = element("banner");
          banner.hidden = !text;
          stage.classList.toggle("alarm", rank === "alarm" && !!text);
          document.title = text ? `⚠ ${text}` : "landmark";
          if (text) {
            banner.dataset.rank = rank;
            setText(element("banner-text"), text);
            if (tone) playTone(tone);
          }
          if (text !== shownAlert) setText(element("alert"), text || "");
          shownAlert = text;
        }

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
          if (event.supply) return event.supply.starved ? words.starvedRate(number(event.supply.rate)) : words.supplied;
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
          if (event.supply) return event.supply.starved ? "caution" : "";
          if (!event.exercise) return "";
          return event.exercise.event === "rep" ? event.exercise.faults?.length ? "caution" : "" : "caution";
        }

        // Blinks are too many to read.
        const isListed = event => !(event.driver && camel(event.driver.event) === "blink");

        function eventItem(event, start = 0) {
          const item = document.createElement("li");
          const time = document.createElement("time"), text = document.createElement("span");
          time.textContent = clock(event.t - start);
          text.textContent = eventText(event);
          item.dataset.rank = eventRank(event);
          item.append(time, text);
          return item;
        }
        """#
}
