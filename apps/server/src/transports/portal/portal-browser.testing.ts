import { pino } from "pino";
import type { DocsScene } from "../../features/docs/docs.testing.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

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
