// How a phone opens this page: a code for its camera, and the fingerprint that its warning should show.

import { element, setText } from "../shared/dom.js";
import { liveWords } from "./words.js";

/** @import { Share } from "../shared/messages.js" */

/** @param {Share | null} share */
export function showShare(share) {
  element("share").hidden = !share;
  if (!share) return;
  element("share-link", HTMLAnchorElement).href = share.link;
  setText(element("share-link"), share.link);
  element("share-certificate").hidden = !share.fingerprint;
  setText(element("share-fingerprint"), share.fingerprint ?? "");
  const code = element("share-code", SVGSVGElement);
  code.toggleAttribute("hidden", !share.code);
  if (!share.code) return;
  // Readers need a margin of four modules.
  const side = share.code.length + 8;
  code.setAttribute("viewBox", `-4 -4 ${side} ${side}`);
  code.setAttribute("aria-label", liveWords.shareCode);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const modules = share.code.flatMap((row, y) =>
    [...row].map((dark, x) => dark === "1" ? `M${x} ${y}h1v1h-1z` : "")
  );
  path.setAttribute("d", modules.join(""));
  code.replaceChildren(path);
}
