import Fastify from "fastify";
import { createPrincipalCache } from "@lintel/server/platform/credentials/principal-cache";
import { systemClock } from "@lintel/server/platform/clock";
import { compileOnce } from "@lintel/server/platform/database/compile-once";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

// The floor for tools: a bare Fastify route with the credential check of the product and, at the
// same time, a query of the same rows. It has no limit, permission, schema or log.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const database = async () => db;
const principals = createPrincipalCache({ region: "eu", database, clock: systemClock });
const app = Fastify();

const selectEnvironments = compileOnce(
  (bare: Database, organizationId: string, projectId: string) =>
    bare
      .selectFrom("environment")
      .select([
        "id",
        "name",
        "type",
        "baseUrl",
        "variableCount",
        "isReadOnly",
        "createdAt",
        "modifiedAt",
        "rowVersion",
      ])
      .where("organizationId", "=", organizationId)
      .where("projectId", "=", projectId)
      .orderBy("position")
      .orderBy("id"),
);

app.get("/environments", async (request) => {
  const { projectId = "" } = request.query as Record<string, string>;
  const secret = String(request.headers["x-api-key"]);
  const hit = principals.find(secret, null);
  const { proof } = hit?.credential ?? (await principals.resolve(secret, null));
  const rows = selectEnvironments(db, proof?.organizationId ?? "", projectId);
  const [found, isCurrent] = await Promise.all([rows, hit?.isCurrent ?? true]);
  if (isCurrent) return found;
  const resolved = await principals.resolve(secret, null);
  return selectEnvironments(db, resolved.proof?.organizationId ?? "", projectId);
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
