// The words that only the live page uses.

import { pageWords } from "../shared/words.js";

/** @import { LiveWords } from "../words/types.js" */

export const liveWords = /** @type {LiveWords} */ (pageWords);
