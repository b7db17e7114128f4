import { existsSync } from "node:fs";
import { pino } from "pino";
import { chromium, type Browser } from "playwright-core";
import type { DocsScene } from "../../features/docs/docs.testing.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

const executablePath = process.env["LINTEL_CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether there is a browser for the tests; prints a warning if not. */
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  console.log(`Skipped: no Chromium at ${executablePath} (LINTEL_CHROMIUM names another)`);

export function launchBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath, args });
}

export interface PublishedScene {
  readonly portal: PortalServer;
  /** The address of the documentation. */
  readonly base: string;
}

/** Publishes a scene's handbook in its own portal. */
export async function publishScene(scene: DocsScene): Promise<PublishedScene> {
  const path = `/${scene.docId}/versions/${scene.versionId}`;
  const { rowVersion } = (await scene.send("GET", path)).body;
  const key = scene.keys.admin;
  await scene.send("PATCH", path, { visibility: "public", rowVersion }, { key });
  await scene.send("POST", `${path}/status`, { status: "published" }, { key });
  const portal = await startPortal({
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    regions: Object.values(scene.testApp.cells),
    log: pino({ level: "silent" }),
  });
  return { portal, base: `${portal.address}/${scene.organization.slug}/handbook` };
}
