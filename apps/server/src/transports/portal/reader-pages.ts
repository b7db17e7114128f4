import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AnyOperation, InputOf, OutputOf } from "@lintel/contract/operation";
import { endReading, openReading } from "@lintel/contract/operations/reader";
import { pageAddress } from "../../domain/people/page-address.ts";
import { createVisitor } from "../../platform/credentials/visitor.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { makeRequestId } from "../rest/request-id.ts";
import { waitOf } from "../rest/send-problem.ts";
import { makeSecretOfBrowser, type ReaderCookies } from "./cookies.ts";
import type { ReaderMessages } from "./reader-messages.ts";
import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { writeSignInPath } from "./reader-paths.ts";
import { readReturnPath } from "./return-path.ts";
import { fileHeaders } from "./security-headers.ts";

/** The parts of a region that sign readers in. */
export interface ReaderRegion {
  readonly region: string;
  readonly kernel: Kernel;
  readonly platform: Pick<Platform, "publicOrigin" | "portalOrigin">;
}

interface Options {
  readonly origin: string;
  readonly regions: readonly ReaderRegion[];
  readonly cookies: ReaderCookies;
  readonly messages: ReaderMessages;
  /** The address that sent a request. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** `/_reader/…`: the beginning and the end of a sign-in; null for any other path. */
export type ReaderPages = (
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
) => Promise<ReadyAnswer | null>;

export function createReaderPages(options: Options): ReaderPages {
  const byRegion = new Map(options.regions.map((one) => [one.region, one]));
  return async (request, path, query) => {
    const { prefix = "", name = "" } =
      /^(?<prefix>\/us)?\/_reader\/(?<name>[a-z-]+)$/.exec(path)?.groups ?? {};
    const region = byRegion.get(prefix === "" ? "eu" : "us");
    const step = steps[name];
    if (region === undefined || step === undefined || request.method !== step.method) return null;
    return step.answer({ ...options, request, query, region });
  };
}

interface Step {
  readonly method: "GET" | "POST";
  readonly answer: (asked: Asked) => Promise<ReadyAnswer | null> | ReadyAnswer | null;
}

interface Asked extends Omit<Options, "regions"> {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly region: ReaderRegion;
}

const steps: Readonly<Record<string, Step>> = {
  "sign-in": { method: "GET", answer: begin },
  finish: { method: "GET", answer: finish },
  "sign-out": { method: "POST", answer: signOut },
  "signed-out": { method: "GET", answer: showSignedOut },
};

/** Leads to the pages for sign-in, with the digest of a secret that stays in this browser. */
function begin({ request, query, region: { region, platform }, cookies }: Asked) {
  const returnPath = readReturnPath(query.get("return"), region);
  if (returnPath === null) return null;
  const secret = cookies.readSecret(region, request.headers.cookie) ?? makeSecretOfBrowser();
  const asked = new URLSearchParams({
    return: returnPath,
    challenge: hash("sha256", secret, "base64url"),
  });
  const location = pageAddress(
    platform.publicOrigin(),
    region,
    `/sign-in/reader?${asked.toString()}`,
  );
  return goTo(location, cookies.keepSecret(region, secret));
}

/** Exchanges the code for the cookie of the reader, and leads to the page that was opened first. */
async function finish(asked: Asked): Promise<ReadyAnswer> {
  const { request, query, region, cookies, messages, origin } = asked;
  const verifier = cookies.readSecret(region.region, request.headers.cookie);
  if (verifier === undefined) return messages.failed;
  try {
    const fields = { code: query.get("code") ?? "", verifier, origin };
    const opened = await callAsVisitor(asked, openReading, fields);
    // Read again, because this redirect must not depend on what another part of the program checked.
    const returnPath = readReturnPath(opened.returnPath, region.region);
    if (returnPath === null) return messages.failed;
    const { token, expiresAt } = opened;
    return goTo(returnPath, cookies.keepToken(region.region, token, new Date(expiresAt)));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return messages.refused(error.status, waitOf(error));
  }
}

/** Ends the session. The page after it is of this origin: forms lead to no other. */
async function signOut(asked: Asked): Promise<ReadyAnswer> {
  const { request, query, region, cookies, messages, origin } = asked;
  // Browsers name the origin of every POST (Fetch §3.2).
  const sent = request.headers.origin ?? "";
  if (sent !== origin && URL.parse(sent)?.host !== request.headers.host) return messages.foreign;
  const token = cookies.readToken(region.region, request.headers.cookie);
  if (token !== undefined) await callAsVisitor(asked, endReading, { token, origin });
  const returnPath = readReturnPath(query.get("return"), region.region);
  const after = returnPath === null ? "" : `?return=${encodeURIComponent(returnPath)}`;
  return goTo(
    pageAddress("", region.region, `/_reader/signed-out${after}`),
    cookies.dropToken(region.region),
  );
}

function showSignedOut({ query, region: { region }, messages }: Asked): ReadyAnswer {
  const returnPath = readReturnPath(query.get("return"), region);
  return messages.signedOut(returnPath === null ? null : writeSignInPath(region, returnPath));
}

async function callAsVisitor<Op extends AnyOperation>(
  { region: { kernel }, request, addressOf }: Asked,
  operation: Op,
  fields: InputOf<Op>,
): Promise<OutputOf<Op>> {
  const evidence = { principal: createVisitor(addressOf(request)) };
  const call = { operation, requestId: makeRequestId(), evidence, organizationId: null };
  const outcome = await kernel.callWithFields(call, { ...fields });
  return (await outcome.output) as OutputOf<Op>;
}

/** A redirect for this browser alone. Without a cookie it sets none. */
export function goTo(location: string, cookie: string | null): ReadyAnswer {
  const headers = {
    ...fileHeaders,
    location,
    "cache-control": "private, no-store",
    ...(cookie === null ? {} : { "set-cookie": cookie }),
  };
  return readyAnswer({ status: 303, headers, body: null });
}
