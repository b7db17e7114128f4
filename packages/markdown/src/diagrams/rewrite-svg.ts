import { Parser } from "htmlparser2";
import { escapeText } from "../values/escape-html.ts";

// The drawer's SVG has its colours in a style element and in variables. It is rewritten with only the elements and
// attributes of these tables, and colours become classes of the stylesheet.

const number = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/;
const numbers = /^[-\d.e,\s]+$/;
const geometry = /^[-\d.eMLHVCSQTAZmlhvcsqtaz,\s]+$/;
const reference = /^url\(#([\w-]+)\)$/;

type Form = RegExp;

const word = /^[a-z-]+$/;

const common: Readonly<Record<string, Form>> = {
  "stroke-width": number,
  "stroke-dasharray": numbers,
  "stroke-linejoin": word,
  "stroke-linecap": word,
  opacity: number,
};

const place = (...names: string[]): Record<string, Form> =>
  Object.fromEntries(names.map((name) => [name, number]));

const letters = {
  ...place("x", "y", "dx", "font-size", "font-weight"),
  dy: /^-?[\d.]+(?:e-?\d+)?(?:em)?$/,
  "text-anchor": word,
  "font-style": word,
  "text-decoration": word,
  "dominant-baseline": word,
};

const elements: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  defs: {},
  g: {},
  marker: { ...place("markerWidth", "markerHeight", "refX", "refY"), orient: word },
  polyline: { points: numbers },
  polygon: { points: numbers },
  line: place("x1", "y1", "x2", "y2"),
  rect: place("x", "y", "width", "height", "rx", "ry"),
  circle: place("cx", "cy", "r"),
  ellipse: place("cx", "cy", "rx", "ry"),
  path: { d: geometry },
  text: letters,
  tspan: letters,
};

/** The drawer's variables. The class is the name with the prefix `lm-fill-` or `lm-stroke-`. */
export const diagramColours = [
  "bg",
  "text",
  "text-sec",
  "text-muted",
  "text-faint",
  "line",
  "arrow",
  "node-fill",
  "node-stroke",
  "group-fill",
  "group-hdr",
  "inner-stroke",
  "key-badge",
] as const;

const variable = /^var\(--_?([a-z-]+)\)$/;
const known = new Set<string>(diagramColours);

const fallbacks = { fill: "node-fill", stroke: "line" };

/** Two decimal places: a hundredth of a pixel is not visible. */
const round = (text: string) =>
  text.replaceAll(/-?\d+\.\d{3,}(?:e-?\d+)?/g, (found) =>
    String(Math.round(Number(found) * 100) / 100),
  );

/** Thrown when the drawer's output has unexpected content. */
export class UnexpectedSvg extends Error {
  constructor(what: string) {
    super(`The drawing contains ${what}.`);
    this.name = "UnexpectedSvg";
  }
}

/** Placeholder for the number of a diagram on its page, in the ids of its arrowheads. */
const slot = "lm-diagram-0-";

function writeColours(attributes: Readonly<Record<string, string>>): string {
  const classes: string[] = [];
  let html = "";
  for (const side of ["fill", "stroke"] as const) {
    const value = attributes[side];
    if (value === undefined) continue;
    if (value === "none" || value === "transparent") {
      html += ` ${side}="none"`;
      continue;
    }
    const name = variable.exec(value)?.[1] ?? "";
    classes.push(`lm-${side}-${known.has(name) ? name : fallbacks[side]}`);
  }
  if (attributes["class"] === "mono") classes.push("lm-mono");
  return classes.length === 0 ? html : `${html} class="${classes.join(" ")}"`;
}

function writeReferences(name: string, attributes: Readonly<Record<string, string>>): string {
  let html = "";
  for (const side of ["marker-start", "marker-end"]) {
    const id = reference.exec(attributes[side] ?? "")?.[1];
    if (id !== undefined) html += ` ${side}="url(#${slot}${id})"`;
  }
  const id = attributes["id"];
  if (name === "marker" && id !== undefined && /^[\w-]+$/.test(id)) html += ` id="${slot}${id}"`;
  return html;
}

function writeElement(name: string, attributes: Readonly<Record<string, string>>): string {
  const allowed = elements[name];
  if (allowed === undefined) throw new UnexpectedSvg(`the element ${name}`);
  let html = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    const form = allowed[key] ?? common[key];
    if (form !== undefined && form.test(value)) html += ` ${key}="${round(value)}"`;
  }
  return `${html}${writeColours(attributes)}${writeReferences(name, attributes)}>`;
}

function writeRoot(attributes: Readonly<Record<string, string>>, label: string): string {
  const side = (name: string) => {
    const value = attributes[name];
    return value !== undefined && number.test(value) ? ` ${name}="${round(value)}"` : "";
  };
  const box = attributes["viewBox"] ?? "";
  if (!numbers.test(box)) throw new UnexpectedSvg("no view box");
  return `<svg viewBox="${round(box)}"${side("width")}${side("height")} role="img" aria-label="${label}" class="lm-svg">`;
}

/** Elements that are removed with their text: styles, and notes that appear only under a pointer. */
const silent = new Set(["style", "title"]);

/** Rewrites a drawing of the drawer. Throws `UnexpectedSvg` if it contains anything that is not allowed. */
export function rewriteSvg(svg: string, label: string): string {
  let html = "";
  let skipped = "";
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silent.has(name)) skipped = name;
        else if (depth === 0 && name === "svg") html += writeRoot(attributes, label);
        else html += writeElement(name, attributes);
        depth += 1;
      },
      ontext(text) {
        if (skipped === "" && text.trim() !== "") html += escapeText(text);
      },
      onclosetag(name) {
        depth -= 1;
        if (name === skipped) skipped = "";
        else html += `</${name}>`;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(svg);
  return html;
}

const slots = /(?<= id="| marker-(?:start|end)="url\(#)lm-diagram-0-/g;

/** The drawing with the ids of the so many-th diagram of a page. */
export const numberSvg = (html: string, place: number): string =>
  html.replaceAll(slots, `lm-diagram-${place}-`);
