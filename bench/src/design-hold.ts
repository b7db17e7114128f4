import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { makeEmbeddedPlace, makeServerPlace } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { seedCallers } from "./seed.ts";

// Measures how long the thread of the server is blocked while GitHub's document is imported,
// merged, linted, compared and exported, by the waits of a call that uses neither documents nor the
// database.

const engine = process.argv[2] ?? "server";
const file = "../node_modules/@octokit/openapi/generated/api.github.com.json";
const text = readFileSync(new URL(file, import.meta.url), "utf8");

await using place = await (engine === "server" ? makeServerPlace("hold") : makeEmbeddedPlace());
const [caller] = await seedCallers(place.location, 1, 40);
if (caller === undefined) throw new Error("There is no caller.");
const { key, projectId } = caller;
await using product = await startInstallation(place.settings);

async function send(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.url}/api/projects/${projectId}/specs${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

const probe = new Worker(new URL("design-hold-probe.ts", import.meta.url), {
  workerData: `${product.url}/healthz`,
});

/** The longest wait since the last report. */
async function readLongest(): Promise<number> {
  const message = once(probe, "message");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  probe.postMessage("longest");
  return ((await message) as [number])[0];
}

async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  await sleep(1_000);
  await readLongest();
  const began = performance.now();
  const made = await work();
  const took = performance.now() - began;
  const longest = await readLongest();
  console.log(
    `${name.padEnd(12)} ${took.toFixed(0).padStart(6)} ms, the longest wait of another call ${longest.toFixed(0)} ms`,
  );
  return made;
}

await send("");
await measure("nothing", () => sleep(2_000));
const made = await measure("import", () => send("/import", { text, name: "GitHub" }));
const specId = (made["spec"] as { readonly id: string }).id;
const first = (made["version"] as { readonly id: string }).id;
const changed = text.replaceAll('"summary": "List', '"summary": "Show');
const merged = await measure("merge", () =>
  send("/import", { text: changed, specId, version: "2.0.0" }),
);
const second = (merged["version"] as { readonly id: string }).id;
const place2 = `/${specId}/versions/${second}`;
for (const round of ["first", "second"]) {
  await measure(`lint, ${round}`, () => send(`${place2}/lint`));
  await measure("compare", () => send(`${place2}/comparison?baselineVersionId=${first}`));
  await measure("export", () => send(`${place2}/document`));
}
await measure("copy", () => send(`/${specId}/versions`, { version: "3.0.0" }));
await probe.terminate();
