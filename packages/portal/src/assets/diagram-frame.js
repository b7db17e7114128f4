// Draws one diagram, in a frame with an opaque origin that may load nothing but this and Mermaid. It listens to the page
// around it alone, and tells that how high the drawing is.

import mermaid from "./mermaid/mermaid.esm.min.mjs";

const place = document.querySelector("main");
const tell = (message) => parent.postMessage(message, "*");

/** Settings that no diagram's own directives change: what it may do, how large it is, and its looks. */
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
    tellHeight();
  } catch {
    if (mine === drawn) tell({ kind: "failed" });
  }
}

function tellHeight() {
  if (place.firstChild !== null)
    tell({ kind: "drawn", height: place.getBoundingClientRect().height });
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data?.source !== "string") return;
  void draw(data.source, data.theme);
});
// As wide as the page lets it be: its height changes with that.
new ResizeObserver(tellHeight).observe(place);
tell({ kind: "ready" });
