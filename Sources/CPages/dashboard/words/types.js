// The words as types: English has the keys that every language must have. This file is not served.
// deno-lint-ignore-file no-unused-vars

import history from "./history/en.json" with { type: "json" };
import live from "./live/en.json" with { type: "json" };
import shared from "./shared/en.json" with { type: "json" };

/** @typedef {typeof shared} SharedWords */
/** @typedef {typeof live} LiveWords */
/** @typedef {typeof history} HistoryWords */
