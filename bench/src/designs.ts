import { readFileSync } from "node:fs";
import { compareDocuments } from "@lintel/compare/compare-documents";
import { joinDocument, splitDocument } from "@lintel/openapi/design-document";
import { parseDocument } from "@lintel/openapi/parse";
import { printDocument } from "@lintel/openapi/print";
import { validateDocument } from "@lintel/openapi/validate";
import type { JsonObject } from "@lintel/json/value";
import { growDocument } from "./grow-document.ts";
import { describeValues, median } from "./statistics.ts";

// Measures the work of the designer on a document in memory, against JSON.parse of the same text in
// the same process: with GitHub's document, and with generated documents of growing size.

const rounds = Number(process.env["ROUNDS"] ?? 7);

let ids = 0;
const newId = () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, "0")}`;

function importText(text: string) {
  const { value, version } = parseDocument(text, { operations: 20_000, bytes: 64 << 20 });
  validateDocument(value, version);
  return splitDocument(value, { newId }).design;
}

/** Milliseconds of one call; its result is kept until the end of the measurement. */
function time(work: () => unknown): number {
  const began = performance.now();
  const kept = work();
  const took = performance.now() - began;
  if (kept === undefined) throw new Error("The work made nothing.");
  return took;
}

/** A few changes, spread over the document, like those between two versions. */
function change(document: JsonObject): JsonObject {
  const copy = structuredClone(document) as {
    paths: Record<string, Record<string, { summary?: string; parameters?: unknown[] }>>;
  };
  for (const [at, item] of Object.values(copy.paths).entries()) {
    if (at % 20 !== 0) continue;
    for (const operation of Object.values(item)) operation.summary = `Changed: ${at}`;
  }
  return copy as unknown as JsonObject;
}

interface Sides {
  readonly parse: number[];
  readonly imports: number[];
  readonly exports: number[];
  readonly parseBoth: number[];
  readonly compares: number[];
}

function measure(text: string): Sides {
  const sides: Sides = { parse: [], imports: [], exports: [], parseBoth: [], compares: [] };
  const document = JSON.parse(text) as JsonObject;
  const otherText = JSON.stringify(change(document));
  for (let round = -2; round < rounds; round += 1) {
    const design = importText(text);
    const other = JSON.parse(otherText) as JsonObject;
    const taken = {
      parse: time(() => JSON.parse(text)),
      imports: time(() => importText(text)),
      exports: time(() => printDocument(joinDocument(design), "json")),
      parseBoth: time(() => [JSON.parse(text), JSON.parse(otherText)]),
      compares: time(() => compareDocuments(document, other)),
    };
    if (round < 0) continue;
    for (const [name, ms] of Object.entries(taken)) sides[name as keyof Sides].push(ms);
  }
  return sides;
}

function report(name: string, work: readonly number[], floor: readonly number[]): void {
  const ratios = work.map((ms, at) => ms / (floor[at] ?? Number.NaN));
  console.log(
    `  ${name.padEnd(28)} ${describeValues(ratios, "×")}: ${median(work).toFixed(0)} ms against ${median(floor).toFixed(0)}`,
  );
}

function show(title: string, text: string): void {
  const { parse, imports, exports, parseBoth, compares } = measure(text);
  console.log(`${title}, ${(text.length / 1e6).toFixed(1)} MB, ${rounds} rounds`);
  report("parse, validate and split", imports, parse);
  report("join and print", exports, parse);
  report("compare with a changed copy", compares, parseBoth);
}

const github = new URL(
  "../node_modules/@octokit/openapi/generated/api.github.com.json",
  import.meta.url,
);
show("GitHub's document", readFileSync(github, "utf8"));
for (const operations of [100, 300, 1_000, 3_000, 10_000]) {
  show(`${operations} operations`, JSON.stringify(growDocument(operations)));
}
