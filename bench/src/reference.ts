import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { growReference } from "./grow-reference.ts";
import { describeValues, median } from "./statistics.ts";

// Measures all pages of an API reference from JSON, against the one page of Scalar's server
// rendering for the same document. Each side runs in a separate process, without the time to load
// its code. Lintel's side does not render Markdown, which is measured separately. Scalar's page
// leaves folded parts to its script.

const rounds = Number(process.env["ROUNDS"] ?? 3);
const operations = Number(process.env["OPERATIONS"] ?? 1200);

interface Seen {
  readonly pages: number;
  readonly characters: number;
  readonly ms: number;
  /** Of the whole process: on a busy machine, wall-clock time is not useful. */
  readonly cpuMs: number;
  /** Resident, in millions of bytes. */
  readonly peakMb: number;
}

function run(side: "ours" | "scalar", file: string): Seen {
  const script = path.join(import.meta.dirname, "reference-side.ts");
  const answer = execFileSync(process.execPath, [script, side, file], {
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(answer.trim().split("\n").at(-1) ?? "") as Seen;
}

const describe = (name: string, seen: readonly Seen[]): string => {
  const [first] = seen;
  const peak = Math.max(...seen.map(({ peakMb }) => peakMb));
  return `  ${name}: ${median(seen.map(({ ms }) => ms)).toFixed(0)} ms, ${median(seen.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms of processor, peak ${peak.toFixed(0)} MB, ${first?.pages} pages, ${((first?.characters ?? 0) / 1e6).toFixed(1)} million characters`;
};

const folder = mkdtempSync(path.join(tmpdir(), "lintel-reference-"));
try {
  const file = path.join(folder, "document.json");
  const text = JSON.stringify(growReference(operations));
  writeFileSync(file, text);
  console.log(
    `${operations} operations, ${(text.length / 1e6).toFixed(2)} MB of JSON, ${rounds} rounds`,
  );
  const pairs = Array.from({ length: rounds }, () => ({
    ours: run("ours", file),
    scalar: run("scalar", file),
  }));
  console.log(
    describe(
      "all pages here",
      pairs.map(({ ours }) => ours),
    ),
  );
  console.log(
    describe(
      "Scalar's one page",
      pairs.map(({ scalar }) => scalar),
    ),
  );
  const ratios = (name: "ms" | "cpuMs"): string =>
    describeValues(
      pairs.map(({ ours, scalar }) => ours[name] / scalar[name]),
      "×",
    );
  console.log(`  time: ${ratios("ms")}; processor: ${ratios("cpuMs")} (at most 0.2 × is the bar)`);
} finally {
  rmSync(folder, { recursive: true });
}
