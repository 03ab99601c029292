// The page of recordings. The fragment of the address, after #, selects its view.

import { showAlert } from "./shared/alerts.js";
import { element } from "./shared/dom.js";
import { openComparison } from "./history/comparison.js";
import { guarded } from "./history/failures.js";
import { loadList } from "./history/list.js";
import { pauseAll } from "./history/scrubber.js";
import { openSession } from "./history/session.js";

async function showPlace() {
  const [name, value = ""] = location.hash.slice(1).split("=");
  const ids = value.split(",").map(Number);
  const view = name === "session"
    ? "session"
    : name === "compare" && ids.length === 2
    ? "comparison"
    : "list";
  pauseAll();
  showAlert("", "notice");
  for (const id of ["list", "session", "comparison"]) element(id).hidden = id !== view;
  await guarded(() => {
    if (view === "session") return openSession(ids[0]);
    return view === "comparison" ? openComparison(ids) : loadList(false);
  });
  document.body.dataset.shown = location.hash;
}

addEventListener("hashchange", showPlace);
// From here on, the cookie has the token.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);
showPlace();
