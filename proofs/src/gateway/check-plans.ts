import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Verdict } from "../stage/verdict.ts";
import type { Receiver } from "./receiver.ts";
import type { GatewayScene } from "./scene.ts";

const moves = ["deprecation.sunset_started", "deprecation.retired"] as const;

/** Phases begin within a minute; a killed node's work is taken up by the other. */
const limitMs = 150_000;

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Sets the dates of plans to now, as if the time had passed. */
export async function letPlansEnd(databaseUrl: string, planIds: readonly string[]): Promise<void> {
  await query(
    databaseUrl,
    `update deprecation_plan set sunset_phase_starts_at = now() - interval '1 second',
      sunset_at = now() where id = any($1::uuid[])`,
    [planIds],
  );
}

/** Every phase began once, and every notice and message about it arrived. */
export async function checkPlans(
  verdict: Verdict,
  databaseUrl: string,
  { url, scene, receiver }: { url: string; scene: GatewayScene; receiver: Receiver },
): Promise<void> {
  const until = performance.now() + limitMs;
  let missing = await listMissing(url, scene, receiver);
  while (missing.length > 0 && performance.now() < until) {
    await sleep(500);
    missing = await listMissing(url, scene, receiver);
  }
  for (const what of missing)
    verdict.violate("a phase, a notice or a message is missing", { what });
  const rows = await query<{ id: string; type: string; count: number }>(
    databaseUrl,
    `select subject_id as id, type, count(*)::int as count from event
      where type = any($1) group by 1, 2`,
    [moves],
  );
  for (const { id, type, count } of rows)
    if (count !== 1) verdict.violate("a phase begins more than once", { id, type, count });
  verdict.count("begun phases", rows.length);
  const deliveries = Map.groupBy(receiver.received, ({ delivery }) => delivery);
  verdict.count("messages of webhooks", deliveries.size);
  verdict.count("repeated messages of webhooks", receiver.received.length - deliveries.size);
}

async function listMissing(url: string, { key, planIds }: GatewayScene, receiver: Receiver) {
  const wanted = planIds.flatMap((id) => moves.map((type) => `${type} ${id}`));
  const answer = await fetch(`${url}/api/notices?take=100`, { headers: { "x-api-key": key } });
  if (!answer.ok) return [`notices: ${answer.status}`];
  const { items } = (await answer.json()) as {
    readonly items: readonly { readonly eventType: string; readonly subject: { id: string } }[];
  };
  const noticed = new Set(items.map(({ eventType, subject }) => `${eventType} ${subject.id}`));
  const sent = new Set(receiver.received.map(({ event, subjectId }) => `${event} ${subjectId}`));
  return wanted.flatMap((each) => [
    ...(noticed.has(each) ? [] : [`notice: ${each}`]),
    ...(sent.has(each) ? [] : [`message: ${each}`]),
  ]);
}
