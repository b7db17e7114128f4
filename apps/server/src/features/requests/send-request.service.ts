import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { sendRequest } from "@lintel/contract/operations/sent-request";
import type { SentRequest } from "@lintel/contract/shapes/sent-request";
import { TestRequest } from "@lintel/contract/shapes/test-request";
import { CurlError, parseCurl } from "@lintel/curl/parse-curl";
import type { HeaderField } from "@lintel/egress/hop";
import { sendOnce, type SentOnce, type ShownExchange } from "@lintel/runner/execute/send-once";
import type { RunEnvironment } from "@lintel/runner/plan/plan.types";
import {
  chooseEnvironment,
  type EnvironmentSource,
} from "../../domain/environments/choose-environment.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { createShapeCheck } from "../../platform/validation/shape-check.ts";
import { historyOf } from "./history.service.ts";
import { readCookies } from "./read-cookies.ts";
import { insertSentRequest, trimHistory } from "./sent-request.store.ts";
import type { KeptExchange } from "./sent-request.tables.ts";

export interface RequestPlatform {
  readonly platform: Platform;
  readonly sources: EnvironmentSource;
}

type Input = InputOf<typeof sendRequest>;

/** A request that was sent, before it is stored. */
export interface Sent {
  readonly exchange: SentOnce;
  readonly environment: RunEnvironment | null;
  readonly warnings: readonly string[];
}

/** How many requests a caller's history of a project holds. */
export const maxHistory = 200;

/** A person waits for the answer, so that a request may not take as long as a case. */
const maxTimeoutMs = 60_000;

/** Sends the request before the transaction, because the answer may take long. */
export async function sendFirst(
  { platform, sources }: RequestPlatform,
  context: ProjectContext,
  input: Input,
): Promise<Sent> {
  const { request, warnings } = readRequest(input);
  const environment = await chooseEnvironment(sources, context, input.environmentId);
  const timeoutMs = Math.min(request.timeoutMs ?? 30_000, maxTimeoutMs);
  const { variables = {} } = input;
  const exchange = await sendOnce(
    { request: { ...request, timeoutMs }, environment, variables },
    {
      egress: platform.egress,
      now: () => platform.clock.now().getTime(),
      monotonic: () => performance.now(),
      randomUuid: () => crypto.randomUUID(),
      random: Math.random,
      signal: new AbortController().signal,
    },
  );
  if ("problems" in exchange) throw refuse(exchange.problems);
  return { exchange, environment, warnings };
}

/** Adds the request to the caller's history. */
export async function storeSent(
  { platform }: RequestPlatform,
  context: ProjectContext,
  input: Input,
  { exchange, environment, warnings }: Sent,
): Promise<OutputOf<typeof sendRequest>> {
  const place = historyOf(context);
  const about = {
    id: platform.clock.newId(),
    endpointId: input.endpointId ?? null,
    environmentId: environment?.id ?? null,
    environmentName: environment?.name ?? null,
    elapsedMs: Math.round(exchange.elapsedMs * 100) / 100,
  };
  const { template, shown, kept, error } = exchange;
  const response = shown.response;
  await insertSentRequest(context.db, {
    ...place,
    ...about,
    sentAt: context.now,
    method: template.method,
    url: kept.request?.url ?? template.url,
    status: response?.status ?? null,
    sizeBytes: response?.sizeBytes ?? null,
    errorCode: error?.code ?? null,
    template: JSON.stringify(template),
    exchange: JSON.stringify(describe(exchange, kept)),
  });
  await trimHistory(context.db, place, maxHistory);
  context.emit("request.sent", {
    subject: { type: "request", id: about.id, name: null },
    data: { environmentId: about.environmentId, status: response?.status ?? null },
  });
  const sentAt = context.now.toISOString();
  return { ...about, sentAt, template, ...describe(exchange, shown), warnings: [...warnings] };
}

function readRequest({ request, curl }: Input): {
  readonly request: TestRequest;
  readonly warnings: readonly string[];
} {
  if (request !== undefined && curl !== undefined) {
    throw new Problem("MUTUALLY_EXCLUSIVE", undefined, { fields: ["request", "curl"] });
  }
  if (request !== undefined) return { request, warnings: [] };
  if (curl === undefined) {
    throw invalid({ field: "request", code: "required", message: "Send request or curl." });
  }
  try {
    const parsed = parseCurl(curl);
    const [fault] = checkRequest(parsed.request);
    if (fault === undefined) return parsed;
    const { field, message } = fault;
    throw invalid({
      field: "curl",
      code: "curl",
      message: `Its ${field} cannot be sent. ${message}`,
    });
  } catch (error) {
    if (!(error instanceof CurlError)) throw error;
    throw invalid({ field: "curl", code: "curl", message: error.message });
  }
}

/** A command can hold more than a request may. */
const checkRequest = createShapeCheck(TestRequest, "exact");

function describe({ redirects, timing, error }: SentOnce, shown: ShownExchange): KeptExchange {
  const { request, response } = shown;
  return {
    request: request === null ? null : { ...request, headers: toFields(request.headers) },
    response: response === null ? null : showResponse(response),
    redirects: [...redirects],
    timing,
    error,
  };
}

function showResponse(
  response: NonNullable<ShownExchange["response"]>,
): NonNullable<SentRequest["response"]> {
  const { headers } = response;
  return { ...response, headers: toFields(headers), cookies: readCookies(headers) };
}

const toFields = (headers: readonly HeaderField[]) =>
  headers.map(([name, value]) => ({ name, value }));

function refuse(problems: readonly { field: string; code: string; message: string }[]): Problem {
  const [first] = problems;
  return new Problem("VALIDATION_FAILED", `The request cannot be sent. ${first?.message ?? ""}`, {
    errors: problems.slice(0, 50),
  });
}
