import process from "node:process";
import { createClient, type Result } from "@lintel/client/create-client";
import type { OperationName, Operations } from "@lintel/contract/catalog";
import type { CallOf } from "@lintel/contract/operation";
import type { Terminal } from "../output/terminal.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import type { Place } from "../settings/sign-in-file.ts";
import { findCredential, signRequests, type Credential } from "./credential.ts";
import { explainNetworkFailure, explainProblem } from "./explain-problem.ts";
import { createHttpSend } from "./http.ts";
import { NetworkFailure } from "./network-failure.ts";
import { createPatientSend } from "./patient-send.ts";

type Value<Name extends OperationName> = Extract<Result<Name>, { ok: true }>["value"];

/** The service for a command. */
export interface Connection {
  readonly url: string;
  readonly region: "eu" | "us";
  readonly credential: Credential;
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

/** @throws Failure if there is no credential. */
export function connect(options: ConnectOptions): Connection {
  const { settings, terminal, patienceMs = 3000, deadline = Infinity } = options;
  const { url, region } = readPlace(settings);
  const credential = findCredential(settings, { url, region });
  const send = createPatientSend(createHttpSend({ proxyEnv: process.env }), {
    forMs: patienceMs,
    deadline,
    onRetry: (reason, waitMs) => {
      terminal.note(`${capitalize(reason)}; trying again in ${(waitMs / 1000).toFixed(1)} s.`);
    },
  });
  const client = createClient({
    baseUrl: url,
    apiKey: null,
    region,
    send: signRequests(credential, send),
    onRateLimited: (seconds) => {
      const isTooLong = performance.now() + seconds * 1000 > deadline;
      if (isTooLong || seconds > maxRateWaitSeconds) return false;
      terminal.note(`The rate limit is reached; waiting ${seconds} s, as the service requests.`);
      return true;
    },
  });
  return {
    url,
    region,
    credential,
    async call(doing, name, input) {
      const result = await explainNetwork(settings, doing, () => client.call(name, input));
      if (result.ok) return result.value;
      const called = { ...describeCall(settings, doing), credentialKind: credential.kind };
      throw await explainProblem(result.problem, called);
    },
  };
}

/** The address and the region of the settings. */
export function readPlace(settings: Settings): Place {
  const region = settings.find("region")?.value.toLowerCase() === "us" ? "us" : "eu";
  return { url: settings.find("url")?.value ?? "", region };
}

/**
 * Does work that needs the service.
 * @throws Failure if there is no answer
 */
export async function explainNetwork<T>(
  settings: Settings,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    throw explainNetworkFailure(error, describeCall(settings, doing));
  }
}

function describeCall(settings: Settings, doing: string) {
  const urlSource = settings.find("url")?.source ?? "";
  return { ...readPlace(settings), doing, urlSource, hasOption: settings.hasOption };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
