import Fastify from "fastify";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

// The floor for reads: a bare Fastify route with one Kysely query of the same rows on the same
// engine. It has no credential, limit, check or log.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const app = Fastify();

app.get("/environments", async (request) => {
  const { organizationId, projectId } = request.query as Record<string, string>;
  return db
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
    .where("organizationId", "=", organizationId ?? "")
    .where("projectId", "=", projectId ?? "")
    .orderBy("position")
    .orderBy("id")
    .execute();
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
