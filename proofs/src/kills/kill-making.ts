import { setTimeout as sleep } from "node:timers/promises";
import { launchServer } from "@lintel/server/testing/spawned-server";
import type { Random } from "../stage/random.ts";
import { callAsOperator } from "../scene/call-as-operator.ts";
import type { Verdict } from "../stage/verdict.ts";
import { makePlace } from "./place.ts";
import type { EngineName, KillOptions } from "./options.ts";

/** The usual time from the start to a created database, in milliseconds. */
const makingMs = { embedded: 6000, server: 3000 } as const;
/** The maximum time of a start after a kill, in milliseconds. */
const recoveryMs = 60_000;

/**
 * Kills a server once or twice while it creates its database, and starts it again: it must start,
 * with everything that was acknowledged in between.
 */
export async function killWhileMaking(
  verdict: Verdict,
  engine: EngineName,
  options: KillOptions,
  random: Random,
): Promise<void> {
  await using place = await makePlace(engine, options.database);
  const acknowledged: string[] = [];
  const attempts = random.isTrue(0.5) ? 2 : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const server = launchServer(place.folder, place.settings);
    const slug = `made-${attempt}`;
    const making = server.ready
      .then(() => makeOrganization(place.folder, slug))
      .then(() => acknowledged.push(slug))
      .catch(() => {});
    await sleep(random.between(0, makingMs[engine]));
    await server.end("SIGKILL");
    await making;
    verdict.count("kills");
    verdict.count("kills during the creation of a database");
  }
  await checkRecovery(verdict, place, acknowledged);
}

async function checkRecovery(
  verdict: Verdict,
  place: { folder: string; settings: Readonly<Record<string, string>> },
  acknowledged: readonly string[],
): Promise<void> {
  const server = launchServer(place.folder, place.settings);
  const limit = sleep(recoveryMs, null, { ref: false }).then(() => {
    throw new Error("It does not start within a minute.");
  });
  try {
    await Promise.race([limit, server.ready.then(() => makeOrganization(place.folder, "last"))]);
    const list = await callAsOperator(place.folder, "listOrganizations", null, {});
    const slugs = (list as unknown as { slug: string }[]).map((item) => item.slug);
    for (const slug of [...acknowledged, "last"]) {
      const verified = slugs.includes(slug)
        ? await callAsOperator(place.folder, "verifyAuditLog", slug, {})
        : null;
      if (verified?.["isIntact"] !== true) {
        verdict.violate("an organization in a new database is lost", {
          slug,
          slugs,
          verified,
        });
      }
    }
  } catch (error) {
    verdict.violate("a server does not start after a kill during the creation of its database", {
      error: String(error),
      printed: server.printed().slice(-2000),
    });
  } finally {
    await server.end("SIGKILL");
  }
}

async function makeOrganization(folder: string, slug: string): Promise<void> {
  const owner = { ownerEmail: `${slug}@example.com`, ownerName: "Owner" };
  await callAsOperator(folder, "createOrganization", null, { name: slug, slug, ...owner });
}
