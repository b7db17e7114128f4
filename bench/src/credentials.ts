import { loadavg } from "node:os";
import { seedCredentials, type Credentialed } from "./credential-scene.ts";
import { makeServerPlace } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { loadFor, warmUp, type LoadRequest } from "./load.ts";
import { describeValues, median } from "./statistics.ts";

// Measures the same call with an API key, with a session and with a token of an OAuth client, in turn,
// on one server with PostgreSQL. Every credential belongs to one of many users.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 20;
const bar = 0.95;

const headersOf: Readonly<Record<string, (user: Credentialed) => Record<string, string>>> = {
  key: ({ key }) => ({ "x-api-key": key }),
  session: ({ session, organizationId }) => ({
    cookie: `__Host-lintel-eu=${session}`,
    "x-svc-organization": organizationId,
  }),
  grant: ({ token }) => ({ authorization: `Bearer ${token}` }),
};

await using place = await makeServerPlace("credentials");
// All credentials fit into the memory of a node, which keeps 10,000.
const users = await seedCredentials(place.location, 50, 40);
await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });

const sides = Object.entries(headersOf).map(([name, toHeaders]) => ({
  name,
  requests: users.map((user): LoadRequest => ({
    method: "GET",
    path: `/api/cli/environments?projectId=${user.projectId}`,
    headers: toHeaders(user),
  })),
  rates: [] as number[],
}));
for (const { requests } of sides) await warmUp(product.url, requests);
// The first round warms up code and plans.
for (let round = -1; round < rounds; round += 1) {
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
    const { rate } = await loadFor(product.url, side.requests, { connections, seconds });
    if (round >= 0) side.rates.push(rate);
  }
}

const [keys] = sides;
for (const { name, rates } of sides) {
  const ratios = rates.map((rate, at) => rate / (keys?.rates[at] ?? Number.NaN));
  const ofMedians = median(rates) / median(keys?.rates ?? []);
  console.log(
    `${name}: ${describeValues(rates, "calls/s")}, ${describeValues(ratios, "×")} of a key (at least ${bar}), of medians ${ofMedians.toFixed(2)}, load ${loadavg()[0]?.toFixed(1)}`,
  );
}
