import Fastify from "fastify";
import { sql } from "kysely";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";
import { conditions, type ConditionName } from "./finding-conditions.ts";

// The floor for lists of findings: a bare Fastify route with the query of a page and its count. It
// has no credential, limit, check or log.

const location = JSON.parse(process.argv[2] ?? "") as DatabaseLocation;
const { db } = await openDatabase(location);
const app = Fastify();

interface Asked {
  readonly organizationId: string;
  readonly projectId: string;
  readonly name: ConditionName;
}

app.get("/findings", async (request) => {
  const { organizationId, projectId, name } = request.query as Asked;
  const { condition, order } = conditions[name];
  const meant = sql`from finding where organization_id = ${organizationId}
    and project_id = ${projectId} and ${sql.raw(condition)}`;
  const { rows: items } = await sql`select * ${meant} order by ${sql.raw(order)} limit 50`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total ${meant}`.execute(
    db,
  );
  return { items, total: rows[0]?.total };
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`The floor listens at ${url}\n`);
