import { setTimeout } from "node:timers/promises";
import type { Verdict } from "@lintel/contract/shapes/test-run";
import { makeMasker, type Masker } from "@lintel/masking/masker";
import type { PlannedCase, RunPlan } from "../plan/plan.types.ts";
import { fixBuiltIns } from "../template/fix-built-ins.ts";
import type { Scope } from "../template/render-template.ts";
import type { Layer, Variable } from "../template/template.types.ts";
import { countResults, type ResultCounter } from "./count-results.ts";
import type { RunTools } from "./execution.types.ts";
import { type RunSignals, watchSignal } from "./run-signals.ts";
import { makeTokenCache, type TokenCache } from "./token-cache.ts";

/** A run in progress: the state that its passes share. */
export interface Run {
  readonly plan: RunPlan;
  /** The plan's variables, with the random values that are generated once per run. */
  readonly variables: Layer;
  readonly tools: Required<RunTools>;
  readonly signals: RunSignals;
  /** Knows every secret and credential: masks what leaves the run. */
  readonly masker: Masker;
  /** Knows only the environment's secrets: protects what must not reach another origin. */
  readonly secrets: Masker;
  readonly tokens: TokenCache;
  readonly counter: ResultCounter;
  passesStarted: number;
  /** Why no further pass starts, or null. */
  ending: string | null;
  /** An error outside of any case, or null. */
  failure: string | null;
}

/** One execution of all cases with one row of data. */
export interface Pass {
  readonly iteration: number;
  /** Counted from 1; null without data. */
  readonly row: number | null;
  readonly rowLayer: Layer | null;
  readonly extracted: Map<string, Variable>;
  /** By the index of the case; undefined for cases that have not run yet. */
  readonly verdicts: Verdict[];
  /** Why the tests cannot run, or null. */
  setUpProblem: { readonly verdict: "skipped" | "blocked"; readonly message: string } | null;
  /** The case after which the rest of the pass is skipped, or null. */
  stoppedBy: string | null;
  hasSent: boolean;
}

const waitByTimer = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

export function startRun(plan: RunPlan, given: RunTools): Run {
  const wait = given.wait ?? waitByTimer;
  const tools = { ...given, wait, monotonic: given.monotonic ?? given.now };
  const masker = makeMasker();
  const secrets = makeMasker();
  for (const secret of plan.environment?.secrets ?? []) {
    masker.learn(secret);
    secrets.learn(secret);
  }
  for (const credential of plan.credentials) masker.learn(credential);
  return {
    plan,
    variables: fixBuiltIns(plan.variables, tools),
    tools,
    masker,
    secrets,
    signals: watchSignal(given.signal, wait),
    tokens: makeTokenCache(),
    counter: countResults(),
    passesStarted: 0,
    ending: null,
    failure: null,
  };
}

export function startPass(plan: RunPlan, index: number): Pass {
  const rowIndex = index % plan.rows.length;
  const rowLayer = plan.rows[rowIndex] ?? null;
  return {
    iteration: Math.floor(index / plan.rows.length) + 1,
    row: rowLayer === null ? null : rowIndex + 1,
    rowLayer,
    extracted: new Map(),
    verdicts: [],
    setUpProblem: null,
    stoppedBy: null,
    hasSent: false,
  };
}

/** The signal that aborts a case's requests. */
export function signalFor(run: Run, planned: PlannedCase): AbortSignal {
  return planned.phase === "tearDown" ? run.signals.tearDown : run.signals.tests;
}

/** The variables of a case, the nearest layer first. `alias` is the item of a `foreach`. */
export function makeScope(
  run: Run,
  pass: Pass,
  alias: Layer | null,
  useSecret: Scope["useSecret"],
): Scope {
  const { now, random, randomUuid } = run.tools;
  const layers = [run.plan.fixed, alias, pass.extracted, pass.rowLayer, run.variables];
  return {
    layers: layers.filter((layer) => layer !== null),
    builtIns: { now, random, randomUuid, iteration: pass.iteration },
    useSecret,
  };
}
