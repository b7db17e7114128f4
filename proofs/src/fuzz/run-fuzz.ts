import fc from "fast-check";
import { showProgress } from "../scene/progress.ts";
import type { ApiDescription } from "./api-description.ts";
import { buildRequest, type BuiltRequest } from "./build-request.ts";
import type { AnswerCheck } from "./check-answer.ts";
import { Violation } from "./violation.ts";
import { createKnownIds, type ForeignIds, type KnownIds } from "./known-ids.ts";
import { designPrologue, prologueOf } from "./prologue.ts";
import type { SeededOrganization } from "../scene/seed-organizations.ts";
import type { Answer, Sender } from "./send-request.ts";
import { aimedArbitrary, sequenceArbitrary } from "./sequence-arbitrary.ts";
import type { Actor, Step } from "./step-arbitrary.ts";

export interface FuzzOptions {
  readonly api: ApiDescription;
  readonly answerCheck: AnswerCheck;
  readonly sender: Sender;
  readonly organizations: readonly SeededOrganization[];
  readonly targetUrl: string;
  readonly seed: number;
  /** The minimum number of requests, without those answered 429. */
  readonly requests: number;
  readonly workers: number;
  /** Whether to end early, because the tested process has ended. */
  readonly isOver: () => boolean;
  /** Called occasionally. */
  readonly onSample: () => void;
  /** Called after a tenth of the requests, when all common code has run. */
  readonly onWarm: () => void;
}

/** One kind of violation, with the smallest sequence that shows it. */
export interface Finding {
  readonly violation: string;
  readonly seed: number;
  readonly path: string;
  readonly requests: readonly string[];
  times: number;
}

export interface FuzzResult {
  readonly counted: number;
  readonly limited: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operation → how many requests succeeded, and how many were refused. */
  readonly byOperation: ReadonlyMap<string, { accepted: number; refused: number }>;
  readonly findings: readonly Finding[];
}

const sequenceLength = 28;
const sequencesAtOnce = 150;
const maxShrinks = 150;
/** A user can make 100 calls in 60 s: each organization is used within this limit. */
const usesPerWindow = 3;
const windowMs = 61_000;

/** Sends simultaneous sequences of requests until there were enough. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const tally = createTally(options);
  const [neighbour, ...organizations] = options.organizations;
  if (neighbour === undefined) throw new Error("No organization was seeded.");
  const rota = createRota(organizations);
  const scene = { options, rota, tally, foreignIds: await makeForeign(options, neighbour) };
  const steps = sequenceArbitrary(options.api, sequenceLength);
  let batch = 0;
  const work = async (): Promise<void> => {
    while (!tally.isEnough() && !options.isOver()) {
      const seed = options.seed + batch;
      batch += 1;
      // Towards the end, only operations that were not reached are tried.
      const left = tally.listLeft();
      const aimed = left.length === 0 ? steps : aimedArbitrary(options.api, left, sequenceLength);
      await runBatch(seed, aimed, left.length, scene);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return tally.result();
}

interface Scene {
  readonly options: FuzzOptions;
  readonly rota: Rota;
  readonly tally: Tally;
  readonly foreignIds: ForeignIds;
}

/** Designs of an organization without sequences. */
async function makeForeign(
  options: FuzzOptions,
  neighbour: SeededOrganization,
): Promise<ForeignIds> {
  const known = createKnownIds(neighbour, new Map());
  for (const step of designPrologue(options.api, neighbour.token))
    await playStep(step, options, known, neighbour);
  const kinds = foreignKinds.map((kind) => [kind, known.all(kind, {}).at(-1) ?? ""] as const);
  const missing = kinds.filter(([, id]) => id === "").map(([kind]) => kind);
  if (missing.length > 0)
    throw new Error(`The other organization has no ${missing.join()}: see its prologue.`);
  return new Map(kinds);
}

const foreignKinds = [
  "spec",
  "version",
  "endpoint",
  "parameter",
  "response",
  "response-header",
  "assignment",
  "folder",
  "tag",
  "component",
  "schemas",
  "securitySchemes",
  "headers",
  "responses",
  "requestBodies",
  "header-component",
  "header-policy",
];

async function playStep(
  step: Step,
  { sender, targetUrl }: FuzzOptions,
  known: KnownIds,
  organization: SeededOrganization,
): Promise<readonly [BuiltRequest, Answer | null]> {
  const key = keyOf(organization, step.actor);
  const request = buildRequest(step, { known, targetUrl, key });
  const answer = await sender.send(request);
  if (answer === null || answer.status >= 300) return [request, answer];
  const { method, path } = step.operation;
  if (method !== "DELETE") known.learn(path, request.named, parse(answer.body));
  // A member who leaves a project or its organization can return.
  else if (path.endsWith("Id}") && !path.endsWith("{userId}"))
    known.forget(Object.values(request.named).at(-1) ?? "");
  return [request, answer];
}

/** @param left - the number of operations that were not reached when the batch was made */
async function runBatch(
  seed: number,
  steps: fc.Arbitrary<Step[]>,
  left: number,
  scene: Scene,
): Promise<void> {
  const { options, rota, tally } = scene;
  let lastRequests: string[] = [];
  let shrinks = 0;
  const property = fc.asyncProperty(steps, async (sequence) => {
    // Attempts after the failure has been shrunk enough count as passed.
    const isShrinking = lastRequests.length > 0;
    if (options.isOver() || shrinks > maxShrinks) return;
    // The rest of a batch that aims at too many operations, or at none, is skipped for the next
    // batch.
    if (!isShrinking && (tally.isEnough() || tally.listLeft().length !== left)) return;
    if (isShrinking) shrinks += 1;
    const sent: string[] = [];
    try {
      await playSequence(sequence, scene, await rota.next(), sent);
    } catch (error) {
      if (error instanceof Violation && tally.isKnown(error)) return;
      lastRequests = sent;
      throw error;
    }
  });
  const details = await fc.check(property, { seed, numRuns: sequencesAtOnce, endOnFailure: false });
  if (!details.failed) return;
  const error = details.errorInstance;
  tally.keep(error, { seed, path: details.counterexamplePath ?? "", requests: lastRequests });
}

/** Creates the data, then sends the steps one after another. */
async function playSequence(
  sequence: readonly Step[],
  { options, tally, foreignIds }: Scene,
  [own, foreign]: readonly [SeededOrganization, SeededOrganization],
  sent: string[],
): Promise<void> {
  const known = createKnownIds(own, new Map([...seededIds(foreign), ...foreignIds]));
  for (const step of [...prologueOf(options.api, sequence), ...sequence]) {
    const organization = step.actor === "otherOrganization" ? foreign : own;
    const [request, answer] = await playStep(step, options, known, organization);
    sent.push(printRequest(step.actor, request));
    if (answer !== null) sent.push(`→ ${answer.status} ${answer.body.toString().slice(0, 400)}`);
    tally.count(step, answer);
    // A caller of another organization uses ids of this one, which are foreign to it; its own
    // canary is not a leak.
    const namesForeign = step.actor === "otherOrganization" ? false : request.namesForeign;
    options.answerCheck.check({
      step,
      request: { ...request, namesForeign },
      answer,
      ownToken: organization.token,
    });
  }
}

function seededIds({ ids, users: [user = ""] }: SeededOrganization): [string, string][] {
  return [...Object.entries(ids), ["user", user], ["member", user]];
}

function keyOf(organization: SeededOrganization, actor: Actor): string | null {
  if (actor === "nobody") return null;
  if (actor === "garbage") return "svc_live_000000000000000000000000000000000000Zz";
  return organization.keys[actor === "otherOrganization" ? "secondOwner" : actor];
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return null;
  }
}

function printRequest(
  actor: Actor,
  { method, target, headers, body, rawWay }: BuiltRequest,
): string {
  const shown = headers
    .filter(([name]) => name !== "x-api-key")
    .map(([name, value]) => `${name}: ${value}`);
  const text = body === null ? "" : ` ${body.toString("latin1").slice(0, 1500)}`;
  return `${actor}: ${method} ${target} [${shown.join("; ")}]${rawWay === null ? "" : ` (${rawWay})`}${text}`;
}

interface Rota {
  next(): Promise<readonly [SeededOrganization, SeededOrganization]>;
}

/** Takes organizations in turn, within the budgets of their users. */
function createRota(organizations: readonly SeededOrganization[]): Rota {
  const uses = organizations.map((): number[] => []);
  let at = 0;
  return {
    async next() {
      at = (at + 1) % organizations.length;
      const mine = at;
      const recent = uses[mine] ?? [];
      const oldest = recent.length < usesPerWindow ? 0 : (recent.shift() ?? 0);
      const wait = oldest + windowMs - Date.now();
      recent.push(Date.now() + Math.max(0, wait));
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const [first] = organizations;
      const own = organizations[mine] ?? first;
      const foreign = organizations[(mine + 1) % organizations.length] ?? first;
      if (own === undefined || foreign === undefined)
        throw new Error("No organization was seeded.");
      return [own, foreign];
    },
  };
}

interface Tally {
  count(step: Step, answer: Answer | null): void;
  /** The requested number of requests; up to twice as many if an operation never succeeded. */
  isEnough(): boolean;
  /** Operations that never succeeded within the requested number of requests. */
  listLeft(): readonly string[];
  isKnown(violation: Violation): boolean;
  keep(error: unknown, found: Pick<Finding, "seed" | "path" | "requests">): void;
  result(): FuzzResult;
}

function createTally(options: FuzzOptions): Tally {
  const byStatus = new Map<number, number>();
  const byOperation = new Map<string, { accepted: number; refused: number }>();
  const findings = new Map<string, Finding>();
  let counted = 0;
  let limited = 0;
  let isWarm = false;
  const listUnreached = (): string[] =>
    options.api.operations
      .map(({ name }) => name)
      .filter((name) => (byOperation.get(name)?.accepted ?? 0) === 0);
  const signatureOf = (error: unknown): string =>
    error instanceof Violation ? `${error.rule} (${error.place})` : String(error).slice(0, 100);
  return {
    count({ operation }, answer) {
      const status = answer?.status ?? 0;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (status === 429) limited += 1;
      else counted += 1;
      if (counted >= options.requests / 10 && !isWarm) {
        isWarm = true;
        options.onWarm();
      }
      const entry = byOperation.get(operation.name) ?? { accepted: 0, refused: 0 };
      byOperation.set(operation.name, entry);
      if (status >= 200 && status < 300) entry.accepted += 1;
      else entry.refused += 1;
      if (counted % 500 === 0) {
        options.onSample();
        showProgress(
          `${counted} of ${options.requests} requests, ${findings.size} kinds of violation`,
        );
      }
    },
    isEnough: () => counted >= options.requests * (listUnreached().length === 0 ? 1 : 2),
    listLeft: () => (counted < options.requests ? [] : listUnreached()),
    isKnown(violation) {
      const known = findings.get(signatureOf(violation));
      if (known !== undefined) known.times += 1;
      return known !== undefined;
    },
    keep(error, found) {
      const signature = signatureOf(error);
      if (findings.has(signature)) return;
      const violation =
        error instanceof Error
          ? error instanceof Violation
            ? error.message
            : (error.stack ?? error.message)
          : String(error);
      findings.set(signature, { violation, ...found, times: 1 });
    },
    result: () => ({ counted, limited, byStatus, byOperation, findings: [...findings.values()] }),
  };
}
