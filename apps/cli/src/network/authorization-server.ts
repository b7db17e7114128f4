import process from "node:process";
import type { HttpResponse, Send } from "@lintel/client/http.types";
import { isObject } from "@lintel/json/value";
import { Failure } from "../outcome/failure.ts";
import type { Place } from "../settings/sign-in-file.ts";
import { createHttpSend, isLoopback } from "./http.ts";

/** The endpoints of the authorization server of a region (RFC 8414). */
export interface AuthorizationServer {
  readonly issuer: string;
  /** What the browser opens. */
  readonly authorizationEndpoint: string;
  readonly deviceEndpoint: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
}

/** An answer of an endpoint: the fields of its JSON. */
export interface EndpointAnswer {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

// Short, because a process that refreshes a token holds the lock of the file.
const silenceMs = 8000;

/** Sends requests for tokens. A request is never repeated, because a code is used once. */
export const createTokenSend = (): Send =>
  createHttpSend({ proxyEnv: process.env, connectMs: silenceMs, silenceMs });

/**
 * Reads the metadata of a region's authorization server.
 * @throws Failure if the server has none, or names another server
 */
export async function discoverServer(send: Send, place: Place): Promise<AuthorizationServer> {
  const base = place.url.replace(/\/+$/, "");
  const suffix = place.region === "us" ? "/us" : "";
  const response = await send({
    method: "GET",
    url: `${base}/.well-known/oauth-authorization-server${suffix}`,
    headers: { accept: "application/json" },
    body: null,
  });
  const fields = readFields(response);
  const read = (name: string): string => {
    const value = fields[name];
    if (response.status === 200 && typeof value === "string" && URL.canParse(value)) return value;
    throw refuseServer(place, response.status);
  };
  const issuer = read("issuer");
  if (!isSameServer(issuer, base + suffix)) throw refuseIssuer(place, issuer);
  // The command calls the address that the user gave: the issuer may be another name of it.
  const own = (name: string): string => base + new URL(read(name)).pathname;
  return {
    issuer,
    authorizationEndpoint:
      new URL(issuer).origin + new URL(read("authorization_endpoint")).pathname,
    deviceEndpoint: own("device_authorization_endpoint"),
    tokenEndpoint: own("token_endpoint"),
    revocationEndpoint: own("revocation_endpoint"),
  };
}

/**
 * Whether an issuer is the server at an address (RFC 8414 §3.3): tokens of one server must not be
 * sent to another. The names of this machine are the same server.
 */
function isSameServer(issuer: string, address: string): boolean {
  const [one, other] = [new URL(issuer), new URL(address)];
  const isSameHost =
    one.hostname === other.hostname || (isLoopback(one.hostname) && isLoopback(other.hostname));
  const isSamePlace = one.protocol === other.protocol && one.port === other.port;
  return isSameHost && isSamePlace && one.pathname === other.pathname;
}

function refuseServer({ url }: Place, status: number): Failure {
  return new Failure({
    exit: "usage",
    code: "SIGN_IN_UNSUPPORTED",
    what: `${url} does not offer a sign-in (HTTP ${status}).`,
    fix: "Check the address with --url or LINTEL_URL, or store an API key with `lintel login --key`.",
  });
}

function refuseIssuer({ url }: Place, issuer: string): Failure {
  const { origin } = new URL(issuer);
  return new Failure({
    exit: "usage",
    code: "ISSUER_MISMATCH",
    what: `The server at ${url} calls itself ${origin}.`,
    why: ["A token of one address is not sent to another."],
    fix: `Use its own address: --url ${origin}. If that is wrong, the operator corrects LINTEL_PUBLIC_URL.`,
  });
}

/** Sends a form to an endpoint. */
export async function callEndpoint(
  send: Send,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<EndpointAnswer> {
  const response = await send({
    method: "POST",
    url,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, fields: readFields(response) };
}

function readFields({ text }: HttpResponse): EndpointAnswer["fields"] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The error in an answer (RFC 6749 §5.2), or its status. */
export function readError({ status, fields: { error } }: EndpointAnswer): string {
  return typeof error === "string" ? error : `HTTP ${status}`;
}

/** The tokens in an answer; null if it has none. */
export function readTokens({ status, fields }: EndpointAnswer) {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = fields;
  if (status !== 200 || typeof accessToken !== "string" || typeof refreshToken !== "string")
    return null;
  const lifetime = typeof seconds === "number" ? seconds : 3600;
  return { accessToken, refreshToken, expiresAt: Date.now() + lifetime * 1000 };
}
