import Fastify from "fastify";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

// The floor for lists of the designer: bare Fastify routes that return the same rows by one Kysely
// query each, and the total if the product returns it.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const app = Fastify();

interface Place {
  readonly organizationId: string;
  readonly versionId: string;
}

app.get("/endpoints", async (request) => {
  const { organizationId, versionId } = request.query as Place;
  const items = await db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .select(["e.id", "e.versionId", "e.folderId", "e.position", "e.method", "p.path", "e.summary"])
    .select(["e.operationId", "e.tags", "e.isDeprecated", "e.createdAt", "e.modifiedAt"])
    .select("e.rowVersion")
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .where("e.deletedAt", "is", null)
    .orderBy("e.position")
    .limit(100)
    .execute();
  const { count } = await db
    .selectFrom("endpoint")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return { items, totalCount: Number(count) };
});

app.get("/folders", async (request) => {
  const { organizationId, versionId } = request.query as Place;
  return db
    .selectFrom("specFolder")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .limit(100)
    .execute();
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
