// What only the page of recordings says.

import { pageWords } from "../shared/words.js";

/** @import { HistoryWords } from "../words/types.js" */

export const historyWords = /** @type {HistoryWords} */ (pageWords);
