import { makeServerDatabase } from "../scene/server-database.ts";
import { startDatabaseProxy, type DatabaseProxy } from "./database-proxy.ts";
import { hold, type Fault } from "./fault.types.ts";
import {
  call,
  isOutage,
  startTried,
  waitUntil,
  type Timed,
  type TriedServer,
  seesPrinted,
} from "./tried-server.ts";

/**
 * The server waits half a minute for a statement and 5 s for a connection; a busy machine adds some
 * time.
 */
const boundMs = 45_000;

/** A database server that is slow, silent, gone, and back. */
export const slowDatabase: Fault = {
  name: "slow-database",
  title: "a database server that is slow, silent or gone",
  async skipReason() {
    const database = await makeServerDatabase("lintel_fuzz_faults");
    await database?.drop();
    return database === null ? "no PostgreSQL server answers" : null;
  },
  async run({ isShort }) {
    const database = await makeServerDatabase("lintel_fuzz_faults");
    hold(database !== null, "The PostgreSQL server is gone.");
    const proxy = await startDatabaseProxy(database.url);
    const seen: string[] = [];
    try {
      const url = new URL(proxy.url);
      // The short form sets the limit of a statement in the address, as an operator can.
      if (isShort) url.searchParams.set("query_timeout", "4000");
      const settings = { LINTEL_DATABASE_EU: url.href };
      const tried = await startTried({ settings, organizations: 60 });
      try {
        await goSlow(tried, proxy, seen);
        await goSilent(tried, proxy, seen);
        await goAway(tried, proxy, seen);
        hold(tried.server.ended() === null, `The process ended with ${tried.server.ended()}.`);
      } finally {
        await proxy.close();
        await tried.close();
      }
    } finally {
      await database.drop();
    }
    return seen;
  },
};

/** Simultaneous reads and writes, each by another user. */
function callMany({ server, organizations }: TriedServer, count: number): Promise<Timed[]> {
  return Promise.all(
    Array.from({ length: count }, (_, at) => {
      const { keys } = organizations[at % organizations.length] ?? { keys: { owner: "" } };
      return at % 2 === 0
        ? call(server.url, keys.owner, "GET", "/api/members")
        : call(server.url, keys.owner, "POST", "/api/projects", {
            name: `Made ${at} ${performance.now()}`,
          });
    }),
  );
}

function describe(answers: readonly Timed[]): string {
  const statuses = Map.groupBy(answers, ({ status }) => status);
  const counts = [...statuses].map(([status, some]) => `${some.length} × ${status}`).join(", ");
  return `${counts}, the slowest after ${Math.max(...answers.map(({ ms }) => ms))} ms`;
}

function checkBounded(what: string, answers: readonly Timed[]): void {
  const odd = answers.find(
    (answer) => answer.status >= 300 && !isOutage(answer) && answer.status !== 409,
  );
  hold(
    odd === undefined,
    `With a ${what} database a call is answered ${odd?.status} ${JSON.stringify(odd?.body)}`,
  );
  const broken = answers.filter(({ status }) => status === 0);
  hold(
    broken.length === 0,
    `With a ${what} database ${broken.length} of ${answers.length} calls got no answer: ${JSON.stringify(broken[0]?.body)}`,
  );
  const late = answers.filter(({ ms }) => ms > boundMs).length;
  hold(
    late === 0,
    `With a ${what} database ${late} of ${answers.length} calls took over ${boundMs / 1000} s.`,
  );
}

async function recover(what: string, tried: TriedServer, seen: string[]): Promise<void> {
  const ms = await waitUntil(
    async () => (await callMany(tried, 30)).every(({ status }) => status < 300),
    60_000,
  );
  hold(
    ms !== null,
    `Calls were not served again within 60 s of the database's being ${what} no more.`,
  );
  seen.push(`served again after ${ms} ms`);
}

async function goSlow(tried: TriedServer, proxy: DatabaseProxy, seen: string[]): Promise<void> {
  proxy.set({ kind: "delay", ms: 50 });
  const answers = await callMany(tried, 20);
  checkBounded("slow", answers);
  seen.push(`each packet 50 ms late: ${describe(answers)}`);
  proxy.set({ kind: "pass" });
  await recover("slow", tried, seen);
}

async function goSilent(tried: TriedServer, proxy: DatabaseProxy, seen: string[]): Promise<void> {
  proxy.set({ kind: "stall" });
  const answers = await callMany(tried, 60);
  checkBounded("silent", answers);
  hold(answers.every(isOutage), `With a silent database: ${describe(answers)}`);
  seen.push(`silent: ${describe(answers)}`);
  const health = await call(tried.server.url, "", "GET", "/healthz");
  hold(health.status === 200, `/healthz is answered ${health.status} at the same time.`);
  const ready = await call(tried.server.url, "", "GET", "/readyz");
  hold(
    ready.status === 503,
    `/readyz is answered ${ready.status} at the same time, after ${ready.ms} ms.`,
  );
  hold(
    await seesPrinted(tried, /"level":[45]0/),
    "No line of the log says that the database is silent.",
  );
  proxy.set({ kind: "pass" });
  await recover("silent", tried, seen);
}

async function goAway(tried: TriedServer, proxy: DatabaseProxy, seen: string[]): Promise<void> {
  const during = callMany(tried, 40);
  await new Promise((resolve) => setTimeout(resolve, 20));
  proxy.set({ kind: "refuse" });
  proxy.cut();
  const answers = [...(await during), ...(await callMany(tried, 20))];
  checkBounded("broken", answers);
  seen.push(`cut in the middle: ${describe(answers)}`);
  proxy.set({ kind: "pass" });
  await recover("broken", tried, seen);
}
