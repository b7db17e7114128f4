import { setTimeout } from "node:timers/promises";
import type { Send } from "@lintel/client/http.types";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import type { Terminal } from "../output/terminal.ts";
import {
  callEndpoint,
  readError,
  readTokens,
  type AuthorizationServer,
  type EndpointAnswer,
} from "../network/authorization-server.ts";
import { NetworkFailure } from "../network/network-failure.ts";
import { refuseAnswer, type Tokens } from "./sign-in-refusals.ts";

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

interface Started {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly address: string;
  readonly seconds: number;
  readonly intervalSeconds: number;
}

export interface DeviceSignIn {
  readonly server: AuthorizationServer;
  readonly send: Send;
  readonly terminal: Terminal;
}

/**
 * Signs in with a browser anywhere, in which the person enters a code (RFC 8628).
 * @throws Failure if the person denies it or does not answer
 */
export async function signInByDevice({ server, send, terminal }: DeviceSignIn): Promise<Tokens> {
  const form = { client_id: commandClientId, resource: server.issuer };
  const started = readStart(await callEndpoint(send, server.deviceEndpoint, form), server);
  terminal.note(`Open this address in any browser:\n\n  ${started.address}\n
Check that it shows this code, or enter it:\n\n  ${started.userCode}\n
The code is valid for ${Math.round(started.seconds / 60)} minutes. Waiting…`);
  const end = performance.now() + started.seconds * 1000;
  let waitSeconds = started.intervalSeconds;
  while (performance.now() < end) {
    await setTimeout(waitSeconds * 1000);
    const answer = await poll(send, server, started.deviceCode);
    const tokens = answer === null ? null : readTokens(answer);
    if (tokens !== null) return tokens;
    const error = answer?.fields["error"];
    if (error === "slow_down") waitSeconds += 5;
    else if (answer !== null && answer.status < 500 && error !== "authorization_pending")
      throw refuseAnswer(readError(answer));
  }
  throw refuseAnswer("expired_token");
}

/** Null if there was no answer: the next poll may have one (RFC 8628 §3.5). */
async function poll(
  send: Send,
  { tokenEndpoint }: AuthorizationServer,
  deviceCode: string,
): Promise<EndpointAnswer | null> {
  const form = { grant_type: grantType, device_code: deviceCode, client_id: commandClientId };
  try {
    return await callEndpoint(send, tokenEndpoint, form);
  } catch (error) {
    if (error instanceof NetworkFailure) return null;
    throw error;
  }
}

function readStart(answer: EndpointAnswer, { issuer }: AuthorizationServer): Started {
  const { status, fields } = answer;
  const { device_code: deviceCode, user_code: userCode, expires_in: seconds, interval } = fields;
  const address = fields["verification_uri_complete"] ?? fields["verification_uri"];
  const isComplete =
    typeof deviceCode === "string" && typeof userCode === "string" && typeof address === "string";
  if (status !== 200 || !isComplete || !address.startsWith(`${new URL(issuer).origin}/`))
    throw refuseAnswer(readError(answer));
  return {
    deviceCode,
    userCode,
    address,
    seconds: typeof seconds === "number" ? seconds : 600,
    intervalSeconds: typeof interval === "number" && interval > 0 ? interval : 5,
  };
}
