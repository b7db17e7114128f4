import { setTimeout as sleep } from "node:timers/promises";
import {
  launchServer,
  runServerCommand,
  type LaunchedServer,
} from "@lintel/server/testing/spawned-server";
import type { Caller } from "../stage/call.ts";
import { checkTenant } from "../stage/check-tenant.ts";
import { waitForEnds } from "../stage/check-runs.ts";
import { startLoad } from "../load/load.ts";
import { createRandom, type Random } from "../stage/random.ts";
import { callAsOperator } from "../scene/call-as-operator.ts";
import { makeTenant, type Tenant } from "../stage/tenant.ts";
import { createVerdict, showProgress, type Verdict } from "../stage/verdict.ts";
import { killWhileMaking } from "./kill-making.ts";
import type { EngineName, KillOptions } from "./options.ts";
import { makePlace, type Place } from "./place.ts";
import { makeSchedule, type Moment } from "./schedule.ts";

/** The state that continues from kill to kill. */
interface Proof {
  readonly options: KillOptions;
  readonly engine: EngineName;
  readonly verdict: Verdict;
  readonly random: Random;
  readonly place: Place;
  readonly targetUrl: string;
  /** Organizations that had load, the present one last. */
  readonly tenants: Tenant[];
  /** Milliseconds of Unix time. */
  killedAt: number;
}

/**
 * The number of kills after which another organization gets the load, so that a check stays small.
 */
const killsOfTenant = 20;
/** Four times the figure in the operator's guide, because the machine may be loaded, in milliseconds. */
const endOfRunsMs = 120_000;
/** Longer than a start takes, so that some of these kills happen after the server listens. */
const startingMs = 1800;
const openingMs = 1200;
/** A server is killed after this number of responses, or after a time if it is slow. */
const answersAtMost = 60;
const servingMs = 4000;

/** Runs the proof of one engine and prints the summary; resolves with the exit code. */
export async function proveEngine(
  engine: EngineName,
  options: KillOptions,
  targetUrl: string,
): Promise<number> {
  const { seed, kills, database } = options;
  const verdict = createVerdict(`kills, ${engine}`, seed);
  const random = createRandom(seed).fork(engine);
  await using place = await makePlace(engine, database);
  const tenants: Tenant[] = [];
  const proof = {
    options,
    engine,
    verdict,
    random,
    place,
    targetUrl,
    tenants,
    killedAt: Date.now(),
  };
  const stop = listenForStop();
  for (const [at, moment] of makeSchedule(random, kills).entries()) {
    if (stop.isAsked) break;
    verdict.at({ engine, kill: at + 1, moment });
    await killOnce(proof, moment, at);
    const { violations } = verdict;
    const writes = verdict.figures.get("acknowledged writes") ?? 0;
    const progress = `${at + 1} of ${kills} kills, ${writes} acknowledged writes, ${violations} violations`;
    showProgress(`${engine}: ${progress}`, (at + 1) % 25 === 0);
  }
  verdict.at({ engine, moment: "at the end" });
  await checkAtEnd(proof);
  return verdict.conclude();
}

/** SIGTERM ends a proof after the present kill, with all checks. */
function listenForStop(): { readonly isAsked: boolean } {
  const stop = { isAsked: false };
  process.once("SIGTERM", () => {
    stop.isAsked = true;
  });
  return stop;
}

async function killOnce(proof: Proof, moment: Moment, at: number): Promise<void> {
  const { verdict, engine, options, random, place } = proof;
  if (moment === "making") return killWhileMaking(verdict, engine, options, random);
  const server = launchServer(place.folder, place.settings);
  try {
    if (moment === "starting") await sleep(random.between(0, startingMs));
    else if (moment === "opening") await beginOpening(proof, server);
    else await serve(proof, server, at);
  } catch (error) {
    verdict.violate("a server does not serve with the data of a killed one", {
      error: error instanceof Error ? error.message : String(error),
      printed: server.printed().slice(-2000),
    });
  } finally {
    await server.end("SIGKILL");
    proof.killedAt = Date.now();
  }
  verdict.count("kills");
  verdict.count(`kills while ${moment}`);
}

async function beginOpening({ place, random }: Proof, server: LaunchedServer): Promise<void> {
  await server.ready;
  const opening = callAsOperator(place.folder, "listOrganizations", null, {}).catch(() => {});
  await sleep(random.between(0, openingMs));
  await server.end("SIGKILL");
  await opening;
}

async function serve(proof: Proof, server: LaunchedServer, at: number): Promise<void> {
  const { verdict, random, place, targetUrl, tenants, options } = proof;
  const url = await server.ready;
  const present = tenants.at(-1);
  if (present !== undefined) await checkAfterStart(proof, url, present);
  const isNext = tenants.length <= at / killsOfTenant;
  if (isNext) {
    if (present !== undefined) await checkEndOfTenant(proof, url, present);
    const tag = `t${tenants.length}-${options.seed}`;
    tenants.push(await makeTenant({ tag, users: 4, url, folder: place.folder, targetUrl }));
  }
  const tenant = tenants.at(-1);
  if (tenant === undefined) return;
  const load = startLoad({
    verdict,
    tenant,
    targetUrl,
    clients: options.clients,
    random: random.fork(`load ${at}`),
    chooseUrl: () => url,
  });
  await waitForAnswers(verdict, Math.floor(random.between(0, answersAtMost)));
  await sleep(random.between(0, 30));
  await server.end("SIGKILL");
  await load.stop();
}

async function waitForAnswers({ figures }: Verdict, wanted: number): Promise<void> {
  const countAnswers = () => figures.get("calls") ?? 0;
  const enough = countAnswers() + wanted;
  const deadline = performance.now() + servingMs;
  while (countAnswers() < enough && performance.now() < deadline) await sleep(2);
}

/**
 * On the embedded engine, a start ends interrupted runs; on a server, they wait for their leases.
 */
async function checkAfterStart(proof: Proof, url: string, tenant: Tenant): Promise<void> {
  const caller = callerOf(proof, url, tenant);
  if (proof.engine === "embedded") await waitFromNow(caller, tenant);
  await checkTenant(caller, tenant, proof.place.folder);
}

async function checkEndOfTenant(proof: Proof, url: string, tenant: Tenant): Promise<void> {
  const caller = callerOf(proof, url, tenant);
  const since = proof.killedAt;
  await waitForEnds(caller, tenant, { since, deadline: since + endOfRunsMs });
  await checkTenant(caller, tenant, proof.place.folder);
}

function waitFromNow(caller: Caller, tenant: Tenant): Promise<void> {
  const since = Date.now();
  return waitForEnds(caller, tenant, { since, deadline: since + endOfRunsMs });
}

/**
 * Everything that was ever acknowledged still exists, and the operator's command finds no error.
 */
async function checkAtEnd(proof: Proof): Promise<void> {
  const { verdict, place, tenants } = proof;
  const server = launchServer(place.folder, place.settings);
  try {
    const url = await server.ready;
    for (const tenant of tenants) await checkEndOfTenant(proof, url, tenant);
    for (const { slug, auditHead } of tenants) {
      const args = ["admin", "audit", "verify", "--org", slug, "--head", auditHead ?? ""];
      const verified = await runServerCommand(place.folder, args, place.settings);
      if (verified.code !== 0)
        verdict.violate("`admin audit verify` finds a fault", { ...verified });
    }
  } catch (error) {
    verdict.violate("the last start does not serve", { error: String(error) });
  } finally {
    const code = await server.end("SIGTERM");
    if (code !== 0) verdict.violate("the last server does not stop on SIGTERM", { code });
  }
}

function callerOf({ verdict }: Proof, url: string, { keys }: Tenant): Caller {
  return { verdict, url, key: keys[0] ?? "" };
}
