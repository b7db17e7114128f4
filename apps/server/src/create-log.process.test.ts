import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const createLog = path.join(import.meta.dirname, "create-log.ts");

/** A process that creates a log and uses it. */
function startLogging(script: string) {
  const code = `import { createLog } from ${JSON.stringify(createLog)};
    const log = createLog("info"); ${script}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function readMessages(script: string): Promise<unknown[]> {
  const lines = (await text(startLogging(script).stdout)).trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);
}

describe("the log of a process", () => {
  it("is complete and in order, however the process ends", async () => {
    const write = "for (let at = 0; at < 1000; at += 1) log.info(String(at));";
    const all = Array.from({ length: 1000 }, (_, at) => String(at));
    expect(await readMessages(write)).toEqual(all);
    expect(await readMessages(`${write} process.exit(1);`)).toEqual(all);
    expect(await readMessages(`log.info("first"); await null; process.exit(1);`)).toEqual([
      "first",
    ]);
  });

  it("shows a line while the process is still running", async () => {
    const running = startLogging(`log.info("here"); setInterval(() => {}, 1000);`);
    try {
      const [line] = (await once(running.stdout, "data")) as [Buffer];
      expect(line.toString()).toContain('"msg":"here"');
    } finally {
      running.kill();
    }
  });

  it("contains no secret", async () => {
    const fields = `{ headers: { a: "hidden" }, made: { key: "hidden", name: "shown" } }`;
    const running = startLogging(
      `log.info(${fields}, "made"); log.child({ of: { token: "hidden" } }).info("");`,
    );
    const said = await text(running.stdout);
    expect(said).toContain("shown");
    expect(said).not.toContain("hidden");
  });
});
