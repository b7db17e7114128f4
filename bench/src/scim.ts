import { loadavg } from "node:os";
import { makeServerPlace } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { loadFor, type LoadRequest } from "./load.ts";
import { seedScim } from "./scim-scene.ts";
import { describeValues, median } from "./statistics.ts";

// Measures a list of 100 users, a filter and a PATCH with 1,000 users on PostgreSQL, with the audit
// entry of each PATCH, against scimmy in memory. Then PATCHes of groups: 256 members, and one member of
// a group of 10,000. Callers have many addresses, so that none reaches the shipped rate limit.

const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = Number(process.env["SECONDS"] ?? 2);

await using place = await makeServerPlace("scim");
const { users, groups } = await seedScim(place.location);
const peerIds = Array.from({ length: 1000 }, (_, at) => `user-${at}`);
await using product = await startInstallation({
  LINTEL_TRUSTED_PROXIES: "127.0.0.0/8",
  ...place.settings,
});
await using peer = await startFloor("scim-peer.ts", { headers: {}, body: "" });

const works = [
  // The peer reads all users for a list, so that more callers would wait longer than a round.
  { name: "list of 100", bar: 20, connections: 2, length: 5, path: () => "/Users?count=100" },
  {
    name: "filter eq",
    bar: 1.5,
    connections: 20,
    length: 1,
    path: (at: number) => `/Users?filter=${filterFor(at)}`,
  },
  { name: "PATCH", bar: 0.8, connections: 20, length: 1, path: null },
] as const;

for (const { name, bar, connections, length, path } of works) {
  const sides = [
    { url: product.url, ...users, rates: [] as number[] },
    { url: peer.url, base: "/scim/v2/bench", token: "x", ids: peerIds, rates: [] as number[] },
  ] as const;
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const requests = Array.from({ length: 4000 }, (_, at): LoadRequest =>
        path === null
          ? toPatch(side, `/Users/${side.ids[at % side.ids.length]}`, at, renameTo(at, round))
          : { method: "GET", path: side.base + path(at), headers: headersFor(side.token, at) },
      );
      const { rate } = await loadFor(side.url, requests, {
        connections,
        seconds: seconds * length,
      });
      if (round >= 0) side.rates.push(rate);
    }
  }
  const [ours, theirs] = sides;
  const ratio = median(ours.rates) / median(theirs.rates);
  console.log(
    `${name}: ${describeValues(ours.rates, "/s")}, scimmy ${describeValues(theirs.rates, "/s")}: ${ratio.toFixed(2)} × (at least ${bar}), load ${loadavg()[0]?.toFixed(1)}`,
  );
}

await measureGroup("256 members of a group of 10,000", groups.large, groups.ids);
await measureGroup("256 members of an empty group", groups.empty, groups.ids);
await measureGroup("one member of a group of 10,000", groups.large, groups.ids.slice(0, 1));
await measureGroup("one member of an empty group", groups.empty, groups.ids.slice(0, 1));

/** Adds and removes the same members in turn. */
async function measureGroup(name: string, groupId: string, ids: readonly string[]): Promise<void> {
  const times: number[] = [];
  const value = ids.map((id) => ({ value: id }));
  for (let at = 0; at < 30; at += 1) {
    const operation = { op: at % 2 === 0 ? "add" : "remove", path: "members", value };
    const { headers, path, body } = toPatch(groups, `/Groups/${groupId}`, at, [operation]);
    const began = performance.now();
    const answer = await fetch(product.url + path, {
      method: "PATCH",
      headers: headers ?? {},
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status !== 204) throw new Error(await answer.text());
    if (at >= 6) times.push(performance.now() - began);
  }
  console.log(`${name}: ${describeValues(times, "ms")}, load ${loadavg()[0]?.toFixed(1)}`);
}

function filterFor(at: number): string {
  return encodeURIComponent(`userName eq "user-${at % 1000}@example.com"`);
}

function renameTo(at: number, round: number): object[] {
  const value = `Name ${round}-${at}-${process.hrtime.bigint()}`;
  return [{ op: "replace", path: "displayName", value }];
}

function toPatch(
  { base, token }: { readonly base: string; readonly token: string },
  path: string,
  at: number,
  operations: readonly object[],
): LoadRequest {
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
  const body = JSON.stringify({ schemas, Operations: operations });
  return { method: "PATCH", path: base + path, headers: headersFor(token, at), body };
}

function headersFor(token: string, at: number): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/scim+json",
    "x-forwarded-for": `203.${(at >> 8) % 256}.${at % 256}.1`,
  };
}
