import { parseArgs } from "node:util";
import { sql } from "kysely";
import { Pool } from "undici";
import { openDatabase } from "@lintel/server/platform/database/open-database";
import { makeServerPlace } from "./engines.ts";
import { conditions, type ConditionName } from "./finding-conditions.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

const help = `Measures lists of 100,000 findings of one project, as a whole and with filters, each against a bare route
with the same two queries (a page of 50, and the count). One connection, so that the time of a call is
measured; keys take turns; rate limits as shipped.

  npm run findings
  ROUNDS=7

Needs PostgreSQL (LINTEL_BENCH_DATABASE).
`;

const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
const rounds = Number(process.env["ROUNDS"] ?? 7);
const callsEach = 20;
const findings = 100_000;

await using place = await makeServerPlace("findings");
const callers = await seedCallers(place.location, 1, 200);
const [caller] = callers;
if (caller === undefined) throw new Error("No caller was made.");
const { organizationId, projectId } = caller;
await seedFindings();
await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });
await using floor = await startFloor("floor-findings.ts", place.location);
const pools = { product: new Pool(product.url), floor: new Pool(floor.url) };
for (const name of Object.keys(conditions) as ConditionName[]) await measure(name);
await Promise.all(Object.values(pools).map((pool) => pool.close()));

async function seedFindings(): Promise<void> {
  const database = await openDatabase(place.location);
  const { db } = database;
  try {
    await sql`insert into finding (organization_id, project_id, id, fingerprint, scan_run_id,
        first_seen_scan_run_id, scan_profile_id, scanner_id, guidance_id, guidance_name, owasp_category,
        cwe, severity, severity_rank, confidence, status, title, description, guidance_description,
        remediation, reference_urls, method, path, location, parameter, evidence, last_seen_at,
        created_at, modified_at)
      select ${organizationId}, ${projectId}, gen_random_uuid(), md5(n::text), gen_random_uuid(),
        gen_random_uuid(), gen_random_uuid(),
        (array['object-reading', 'authentication', 'page-size', 'cross-origin'])[n % 4 + 1],
        'SVC0100' || n % 5, 'Name', 'API1:2023', '[639]',
        (array['critical', 'high', 'medium', 'low', 'info'])[n % 5 + 1], n % 5, 'high',
        (array['open', 'fixed', 'acceptedRisk'])[n % 3 + 1],
        'An object of somebody else can be read', 'bob reads item ' || n || ' of alice',
        'Anybody reads it.', 'Check the owner.', '[]', 'GET', '/items/' || n || '/{id}', 'path', 'id',
        ${JSON.stringify({ controls: [], attacks: [], pad: "x".repeat(1000) })}::json,
        now(), now() - n * interval '1 second', now()
      from generate_series(1, ${findings}) as n`.execute(db);
    await sql`analyze finding`.execute(db);
  } finally {
    await database.close();
  }
}

async function measure(name: ConditionName): Promise<void> {
  const paths = {
    floor: `/findings?name=${name}&organizationId=${organizationId}&projectId=${projectId}`,
    product: `/api/projects/${projectId}/security/findings?${conditions[name].query}`,
  };
  const times: Record<keyof typeof pools, number[]> = { floor: [], product: [] };
  const totals = new Set<number>();
  for (let round = -1; round < rounds; round += 1)
    for (const side of round % 2 === 0
      ? (["floor", "product"] as const)
      : (["product", "floor"] as const)) {
      const began = performance.now();
      for (let call = 0; call < callsEach; call += 1)
        totals.add(await read(pools[side], paths[side], (round + 1) * callsEach + call));
      if (round >= 0) times[side].push((performance.now() - began) / callsEach);
    }
  if (totals.size !== 1) throw new Error(`${name}: the totals differ: ${[...totals].join(", ")}`);
  const ratios = times.product.map((ms, at) => ms / (times.floor[at] ?? Number.NaN));
  const ofMedians = (median(times.product) / median(times.floor)).toFixed(2);
  console.log(
    `${name} (${[...totals].join("")}): ${describeValues(ratios, "×")}, of medians ${ofMedians}: ${describeValues(times.product, "ms")} against ${describeValues(times.floor, "ms")}`,
  );
}

async function read(pool: Pool, path: string, turn: number): Promise<number> {
  const { key } = callers[turn % callers.length] ?? { key: "" };
  const answer = await pool.request({ method: "GET", path, headers: { "x-api-key": key } });
  const body = (await answer.body.json()) as { readonly total: number };
  if (answer.statusCode !== 200) throw new Error(JSON.stringify(body));
  return body.total;
}
