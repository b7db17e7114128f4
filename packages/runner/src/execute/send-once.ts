import type { TestRequest } from "@lintel/contract/shapes/test-request";
import { EgressError } from "@lintel/egress/egress-error";
import type { HeaderField } from "@lintel/egress/hop";
import { planRun } from "../plan/plan-run.ts";
import type { RunEnvironment, RunPlan } from "../plan/plan.types.ts";
import type { PlanProblem } from "../problems/plan-problem.ts";
import { authorize, chooseAuth } from "./authorize.ts";
import type { RunTools } from "./execution.types.ts";
import { explainError } from "./explain-end.ts";
import { keepRequest } from "./keep-request.ts";
import { renderRequest, type RenderedRequest } from "./render-request.ts";
import { makeScope, startPass, startRun, type Run } from "./run-state.ts";
import { followRequest, guardSecrets, type Followed } from "./send-request.ts";
import {
  showRequest,
  showResponse,
  type Showing,
  type ShownRequest,
  type ShownResponse,
} from "./show-exchange.ts";

export interface OneRequest {
  readonly request: TestRequest;
  readonly environment: RunEnvironment | null;
  /** Variables of this request alone, which take precedence over those of the environment. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** One exchange as it is shown. */
export interface ShownExchange {
  /** Null where the request could not be made from its template. */
  readonly request: ShownRequest | null;
  readonly response: ShownResponse | null;
}

export interface SentOnce {
  /** Without the secrets of the environment. */
  readonly shown: ShownExchange;
  /** Without any credential, to be stored. */
  readonly kept: ShownExchange;
  /** The request as it was given, without the credentials that are written out in it. */
  readonly template: TestRequest;
  readonly redirects: readonly string[];
  readonly elapsedMs: number;
  readonly timing: Followed["response"]["timing"] | null;
  /** Why there is no response, or null. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

const maxShownBytes = 1024 * 1024;
const maxKeptBytes = 32 * 1024;

/** Sends one request with the variables of an environment, by the rules of a run. */
export async function sendOnce(
  input: OneRequest,
  tools: Omit<RunTools, "onResult">,
): Promise<SentOnce | { readonly problems: readonly PlanProblem[] }> {
  const plan = planOne(input);
  if ("problems" in plan) return plan;
  const run = startRun(plan, { ...tools, onResult: () => undefined });
  try {
    return await exchange(run, input.request);
  } finally {
    run.signals.close();
  }
}

function planOne({ request, environment, variables = {} }: OneRequest) {
  const id = "00000000-0000-7000-8000-000000000000";
  const planned = planRun({
    suite: { name: "request", cases: [{ id, name: "request", request }] },
    environment,
    options: { iterations: 1, threads: 1, delayMs: 0, onError: "ignore", variables },
  });
  if (!("problems" in planned)) return planned;
  const problems = planned.problems.map((problem) => ({
    ...problem,
    field: problem.field.replace(/^cases\[0\]\./, ""),
  }));
  return { problems };
}

interface Attempted {
  request: RenderedRequest | null;
  headers: readonly HeaderField[];
  followed: Followed | null;
}

async function exchange(run: Run, given: TestRequest): Promise<SentOnce> {
  const attempted: Attempted = { request: null, headers: [], followed: null };
  const start = run.tools.monotonic();
  let error: SentOnce["error"] = null;
  try {
    await send(run, attempted);
  } catch (caught) {
    error = explain(run, caught);
  }
  const { followed } = attempted;
  return {
    shown: show(attempted, { masker: run.masker, to: "caller", maxBytes: maxShownBytes }),
    kept: show(attempted, { masker: run.masker, to: "all", maxBytes: maxKeptBytes }),
    template: keepRequest(given, run.masker, maxKeptBytes),
    redirects: (followed?.redirects ?? []).map((url) => run.masker.text(url)),
    elapsedMs: followed?.elapsedMs ?? Math.max(0, run.tools.monotonic() - start),
    timing: followed?.response.timing ?? null,
    error,
  };
}

/** Notes each step in `attempted`, so that a request without an answer is shown as well. */
async function send(run: Run, attempted: Attempted): Promise<void> {
  const compiled = onlyCase(run.plan);
  const usedSecrets = new Set<string>();
  const scope = makeScope(run, startPass(run.plan, 0), null, (name) => usedSecrets.add(name));
  const request = renderRequest(compiled, scope, (one, origins) => chooseAuth(run, one, origins));
  Object.assign(attempted, { request, headers: request.headers });
  const { method, target, headers, body } = request;
  guardSecrets(run, { method, target, headers, body }, usedSecrets);
  const signal = run.signals.tests;
  const authorized =
    request.auth === null ? headers : await authorize(run, request.auth, headers, signal);
  attempted.headers = authorized;
  attempted.followed = await followRequest(run, request, authorized, usedSecrets, signal);
}

function onlyCase({ cases }: RunPlan) {
  const [planned] = cases;
  if (planned === undefined) throw new Error("The plan of one request has no case.");
  return planned.request;
}

const show = ({ request, headers, followed }: Attempted, showing: Showing): ShownExchange => ({
  request: request === null ? null : showRequest(request, headers, showing),
  response: followed === null ? null : showResponse(followed, showing),
});

function explain(run: Run, error: unknown): NonNullable<SentOnce["error"]> {
  const code = error instanceof EgressError ? error.code : "INVALID_REQUEST";
  const { message } = explainError(run, startPass(run.plan, 0), error, run.signals.tests);
  return { code, message: run.masker.text(message ?? "The request was not sent.") };
}
