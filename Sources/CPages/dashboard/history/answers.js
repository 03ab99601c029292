// Requests recordings from the server.

/**
 * Requests the resource at a path.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @throws {Error} If the server refuses, with the reason.
 */
export async function ask(path, options) {
  const answer = await fetch(`/history/${path}`, options);
  if (answer.ok) return answer;
  let reason = `${answer.status} ${answer.statusText}`;
  try {
    reason = (await answer.json()).error.message;
  } catch {
    // Only the status is available.
  }
  throw new Error(reason);
}

/**
 * Requests data; the caller knows its type.
 *
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function askJSON(path) {
  return (await ask(path)).json();
}
