import Fastify from "fastify";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

// The floor for the tree of a documentation: a bare Fastify route that returns its rows by one
// Kysely query. It has no credential, limit, check, log or nesting.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const app = Fastify();

interface Place {
  readonly organizationId: string;
  readonly versionId: string;
}

app.get("/nodes", async (request) => {
  const { organizationId, versionId } = request.query as Place;
  return db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "slug", "title", "icon", "description"])
    .select(["isSection", "modifiedAt", "rowVersion"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id")
    .execute();
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
