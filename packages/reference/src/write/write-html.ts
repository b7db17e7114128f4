import type {
  Block,
  Field,
  FieldGroup,
  FieldHtml,
  Inline,
  Line,
  LinkItem,
} from "../blocks/block.types.ts";
import { colourCode, type ColourRoom } from "./colour-code.ts";
import { escapeAttribute, escapeJson, escapeText } from "./escape.ts";
import { linkPage } from "./link-page.ts";
import { safeAddress } from "./safe-address.ts";

/** HTML under construction: its pieces are joined once, at the end. */
export interface HtmlWriting {
  readonly basePath: string;
  readonly pieces: string[];
  /** Texts of the document, each with the index of the piece for its HTML. */
  readonly slots: { readonly at: number; readonly markdown: string }[];
  readonly colours: ColourRoom;
}

export const startWriting = (basePath: string): HtmlWriting => ({
  basePath,
  pieces: [],
  slots: [],
  colours: { left: 0 },
});

const startProse = `<div class="ref-prose">`;
const endProse = "</div>";

function leaveSlot({ pieces, slots }: HtmlWriting, markdown: string): void {
  slots.push({ at: pieces.length, markdown });
  pieces.push("");
}

function writeInline(writing: HtmlWriting, inline: Inline): string {
  if (typeof inline === "string") return escapeText(inline);
  if ("code" in inline) return `<code>${escapeText(inline.code)}</code>`;
  if ("badge" in inline) {
    return `<span class="ref-badge ref-${inline.tone}">${escapeText(inline.badge)}</span>`;
  }
  if ("path" in inline) {
    const href = escapeAttribute(linkPage(writing.basePath, inline.path));
    return `<a href="${href}">${escapeText(inline.text)}</a>`;
  }
  const address = safeAddress(inline.href);
  if (address === null) return escapeText(inline.text);
  return `<a href="${escapeAttribute(address)}" rel="noopener noreferrer nofollow">${escapeText(inline.text)}</a>`;
}

const writeLine = (writing: HtmlWriting, line: Line): string =>
  line.map((inline) => writeInline(writing, inline)).join("");

function writeAround(writing: HtmlWriting, field: Field): FieldHtml {
  const name = typeof field.name === "string" ? { code: field.name } : field.name;
  const isRequired = ({ tone }: Field["badges"][number]): boolean => tone === "required";
  const write = (badge: Field["badges"][number]): string => writeInline(writing, badge);
  const required = field.badges.filter(isRequired).map(write).join("");
  const badges = field.badges
    .filter((badge) => !isRequired(badge))
    .map(write)
    .join("");
  const type =
    field.type.length === 0
      ? ""
      : `<span class="ref-type">${writeLine(writing, field.type)}</span>`;
  const facts = field.facts
    .map((fact) => `<p class="ref-fact">${writeLine(writing, fact)}</p>`)
    .join("");
  const hasProse = field.description !== null;
  return {
    before: `<li><div class="ref-name">${writeInline(writing, name)}${required}${type}${badges}</div>${hasProse ? startProse : ""}`,
    after: `${hasProse ? endProse : ""}${facts}`,
  };
}

function writeOnce(writing: HtmlWriting, field: Field): FieldHtml {
  if (field.memo === undefined) return writeAround(writing, field);
  field.memo.html ??= writeAround(writing, field);
  return field.memo.html;
}

function writeField(writing: HtmlWriting, field: Field): void {
  const { before, after } = writeOnce(writing, field);
  writing.pieces.push(before);
  if (field.description !== null) leaveSlot(writing, field.description);
  writing.pieces.push(after);
  for (const group of field.below) writeFold(writing, group);
  writing.pieces.push("</li>");
}

function writeFields(writing: HtmlWriting, { fields, more }: FieldGroup): void {
  const { pieces } = writing;
  if (fields.length > 0) pieces.push('<ul class="ref-fields">');
  for (const field of fields) writeField(writing, field);
  if (fields.length > 0) pieces.push("</ul>");
  if (more !== null) pieces.push(`<p class="ref-more">${writeLine(writing, more)}</p>`);
}

function writeFold(writing: HtmlWriting, group: FieldGroup): void {
  if (group.fields.length === 0) return writeFields(writing, group);
  const title = escapeText(group.title);
  writing.pieces.push(`<details class="ref-below"><summary>${title}</summary>`);
  writeFields(writing, group);
  writing.pieces.push("</details>");
}

function writeGroup(writing: HtmlWriting, group: FieldGroup): void {
  if (group.title !== "")
    writing.pieces.push(`<p class="ref-group">${escapeText(group.title)}</p>`);
  writeFields(writing, group);
}

/** Methods with a color; any other is shown without one. */
const coloured = new Set(["GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "QUERY"]);

function writeMethod(method: string): string {
  const colour = coloured.has(method) ? ` ref-${method.toLowerCase()}` : "";
  return `<span class="ref-method${colour}">${escapeText(method)}</span>`;
}

/** A path with its variables marked. */
function writeRoute(route: string): string {
  const parts = route.split(/(\{[^{}]*\})/);
  return parts
    .map((part, at) => (at % 2 === 1 ? `<var>${escapeText(part)}</var>` : escapeText(part)))
    .join("<wbr>")
    .replaceAll("<wbr><var>", "<var>");
}

function writeItem(writing: HtmlWriting, item: LinkItem): string {
  const method = item.method === null ? "" : writeMethod(item.method);
  const title = escapeText(item.title);
  const mark = item.deprecated ? `<span class="ref-badge ref-warning">deprecated</span>` : "";
  const note = item.note === null ? "" : `<span class="ref-note">${escapeText(item.note)}</span>`;
  const href = escapeAttribute(linkPage(writing.basePath, item.path));
  return `<li>${method}<a href="${href}">${title}</a>${mark}${note}</li>`;
}

function writeCode(writing: HtmlWriting, block: Extract<Block, { kind: "code" }>): string {
  const title =
    block.title === null ? "" : `<p class="ref-code-title">${escapeText(block.title)}</p>`;
  // A parser ignores one line end at the start of `pre`.
  const language = escapeAttribute(block.language);
  const code = colourCode(block.language, escapeText(block.text), writing.colours);
  return `<div class="ref-card">${title}<pre class="ref-code" tabindex="0"><code data-language="${language}">${code}</code></pre></div>`;
}

/**
 * Radio buttons and labels: tabs that need no script. The style sheet shows the panel of the
 * checked one.
 */
function writeTabs(
  writing: HtmlWriting,
  { id, title, tabs }: Extract<Block, { kind: "tabs" }>,
): void {
  const { pieces } = writing;
  pieces.push(`<fieldset class="ref-tabs"><legend>${escapeText(title)}</legend>`);
  for (const [at, { label }] of tabs.entries()) {
    pieces.push(
      `<input type="radio" name="${id}" id="${id}-${at}"${at === 0 ? " checked" : ""}><label for="${id}-${at}">${escapeText(label)}</label>`,
    );
  }
  for (const { blocks } of tabs) writeAll(writing, `<div class="ref-panel">`, blocks, "</div>");
  pieces.push("</fieldset>");
}

/** Blocks within an element. */
function writeAll(
  writing: HtmlWriting,
  before: string,
  blocks: readonly Block[],
  after: string,
): void {
  writing.pieces.push(before);
  writeBlocks(writing, blocks);
  writing.pieces.push(after);
}

function writeFoldedBlocks(writing: HtmlWriting, block: Extract<Block, { kind: "fold" }>): void {
  const title = writeLine(writing, block.title);
  if (block.blocks.length === 0) {
    writing.pieces.push(`<p class="ref-fold">${title}</p>`);
    return;
  }
  const start = `<details class="ref-fold"${block.isOpen ? " open" : ""}><summary>${title}</summary>`;
  writeAll(writing, start, block.blocks, "</details>");
}

function writeColumns(writing: HtmlWriting, block: Extract<Block, { kind: "columns" }>): void {
  // A token is an element with its text, and splits the text around it.
  writing.colours.left = Math.floor(block.spare / 3);
  writeAll(writing, `<div class="ref-columns"><div class="ref-top">`, block.head, "</div>");
  if (block.aside.length > 0) {
    const start = `<div class="ref-aside"><div class="ref-samples">`;
    writeAll(writing, start, block.aside, "</div></div>");
  }
  writeAll(writing, `<div class="ref-main">`, block.main, "</div></div>");
}

/** With a script, the reader can choose a server; without one, the first is shown. */
function writeServers([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  const options = [first, ...others].map((server) => `<option>${escapeText(server)}</option>`);
  const choice =
    others.length === 0
      ? ""
      : `<select class="ref-servers" aria-label="Server">${options.join("")}</select>`;
  return `${choice}<span class="ref-server">${escapeText(first)}</span>`;
}

/** A script shows the buttons, because both need one. */
function writeAddress(block: Extract<Block, { kind: "address" }>): string {
  const route = `<span class="ref-url">${writeServers(block.servers)}<code>${writeRoute(block.route)}</code></span>`;
  const copy = `<button type="button" class="ref-copy" hidden>Copy</button>`;
  const tryIt = `<button type="button" class="ref-try" data-try-it='${escapeJson(JSON.stringify(block.template))}' hidden>Try it</button>`;
  return `<div class="ref-address">${writeMethod(block.method)}${route}${copy}${tryIt}</div>`;
}

/** Blocks without nested blocks and without text to render. */
type Flat = Exclude<Block, { kind: "prose" | "fields" | "tabs" | "fold" | "columns" }>;

function writeFlat(writing: HtmlWriting, block: Flat): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level} id="${escapeAttribute(block.id)}">${escapeText(block.text)}</h${block.level}>`;
    case "line":
      return `<p class="ref-line ref-${block.tone}">${writeLine(writing, block.line)}</p>`;
    case "route":
      return `<p class="ref-route">${writeMethod(block.method)}<code>${writeRoute(block.route)}</code></p>`;
    case "address":
      return writeAddress(block);
    case "code":
      return writeCode(writing, block);
    default:
      return `<ul class="ref-links">${block.items.map((item) => writeItem(writing, item)).join("")}</ul>`;
  }
}

function writeBlock(writing: HtmlWriting, block: Block): void {
  switch (block.kind) {
    case "prose":
      writing.pieces.push(startProse);
      leaveSlot(writing, block.markdown);
      writing.pieces.push(endProse);
      break;
    case "fields":
      for (const group of block.groups) writeGroup(writing, group);
      break;
    case "tabs":
      writeTabs(writing, block);
      break;
    case "fold":
      writeFoldedBlocks(writing, block);
      break;
    case "columns":
      writeColumns(writing, block);
      break;
    default:
      writing.pieces.push(writeFlat(writing, block));
  }
}

/** Writes the HTML of blocks, with slots for the texts of the document. */
export function writeBlocks(writing: HtmlWriting, blocks: readonly Block[]): void {
  for (const block of blocks) writeBlock(writing, block);
}
