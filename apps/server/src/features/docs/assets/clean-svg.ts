import { setImmediate } from "node:timers/promises";
import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from "saxes";
import { assetRefused } from "./asset-refused.ts";
import { cleanCss } from "./clean-css.ts";
import { createDrawnCount } from "./count-drawn.ts";
import { animations, elements, plainAttributes, styledAttributes } from "./svg-words.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const xlinkNamespace = "http://www.w3.org/1999/xlink";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

const maxDepth = 200;
const maxDrawn = 100_000;
const maxAttributes = 1_000;
/** Characters that are read at once. Other calls run in between. */
const chunkSize = 64 * 1024;

/** Embedded pictures. SVG is not allowed, because it would be another document. */
const inlinePicture = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/;
const notBase64 = /[^A-Za-z0-9+/=\s]/;

/** An SVG that looks as before, runs nothing and requests nothing. */
export interface CleanSvg {
  /** XML without a declaration, to be encoded as UTF-8. */
  readonly clean: string;
  /** Pixels, if the root element has them. */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Rewrites an SVG with only the elements and attributes that are known to draw. It is parsed as
 * browsers parse it, by the rules of XML and its namespaces, and what they do not parse is refused.
 * So the server and a browser never read the same text differently.
 *
 * @throws Problem ASSET_REFUSED if it is not an SVG, is not well-formed, declares entities, or
 * draws more than a browser should.
 */
export async function cleanSvg(text: string): Promise<CleanSvg> {
  const writer = createWriter();
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  parser.on("error", ({ message }) => {
    throw assetRefused(`The SVG is not well-formed XML: ${message}`);
  });
  parser.on("doctype", checkDoctype);
  let attributes = 0;
  parser.on("opentagstart", () => (attributes = 0));
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > maxAttributes)
      throw assetRefused(`An element of the SVG has more than ${maxAttributes} attributes.`);
  });
  parser.on("opentag", writer.open);
  parser.on("closetag", writer.close);
  parser.on("text", writer.text);
  parser.on("cdata", writer.text);
  for (let at = 0; at < text.length; at += chunkSize) {
    if (at > 0) await setImmediate();
    parser.write(text.slice(at, at + chunkSize));
  }
  parser.close();
  return writer.end();
}

// Entity expansion attacks and reads of local files need entities (XML 1.0 §4.2). Drawing programs
// use them only for namespaces.
function checkDoctype(doctype: string): void {
  if (doctype.includes("["))
    throw assetRefused("The SVG declares entities of its own. Save it as plain SVG.");
  if (!/^\s*svg(?:\s|$)/.test(doctype)) throw assetRefused("The file's DOCTYPE is not svg.");
}

interface OpenElement {
  readonly name: string;
  /** The id of the nearest enclosing element that has one. */
  readonly id: string | null;
  /** Its text is a style sheet. */
  readonly css: string[] | null;
}

function createWriter() {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  const drawn = createDrawnCount();
  let left = 0;
  let size: Pick<CleanSvg, "width" | "height"> = { width: null, height: null };

  function openElement(tag: SaxesTagNS): void {
    if (open.length + left >= maxDepth)
      throw assetRefused(`The SVG nests more than ${maxDepth} elements.`);
    if (open.length === 0 && left === 0) checkRoot(tag);
    if (left > 0 || tag.uri !== svgNamespace || !elements.has(tag.local) || movesOther(tag)) {
      left += 1;
      return;
    }
    const around = open.at(-1)?.id ?? null;
    const id = tag.attributes["id"]?.value ?? null;
    if (id !== null) drawn.add(around, id);
    const refer = (to: string): void => drawn.add(id ?? around, to);
    const isRoot = open.length === 0;
    if (isRoot) size = readSize(tag);
    parts.push(`<${tag.local}${isRoot ? rootNamespaces : ""}`);
    for (const attribute of Object.values(tag.attributes)) {
      const value = cleanAttribute(tag.local, attribute, refer);
      if (value !== null) parts.push(` ${nameOf(attribute)}="${escapeAttribute(value)}"`);
    }
    parts.push(">");
    open.push({ name: tag.local, id: id ?? around, css: tag.local === "style" ? [] : null });
  }

  function closeElement(): void {
    if (left > 0) {
      left -= 1;
      return;
    }
    const element = open.pop();
    if (element === undefined) return;
    if (element.css !== null) {
      const css = cleanCss(element.css.join(""), (to) => drawn.add(element.id, to));
      parts.push(escapeText(css ?? ""));
    }
    parts.push(`</${element.name}>`);
  }

  function addText(text: string): void {
    const element = open.at(-1);
    if (left > 0 || element === undefined) return;
    if (element.css === null) parts.push(escapeText(text));
    else element.css.push(text);
  }

  return {
    open: openElement,
    close: closeElement,
    text: addText,
    end(): CleanSvg {
      if (drawn.count(maxDrawn) >= maxDrawn)
        throw assetRefused("The SVG's parts show each other more often than a browser can draw.");
      return { clean: `${parts.join("")}\n`, ...size };
    },
  };
}

function checkRoot({ uri, local }: SaxesTagNS): void {
  if (uri === svgNamespace && local === "svg") return;
  const hint = local === "svg" ? ` Its root needs xmlns="${svgNamespace}".` : "";
  throw assetRefused(`The file is no SVG.${hint}`);
}

const rootNamespaces = ` xmlns="${svgNamespace}" xmlns:xlink="${xlinkNamespace}"`;

/** Whether it animates an attribute that must not change: a link target or a style attribute. */
function movesOther({ local, attributes }: SaxesTagNS): boolean {
  if (!animations.has(local)) return false;
  const name = attributes["attributeName"]?.value.trim();
  if (name === undefined) return false;
  return !styledAttributes.has(name) || name === "style";
}

/** The value to write, or null if the attribute is omitted. */
function cleanAttribute(
  element: string,
  { uri, local, value }: SaxesAttributeNS,
  refer: (id: string) => void,
): string | null {
  if (local === "href" && (uri === "" || uri === xlinkNamespace))
    return cleanHref(element, value.trim(), refer);
  if (uri === xmlNamespace) return local === "space" || local === "lang" ? value : null;
  if (uri !== "") return null;
  if (plainAttributes.has(local)) return value;
  return styledAttributes.has(local) ? cleanCss(value, refer) : null;
}

function nameOf({ uri, name }: SaxesAttributeNS): string {
  return uri === xlinkNamespace ? "xlink:href" : name;
}

function cleanHref(element: string, value: string, refer: (id: string) => void): string | null {
  if (/^#[^\s]+$/.test(value)) {
    refer(value.slice(1));
    return value;
  }
  if (element !== "image") return null;
  const [start = ""] = inlinePicture.exec(value) ?? [];
  return start !== "" && !notBase64.test(value.slice(start.length)) ? value : null;
}

function readSize({ attributes }: SaxesTagNS): Pick<CleanSvg, "width" | "height"> {
  const [, , boxWidth, boxHeight] = (attributes["viewBox"]?.value ?? "").trim().split(/[\s,]+/, 4);
  return {
    width: toPixels(attributes["width"]?.value) ?? toPixels(boxWidth),
    height: toPixels(attributes["height"]?.value) ?? toPixels(boxHeight),
  };
}

/** Pixels of CSS to a unit (CSS Values 4 §6.2). */
const units: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
};

function toPixels(text = ""): number | null {
  const [, number = "", unit = ""] =
    /^\s*\+?([\d.]{1,12})(px|in|cm|mm|pt|pc)?\s*$/.exec(text) ?? [];
  const pixels = Math.round(Number(number) * (units[unit] ?? 1));
  return number !== "" && pixels >= 1 && pixels <= 1_000_000 ? pixels : null;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (space) => `&#${space.codePointAt(0)};`);
}
