// The connection to the server, which is restored whenever it is lost.

/** @import { Message } from "../shared/messages.js" */

/**
 * The handlers of incoming messages.
 *
 * @typedef {object} Listener
 * @property {(bytes: ArrayBuffer) => void} frame
 * @property {(message: Message) => void} message
 * @property {() => void} closed
 */

/** @type {WebSocket | null} */
let socket = null;
let attempts = 0;

export function isOpen() {
  return socket?.readyState === WebSocket.OPEN;
}

/**
 * Requests a change of the run from the server.
 *
 * @param {Record<string, string | number[]>} request
 */
export function send(request) {
  if (isOpen()) socket?.send(JSON.stringify(request));
}

/**
 * Sends a binary message: its kind, three unused bytes, a number, and the content.
 *
 * @param {number} kind 1: a frame is on the screen; 2: an image of the camera.
 * @param {number} number
 * @param {ArrayBuffer} [content]
 */
export function sendBinary(kind, number, content = new ArrayBuffer()) {
  const message = new Uint8Array(8 + content.byteLength);
  message[0] = kind;
  new DataView(message.buffer).setUint32(4, number, true);
  message.set(new Uint8Array(content), 8);
  if (isOpen()) socket?.send(message);
}

/** Ends the connection; another one follows. */
export function reconnect() {
  socket?.close();
}

/** @param {Listener} listener */
export function connect(listener) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/live`, "landmark-live");
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    attempts = 0;
  };
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") listener.message(JSON.parse(data));
    else listener.frame(data);
  };
  socket.onclose = () => {
    listener.closed();
    setTimeout(() => connect(listener), Math.min(5000, 400 * 2 ** attempts++));
  };
}
