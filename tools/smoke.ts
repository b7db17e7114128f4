import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

// Starts the demonstration as a user does, in a folder of its own, and a second time on the same
// data; each must end with a passed suite and both reports.

const root = path.join(import.meta.dirname, "..");
const folder = await mkdtemp(path.join(tmpdir(), "lintel-smoke-"));
try {
  for (const start of ["first", "second"]) {
    const code = await runDemo();
    if (code !== 0) throw new Error(`The ${start} start of the demonstration ended with ${code}.`);
    const junit = await readFile(path.join(folder, "junit.xml"), "utf8");
    const cases = junit.match(/<testcase/g)?.length ?? 0;
    const html = await readFile(path.join(folder, "report.html"), "utf8");
    if (cases < 20 || !html.startsWith("<!doctype html>"))
      throw new Error("The reports are not what they should be.");
    console.log(`ok: the ${start} start ran ${cases} cases and wrote both reports`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function runDemo(): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, "apps/demo/src/main.ts"), "--once"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      LINTEL_DATA: path.join(folder, "data"),
      LINTEL_PORT: "0",
      BOOKSHOP_PORT: "4011",
    },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
