import { dump, load } from "js-yaml";
import { objectOf } from "@lintel/json/value";
import { MarkdownError } from "../values/markdown-error.ts";
import { splitFrontMatter, type PageParts } from "./split-front-matter.ts";

type EntryValue = string | number | boolean | readonly string[];

/** `key: value` as one line of YAML, without its end. */
const writeLine = (key: string, value: EntryValue) =>
  dump({ [key]: value }, {
    lineWidth: -1,
    flowLevel: 1,
    quotingType: "double",
  } as object).trimEnd();

/** JSON is YAML: used where the printer would need several lines. */
function writeEntry(key: string, value: EntryValue): string {
  const line = writeLine(key, value);
  return line.includes("\n") ? `${key}: ${JSON.stringify(value)}` : line;
}

const lineEndOf = (text: string) => (/\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n");

const splitLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The lines of a key's entry: from its own to before the next of the same level. */
function findEntry(lines: readonly string[], key: string): { from: number; to: number } | null {
  const opens = new RegExp(`^(?:${key}|"${key}"|'${key}')[ \\t]*:(?:[ \\t\\r\\n]|$)`);
  const from = lines.findIndex((line) => opens.test(line));
  if (from < 0) return null;
  let to = from + 1;
  for (let at = to; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^(?:[ \t]+\S|-(?:[ \t]|\r?$))/.test(line)) to = at + 1;
    else if (line.trim() !== "") break;
  }
  return { from, to };
}

const commented =
  /^[^:]+:[ \t]*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^"'\s][^\r\n]*?)?([ \t]+#[^\r\n]*)/;

/** A comment after a value on the same line is preserved. */
function trailingComment(lines: readonly string[]): string {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0) return "";
  return commented.exec(line)?.[1] ?? "";
}

function joinPage(parts: PageParts, yaml: string, open: string, close: string): string {
  return `${open}${yaml}${close}${parts.body}`;
}

function addFrontMatter(parts: PageParts, entry: string): string {
  const end = lineEndOf(parts.body);
  return joinPage(parts, `${entry}${end}`, `${parts.head}---${end}`, `---${end}`);
}

/** The value of each key by itself, to verify that changing one left the others as they were. */
function readAll(yaml: string): Record<string, unknown> {
  const value = load(yaml.trim() === "" ? "{}" : yaml, { maxAliases: 0, maxDepth: 16 });
  return objectOf(value);
}

function checkChange(before: string, after: string, key: string): void {
  const strip = (yaml: string) => {
    const { [key]: _, ...others } = readAll(yaml);
    return JSON.stringify(others);
  };
  let same: boolean;
  try {
    same = strip(before) === strip(after);
  } catch {
    same = false;
  }
  if (same) return;
  const message = `\`${key}\` cannot be changed by itself in this front matter: write it as lines of \`key: value\``;
  throw new MarkdownError("FRONT_MATTER_NOT_EDITABLE", message);
}

/**
 * Sets one key of a page's front matter, or removes it with null; every other byte is preserved. Adds front matter if
 * there is none. Throws a `MarkdownError` if the key cannot be separated from the text around it.
 */
export function updateFrontMatter(source: string, key: string, value: EntryValue | null): string {
  const parts = splitFrontMatter(source);
  const { yaml } = parts;
  if (yaml === null) {
    return value === null ? source : addFrontMatter(parts, writeEntry(key, value));
  }
  const lines = splitLines(yaml);
  const entry = findEntry(lines, key);
  const end = lineEndOf(parts.head);
  const start = entry?.from ?? lines.length;
  const replaced = entry === null ? [] : lines.slice(entry.from, entry.to);
  const written =
    value === null ? "" : `${writeEntry(key, value)}${trailingComment(replaced)}${end}`;
  const after = entry === null ? "" : lines.slice(entry.to).join("");
  const changed = `${lines.slice(0, start).join("")}${written}${after}`;
  checkChange(yaml, changed, key);
  const open = parts.head.slice(0, parts.head.indexOf("\n") + 1);
  return joinPage(parts, changed, open, parts.head.slice(open.length + yaml.length));
}
