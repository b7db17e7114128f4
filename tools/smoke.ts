import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

// Starts the demo as a user does, in a separate folder, and a second time with the same data. Each
// start must end with a passed suite, both reports, and the comparison of two documents; the first
// one with the findings of a scan.

const root = path.join(import.meta.dirname, "..");
const folder = await mkdtemp(path.join(tmpdir(), "lintel-smoke-"));
try {
  for (const start of ["first", "second"]) {
    const { code, printed } = await runDemo();
    if (code !== 0) throw new Error(`The ${start} start of the demo ended with ${code}.`);
    const junit = await readFile(path.join(folder, "junit.xml"), "utf8");
    const cases = junit.match(/<testcase/g)?.length ?? 0;
    const html = await readFile(path.join(folder, "report.html"), "utf8");
    if (cases < 20 || !html.startsWith("<!doctype html>"))
      throw new Error("The reports are missing or have the wrong format.");
    if (!printed.includes("Breaking changes for clients"))
      throw new Error("The comparison is missing.");
    if (start === "first") checkFindings(printed);
    console.log(`ok: the ${start} start ran ${cases} cases, wrote both reports and compared`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Reading of foreign objects, exposed properties, injected SQL and trusted origins, in this order. */
function checkFindings(printed: string): void {
  for (const id of ["SVC01001", "SVC03001", "SVC08030", "SVC08010"])
    if (!printed.includes(id)) throw new Error(`The finding ${id} of the scan is missing.`);
}

function runDemo(): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [path.join(root, "apps/demo/src/main.ts"), "--once"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      LINTEL_DATA: path.join(folder, "data"),
      LINTEL_WEB_APP: "off",
      LINTEL_PORT: "0",
      BOOKSHOP_PORT: "4011",
      WEAK_BOOKSHOP_PORT: "4021",
      GATEWAY_PORT: "4031",
    },
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, printed }));
  });
}
