import process from "node:process";
import { createClient, type Client, type Result } from "@lintel/client/create-client";
import type { OperationName, Operations } from "@lintel/contract/catalog";
import type { CallOf } from "@lintel/contract/operation";
import { Failure } from "../outcome/failure.ts";
import type { Terminal } from "../output/terminal.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import { explainNetworkFailure, explainProblem } from "./explain-problem.ts";
import { createHttpSend } from "./http.ts";
import { NetworkFailure } from "./network-failure.ts";
import { createPatientSend } from "./patient-send.ts";

type Value<Name extends OperationName> = Extract<Result<Name>, { ok: true }>["value"];

/** The service for a command. */
export interface Connection {
  readonly url: string;
  readonly region: "eu" | "us";
  /**
   * Calls an operation. `doing` says what was wanted, as in "could not list the suites".
   * @throws Failure if it is refused or there is no answer.
   */
  call<Name extends OperationName>(
    doing: string,
    name: Name,
    input: CallOf<Operations[Name]>,
  ): Promise<Value<Name>>;
}

export interface ConnectOptions {
  readonly settings: Settings;
  readonly terminal: Terminal;
  /** How long a broken connection is retried, in ms. */
  readonly patienceMs?: number;
  /** When no further wait may begin, by `performance.now()`. */
  readonly deadline?: number;
}

// The window is a minute, so Lintel never requests a longer wait; a longer one comes from another
// server.
const maxRateWaitSeconds = 120;

/** @throws Failure if no key is set. */
export function connect(options: ConnectOptions): Connection {
  const { settings, terminal, patienceMs = 3000, deadline = Infinity } = options;
  const url = settings.find("url") ?? { value: "", source: "" };
  const region = settings.find("region")?.value.toLowerCase() === "us" ? "us" : "eu";
  const key = readKey(settings);
  const client = createClient({
    baseUrl: url.value,
    apiKey: key,
    region,
    send: createPatientSend(createHttpSend({ proxyEnv: process.env }), {
      forMs: patienceMs,
      deadline,
      onRetry: (reason, waitMs) => {
        terminal.note(`${capitalize(reason)}; trying again in ${(waitMs / 1000).toFixed(1)} s.`);
      },
    }),
    onRateLimited: (seconds) => {
      const isTooLong = performance.now() + seconds * 1000 > deadline;
      if (isTooLong || seconds > maxRateWaitSeconds) return false;
      terminal.note(`The rate limit is reached; waiting ${seconds} s, as the service requests.`);
      return true;
    },
  });
  const { hasOption } = settings;
  const place = { url: url.value, urlSource: url.source, region, hasOption } as const;
  return {
    ...place,
    call: async (doing, name, input) =>
      unwrap(await callOnce(client, name, input, { doing, ...place }), { doing, ...place }),
  };
}

type Place = Parameters<typeof explainProblem>[1];

async function callOnce<Name extends OperationName>(
  client: Client,
  name: Name,
  input: CallOf<Operations[Name]>,
  place: Place,
): Promise<Result<Name>> {
  try {
    return await client.call(name, input);
  } catch (error) {
    throw error instanceof NetworkFailure ? explainNetworkFailure(error, place) : error;
  }
}

async function unwrap<Name extends OperationName>(
  result: Result<Name>,
  place: Place,
): Promise<Value<Name>> {
  if (result.ok) return result.value;
  throw await explainProblem(result.problem, place);
}

/** @throws Failure if no key is set. */
export function readKey(settings: Settings): string {
  const key = settings.find("key");
  if (key !== null) return key.value;
  throw new Failure({
    exit: "credential",
    code: "API_KEY_MISSING",
    what: `No API key is set (profile ${settings.profile}).`,
    fix: "Set LINTEL_API_KEY, or store a key with `lintel login`.",
  });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
