// Asking the server for recordings.

/**
 * Asks for what is at a path.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @throws {Error} If the server refuses; it says why.
 */
export async function ask(path, options) {
  const answer = await fetch(`/history/${path}`, options);
  if (answer.ok) return answer;
  let reason = `${answer.status} ${answer.statusText}`;
  try {
    reason = (await answer.json()).error.message;
  } catch {
    // The status alone has to do.
  }
  throw new Error(reason);
}

/**
 * Asks for data; the caller knows its type.
 *
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function askJSON(path) {
  return (await ask(path)).json();
}
