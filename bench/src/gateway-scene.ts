import { randomBytes } from "node:crypto";
import type { Place } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { seedCallers, type Caller } from "./seed.ts";

/** A region on a server with a route to an upstream, whose operations are all deprecated. */
export interface GatewayScene {
  /** For a process of the role `gateway`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly host: string;
  readonly operations: readonly { readonly method: string; readonly path: string }[];
}

/** Fills an empty database; the gateway itself is started by the bench. */
export async function prepareGateway(
  place: Place,
  upstream: string,
  operationCount: number,
): Promise<GatewayScene> {
  const settings = { ...place.settings, LINTEL_MASTER_KEY: randomBytes(32).toString("hex") };
  const [caller] = await seedCallers(place.location, 1, 1, 1, "admin");
  if (caller === undefined) throw new Error("There is no caller.");
  const operations = Array.from({ length: operationCount }, (_, at) => ({
    method: "get",
    path: `/area-${at % 40}/things-${at}/{id}`,
  }));
  const host = "api.bench.test";
  await using product = await startInstallation(settings);
  const send = makeSender(product.url, caller);
  const text = JSON.stringify(makeDocument(operations));
  const imported = await send<{ spec: Named; version: Named }>("POST", "/specs/import", { text });
  const [specId, versionId] = [imported.spec.id, imported.version.id];
  await send("POST", `/specs/${specId}/versions/${versionId}/publish`, {});
  const made = await send<Named>("POST", "/environments", { name: "Gate", baseUrl: upstream });
  await send("PUT", `/environments/${made.id}/route`, {
    addresses: [{ host }],
    specs: [{ specId }],
    requestsPerMinute: 1_000_000,
    infoUrl: "https://example.com/deprecations",
  });
  await send("POST", `/specs/${specId}/deprecation-plans`, {
    action: "create",
    entityType: "specVersion",
    entityId: versionId,
    sunsetAt: new Date(Date.now() + 200 * 86_400_000).toISOString(),
    migrationGuide: "Use the next version.",
    enableWarningHeader: true,
    enableRateLimiting: true,
    autoShutdown: true,
  });
  return { settings, host, operations };
}

interface Named {
  readonly id: string;
}

function makeSender(url: string, { key, projectId }: Caller) {
  return async <Answer>(method: string, path: string, fields: object): Promise<Answer> => {
    const answer = await fetch(`${url}/api/projects/${projectId}${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as Answer;
  };
}

function makeDocument(operations: GatewayScene["operations"]): object {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const responses = { 200: { description: "A thing." } };
  const paths = operations.map(({ path }) => [path, { get: { parameters, responses } }]);
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0" },
    paths: Object.fromEntries(paths) as object,
  };
}
