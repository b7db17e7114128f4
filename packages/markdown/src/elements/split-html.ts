import { unescapeText } from "./unescape-text.ts";
import { scanTag, type ScanBudget, type Tag } from "./scan-tag.ts";

/** A piece of a block of HTML. Its line counts from the first line of the block. */
export type Piece =
  | { readonly tag: Tag; readonly line: number }
  | { readonly text: string; readonly line: number }
  /** The content of `<pre>`. */
  | { readonly code: string; readonly language: string; readonly line: number };

/** The content of these is not markup: only their closing tag is searched for. */
const rawNames =
  /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext|svg|math|template)$/i;

const innerCodeForm = /^\s*<code(?:[^<>]{0,500}?(?:language|lang)-([\w+#-]{1,40}))?[^<>]{0,500}>/;

/** `<pre>` contains bare text, or `<code class="language-js">`; tags in it only colour. */
function readCode(html: string, line: number): Piece {
  const language = innerCodeForm.exec(html)?.[1] ?? "";
  const text = html.replace(/^\r?\n/, "").replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, "");
  return { code: `${unescapeText(text).trimEnd()}\n`, language, line };
}

function findRawEnd(html: string, from: number, name: string): number {
  const form = new RegExp(`</${name}\\s*>`, "gi");
  form.lastIndex = from;
  return form.exec(html)?.index ?? html.length;
}

/** The position after a comment, a declaration or an instruction; -1 if none begins here or it is not closed. */
function passOther(html: string, at: number): number {
  if (html.startsWith("<!--", at)) {
    const end = html.indexOf("-->", at + 4);
    return end < 0 ? -1 : end + 3;
  }
  if (!/[!?]/.test(html[at + 1] ?? "")) return -1;
  const end = html.indexOf(">", at);
  return end < 0 ? -1 : end + 1;
}

/** Splits a block of HTML into its tags and the text between them. Omits comments and declarations. */
export function splitHtml(html: string, budget: ScanBudget): Piece[] {
  const pieces: Piece[] = [];
  let line = 0;
  let counted = 0;
  const lineAt = (at: number) => {
    for (let next = html.indexOf("\n", counted); next >= 0 && next < at;) {
      line += 1;
      counted = next + 1;
      next = html.indexOf("\n", counted);
    }
    return line;
  };
  let from = 0;
  const pushText = (to: number) => {
    if (to > from) pieces.push({ line: lineAt(from), text: unescapeText(html.slice(from, to)) });
  };
  let hasOthers = true;
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    const other = hasOthers ? passOther(html, at) : -1;
    // If this one has no end, neither has any later one.
    if (other < 0 && html.startsWith("<!", at)) hasOthers = false;
    const tag = other < 0 ? scanTag(html, at, budget) : null;
    if (other < 0 && tag === null) {
      at += 1;
      continue;
    }
    pushText(at);
    at = tag?.end ?? other;
    from = at;
    if (tag === null) continue;
    const isPreformatted = tag.name.toLowerCase() === "pre" && tag.kind === "open";
    if (!isPreformatted) pieces.push({ tag, line: lineAt(at) });
    const isRaw = tag.kind === "open" && !tag.isSelfClosing && rawNames.test(tag.name);
    if (!isRaw && !isPreformatted) continue;
    const end = findRawEnd(html, at, tag.name);
    if (isPreformatted) pieces.push(readCode(html.slice(at, end), lineAt(at)));
    at = end;
    from = end;
  }
  pushText(html.length);
  return pieces;
}
