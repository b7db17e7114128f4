import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import jsTokens from "js-tokens";

// Finds lists and unions of literal texts that are declared more than once: `const kinds = ["a", "b", "c"]`
// and `"a" | "b" | "c"` state the same fact, and a change of one would leave the other behind. The order of
// the texts does not matter.

const root = path.join(import.meta.dirname, "..");

/** Shorter lists, such as `"asc" | "desc"`, are equal by chance. */
const minTexts = 3;

/** Lists that are equal and mean different things, or state what a specification fixes for good. */
const unrelated: readonly (readonly string[])[] = [
  // Places of a field on the wire; attributes of a component of Markdown.
  ["body", "header", "path", "query"],
  // Headers that OpenAPI describes elsewhere: the packages share no place for a rule of the specification.
  ["accept", "authorization", "content-type"],
  // Members of a schema that are no schemas; those that give a sample.
  ["const", "default", "enum", "example", "examples"],
  // Methods that change nothing (RFC 9110): egress checks apart from the runner, so that one fault is not both's.
  ["GET", "HEAD", "OPTIONS", "QUERY"],
  // The types of JSON Schema, for documents and for expected values of assertions.
  ["array", "boolean", "integer", "null", "number", "object", "string"],
];

interface Declaration {
  readonly place: string;
  /** The texts, sorted. */
  readonly texts: string;
}

interface Token {
  readonly type: string;
  readonly value: string;
  readonly line: number;
}

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const { type, value } of jsTokens(source)) {
    if (!/Comment|WhiteSpace|LineTerminator/.test(type)) tokens.push({ type, value, line });
    line += value.split("\n").length - 1;
  }
  return tokens;
}

/** The texts from a token on that one separator divides, and the index after them. */
function readRun(tokens: readonly Token[], from: number) {
  const separator = tokens[from + 1]?.value ?? "";
  const texts: string[] = [];
  let end = from;
  while (tokens[end]?.type === "StringLiteral") {
    texts.push(tokens[end]?.value ?? "");
    end += 1;
    if (tokens[end]?.value !== separator) break;
    end += 1;
  }
  return { separator, texts, end };
}

/**
 * Whether a list has a name or is an enumeration: other lists are arguments. One with a type of its
 * own, as in `order: readonly Severity[] = […]`, puts what is declared elsewhere in an order.
 */
function isDeclaredList(tokens: readonly Token[], bracket: number): boolean {
  const before = tokens.slice(Math.max(0, bracket - 4), bracket).map(({ value }) => value);
  return /(?<!\] )= (new Set \( )?$|Enum \( $/.test(`${before.join(" ")} `);
}

function findDeclarations(file: string): Declaration[] {
  const tokens = readTokens(readFileSync(path.join(root, file), "utf8"));
  const found: Declaration[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.type !== "StringLiteral") continue;
    const { separator, texts, end } = readRun(tokens, at);
    const before = tokens[at - 1]?.value;
    const isList = separator === "," && before === "[" && isDeclaredList(tokens, at - 1);
    // After a comma it is an argument of a type, such as the names that `Pick` takes.
    const isUnion = separator === "|" && before !== ",";
    if (texts.length >= minTexts && (isList || isUnion))
      found.push({ place: `${file}:${tokens[at]?.line}`, texts: sortTexts(texts) });
    at = Math.max(at, end - 1);
  }
  return found;
}

const sortTexts = (texts: readonly string[]): string => texts.toSorted().join(" ");

function listFiles(): string[] {
  const tracked = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const isOurs = /^(?:apps|packages)\/.*\.tsx?$/;
  const isApart = /\.test\.|\.testing\.|\/testing\/|generated|^apps\/bookshop\//;
  return tracked.split("\0").filter((file) => isOurs.test(file) && !isApart.test(file));
}

const files = listFiles();
const declarations = files.flatMap(findDeclarations);
if (files.length < 500 || declarations.length < 150)
  throw new Error(`Only ${declarations.length} lists in ${files.length} files were found.`);
const allowed = new Set(
  unrelated.map((texts) => sortTexts(texts.map((text) => JSON.stringify(text)))),
);
const groups = Map.groupBy(declarations, ({ texts }) => texts);
for (const [texts, group] of groups) {
  if (group.length === 1 || allowed.has(texts)) continue;
  process.exitCode = 1;
  console.error(`Declared ${group.length} times, declare it once: ${texts}`);
  for (const { place } of group) console.error(`  ${place}`);
}
for (const texts of allowed)
  if ((groups.get(texts)?.length ?? 0) < 2) {
    process.exitCode = 1;
    console.error(`No longer declared more than once, take it from the list: ${texts}`);
  }
