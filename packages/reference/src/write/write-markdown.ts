import type { Block, Field, FieldGroup, Inline, Line, LinkItem } from "../blocks/block.types.ts";
import { linkPage } from "./link-page.ts";
import { safeAddress } from "./safe-address.ts";

/** Text without a meaning in Markdown (CommonMark 0.31 §2.4). */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");

/** A fence longer than any run of backticks in the text (§4.5, §6.1). */
function fenceFor(text: string, shortest: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(shortest, ...runs.map((run) => run.length + 1)));
}

function writeCodeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const fence = fenceFor(line, 1);
  const space = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

function writeInline(basePath: string, inline: Inline): string {
  if (typeof inline === "string") return escapeMarkdown(inline);
  if ("code" in inline) return writeCodeSpan(inline.code);
  if ("badge" in inline) return ` (${escapeMarkdown(inline.badge)})`;
  const text = escapeMarkdown(inline.text);
  if ("path" in inline) return `[${text}](${linkPage(basePath, inline.path)})`;
  const address = safeAddress(inline.href);
  return address === null ? text : `[${text}](<${address}>)`;
}

const writeLine = (basePath: string, line: Line): string =>
  line.map((inline) => writeInline(basePath, inline)).join("");

/** Text of the document within a list: its lines are indented below their item. */
const indent = (text: string, by: string): string =>
  text
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : by + line))
    .join("\n");

function writeField(basePath: string, field: Field, by: string): string[] {
  const name = writeInline(
    basePath,
    typeof field.name === "string" ? { code: field.name } : field.name,
  );
  const type = field.type.length === 0 ? "" : ` — ${writeLine(basePath, field.type)}`;
  const badges = field.badges.map(({ badge }) => `, ${badge}`).join("");
  const inner = `${by}  `;
  return [
    `${by}- ${name}${type}${badges}`,
    ...(field.description === null || field.description.trim() === ""
      ? []
      : ["", indent(field.description, inner), ""]),
    ...field.facts.map((fact) => `${inner}- ${writeLine(basePath, fact)}`),
    ...field.below.flatMap((group) => writeGroup(basePath, group, inner)),
  ];
}

function writeGroup(basePath: string, { title, fields, more }: FieldGroup, by: string): string[] {
  const isBelow = by !== "" && title !== "" && fields.length > 0;
  const inner = isBelow ? `${by}  ` : by;
  return [
    ...(isBelow ? [`${by}- ${escapeMarkdown(title)}:`] : []),
    ...(!isBelow && title !== "" && fields.length > 0 ? [`${escapeMarkdown(title)}:`, ""] : []),
    ...fields.flatMap((field) => writeField(basePath, field, inner)),
    ...(more === null ? [] : [`${inner}- ${writeLine(basePath, more)}`]),
  ];
}

function writeItem(basePath: string, item: LinkItem): string {
  const method = item.method === null ? "" : `${writeCodeSpan(item.method)} `;
  const mark = item.deprecated ? " (deprecated)" : "";
  const note = item.note === null ? "" : ` — ${escapeMarkdown(item.note)}`;
  return `- ${method}[${escapeMarkdown(item.title)}](${linkPage(basePath, item.path)})${mark}${note}`;
}

function writeCode({ title, language, text }: Extract<Block, { kind: "code" }>): string {
  const fence = fenceFor(text, 3);
  const head = title === null ? "" : `${escapeMarkdown(title)}:\n\n`;
  return `${head}${fence}${language}\n${text}\n${fence}`;
}

/** The fence of code names its language; the tab names any other code. */
function writeTab(basePath: string, label: string, blocks: readonly Block[]): string {
  const text = writeMarkdown(basePath, blocks);
  const isNamed = blocks.every((block) => block.kind === "code" && block.title === label);
  return isNamed ? text : `${escapeMarkdown(label)}:\n\n${text}`;
}

function writeBlock(basePath: string, block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case "prose":
      return block.markdown.trim();
    case "line":
      return writeLine(basePath, block.line);
    case "route":
    case "address":
      return writeCodeSpan(`${block.method} ${block.route}`);
    case "fields":
      return block.groups.map((group) => writeGroup(basePath, group, "").join("\n")).join("\n\n");
    case "code":
      return writeCode(block);
    case "links":
      return block.items.map((item) => writeItem(basePath, item)).join("\n");
    case "tabs":
      return [
        `${escapeMarkdown(block.title)}:`,
        ...block.tabs.map(({ label, blocks }) => writeTab(basePath, label, blocks)),
      ].join("\n\n");
    case "fold":
      return `**${writeLine(basePath, block.title).trim()}**\n\n${writeMarkdown(basePath, block.blocks)}`.trim();
    default:
      return writeMarkdown(basePath, [...block.head, ...block.main, ...block.aside]);
  }
}

/** The same facts as the HTML, in Markdown: for agents and for reading without a browser. */
export const writeMarkdown = (basePath: string, blocks: readonly Block[]): string =>
  blocks
    .map((block) => writeBlock(basePath, block))
    .filter((text) => text !== "")
    .join("\n\n");
