import type {
  Block,
  Field,
  FieldGroup,
  FieldHtml,
  Inline,
  Line,
  LinkItem,
} from "../blocks/block.types.ts";
import { escapeAttribute, escapeJson, escapeText } from "./escape.ts";
import { linkPage } from "./link-page.ts";
import { safeAddress } from "./safe-address.ts";

export interface HtmlWriting {
  readonly basePath: string;
  /** Texts of the document, in the order of their slots. */
  readonly prose: string[];
}

/** Stands where the HTML of a text goes once it is made: NUL can be in nothing else. */
const slot = (index: number): string => `\0${index}\0`;

/** Splits at the slots; every second part is the number of one. */
export const splitAtSlots = (html: string): string[] => html.split("\0");

function writeProse(writing: HtmlWriting, markdown: string): string {
  return `<div class="ref-prose">${slot(writing.prose.push(markdown) - 1)}</div>`;
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
  const badges = field.badges.map((badge) => writeInline(writing, badge)).join("");
  const type =
    field.type.length === 0
      ? ""
      : `<span class="ref-type">${writeLine(writing, field.type)}</span>`;
  const facts = field.facts
    .map((fact) => `<p class="ref-fact">${writeLine(writing, fact)}</p>`)
    .join("");
  return {
    before: `<li><div class="ref-name">${writeInline(writing, name)}${type}${badges}</div>`,
    after: facts,
  };
}

function writeOnce(writing: HtmlWriting, field: Field): FieldHtml {
  if (field.memo === undefined) return writeAround(writing, field);
  field.memo.html ??= writeAround(writing, field);
  return field.memo.html;
}

function writeField(writing: HtmlWriting, field: Field): string {
  const { before, after } = writeOnce(writing, field);
  const prose = field.description === null ? "" : writeProse(writing, field.description);
  const below = field.below.map((group) => writeFold(writing, group)).join("");
  return `${before}${prose}${after}${below}</li>`;
}

function writeFields(writing: HtmlWriting, { fields, more }: FieldGroup): string {
  const list = fields.map((field) => writeField(writing, field)).join("");
  const rest = more === null ? "" : `<p class="ref-more">${writeLine(writing, more)}</p>`;
  return `${list === "" ? "" : `<ul class="ref-fields">${list}</ul>`}${rest}`;
}

function writeFold(writing: HtmlWriting, group: FieldGroup): string {
  if (group.fields.length === 0) return writeFields(writing, group);
  return `<details class="ref-below"><summary>${escapeText(group.title)}</summary>${writeFields(writing, group)}</details>`;
}

function writeGroup(writing: HtmlWriting, group: FieldGroup): string {
  const title = group.title === "" ? "" : `<p class="ref-group">${escapeText(group.title)}</p>`;
  return title + writeFields(writing, group);
}

/** Methods that have a colour; any other is shown without one. */
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

function writeCode(block: Extract<Block, { kind: "code" }>): string {
  const title =
    block.title === null ? "" : `<p class="ref-code-title">${escapeText(block.title)}</p>`;
  // A parser drops one line end at the start of `pre`.
  const language = escapeAttribute(block.language);
  return `${title}<pre class="ref-code" tabindex="0"><code data-language="${language}">${escapeText(block.text)}</code></pre>`;
}

/** Radio buttons and labels: tabs that need no script. The style sheet shows the panel of the checked one. */
function writeTabs(
  writing: HtmlWriting,
  { id, title, tabs }: Extract<Block, { kind: "tabs" }>,
): string {
  const choices = tabs.map(
    ({ label }, at) =>
      `<input type="radio" name="${id}" id="${id}-${at}"${at === 0 ? " checked" : ""}><label for="${id}-${at}">${escapeText(label)}</label>`,
  );
  const panels = tabs.map(
    ({ blocks }) => `<div class="ref-panel">${writeBlocks(writing, blocks)}</div>`,
  );
  return `<fieldset class="ref-tabs"><legend>${escapeText(title)}</legend>${choices.join("")}${panels.join("")}</fieldset>`;
}

function writeBlock(writing: HtmlWriting, block: Block): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level} id="${escapeAttribute(block.id)}">${escapeText(block.text)}</h${block.level}>`;
    case "prose":
      return writeProse(writing, block.markdown);
    case "line":
      return `<p class="ref-line ref-${block.tone}">${writeLine(writing, block.line)}</p>`;
    case "route":
      return `<p class="ref-route">${writeMethod(block.method)}<code>${writeRoute(block.route)}</code></p>`;
    case "fields":
      return block.groups.map((group) => writeGroup(writing, group)).join("");
    case "code":
      return writeCode(block);
    case "links":
      return `<ul class="ref-links">${block.items.map((item) => writeItem(writing, item)).join("")}</ul>`;
    case "tabs":
      return writeTabs(writing, block);
    case "fold":
      return `<details class="ref-fold"${block.isOpen ? " open" : ""}><summary>${writeLine(writing, block.title)}</summary>${writeBlocks(writing, block.blocks)}</details>`;
    case "columns":
      return `<div class="ref-columns"><div class="ref-main">${writeBlocks(writing, block.main)}</div><div class="ref-aside">${writeBlocks(writing, block.aside)}</div></div>`;
    default:
      return `<button type="button" class="ref-try" data-try-it='${escapeJson(JSON.stringify(block.template))}' hidden>Try it</button>`;
  }
}

/** HTML of blocks, with slots for the texts of the document. */
export const writeBlocks = (writing: HtmlWriting, blocks: readonly Block[]): string =>
  blocks.map((block) => writeBlock(writing, block)).join("");
