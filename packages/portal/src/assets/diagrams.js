// Diagrams that the server cannot draw. When one becomes visible, a frame with an opaque origin draws it: code there
// can access neither this page nor the portal. Until then, and if drawing fails, the page shows the diagram's text.

const address = document.querySelector("script[data-diagram-frame]")?.dataset.diagramFrame;
const { documentElement: root } = document;

/** A longer diagram is shown as text. */
const maxCharacters = 20_000;
/** Pixels: a larger drawing is scrolled in its frame. */
const maxHeight = 2_000;
/** A frame that has drawn nothing by then is removed. */
const patienceMs = 20_000;

/** The diagram of each window. */
const diagrams = new Map();

const systemTheme = matchMedia("(prefers-color-scheme: dark)");
const chosenTheme = () => root.dataset.theme ?? (systemTheme.matches ? "dark" : "light");

/** The origin of a frame is opaque, so a target origin cannot be given; the message contains only text of the page. */
const send = (frame, { source }) =>
  frame.contentWindow?.postMessage({ source, theme: chosenTheme() }, "*");

function begin(figure) {
  const source = figure.querySelector("code")?.textContent ?? "";
  if (address === undefined || source.length > maxCharacters) return;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.title = "Diagram";
  frame.className = "diagram-frame";
  frame.src = address;
  figure.prepend(frame);
  const timer = setTimeout(() => giveUp(frame), patienceMs);
  diagrams.set(frame.contentWindow, { frame, figure, source, timer });
}

function giveUp(frame) {
  diagrams.delete(frame.contentWindow);
  frame.remove();
}

function show({ frame, figure, timer }, height) {
  clearTimeout(timer);
  frame.height = String(Math.min(Math.max(Math.ceil(height), 1), maxHeight));
  if (frame.classList.contains("is-drawn")) return;
  frame.classList.add("is-drawn");
  const details = document.createElement("details");
  details.className = "lm-diagram-text";
  const summary = Object.assign(document.createElement("summary"), {
    textContent: "Diagram as text",
  });
  details.append(summary, ...figure.querySelectorAll(":scope > pre"));
  figure.append(details);
}

addEventListener("message", ({ source, data }) => {
  const diagram = diagrams.get(source);
  if (diagram === undefined || typeof data !== "object" || data === null) return;
  if (data.kind === "ready") send(diagram.frame, diagram);
  if (data.kind === "drawn" && Number.isFinite(data.height)) show(diagram, data.height);
  // The existing drawing is kept: only the new colours failed.
  if (data.kind === "failed" && !diagram.frame.classList.contains("is-drawn")) {
    clearTimeout(diagram.timer);
    giveUp(diagram.frame);
  }
});

function followTheme() {
  for (const diagram of diagrams.values()) send(diagram.frame, diagram);
}
systemTheme.addEventListener("change", followTheme);
new MutationObserver(followTheme).observe(root, { attributeFilter: ["data-theme"] });

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      begin(target);
    }
  },
  { rootMargin: "200px" },
);
for (const figure of document.querySelectorAll("figure[data-island=mermaid]")) seen.observe(figure);
