import { loadavg } from "node:os";
import { hashPassword } from "@lintel/server/platform/crypto/password-hash";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";
import { makeServerPlace } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { loadEach, type LoadRequest } from "./load.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures the slowest calls of others while 200 people sign in with their passwords, against the same
// calls while another process computes as many hashes. Hashes need a core either way; the difference is
// what a sign-in costs the calls of others inside the server.

const rounds = Number(process.env["ROUNDS"] ?? 7);
const signIns = 200;
const atOnce = 10;
const callers = 4;
const bar = 1.5;
const password = "a sentence that is long enough";

await using place = await makeServerPlace("sign_ins");
const users = await seedCallers(place.location, 20, 100);
const emails = await setPasswords(place.location);
await using product = await startInstallation({
  LINTEL_TRUSTED_PROXIES: "127.0.0.0/8",
  ...place.settings,
});
await using hashes = await startFloor("sign-in-hashes.ts", {});
const origin = product.url;

const calls = users.map(({ key, projectId }: Caller): LoadRequest => ({
  method: "GET",
  path: `/api/cli/environments?projectId=${projectId}`,
  headers: { "x-api-key": key },
}));

const inProduct: number[] = [];
const nextToHashes: number[] = [];
const durations: number[] = [];
// The first round warms up code and plans.
for (let round = -1; round < rounds; round += 1) {
  const sides = [
    { times: inProduct, work: () => signInAll(round) },
    { times: nextToHashes, work: () => hashAll() },
  ];
  for (const { times, work } of round % 2 === 0 ? sides : sides.toReversed()) {
    const { p99, seconds } = await measure(work);
    if (round >= 0) times.push(p99);
    if (round >= 0 && times === inProduct) durations.push(seconds);
  }
}

const ratios = inProduct.map((time, at) => time / (nextToHashes[at] ?? Number.NaN));
console.log(
  `p99 of other calls during ${signIns} sign-ins, ${callers} callers, ${rounds} rounds: ${describeValues(inProduct, "ms")}, next to as many hashes in another process ${describeValues(nextToHashes, "ms")}: ${describeValues(ratios, "×")}, of medians ${(median(inProduct) / median(nextToHashes)).toFixed(2)} (at most ${bar}), load ${loadavg()[0]?.toFixed(1)}; the sign-ins took ${describeValues(durations, "s")}`,
);

/** Calls until the work is done. */
async function measure(work: () => Promise<void>): Promise<{ p99: number; seconds: number }> {
  const began = performance.now();
  const state = { isDone: false };
  const working = work().finally(() => (state.isDone = true));
  const times: number[] = [];
  let next = 0;
  const call = async (): Promise<void> => {
    while (!state.isDone) {
      const { path = "", headers = {} } = calls[next % calls.length] ?? {};
      next += 1;
      const sent = performance.now();
      const answer = await fetch(product.url + path, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A call was answered with ${answer.status}.`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all([working, ...Array.from({ length: callers }, call)]);
  times.sort((left, right) => left - right);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { p99, seconds: (performance.now() - began) / 1000 };
}

/** Each person signs in from an address of their own, since attempts from one address are limited. */
async function signInAll(round: number): Promise<void> {
  let next = 0;
  const signIn = async (): Promise<void> => {
    while (next < signIns) {
      const at = next;
      next += 1;
      const answer = await fetch(`${product.url}/sign-in/password`, {
        method: "POST",
        redirect: "manual",
        headers: {
          origin,
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": `198.51.${(round + 1) % 256}.${at % 256}`,
        },
        body: new URLSearchParams({ email: emails[at] ?? "", password }).toString(),
      });
      await answer.arrayBuffer();
      if (answer.status !== 303) throw new Error(`A sign-in was answered with ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, signIn));
}

async function hashAll(): Promise<void> {
  const requests = Array.from({ length: signIns }, (): LoadRequest => ({
    method: "GET",
    path: "/",
  }));
  await loadEach(hashes.url, requests, { connections: atOnce });
}

/** Gives as many people a password as sign in. */
async function setPasswords(location: DatabaseLocation): Promise<string[]> {
  const passwordHash = await hashPassword(password);
  const database = await openDatabase(location);
  try {
    const people = await database.db
      .selectFrom("userAccount")
      .select(["id", "email"])
      .limit(signIns)
      .execute();
    await database.db
      .updateTable("userAccount")
      .set({ passwordHash })
      .where(
        "id",
        "in",
        people.map(({ id }) => id),
      )
      .execute();
    return people.map(({ email }) => email);
  } finally {
    await database.close();
  }
}
