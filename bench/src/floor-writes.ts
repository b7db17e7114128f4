import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { sql } from "kysely";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

// The floor for writes: a bare Fastify route with the same transaction. It reads the environment,
// changes it under its version, and inserts an entry without a chain.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const app = Fastify();

await sql`create table if not exists bench_entry (organization_id uuid not null, id uuid not null,
  occurred_at text not null, event text not null, result text not null, actor json not null,
  target json not null, request_id text, details json not null,
  primary key (organization_id, id))`.execute(db);

app.patch("/environments/:id", async (request, reply) => {
  const { id } = request.params as { id: string };
  const { organizationId, baseUrl, rowVersion } = request.body as Record<string, string>;
  const now = new Date();
  const row = await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("environment")
      .selectAll()
      .where("organizationId", "=", organizationId ?? "")
      .where("id", "=", id)
      .executeTakeFirst();
    if (found === undefined || found.rowVersion !== rowVersion) return undefined;
    const { createdAt: _, ...values } = found;
    const changed = await trx
      .updateTable("environment")
      .set({
        ...values,
        secretOrigins: JSON.stringify(values.secretOrigins),
        variables: JSON.stringify(values.variables),
        baseUrl: baseUrl ?? "",
        modifiedAt: now,
        rowVersion: sql`row_version + 1`,
      })
      .where("organizationId", "=", organizationId ?? "")
      .where("id", "=", id)
      .where("rowVersion", "=", rowVersion ?? "")
      .returningAll()
      .executeTakeFirst();
    const actor = { type: "user", id: organizationId, name: "bench@example.com", keyId: id };
    const target = { type: "environment", id, name: found.name };
    const details = { projectId: found.projectId, changed: ["baseUrl"] };
    await sql`insert into bench_entry (organization_id, id, occurred_at, event, result, actor, target,
      request_id, details) values (${organizationId}, ${randomUUID()}, ${now.toISOString()},
      'environment.updated', 'success', ${JSON.stringify(actor)}::json, ${JSON.stringify(target)}::json,
      ${request.id}, ${JSON.stringify(details)}::json)`.execute(trx);
    return changed;
  });
  return row ?? reply.code(409).send({});
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
