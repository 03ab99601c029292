/// The list of recorded sessions.
enum HistoryList {
    static let script = #"""
        const listed = {sessions: [], chosen: new Set(), isRecording: false};
        const pageLength = 100;

        const cell = (...content) => {
          const td = document.createElement("td");
          td.append(...content);
          return td;
        };
        const sizeText = bytes => bytes < 1e6 ? `${number(bytes / 1e3)} kB` : `${number(bytes / 1e6, 1)} MB`;
        const beganText = session => dates.format(new Date(session.began));

        function rowOf(session) {
          const row = document.createElement("tr"), box = document.createElement("input");
          box.type = "checkbox";
          box.checked = listed.chosen.has(session.id);
          box.setAttribute("aria-label", `${words.choose}: ${words.session} ${session.id}`);
          box.addEventListener("change", () => {
            if (box.checked) listed.chosen.add(session.id); else listed.chosen.delete(session.id);
            showChoice();
          });
          const link = document.createElement("a");
          link.href = `#session=${session.id}`;
          link.textContent = beganText(session);
          const cells = [cell(box), cell(link), cell(titleOf(session)),
            cell(session.first == null ? "–" : clockOf(lengthOf(session))), cell(number(session.frames)),
            cell(number(session.events)), cell(session.input), cell(sizeText(session.bytes))];
          const names = [null, null, "task", "duration", "frames", "events", "input", "size"];
          cells.forEach((c, i) => { if (names[i]) c.dataset.name = words[names[i]]; });
          row.append(...cells);
          return row;
        }

        function showChoice() {
          const chosen = listed.sessions.filter(s => listed.chosen.has(s.id));
          const fits = chosen.length === 2 && chosen[0].task === chosen[1].task;
          element("compare").disabled = !fits;
          element("compare").title = fits ? "" : words.twoOfOne;
        }
        element("compare").addEventListener("click", () => {
          const ids = [...listed.chosen].sort((a, b) => a - b);
          location.hash = `compare=${ids[0]},${ids[1]}`;
        });

        async function loadList(isMore) {
          const last = isMore ? listed.sessions[listed.sessions.length - 1]?.id : null;
          const answer = await askJSON(`sessions?limit=${pageLength}${last ? `&before=${last}` : ""}`);
          listed.sessions = isMore ? [...listed.sessions, ...answer.sessions] : answer.sessions;
          if (!isMore) listed.chosen.clear();
          useFile(answer);
          element("rows-of-sessions").replaceChildren(...listed.sessions.map(rowOf));
          element("sessions").hidden = !listed.sessions.length;
          element("no-sessions").hidden = !!listed.sessions.length;
          element("more").hidden = answer.sessions.length < pageLength;
          showChoice();
        }
        element("more").addEventListener("click", () => guarded(() => loadList(true)));

        // What is the same for everything in the file.
        function useFile(answer) {
          setText(element("input"), answer.file);
          element("live").hidden = !answer.isLive;
          listed.isRecording = answer.isRecording;
          setText(element("status"), answer.isRecording ? words.isRecording : "");
          element("status").dataset.phase = answer.isRecording ? "running" : "";
          element("status").hidden = !answer.isRecording;
        }
        """#
}
