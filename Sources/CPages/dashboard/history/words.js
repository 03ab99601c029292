// The words that only the page of recordings uses.

import { pageWords } from "../shared/words.js";

/** @import { HistoryWords } from "../words/types.js" */

export const historyWords = /** @type {HistoryWords} */ (pageWords);
