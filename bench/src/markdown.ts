import { execFileSync } from "node:child_process";
import path from "node:path";
import { makePages } from "./markdown-pages.ts";
import { checkColours, openSide, renderAll, sides, type Side } from "./markdown-sides.ts";
import { describeValues, median } from "./statistics.ts";

// Pages to HTML with code in colours, against remark with Shiki, in turn. Warm: both have rendered
// every page before, so that Lintel has its code blocks in a cache; neither caches complete pages.
// Cold: a new process for every round, from the first import to the last page.

const rounds = Number(process.env["ROUNDS"] ?? 7);
const count = Number(process.env["PAGES"] ?? 200);
const pages = makePages(count);

type Times = Record<Side, number[]>;
const noTimes = (): Times => ({ lintel: [], remark: [], "remark-one-theme": [] });

async function measureWarm(): Promise<Times> {
  const times = noTimes();
  const renders = await Promise.all(
    sides.map(async (side) => [side, await openSide(side)] as const),
  );
  for (const [, render] of renders) await checkColours(render, pages[0] ?? "");
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [, render] of renders) await renderAll(render, pages);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, render] of renders) {
      const began = performance.now();
      await renderAll(render, pages);
      times[side].push(performance.now() - began);
    }
  }
  return times;
}

function measureCold(): Times {
  const times = noTimes();
  const entry = path.join(import.meta.dirname, "markdown-cold.ts");
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const said = execFileSync(process.execPath, [entry, side, String(count)], {
        encoding: "utf8",
      });
      const { load, render } = JSON.parse(said) as {
        readonly load: number;
        readonly render: number;
      };
      times[side].push(load + render);
    }
  }
  return times;
}

function report(title: string, times: Times): void {
  console.log(title);
  for (const side of sides)
    console.log(`  ${side.padEnd(18)} ${describeValues(times[side], "ms")}`);
  for (const side of sides.slice(1)) {
    const ratios = times[side].map((time, at) => time / (times.lintel[at] ?? Number.NaN));
    const ofMedians = (median(times[side]) / median(times.lintel)).toFixed(2);
    console.log(`  ${side} / lintel: ${describeValues(ratios, "×")}, of medians ${ofMedians}`);
  }
}

console.log(
  `${count} pages, ${pages.reduce((sum, page) => sum + page.length, 0)} characters, ${rounds} rounds`,
);
report("warm", await measureWarm());
report("cold, a new process each", measureCold());
