import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import jsTokens from "js-tokens";
import { discouragedWords } from "./discouraged-words.ts";

// Finds discouraged words in comments, in strings and in the documentation. It ignores code in
// backquotes and in fenced blocks. With the name of a folder or a file, it checks only this part of
// the repository.

const root = path.join(import.meta.dirname, "..");

/**
 * The list itself, texts of others, released migrations, which never change, and generated copies
 * of texts that are checked at their source.
 */
const exempt =
  /^tools\/discouraged-words\.ts$|\/migrations\/\d+_|(^|\/)generated\/|\.generated\.|\/hostile-texts\.ts$/;

interface Prose {
  readonly line: number;
  readonly text: string;
}

interface Use {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

const readers: Readonly<Record<string, (text: string) => Prose[]>> = {
  ".ts": (source) => readScript(source),
  ".tsx": (source) => readScript(source, true),
  ".js": readScript,
  ".cjs": readScript,
  ".mjs": readScript,
  ".css": readStylesheet,
  ".md": readMarkdown,
};

/** Comments and string literals that are more than one word. */
function readScript(source: string, jsx = false): Prose[] {
  const prose: Prose[] = [];
  let line = 1;
  for (const { type, value } of jsTokens(source, { jsx })) {
    if (type.endsWith("Comment")) prose.push({ line, text: dropCode(value) });
    else if (/String|Template|JSXText/.test(type) && / /.test(value.trim()))
      prose.push({ line, text: dropCode(readLiteral(value)) });
    line += countLines(value);
  }
  return prose;
}

/**
 * The text of a literal. The backquotes of a template delimit no code; its escaped ones do, except one
 * next to a substitution, whose partner is in another part of the template.
 */
function readLiteral(value: string): string {
  return value
    .slice(1)
    .replace(/(?:`|\$\{|["'])$/, "")
    .replace(/^\\`|\\`$/g, "")
    .replaceAll("\\`", "`");
}

function readStylesheet(source: string): Prose[] {
  return Array.from(source.matchAll(/\/\*[\s\S]*?\*\//g), ({ 0: text, index }) => ({
    line: 1 + countLines(source.slice(0, index)),
    text: dropCode(text),
  }));
}

function readMarkdown(source: string): Prose[] {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, "");
  const text = source.replaceAll(/^( *)(```+|~~~+)[\s\S]*?^\1?\2/gm, blank);
  return [{ line: 1, text: dropCode(text) }];
}

/** Removes code in backquotes and addresses, but no line breaks. */
function dropCode(text: string): string {
  return text.replaceAll(/(`+)[^`\n]+\1/g, "").replaceAll(/\]\([^)\s]+\)|https?:\/\/\S+/g, "");
}

const countLines = (text: string): number => text.split("\n").length - 1;

function findUses(file: string): Use[] {
  const read = readers[path.extname(file)];
  if (read === undefined) return [];
  return read(readFileSync(path.join(root, file), "utf8")).flatMap(({ line, text }) =>
    discouragedWords.flatMap(({ pattern, instead }) =>
      Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
        file,
        line: line + countLines(text.slice(0, index)),
        word,
        instead,
      })),
    ),
  );
}

function listFiles(): string[] {
  const tracked = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(tracked.split("\0"))].filter((file) => file !== "" && !exempt.test(file));
}

const files = listFiles();
if (files.length < 500) throw new Error(`Only ${files.length} files were found to check.`);
const [asked = ""] = process.argv.slice(2);
const checked = files.filter((file) => file.startsWith(asked));
const uses = checked.flatMap(findUses);
for (const { file, line, word, instead } of uses)
  console.error(`${file}:${line}: "${word.replaceAll(/\s+/g, " ")}": ${instead}`);
if (uses.length > 0) process.exitCode = 1;
console.log(`${uses.length} discouraged words in ${checked.length} files.`);
