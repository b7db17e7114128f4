import { spawn } from "node:child_process";
import { mkdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { withBuildLock } from "./build-lock.ts";
import { digestSources } from "./digest-sources.ts";
import { finishBuild, readNewestBuild, type WebBuild } from "./web-builds.ts";
import { findWebFolders, type WebFolders } from "./web-folders.ts";

/** A build that can be served, and what went wrong with a newer one. */
export interface PreparedWebApp {
  readonly build: WebBuild | null;
  readonly builds: string;
  /** null: nothing went wrong. */
  readonly problem: string | null;
}

/**
 * Builds the web app if its sources have changed. It happens in another process, which ends before the databases open,
 * because a build takes much memory. If it fails, the older build is served.
 */
export async function prepareWebApp(
  say: (text: string) => void,
  folders: WebFolders = findWebFolders(),
): Promise<PreparedWebApp> {
  const { builds, checkout } = folders;
  if (checkout === null) return { build: await readNewestBuild(builds), builds, problem: null };
  try {
    const id = await digestSources(checkout);
    const newest = await readNewestBuild(builds);
    if (newest?.id === id) return { build: newest, builds, problem: null };
    await mkdir(builds, { recursive: true });
    await withBuildLock(path.join(builds, "lock"), async () => {
      if ((await readNewestBuild(builds))?.id !== id) await build(checkout, builds, id, say);
    });
    return { build: await readNewestBuild(builds), builds, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { build: await readNewestBuild(builds), builds, problem };
  }
}

async function build(
  checkout: string,
  builds: string,
  id: string,
  say: (text: string) => void,
): Promise<void> {
  say("Building the web app, which takes some seconds …\n");
  const made = path.join(builds, "unfinished");
  await rm(made, { recursive: true, force: true });
  await runBuild(path.join(checkout, "apps/web/build/main.ts"), made);
  const now = new Date();
  await utimes(made, now, now);
  await finishBuild(builds, id, made);
}

function runBuild(script: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [script, folder], {
    stdio: ["ignore", "pipe", "pipe"],
    // React's other form is three times as large.
    env: { ...process.env, NODE_ENV: "production" },
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(printed.trim() || `The build ended with code ${String(code)}.`));
    });
  });
}
