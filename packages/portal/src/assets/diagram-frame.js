// Draws one diagram, in a frame with an opaque origin that may load only this and Mermaid. It accepts messages
// only from the page around it, and reports the height of the drawing.

import mermaid from "./mermaid/mermaid.esm.min.mjs";

const place = document.querySelector("main");
const send = (message) => parent.postMessage(message, "*");

/** Settings that a diagram's own directives cannot change: permissions, size and style. */
const own = {
  startOnLoad: false,
  securityLevel: "strict",
  htmlLabels: false,
  suppressErrorRendering: true,
  maxTextSize: 20_000,
  maxEdges: 300,
  fontFamily: "system-ui, sans-serif",
};
const fixed = [...Object.keys(own), "secure", "theme", "themeCSS", "themeVariables", "look"];

let drawn = 0;

async function draw(source, theme) {
  drawn += 1;
  const mine = drawn;
  try {
    mermaid.initialize({ ...own, secure: fixed, theme: theme === "dark" ? "dark" : "default" });
    const { svg } = await mermaid.render(`drawing-${mine}`, source);
    if (mine !== drawn) return;
    document.documentElement.style.colorScheme = theme === "dark" ? "dark" : "light";
    place.innerHTML = svg;
    place.querySelector("svg")?.setAttribute("role", "img");
    sendHeight();
  } catch {
    if (mine === drawn) send({ kind: "failed" });
  }
}

function sendHeight() {
  if (place.firstChild !== null)
    send({ kind: "drawn", height: place.getBoundingClientRect().height });
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data?.source !== "string") return;
  void draw(data.source, data.theme);
});
// The width follows the page, and the height follows the width.
new ResizeObserver(sendHeight).observe(place);
send({ kind: "ready" });
