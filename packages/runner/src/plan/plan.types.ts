import type { OnError } from "@lintel/contract/words/runs";
import type { CaseDefinition, Phase } from "@lintel/contract/shapes/test-case";
import type { TestAuth, TestBody, TestRequest } from "@lintel/contract/shapes/test-request";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import type { CompiledAssertion } from "../assertions/compile-assertion.ts";
import type { CompiledCondition } from "../assertions/condition.ts";
import type { CompiledExtraction } from "../extractions/compile-extraction.ts";
import type { Layer, Template } from "../template/template.types.ts";

export type SuiteCase = CaseDefinition & { readonly id: string };

/** A stored suite: its cases have ids, which the results contain. */
export interface PlannedSuite extends Omit<SuiteDefinition, "setUp" | "cases" | "tearDown"> {
  setUp?: SuiteCase[];
  cases: SuiteCase[];
  tearDown?: SuiteCase[];
}

/** The environment of a run with decrypted secrets. */
export interface RunEnvironment {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly variables: readonly {
    readonly name: string;
    readonly value: unknown;
    readonly isSecret: boolean;
  }[];
  readonly isReadOnly: boolean;
  /** Origins, in addition to the base URL's, to which secrets may be sent. */
  readonly secretOrigins: readonly string[];
  readonly oauthTokenUrl: string | null;
}

/** The options of one run. */
export interface RunOptions {
  /** 1 to 10,000. */
  readonly iterations: number;
  /** Passes in parallel, 1 to 50. */
  readonly threads: number;
  /** Delay between two requests of a pass, in milliseconds. */
  readonly delayMs: number;
  readonly onError: OnError;
  readonly caseIds?: readonly string[];
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Replaces the authentication of every request to the environment's own origins, unless a case
   * has `none`.
   */
  readonly authOverride?: TestAuth;
}

export interface CompiledAuth {
  readonly type: TestAuth["type"];
  /** Renders to the same fields. */
  readonly fields: Template;
}

export interface CompiledBody {
  readonly type: TestBody["type"];
  readonly content: Template;
  readonly contentType: string;
}

export interface CompiledRequest {
  readonly method: TestRequest["method"];
  readonly url: Template;
  readonly headers: Template;
  readonly query: Template;
  readonly body: CompiledBody | null;
  readonly auth: CompiledAuth | null;
  /** The run's own authentication, for requests to the environment's origins. */
  readonly authOverride: CompiledAuth | null;
  readonly timeoutMs: number | undefined;
  readonly followRedirects: boolean;
}

export interface CompiledForEach {
  readonly items: Template;
  readonly as: string;
}

export interface CompiledRetry {
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly until: readonly CompiledAssertion[];
}

/** A case with every part compiled that can be compiled before it runs. */
export interface PlannedCase {
  readonly id: string;
  readonly name: string;
  readonly phase: Phase;
  readonly tags: readonly string[];
  readonly request: CompiledRequest;
  readonly assertions: readonly CompiledAssertion[];
  readonly extractions: readonly CompiledExtraction[];
  readonly when: CompiledCondition | null;
  readonly foreach: CompiledForEach | null;
  readonly retry: CompiledRetry | null;
  /** Indices of the cases that must have passed, all before this one. */
  readonly dependencies: readonly number[];
  /** Why it cannot run in any pass, or null. */
  readonly skipReason: string | null;
}

/** The parts of an environment that requests need. */
export interface PlannedEnvironment {
  readonly name: string;
  readonly isReadOnly: boolean;
  /** The origins to which secrets may be sent. */
  readonly ownOrigins: ReadonlySet<string>;
  readonly oauthTokenUrl: string | null;
  readonly secrets: readonly unknown[];
}

/** A run without problems that can be detected in advance. */
export interface RunPlan {
  readonly suiteName: string;
  /** The suite's folder and name joined by `/`. */
  readonly suitePath: string;
  readonly environment: PlannedEnvironment | null;
  readonly iterations: number;
  readonly threads: number;
  readonly delayMs: number;
  readonly onError: OnError;
  /** Set-up, tests and tear-down, in the order in which each pass runs them. */
  readonly cases: readonly PlannedCase[];
  /** The cases that extract a variable. */
  readonly providers: ReadonlyMap<string, readonly number[]>;
  /** Names that no case can redefine. */
  readonly fixed: Layer;
  /** The variables of run, suite and environment, in order of precedence. */
  readonly variables: Layer;
  /** One layer per data row; null represents a suite without data. */
  readonly rows: readonly (Layer | null)[];
  /** Values that the run was given under the name of a credential: masked like secrets. */
  readonly credentials: readonly unknown[];
  /** Number of cases over all passes. */
  readonly totalCases: number;
}
