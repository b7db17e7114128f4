import { readFileSync } from "node:fs";

// One side of the measurement, in a separate process: it loads its code, reads the document,
// renders, and reports the cost.

const [side, file] = process.argv.slice(2);
const text = readFileSync(file ?? "", "utf8");

interface Made {
  readonly pages: number;
  readonly characters: number;
}

async function loadOurs(): Promise<() => Promise<Made>> {
  const { planReference } = await import("@lintel/reference/plan/plan-reference");
  const { renderReferencePage } = await import("@lintel/reference/pages/render-page");
  return async () => {
    const plan = planReference(text);
    let characters = 0;
    let pages = 0;
    for (const [path, { kind }] of plan.pages) {
      if (kind === "all-fields") continue;
      const page = await renderReferencePage(plan, path);
      characters += page?.html.length ?? 0;
      pages += 1;
    }
    return { pages, characters };
  };
}

async function loadScalar(): Promise<() => Promise<Made>> {
  const { renderApiReferenceToString } = await import("@scalar/server-side-rendering");
  return async () => {
    const content = JSON.parse(text) as Record<string, unknown>;
    const html = await renderApiReferenceToString({ content });
    return { pages: 1, characters: html.length };
  };
}

const render = await (side === "scalar" ? loadScalar() : loadOurs());
const before = process.cpuUsage();
const began = performance.now();
const made = await render();
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(before);
const cpuMs = (user + system) / 1000;
console.log(
  JSON.stringify({ ...made, ms, cpuMs, peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6 }),
);
process.exit(0);
