import { codeColours, codeGround, codeText } from "./code/theme.ts";
import { diagramColours } from "./diagrams/rewrite-svg.ts";

// One stylesheet for rendered pages, served as a file: no page needs inline styles. Colours are custom properties with
// a light and a dark value; `data-theme` on the root element overrides the setting of the reader's system.

type Side = "light" | "dark";

const frame: Readonly<Record<string, Readonly<Record<Side, string>>>> = {
  ground: codeGround,
  text: codeText,
  muted: { light: "#4b535d", dark: "#bdc4cc" },
  border: { light: "#66707b", dark: "#9ea7b3" },
  soft: { light: "#eef1f4", dark: "#1b1f26" },
  mark: { light: "#fff3b8", dark: "#4d3800" },
  link: { light: "#023b95", dark: "#91cbff" },
  note: { light: "#023b95", dark: "#91cbff" },
  tip: { light: "#024c1a", dark: "#72f088" },
  important: { light: "#622cbc", dark: "#dbb7ff" },
  warning: { light: "#702c00", dark: "#ffb757" },
  danger: { light: "#86061d", dark: "#ffb1af" },
};

const diagramValues: Readonly<Record<(typeof diagramColours)[number], string>> = {
  bg: "ground",
  text: "text",
  "text-sec": "muted",
  "text-muted": "muted",
  "text-faint": "muted",
  line: "border",
  arrow: "text",
  "node-fill": "soft",
  "node-stroke": "border",
  "group-fill": "ground",
  "group-hdr": "soft",
  "inner-stroke": "border",
  "key-badge": "soft",
};

function listValues(side: Side): string {
  const frames = Object.entries(frame).map(([name, pair]) => `--lm-${name}:${pair[side]}`);
  const code = codeColours.map((pair, at) => `--lm-k${at}:${pair[side]}`);
  return [...frames, ...code].join(";");
}

const codeRules = codeColours.map((_, at) => `.lm-k${at}{color:var(--lm-k${at})}`).join("\n");

const diagramRules = diagramColours
  .map((name) => {
    const value = `var(--lm-${diagramValues[name]})`;
    return `.lm-fill-${name}{fill:${value}}\n.lm-stroke-${name}{stroke:${value}}`;
  })
  .join("\n");

const callouts: Readonly<Record<string, string>> = {
  note: "note",
  info: "note",
  tip: "tip",
  important: "important",
  warning: "warning",
  caution: "danger",
  danger: "danger",
};

const calloutRules = Object.entries(callouts)
  .map(([name, colour]) => `.lm-callout-${name}{--lm-callout:var(--lm-${colour})}`)
  .join("\n");

const hide = (theme: Side, root: string) => `${root} .lm-${theme}-only{display:none}`;

/** Images for one theme: that of the reader's system or the choice on the page. */
const themeRules = [
  hide("dark", ":root"),
  `@media(prefers-color-scheme:dark){${hide("light", ":root")}:root .lm-dark-only{display:inline}}`,
  hide("light", ':root[data-theme="dark"]'),
  ':root[data-theme="dark"] .lm-dark-only{display:inline}',
  hide("dark", ':root[data-theme="light"]'),
  ':root[data-theme="light"] .lm-light-only{display:inline}',
].join("\n");

const shapes = `
.lm-italic{font-style:italic}
.lm-bold{font-weight:600}
.lm-underline{text-decoration:underline}
.lm-strike{text-decoration:line-through}
.lm-left{text-align:left}
.lm-center{text-align:center}
.lm-right{text-align:right}
.lm-hidden,.lm-tab-choice{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.lm-anchor{color:var(--lm-muted);text-decoration:none}
.lm-anchor:focus,.lm-anchor:hover{text-decoration:underline}
.lm-broken-link,.lm-broken-image,.lm-missing{text-decoration:underline dotted var(--lm-danger)}
.lm-code{margin:1rem 0;border:1px solid var(--lm-border);border-radius:6px;background:var(--lm-ground);color:var(--lm-text)}
.lm-code-title{padding:.4rem .8rem;border-bottom:1px solid var(--lm-border);font-size:.85em}
.lm-code pre,.lm-diagram pre{margin:0;padding:.8rem;overflow-x:auto;tab-size:2}
.lm-code code,.lm-diagram code,.lm-mono{font-family:var(--font-mono,monospace)}
.lm-line{display:block;margin:0 -.8rem;padding:0 .8rem}
.lm-marked{background:var(--lm-mark);box-shadow:inset 3px 0 var(--lm-warning)}
.lm-numbered code{counter-reset:lm-line}
.lm-numbered .lm-line::before{counter-increment:lm-line;content:counter(lm-line);display:inline-block;min-width:2ch;margin-right:1rem;text-align:right;color:var(--lm-muted)}
.lm-table{overflow-x:auto;margin:1rem 0}
.lm-table table{border-collapse:collapse}
.lm-table th,.lm-table td{padding:.4rem .7rem;border:1px solid var(--lm-border)}
.lm-table caption{text-align:left;font-weight:600}
.lm-tasks{padding-left:0;list-style:none}
.lm-callout{margin:1rem 0;padding:.6rem 1rem;border-left:4px solid var(--lm-callout);background:var(--lm-soft)}
.lm-callout-title{margin:0 0 .3rem;font-weight:600;color:var(--lm-callout)}
.lm-details{margin:1rem 0;padding:.4rem .8rem;border:1px solid var(--lm-border);border-radius:6px}
.lm-tabs{position:relative;display:flex;flex-wrap:wrap;min-width:0;margin:1rem 0;padding:0;border:0}
.lm-tab-label{padding:.4rem .9rem;border-bottom:3px solid transparent;cursor:pointer}
.lm-tab-choice:checked+.lm-tab-label{border-bottom-color:var(--lm-link);font-weight:600}
.lm-tab-choice:focus-visible+.lm-tab-label{outline:2px solid var(--lm-link);outline-offset:-2px}
.lm-tab-panel{order:1;display:none;width:100%;min-width:0;border-top:1px solid var(--lm-border)}
.lm-tab-choice:checked+.lm-tab-label+.lm-tab-panel{display:block}
.lm-tab-title{font-weight:600}
.lm-steps>ol{list-style:none;padding-left:0;counter-reset:lm-step}
.lm-steps>ol>li{counter-increment:lm-step;position:relative;padding:0 0 .8rem 2.6rem;border-left:2px solid var(--lm-border);margin-left:.8rem}
.lm-steps>ol>li::before{content:counter(lm-step);position:absolute;left:-.9rem;width:1.7rem;text-align:center;line-height:1.7rem;border-radius:50%;background:var(--lm-soft);color:var(--lm-text);font-weight:600}
.lm-step{counter-increment:lm-step;position:relative;padding:0 0 .8rem 2.6rem;border-left:2px solid var(--lm-border);margin-left:.8rem}
.lm-steps{counter-reset:lm-step}
.lm-step::before{content:counter(lm-step);position:absolute;left:-.9rem;width:1.7rem;text-align:center;line-height:1.7rem;border-radius:50%;background:var(--lm-soft);color:var(--lm-text);font-weight:600}
.lm-step-title,.lm-card-title{margin:0 0 .3rem;font-weight:600}
.lm-update{margin:1.5rem 0}
.lm-cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem;margin:1rem 0}
.lm-card{min-width:0;margin:1rem 0;padding:.9rem 1.1rem;border:1px solid var(--lm-soft);border-radius:10px;outline:1px solid color-mix(in srgb,var(--lm-border) 35%,transparent);outline-offset:-1px}
.lm-cards>.lm-card{margin:0}
.lm-card>:last-child,.lm-column>:last-child,.lm-callout>:last-child{margin-bottom:0}
.lm-card-text{margin:0;color:var(--lm-muted)}
.lm-frame{margin:1rem 0}
.lm-frame-caption{color:var(--lm-muted);font-size:.85em;text-align:center}
.lm-field{margin:0;padding:.8rem 0;border-top:1px solid color-mix(in srgb,var(--lm-border) 35%,transparent)}
.lm-field-title{margin:0 0 .3rem}
.lm-left>table,table.lm-left{margin-right:auto}
table.lm-center{margin-inline:auto}
.lm-float-left{float:left;margin:0 1rem .5rem 0}
.lm-float-right{float:right;margin:0 0 .5rem 1rem}
.lm-center>.lm-table table{margin-inline:auto}
${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tens) => `.lm-width-${tens}0{width:${tens}0%}`).join("\n")}
.lm-drawing{overflow-x:auto}
.lm-svg{max-width:100%;height:auto;font-family:system-ui,sans-serif}
.lm-embed{margin:1rem 0;padding:.6rem 1rem;border:1px solid var(--lm-border);border-radius:6px}
.lm-embed-title{margin:0 0 .3rem}
.lm-embed-title a{text-decoration:none}
.lm-embed-title a:hover{text-decoration:underline}
.lm-embed td{vertical-align:top}
.lm-embed-fact{display:block}
.lm-method{font-weight:600}
.lm-required,.lm-deprecated,.lm-badge,.lm-type,.lm-embed-fact,.lm-embed-more{color:var(--lm-muted);font-size:.85em}
.lm-deprecated{color:var(--lm-warning)}
.lm-embed.lm-missing{border-style:dashed;color:var(--lm-muted);text-decoration:none}
.lm-footnotes{margin-top:2rem;border-top:1px solid var(--lm-border);font-size:.9em}
:is(.lm-table,.lm-drawing,.lm-code pre,.lm-diagram pre):focus-visible{outline:2px solid var(--lm-link);outline-offset:2px}
kbd{padding:.1em .4em;border:1px solid var(--lm-border);border-bottom-width:2px;border-radius:4px;font-family:var(--font-mono,monospace);font-size:.85em}
${themeRules}
@media print{.lm-tab-panel{display:block}.lm-tab-label{order:0}}
`;

/** The stylesheet of rendered pages, light and dark, as the text of one file. */
export const markdownStylesheet = [
  `:root{${listValues("light")}}`,
  `@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){${listValues("dark")}}}`,
  `:root[data-theme="dark"]{${listValues("dark")}}`,
  codeRules,
  diagramRules,
  calloutRules,
  shapes.trim(),
  "",
].join("\n");
