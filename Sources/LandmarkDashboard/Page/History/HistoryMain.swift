/// Which of the views is shown: the address says it behind its #.
enum HistoryMain {
    static let script = #"""
        function showFailure(error) {
          element("failure").hidden = !error;
          setText(element("failure"), error ? error.message : "");
        }

        // What fails is said, and nothing else changes.
        async function guarded(body) {
          try {
            await body();
            showFailure(null);
          } catch (error) {
            scrubber.pause();
            scrubberOfBoth.pause();
            showFailure(error);
          }
        }

        async function showPlace() {
          const [name, value] = location.hash.slice(1).split("=");
          const ids = (value || "").split(",").map(Number);
          const view = name === "session" ? "session" : name === "compare" && ids.length === 2 ? "comparison" : "list";
          scrubber.pause();
          scrubberOfBoth.pause();
          showAlert("", "notice");
          for (const id of ["list", "session", "comparison"]) element(id).hidden = id !== view;
          await guarded(() => view === "session" ? openSession(ids[0]) :
            view === "comparison" ? openComparison(ids) : loadList());
          document.body.dataset.shown = location.hash;
        }
        addEventListener("hashchange", showPlace);

        // The cookie has the token from here on.
        if (location.search) history.replaceState(null, "", location.pathname + location.hash);
        showPlace();
        """#
}
