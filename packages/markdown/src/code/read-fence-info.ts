import { limits } from "../values/limits.ts";

/** A range of lines, counted from 1, both ends included. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What follows the opening of a code block. */
export interface FenceInfo {
  /** As written; empty if missing. */
  readonly language: string;
  /** Of `title="x.ts"` or `[x.ts]`; null without one. */
  readonly title: string | null;
  /** The rest of the line, which Mintlify uses as the title; null if empty. */
  readonly words: string | null;
  readonly marked: readonly LineRange[];
  readonly hasLineNumbers: boolean;
}

const languageForm = /^[^\s{}[\]:="']+/;
const titleForm = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|([^\s"'{}[\]]+))/;
const nameForm = /(?:^|\s)\[([^\]]+)\]/;
const rangesForm = /\{([\d,\s-]*)\}/;
const numbersForm = /(?:^|[\s:])(?:showLineNumbers|line-numbers|lineNumbers|linenums)(?=$|[\s={])/;
/** Marks and settings of other tools, such as `{1,3}`, `wrap` and `icon="x"`. */
const otherForm =
  /\{[^{}]*\}|[\w-]+=(?:"[^"]*"|'[^']*'|\S+)|\b(?:wrap|lines|expandable|live|twoslash|noInline|copy)\b/g;
const maxRanges = 100;

function readRanges(text: string): LineRange[] {
  const ranges: LineRange[] = [];
  for (const part of text.split(",").slice(0, maxRanges)) {
    const [, first, last] = /^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/.exec(part) ?? [];
    if (first === undefined) continue;
    const from = Number(first);
    ranges.push({ from, to: last === undefined ? from : Number(last) });
  }
  return ranges;
}

/** Reads `ts title="x.ts" {1,3-5} showLineNumbers` and the forms of VitePress, `ts:line-numbers{1} [x.ts]`. */
export function readFenceInfo(written: string): FenceInfo {
  const info = written.slice(0, limits.fenceInfo).trim();
  const language = languageForm.exec(info)?.[0] ?? "";
  const meta = info.slice(language.length);
  const quoted = titleForm.exec(meta);
  const title = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? nameForm.exec(meta)?.[1] ?? null;
  const bare = meta.replace(titleForm, " ").replace(nameForm, " ");
  const words = bare.replace(numbersForm, " ").replaceAll(otherForm, " ").trim();
  return {
    language,
    title: title === null || title.trim() === "" ? null : title.trim(),
    words: words === "" ? null : words,
    marked: readRanges(rangesForm.exec(bare)?.[1] ?? ""),
    hasLineNumbers: numbersForm.test(bare),
  };
}

export const isMarked = (info: FenceInfo, line: number): boolean =>
  info.marked.some(({ from, to }) => from <= line && line <= to);
