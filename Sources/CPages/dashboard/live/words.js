// What only the live page says.

import { pageWords } from "../shared/words.js";

/** @import { LiveWords } from "../words/types.js" */

export const liveWords = /** @type {LiveWords} */ (pageWords);
